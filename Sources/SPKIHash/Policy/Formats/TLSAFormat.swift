import DERKit

/// TLSA records, RFC 6698 section 2.2, as a zone file has them. The pins are those of usages 2 (an authority)
/// and 3 (the server's own certificate), which RFC 7671 section 4 recommends.
enum TLSAFormat {
    /// Usage for each position, RFC 6698 section 2.1.1.
    private static let usages: [(position: ChainPosition, number: String)] = [
        (.leaf, "3"), (.certificateAuthority, "2"),
    ]

    static func emit(_ policy: PinPolicy, port: UInt16) -> String {
        var lines: [String] = []
        for rule in policy.rules {
            let name = "_\(port)._tcp.\(rule.pattern.host)."
            for strategy in rule.strategies {
                guard let usage = usages.first(where: { $0.position == strategy.position })?.number else {
                    continue
                }
                // Selector 0 is the certificate, 1 the SubjectPublicKeyInfo; matching type 1 is SHA-256.
                let members =
                    switch strategy {
                    case .publicKey(let pins, _):
                        pins.members.map { ("1", $0.pin.formatted(.hex), $0.annotation) }
                    case .certificate(let certificates, _):
                        certificates.members.map { ("0", $0.fingerprint.hex, $0.annotation) }
                    }
                lines += members.map { (selector, digits, annotation) in
                    "\(name) IN TLSA \(usage) \(selector) 1 \(digits)" + (annotation.map { " ; \($0)" } ?? "")
                }
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private struct Record {
        let host: HostName
        let strategy: PinStrategy
    }

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        var order: [HostName] = []
        var strategies: [HostName: [PinStrategy]] = [:]
        var findings = ReadingFindings(.tlsa)
        for (number, line, comment) in entries(try TextScanner(text).text()) {
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard let type = fields.firstIndex(where: { $0.uppercased() == "TLSA" }) else {
                if !fields.isEmpty { findings.notRead("line \(number): no TLSA record") }
                continue
            }
            let record = try record(fields, type, comment, TextPosition(line: number, column: 1), &findings)
            if strategies[record.host] == nil { order.append(record.host) }
            strategies[record.host, default: []].append(record.strategy)
        }
        var rules: [PinPolicy.Rule] = []
        for host in order {
            rules.append(
                PinPolicy.Rule(try HostPattern(host), PolicyReduction.merged(strategies[host] ?? [])))
        }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
    }

    /// The entries of a zone file, RFC 1035 section 5.1: a line each, or several where parentheses hold them
    /// together, with their last comment.
    private static func entries(_ text: String) -> [(number: Int, line: String, comment: String?)] {
        var result: [(number: Int, pieces: [String], comment: String?)] = []
        var isOpen = false
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let parts = line.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let content = String((parts.first ?? "").map { $0 == "(" || $0 == ")" ? " " : $0 })
            let comment = parts.count > 1 ? String(parts[1]) : nil
            if isOpen, !result.isEmpty {
                result[result.count - 1].pieces.append(content)
                if let comment { result[result.count - 1].comment = comment }
            } else {
                result.append((index + 1, [content], comment))
            }
            for character in parts.first ?? "" where character == "(" || character == ")" {
                isOpen = character == "("
            }
        }
        return result.map { ($0.number, $0.pieces.joined(separator: " "), $0.comment) }
    }

    /// `_443._tcp.example.com. 3600 IN TLSA 3 1 1 hex`, the digest in one piece or several.
    private static func record(
        _ fields: [Substring], _ type: Int, _ comment: String?, _ position: TextPosition,
        _ findings: inout ReadingFindings
    ) throws(PolicyError) -> Record {
        let data = fields[(type + 1)...]
        let labels = (fields.first ?? "").split(separator: ".", maxSplits: 2)
        guard type > 0, data.count >= 4, labels.count == 3, labels[0].hasPrefix("_"), labels[1].hasPrefix("_")
        else {
            throw PolicyError(
                .syntax, "a TLSA record without its name or its four fields",
                hint: "write _443._tcp.example.com. IN TLSA 3 1 1 HEX", position: position)
        }
        // Some tools write 03 01 01.
        let numbers = data.prefix(3).map { Int($0).map(String.init) ?? String($0) }
        let digits = data.dropFirst(3).joined()
        guard let usage = usages.first(where: { $0.number == numbers[0] }), numbers[2] == "1",
            numbers[1] == "0" || numbers[1] == "1"
        else {
            throw PolicyError(
                .notExpressible,
                "a TLSA record \(displayed(numbers.joined(separator: " "))) is no pin by SHA-256",
                hint: "records 3 1 1, 2 1 1, 3 0 1 and 2 0 1 are", position: position)
        }
        let host = try HostName(labels[2])
        let annotation = Annotation(comment: comment)
        if numbers[1] == "1" {
            let pin = try findings.pin(digits, in: "line \(position.line)")
            return Record(
                host: host,
                strategy: .publicKey(
                    PinSet([PinSet.Member(pin, label: annotation.label, role: annotation.role)]),
                    at: usage.position))
        }
        guard let fingerprint = CertificateFingerprint(hex: digits) else {
            throw PolicyError(.badPin, "a TLSA record without 64 hex digits", position: position)
        }
        return Record(
            host: host,
            strategy: .certificate(
                CertificateSet([
                    CertificateSet.Member(fingerprint, label: annotation.label, role: annotation.role)
                ]),
                at: usage.position))
    }
}
