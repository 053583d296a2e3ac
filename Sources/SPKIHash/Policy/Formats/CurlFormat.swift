import DERKit

/// The value of curl's `--pinnedpubkey`: pins with semicolons between. curl compares the server's own key.
enum CurlFormat {
    static func emit(_ policy: PinPolicy) -> String {
        let pins = policy.rules.flatMap(\.strategies).compactMap(\.pinSet).flatMap(\.members)
        return pins.map { $0.pin.formatted(.curl) }.joined(separator: ";") + "\n"
    }

    static func read(_ text: [UInt8], for pattern: HostPattern?) throws(PolicyError) -> PolicyReading {
        guard let pattern else { throw .hostNeeded("curl") }
        _ = try TextScanner(text).text()
        // A command line or a configuration file of curl has the value in quotes behind the option's name.
        let words = text.split {
            Base64.isWhiteSpace($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
        }
        guard let value = words.first(where: { $0.starts(with: "sha256//".utf8) }) else {
            throw PolicyError(.badPin, "no sha256// in the text", hint: "write sha256//PIN;sha256//PIN")
        }
        var pins: [Pin] = []
        var findings = ReadingFindings(.curl)
        for part in value.split(separator: UInt8(ascii: ";")) {
            pins.append(
                try findings.pin(String(decoding: part, as: UTF8.self), in: pattern.description))
        }
        return PolicyReading(
            policy: try PinPolicy(
                [PinPolicy.Rule(pattern, [.publicKey(PinSet(pins), at: .leaf)])], unlistedHosts: .accept),
            findings: findings.all)
    }
}

extension PolicyError {
    /// The text names no host, so that the caller has to.
    static func hostNeeded(_ consumer: String) -> PolicyError {
        PolicyError(
            .missingHost, "\(consumer) names no host, and none was given",
            hint: "say which host the pins are for")
    }
}
