import DERKit
import SPKIHash

/// TLSA records, RFC 6698 section 2.2, as in a zone file. The pins are those of usages 2 (a CA) and 3 (the
/// server's own certificate), which RFC 7671 section 4 recommends.
enum TLSAFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "TLSA", reaches: [.exact], hostRule: "one host name",
            keys: [.leaf, .certificateAuthority], certificates: [.leaf, .certificateAuthority],
            matches: [.any], holds: [.labels, .overlap],
            words: [
                .keys: "in a record with selector 1, as 3 1 1 or 2 1 1", .leaf: "a record 3 1 1",
                .certificateAuthority: "a record 2 1 1",
            ]),
        signs: ["TLSA", "TYPE52"], foldedSigns: ["in tlsa ", "tlsa 3 ", "tlsa 2 ", "type52 \\#"], rank: 80,
        pins: .tlsa,
        read: { (text, _) throws(PolicyError) in try read(text) },
        emit: { (policy, emission) in emit(policy, port: emission.port) })

    /// The usage for each position, RFC 6698 section 2.1.1.
    static let usages: [(position: ChainPosition, number: String)] = [
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
                let selector = strategy.pinSet == nil ? "0" : "1"
                lines += strategy.lines(.hex, comment: { "; \($0)" }) {
                    "\(name) IN TLSA \(usage) \(selector) 1 \($0)"
                }
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension TLSAFormat {
    /// Reads the TLSA records of a zone. A record that is not understood is reported, and reading continues;
    /// records of other types are skipped.
    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        var services: [HostName: String] = [:]
        var strategies = Grouped<HostName, PinStrategy>()
        let findings = ReadingFindings(.tlsa)
        for entry in try ZoneFile.entries(text) where findings.isTLSA(entry) {
            let read = try findings.entry(at: entry.position) { () throws(PolicyError) in
                try record(entry, findings)
            }
            guard let record = read else { continue }
            if let service = services[record.host], service != record.service {
                findings.notRead(
                    "line \(entry.position.line): \(displayed(record.service)) as well as \(displayed(service)) of \(record.host)",
                    hint: "read the records of one service at a time; a policy has no services")
            } else if services.updateValue(record.service, forKey: record.host) == nil,
                record.service != "_443._tcp"
            {
                findings.notRead(
                    "line \(entry.position.line): the service \(displayed(record.service)) is not part of a policy",
                    .note, hint: "specify the port when you write the records")
            }
            if entry.isRelative {
                findings.notRead(
                    "line \(entry.position.line): a name without a trailing dot, to which a zone appends its own",
                    hint: "add a dot after \(record.host)")
            }
            strategies.append(record.strategy, for: record.host)
        }
        return try findings.reading(strategies)
    }

    private struct Record {
        let host: HostName
        /// The service, such as `_443._tcp`.
        let service: String
        let strategy: PinStrategy
    }

    /// The acronyms of RFC 7218 for the three numbers.
    private static let acronyms: [[String: Int]] = [
        ["PKIX-TA": 0, "PKIX-EE": 1, "DANE-TA": 2, "DANE-EE": 3], ["CERT": 0, "SPKI": 1],
        ["FULL": 0, "SHA2-256": 1, "SHA2-512": 2],
    ]

    /// Reads a record, `_443._tcp.example.com. 3600 IN TLSA 3 1 1 hex`; the digest may be in several pieces.
    private static func record(
        _ entry: ZoneFile.Entry, _ findings: ReadingFindings
    ) throws(PolicyError) -> Record {
        let (numbers, digits) = try data(entry)
        let labels = (entry.owner ?? "").split(separator: ".", maxSplits: 2)
        guard labels.count == 3, labels[0].hasPrefix("_"), labels[1].hasPrefix("_") else {
            let owner = entry.owner ?? ""
            let isWildcard = owner.hasPrefix("*.")
            throw PolicyError(
                isWildcard ? .notExpressible : .syntax,
                isWildcard
                    ? "a policy cannot express the services of the wildcard '\(displayed(owner))'"
                    : "the name '\(displayed(owner))' of a TLSA record has no port and protocol",
                hint: "write the name of each service, as in _443._tcp.example.com.")
        }
        guard let usage = usages.first(where: { $0.number == numbers[0] }), numbers[2] == "1",
            numbers[1] == "0" || numbers[1] == "1"
        else {
            throw PolicyError(
                .notExpressible,
                "unsupported TLSA record \(displayed(numbers.joined(separator: " "))), "
                    + TLSAFormat.obstacle(numbers),
                hint: "use 3 1 1, 2 1 1, 3 0 1 or 2 0 1")
        }
        let host = try findings.host(String(labels[2]))
        let strategy: PinStrategy
        if numbers[1] == "1" {
            if let octets = bytes(hex: digits), octets.count != 32 {
                throw PolicyError(
                    .badPin,
                    "\(host): the digest has \(counted(octets.count, "byte")) instead of 32",
                    hint: "compute it again from the certificate or key")
            }
            let pin = try findings.pin(digits, in: "\(host)")
            strategy = .publicKey(PinSet([PinSet.Member(pin, comment: entry.comment)]), at: usage.position)
        } else {
            let member = try CertificateSet.Member(
                policyText: digits, in: "\(host)", comment: entry.comment)
            strategy = .certificate(CertificateSet([member]), at: usage.position)
        }
        return Record(host: host, service: "\(labels[0]).\(labels[1])".lowercased(), strategy: strategy)
    }

    /// Returns why a record with these numbers is not read, RFC 6698 section 2.1.
    private static func obstacle(_ numbers: [String]) -> String {
        if numbers[2] != "1" { return "which is not a SHA-256" }
        if numbers[1] != "0", numbers[1] != "1" { return "which has an unknown selector" }
        let isKnown = numbers[0] == "0" || numbers[0] == "1"
        return isKnown ? "whose usage also requires PKIX validation" : "which has an unknown usage"
    }

    /// Returns the three numbers and the digits after them, also from a record in the form of RFC 3597
    /// section 5, `\# 35 0301…`.
    private static func data(_ entry: ZoneFile.Entry) throws(PolicyError) -> ([String], String) {
        if entry.data.first == "\\#" {
            let digits = entry.data.dropFirst(2).joined()
            guard let octets = bytes(hex: digits), octets.count > 3,
                Int(entry.data.dropFirst().first ?? "") == octets.count
            else {
                throw PolicyError(
                    .syntax, "the length of the record does not match its data",
                    hint: "write \\# LENGTH HEX (RFC 3597 section 5)")
            }
            return (octets.prefix(3).map { String($0) }, hex(octets.dropFirst(3)))
        }
        guard entry.data.count >= 4, entry.type != "TYPE52" else {
            throw PolicyError(
                .syntax, "incomplete TLSA record; expected a name and four fields",
                hint: "write _443._tcp.example.com. IN TLSA 3 1 1 HEX")
        }
        // Some tools write 03 01 01.
        let numbers = zip(entry.data.prefix(3), acronyms).map { (word, names) in
            (Int(word) ?? names[word.uppercased()]).map { String($0) } ?? word
        }
        return (numbers, entry.data.dropFirst(3).joined())
    }
}

