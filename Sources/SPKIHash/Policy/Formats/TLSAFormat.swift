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
        /// `_443._tcp`.
        let service: String
        let strategy: PinStrategy
    }

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        var order: [HostName] = []
        var services: [HostName: String] = [:]
        var strategies: [HostName: [PinStrategy]] = [:]
        var findings = ReadingFindings(.tlsa)
        for entry in ZoneFile.entries(try TextScanner(text).text()) {
            guard let type = entry.fields.firstIndex(where: { $0.uppercased() == "TLSA" }) else {
                findings.notRead("line \(entry.line): no TLSA record")
                continue
            }
            let record = try record(entry, type, &findings)
            if let service = services[record.host], service != record.service {
                findings.notRead(
                    "line \(entry.line): \(displayed(record.service)) beside \(displayed(service)) of \(record.host)",
                    hint: "a policy holds no service: read the records of one service at a time")
            } else if services.updateValue(record.service, forKey: record.host) == nil {
                order.append(record.host)
                if record.service != "_443._tcp" {
                    findings.notRead(
                        "line \(entry.line): the service \(displayed(record.service)) is no part of a policy",
                        .note, hint: "name the port with --port where records are written")
                }
            }
            if entry.isRelative {
                findings.notRead(
                    "line \(entry.line): a name without a dot at its end, behind which a zone puts its own",
                    hint: "write a dot behind \(record.host)")
            }
            strategies[record.host, default: []].append(record.strategy)
        }
        var rules: [PinPolicy.Rule] = []
        for host in order {
            rules.append(
                PinPolicy.Rule(try HostPattern(host), PolicyReduction.merged(strategies[host] ?? [])))
        }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
    }

    /// `_443._tcp.example.com. 3600 IN TLSA 3 1 1 hex`, the digest in one piece or several.
    private static func record(
        _ entry: ZoneFile.Entry, _ type: Int, _ findings: inout ReadingFindings
    ) throws(PolicyError) -> Record {
        let position = TextPosition(line: entry.line, column: 1)
        let data = entry.fields[(type + 1)...]
        let labels = (entry.owner ?? "").split(separator: ".", maxSplits: 2)
        guard data.count >= 4, labels.count == 3, labels[0].hasPrefix("_"), labels[1].hasPrefix("_")
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
        let service = "\(labels[0]).\(labels[1])".lowercased()
        let annotation = Annotation(comment: entry.comment)
        if numbers[1] == "1" {
            let pin = try findings.pin(digits, in: "line \(position.line)")
            return Record(
                host: host, service: service,
                strategy: .publicKey(
                    PinSet([PinSet.Member(pin, label: annotation.label, role: annotation.role)]),
                    at: usage.position))
        }
        guard let fingerprint = CertificateFingerprint(hex: digits) else {
            throw PolicyError(.badPin, "a TLSA record without 64 hex digits", position: position)
        }
        return Record(
            host: host, service: service,
            strategy: .certificate(
                CertificateSet([
                    CertificateSet.Member(fingerprint, label: annotation.label, role: annotation.role)
                ]),
                at: usage.position))
    }
}
