import DERKit

/// The value of curl's `--pinnedpubkey`: pins with semicolons between. curl compares the server's own key.
enum CurlFormat {
    static func emit(_ policy: PinPolicy) -> String {
        let pins = policy.rules.flatMap { $0.strategies }.compactMap { $0.pinSet }.flatMap { $0.members }
        return pins.map { $0.pin.formatted(.curl) }.joined(separator: ";") + "\n"
    }

    static func read(_ text: [UInt8], for pattern: HostPattern?) throws(PolicyError) -> PolicyReading {
        guard let pattern else { throw .hostNeeded("curl") }
        _ = try TextScanner(text).text()
        let values = values(text)
        guard let value = values.last else {
            throw PolicyError(.badPin, "no sha256// in the text", hint: "write sha256//PIN;sha256//PIN")
        }
        var pins: [Pin] = []
        var findings = ReadingFindings(.curl)
        if values.count > 1 {
            findings.notRead(
                "of \(values.count) values the last is read, as curl takes the last --pinnedpubkey",
                hint: "write one value with all the pins")
        }
        for part in value.split(separator: UInt8(ascii: ";")) {
            pins.append(
                try findings.pin(String(decoding: part, as: UTF8.self), in: pattern.description))
        }
        return PolicyReading(
            policy: try PinPolicy(
                [PinPolicy.Rule(pattern, [.publicKey(PinSet(pins), at: .leaf)])], unlistedHosts: .accept),
            findings: findings.all)
    }

    private static let option = "pinnedpubkey"

    /// The values in a command line or a configuration file of curl, each in quotes or up to white space: a space in
    /// quotes is a part of the value. In a configuration file an equals sign or a colon may stand between option and
    /// value, with white space around it or without.
    private static func values(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
        func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") }
        var scanner = TextScanner(text)
        var values: [ArraySlice<UInt8>] = []
        var before: UInt8?
        while let byte = scanner.peek() {
            guard !Base64.isWhiteSpace(byte), !isQuote(byte), !isSeparator(byte) else {
                before = byte
                scanner.place += 1
                continue
            }
            let isValue = text[scanner.place...].starts(with: "sha256//".utf8)
            let quote = before.flatMap { isValue && isQuote($0) ? $0 : nil }
            let isOption = [option, "--" + option].contains { (name) in
                let rest = text[scanner.place...]
                return rest.starts(with: name.utf8)
                    && rest.dropFirst(name.utf8.count).first.map(isSeparator) == true
            }
            let word = scanner.take { (byte) in
                if isOption, isSeparator(byte) { return false }
                if let quote { return byte != quote && byte != UInt8(ascii: "\n") }
                return !Base64.isWhiteSpace(byte) && !isQuote(byte)
            }
            if isValue { values.append(word) }
        }
        return values
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