extension ReadingFindings {
    /// The record types that do not concern TLS keys.
    private static let otherTypes = Set(
        """
        A AAAA AFSDB APL CAA CDNSKEY CDS CERT CNAME CSYNC DHCID DLV DNAME DNSKEY DS EUI48 EUI64 HINFO \
        HIP HTTPS IPSECKEY KEY KX LOC MX NAPTR NS NSEC NSEC3 NSEC3PARAM OPENPGPKEY PTR RP RRSIG SIG \
        SMIMEA SOA SPF SRV SSHFP SVCB TA TKEY TSIG TXT URI ZONEMD ALIAS ANAME WKS X25
        """.split(separator: " ").map(String.init))

    /// Returns whether an entry is a TLSA record. Notes other types, and reports anything that is not a type.
    fileprivate func isTLSA(_ entry: ZoneFile.Entry) -> Bool {
        if entry.type == "TLSA" || entry.type == "TYPE52" { return true }
        let isNumbered = entry.type.hasPrefix("TYPE") && UInt16(entry.type.dropFirst(4)) != nil
        if isNumbered || ReadingFindings.otherTypes.contains(entry.type) {
            notRead(
                "line \(entry.position.line): not a TLSA record", .note,
                hint: "ignore this; records of other types are skipped")
        } else if entry.type.hasPrefix("$") {
            omit(
                "\(displayed(entry.type)): the records that it adds are not read",
                hint: "replace it with the records", at: entry.position)
        } else {
            let isNear = Spelling.nearest(to: entry.type, among: ["TLSA", "TYPE52"]) != nil
            omit(
                "unknown record type '\(displayed(entry.type))'",
                hint: isNear ? "did you mean 'TLSA'?" : "write NAME IN TLSA and its four fields",
                at: entry.position)
        }
        return false
    }
}
