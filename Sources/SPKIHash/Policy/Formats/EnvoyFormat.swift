import DERKit

/// Envoy's `UpstreamTlsContext`, one YAML document for each host: the key's digest in base64, the certificate's
/// in hex. A digest of either list is enough; Envoy compares the certificate that the server presents.
enum EnvoyFormat {
    private static let keyList = "verify_certificate_spki"
    private static let certificateList = "verify_certificate_hash"

    static func emit(_ policy: PinPolicy) -> String {
        policy.rules.map { (rule) in
            var lines = [
                "transport_socket:", "  name: envoy.transport_sockets.tls", "  typed_config:",
                #"    "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext"#,
                #"    sni: "\#(rule.pattern.host)""#, "    common_tls_context:", "      validation_context:",
            ]
            for strategy in rule.strategies {
                let members =
                    switch strategy {
                    case .publicKey(let pins, _): pins.members.map { ($0.pin.base64, $0.annotation) }
                    case .certificate(let certificates, _):
                        certificates.members.map { ($0.fingerprint.hex, $0.annotation) }
                    }
                lines.append("        \(strategy.pinSet == nil ? certificateList : keyList):")
                lines += members.map { (digest, annotation) in
                    "        - \"\(digest)\"" + (annotation.map { " # \($0)" } ?? "")
                }
            }
            return lines.map { $0 + "\n" }.joined()
        }.joined(separator: "---\n")
    }

    /// Reads the lines with `sni`, the two lists and their items, in block style or as `[a, b]`. What stands in
    /// braces on one line is refused where it has one of the lists, and so is a list in any other style.
    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        var reader = EnvoyReader()
        let lines = try TextScanner(text).text().split(
            omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
        for (index, line) in lines.enumerated() { try reader.line(line, number: index + 1) }
        return PolicyReading(
            policy: try PinPolicy(try reader.rules(lines.count), unlistedHosts: .accept),
            findings: reader.findings.all)
    }

    private struct EnvoyReader {
        private var order: [HostName] = []
        private var strategies: [HostName: [PinStrategy]] = [:]
        private var host: HostName?
        private var found: [PinStrategy] = []
        private var list = ""
        /// True between the brackets of a list in flow style, which may go over many lines.
        private var isInBrackets = false
        /// True where the context takes chains that it does not trust: then a mismatch of pins is let pass too
        /// (default_validator.cc).
        private var acceptsUntrusted = false
        private var unenforced: Set<HostName> = []
        private(set) var findings = ReadingFindings(.envoy)

        mutating func line(_ line: Substring, number: Int) throws(PolicyError) {
            let (content, comment) = EnvoyReader.split(line)
            let text = content.trimmed
            if isInBrackets { return try flow(text, number) }
            if text == "---" { return finishDocument(number) }
            if text.containsText("ACCEPT_UNTRUSTED") { acceptsUntrusted = true }
            if !list.isEmpty, text.hasPrefix("- "), !text.containsText(": ") {
                try item(String(text.dropFirst(2)), comment, number)
            } else if let colon = text.firstIndex(of: ":") {
                let key = text[..<colon].filter { !"\"'- ".contains($0) }
                let value = String(text[text.index(after: colon)...]).trimmed
                list = EnvoyReader.lists.contains(key) ? key : ""
                // Every TLS context stands in a transport socket of its own.
                if key == "transport_socket" { finishDocument(number) }
                if key == "sni" {
                    guard host == nil else {
                        throw PolicyError(
                            .syntax, "a second sni without a transport_socket before it",
                            hint: "it cannot be told which pins belong to which",
                            position: TextPosition(line: number, column: 1))
                    }
                    // In JSON there is a comma behind it.
                    host = try HostName(
                        EnvoyReader.unquoted(value.hasSuffix(",") ? String(value.dropLast()) : value))
                } else if !list.isEmpty, value.hasPrefix("[") {
                    isInBrackets = true
                    try flow(String(value.dropFirst()), number)
                } else if !list.isEmpty, !value.isEmpty {
                    throw EnvoyReader.unread("\(key) is no list", number)
                } else {
                    try refuseLists(in: value, number)
                }
            } else if !list.isEmpty, !text.isEmpty, text != "..." {
                throw EnvoyReader.unread("no entry of \(list)", number)
            } else {
                try refuseLists(in: text, number)
            }
        }

