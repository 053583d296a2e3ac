import DERKit
import SPKIHash

/// The value of curl's `--pinnedpubkey`: pins, separated by semicolons. curl compares the server's own key.
enum CurlFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(consumer: "curl", keys: [.leaf], holds: [.overlap], hasHost: false),
        signs: ["sha256//"], rank: 90, pins: .curl, read: read, emit: { (policy, _) in emit(policy) })

    static func emit(_ policy: PinPolicy) -> String {
        policy.rules.flatMap { $0.pins }.map { $0.pin.formatted(.curl) }.joined(separator: ";") + "\n"
    }
}

extension PolicyError {
    /// Returns the error for text that names no host when the caller does not either.
    static func hostNeeded(_ consumer: String) -> PolicyError {
        PolicyError(
            .missingHost, "\(consumer) does not include a host, and none was given",
            hint: "specify the host that the pins are for")
    }
}

extension CurlFormat {
    /// Reads the value of `--pinnedpubkey`, alone, on a command line, or in a curl configuration file. The
    /// last one counts, as in curl.
    static func read(_ text: [UInt8], for pattern: HostPattern?) throws(PolicyError) -> PolicyReading {
        guard let pattern else { throw .hostNeeded("curl") }
        _ = try TextScanner(text).text()
        let findings = ReadingFindings(.curl)
        let values = CurlWords(text).values(findings)
        if values.contains(where: { ";\($0.text);".containsText(";;") }) {
            findings.refused(
                "curl does not match a pin with a semicolon after it, unless the next pin follows immediately",
                hint: "separate pins with one semicolon, and write none at the end")
        }
        guard let value = findings.value(of: values, for: pattern) else {
            return try findings.reading(orElse: "missing sha256// in the text")
        }
        let parts = value.text.utf8.split(separator: UInt8(ascii: ";")).map {
            String(decoding: $0, as: UTF8.self)
        }
        let pins = try findings.entries(parts, at: { (_) in value.position }) { (part) throws(PolicyError) in
            guard !part.utf8.contains(UInt8(ascii: "$")) else {
                throw PolicyError(
                    .notUnderstood, "\(displayed(part)) is not defined in this file",
                    hint: "write the pin itself")
            }
            return try findings.pin(part, in: pattern.description)
        }
        guard !pins.isEmpty else { return try findings.reading(orElse: "missing pin in the value") }
        return try findings.reading([PinPolicy.Rule(pattern, [.publicKey(PinSet(pins), at: .leaf)])])
    }
}

extension ReadingFindings {
    /// Returns the value that counts for a host: the last one of its transfer, as in curl. Several that differ are
    /// reported.
    fileprivate func value(of all: [CurlValue], for pattern: HostPattern) -> CurlValue? {
        var transfers = Grouped<Int, CurlValue>()
        for value in all { transfers.append(value, for: value.transfer) }
        let last = transfers.groups.compactMap { $0.values.last }
        let values = last.filter { $0.isFor(pattern) }
        for other in last where !other.isFor(pattern) {
            let hosts = other.hosts.map { "\($0)" }.sorted().joined(separator: ", ")
            let message = "the pins for \(hosts) are not those of \(pattern)"
            if values.isEmpty {
                omit(message, hint: "specify the host of the address", at: other.position, .missingHost)
            } else {
                notRead(
                    "line \(other.position.line): \(message)", .note, hint: "read them with their own host")
            }
        }
        if let value = values.first(where: { $0.text != values[0].text }) {
            omit(
                "\(values.count) curl commands for \(pattern) have different pins",
                hint: "check each command in a separate file", at: value.position)
            return nil
        }
        let count = values.first.map { transfers[$0.transfer].count } ?? 0
        if count > 1 {
            notRead(
                "only the last of \(count) values is read, as curl uses the last --pinnedpubkey",
                hint: "write one value with all the pins")
        }
        return values.first
    }

    /// Returns the reading of text without pins, or throws unless the findings explain why pins are missing.
    fileprivate func reading(orElse message: String) throws(PolicyError) -> PolicyReading {
        guard omissions.isEmpty else { return try reading([]) }
        // The pins of a proxy, which are not the server's, have been reported.
        throw PolicyError(.badPin, all.first?.message ?? message, hint: "write sha256//PIN;sha256//PIN")
    }
}