        private static let lists = [keyList, certificateList]

        /// What stands between brackets, and behind the closing one if it is on this line.
        private mutating func flow(_ text: String, _ number: Int) throws(PolicyError) {
            let end = text.firstIndex(of: "]")
            for part in text[..<(end ?? text.endIndex)].split(separator: ",")
            where !String(part).trimmed.isEmpty {
                try item(String(part), nil, number)
            }
            guard let end else { return }
            isInBrackets = false
            list = ""
            try refuseLists(in: String(text[text.index(after: end)...]), number)
        }

        /// Nothing is lost in silence: a list in a place where none is read is an error.
        private func refuseLists(in text: String, _ number: Int) throws(PolicyError) {
            guard !EnvoyReader.lists.contains(where: { text.containsText($0) }) else {
                throw EnvoyReader.unread("flow style with several fields on one line", number)
            }
        }

        private static func unread(_ what: String, _ number: Int) -> PolicyError {
            PolicyError(
                .syntax, "\(what) is not read",
                hint: "write a line for each field, and the pins as lines with a hyphen in front",
                position: TextPosition(line: number, column: 1))
        }

        private mutating func item(_ text: String, _ comment: String?, _ number: Int) throws(PolicyError) {
            let value = EnvoyReader.unquoted(text.trimmed)
            let annotation = Annotation(comment: comment)
            if list == keyList {
                let pin = try findings.pin(value, in: "line \(number)")
                let member = PinSet.Member(pin, label: annotation.label, role: annotation.role)
                found.append(.publicKey(PinSet([member]), at: .leaf))
            } else {
                guard let fingerprint = CertificateFingerprint(hex: value) else {
                    throw PolicyError(
                        .badPin, "\(certificateList) with a text that is not 64 hex digits",
                        hint: "\(certificateList) takes the SHA-256 of the certificate in hex",
                        position: TextPosition(line: number, column: 1))
                }
                let member = CertificateSet.Member(
                    fingerprint, label: annotation.label, role: annotation.role)
                found.append(.certificate(CertificateSet([member]), at: .leaf))
            }
        }

        private mutating func finishDocument(_ number: Int) {
            defer {
                found = []
                host = nil
                acceptsUntrusted = false
            }
            guard !found.isEmpty else { return }
            guard let host else {
                findings.notRead(
                    "line \(number): pins without an sni before it, so that they are not read",
                    hint: "name the host as sni beside the pins")
                return
            }
            if acceptsUntrusted { unenforced.insert(host) }
            if let first = strategies[host] {
                guard first != found else { return }
                findings.notRead(
                    "line \(number): before it a second context for \(host), whose pins are read as those of one",
                    hint: "check each context in a file of its own")
            } else {
                order.append(host)
            }
            strategies[host, default: []] += found
        }

        mutating func rules(_ number: Int) throws(PolicyError) -> [PinPolicy.Rule] {
            guard !isInBrackets else {
                throw EnvoyReader.unread("a list without its closing bracket", number)
            }
            finishDocument(number)
            var rules: [PinPolicy.Rule] = []
            for host in order {
                rules.append(
                    PinPolicy.Rule(
                        try HostPattern(host), PolicyReduction.merged(strategies[host] ?? []),
                        isEnforced: !unenforced.contains(host)))
            }
            return rules
        }

        /// A line and the comment at its end; a number sign inside quotes begins none.
        private static func split(_ line: Substring) -> (String, String?) {
            var quote: Character?
            for place in line.indices {
                let character = line[place]
                if character == quote {
                    quote = nil
                } else if quote == nil, character == "\"" || character == "'" {
                    quote = character
                }
                if character == "#", quote == nil {
                    return (String(line[..<place]), String(line[line.index(after: place)...]))
                }
            }
            return (String(line), nil)
        }

        private static func unquoted(_ text: String) -> String {
            String(text.trimmed.filter { $0 != "\"" && $0 != "'" })
        }
    }
}
