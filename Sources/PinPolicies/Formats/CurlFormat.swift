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
        guard let value = values.last else {
            return try findings.reading(orElse: "missing sha256// in the text")
        }
        if values.count > 1 {
            findings.notRead(
                "only the last of \(values.count) values is read, as curl uses the last --pinnedpubkey",
                hint: "write one value with all the pins")
        }
        if values.contains(where: { ";\($0.text);".containsText(";;") }) {
            findings.refused(
                "curl does not match a pin with a semicolon after it, unless the next pin follows immediately",
                hint: "separate pins with one semicolon, and write none at the end")
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
    /// Returns the reading of text without pins, or throws unless the findings explain why pins are missing.
    fileprivate func reading(orElse message: String) throws(PolicyError) -> PolicyReading {
        guard omissions.isEmpty else { return try reading([]) }
        // The pins of a proxy, which are not the server's, have been reported.
        throw PolicyError(.badPin, all.first?.message ?? message, hint: "write sha256//PIN;sha256//PIN")
    }
}

/// Splits a command line or a configuration file into words: curl(1), `--config`.
private struct CurlWords {
    struct Word {
        let text: String
        let position: TextPosition
        let isFirstOnLine: Bool
        /// A Boolean value that indicates whether the word follows the program's name on a command line.
        let isOfCommand: Bool
    }

    private static let option = "pinnedpubkey"
    private static let proxyOption = "proxy-pinnedpubkey"
    private static let prefix = "sha256//"

    private var words: [Word] = []
    /// A Boolean value that indicates whether the shell ends a command between two pins.
    private var isCut = false

    init(_ text: [UInt8]) {
        var scanner = TextScanner(text)
        scanner.lines = LineCounter(from: scanner.place)
        var (isFirst, isOfCommand) = (true, false)
        while let byte = scanner.peek() {
            let start = scanner.place
            if byte == 0x0a {
                scanner.place += 1
                (isFirst, isOfCommand) = (true, false)
            } else if Base64.isWhiteSpace(byte) || CurlWords.isEndOfArgument(byte) {
                scanner.place += 1
            } else if byte == UInt8(ascii: "#"), isFirst {
                scanner.take { $0 != 0x0a }
            } else if byte == UInt8(ascii: "\\"), scanner.peek(1) == 0x0a || scanner.peek(1) == 0x0d {
                // The command continues on the next line.
                scanner.place += 1
                scanner.take { $0 != 0x0a }
                scanner.place += scanner.isAtEnd ? 0 : 1
            } else {
                let word = CurlWords.word(&scanner, isOfCommand: isOfCommand)
                words.append(
                    Word(
                        text: word, position: scanner.nextPosition(of: start), isFirstOnLine: isFirst,
                        isOfCommand: isOfCommand))
                isOfCommand = isOfCommand || word == "curl" || word.hasSuffix("/curl")
                isFirst = false
                if isOfCommand, scanner.peek() == UInt8(ascii: ";"), word.containsText(CurlWords.prefix) {
                    scanner.place += 1
                    isOfCommand = false
                    isCut = isCut || scanner.bytes[scanner.place...].starts(with: CurlWords.prefix.utf8)
                }
            }
        }
    }

    /// Returns whether a word follows a quoted argument in source code, as in `setopt(…, "sha256//…");`.
    private static func isEndOfArgument(_ byte: UInt8) -> Bool { ");,".utf8.contains(byte) }

    /// Returns a word without its quotes; text in quotes belongs to the word, including white space.
    ///
    /// - Parameter isOfCommand: true on a command line, where a semicolon ends the command.
    private static func word(_ scanner: inout TextScanner, isOfCommand: Bool) -> String {
        var octets: [UInt8] = []
        var quote: UInt8?
        while let byte = scanner.peek(), byte != 0x0a {
            if quote == nil, Base64.isWhiteSpace(byte) || isOfCommand && byte == UInt8(ascii: ";") { break }
            scanner.place += 1
            if byte == quote {
                quote = nil
                if let next = scanner.peek(), CurlWords.isEndOfArgument(next) { break }
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else {
                octets.append(byte)
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Returns the values of the option, or without the option, those that are alone or in a variable.
    func values(_ findings: ReadingFindings) -> [(text: String, position: TextPosition)] {
        var values: [(text: String, position: TextPosition)] = []
        var alone: [(text: String, position: TextPosition)] = []
        var variables: [String: String] = [:]
        var place = 0
        if isCut {
            findings.refused(
                "the shell ends the command at the semicolon, so curl gets only the pin before it",
                hint: "put the whole value in quotes")
        }
        while place < words.count {
            let word = words[place]
            let (name, rest) = CurlWords.parts(word.text)
            place += 1
            let isOption = word.text.hasPrefix("-") || word.isFirstOnLine
            if isOption, name == CurlWords.option || name == CurlWords.proxyOption {
                if rest != nil, word.isOfCommand {
                    findings.refused(
                        "curl does not accept an option with its value after '='",
                        hint: "separate --\(name) and the value with a space")
                }
                guard let value = value(rest, &place) else { continue }
                if name == CurlWords.proxyOption {
                    findings.notRead("--proxy-pinnedpubkey: a policy cannot express the pins of a proxy")
                } else if let text = CurlWords.resolved(value.text, variables) {
                    values.append((text, value.position))
                } else {
                    findings.omit(
                        "'\(displayed(value.text))' does not begin with sha256//, so curl reads it as a file name",
                        hint: "write sha256// before the pin", at: value.position)
                }
            } else if let text = CurlWords.digests(word.text, rest) {
                if let rest, rest == text { variables[name] = text }
                readAlone(text, place - 1, name, &alone, findings)
            }
        }
        return values.isEmpty ? alone : values
    }

    /// Reads a value without the option, and reports that of a misspelled option.
    private func readAlone(
        _ text: String, _ place: Int, _ name: String, _ alone: inout [(text: String, position: TextPosition)],
        _ findings: ReadingFindings
    ) {
        let word = words[place]
        var option = word.text == text ? nil : Optional(name)
        if option == nil, place > 0 {
            let before = words[place - 1]
            let isSeparator = before.text == "=" || before.text == ":"
            let candidate = isSeparator && place > 1 ? words[place - 2] : before
            let isOnLine = candidate.position.line == word.position.line
            if candidate.text.hasPrefix("-")
                || isOnLine && candidate.isFirstOnLine && !candidate.text.hasSuffix("curl")
            {
                option = CurlWords.parts(candidate.text).name
            }
        }
        let isNear = option.map { Spelling.nearest(to: $0, among: [CurlWords.option]) != nil } ?? false
        if let option, isNear || !word.isFirstOnLine && words[max(0, place - 1)].text.hasPrefix("-") {
            findings.omit(
                "unknown option '\(displayed(option))' before a pin",
                hint: isNear ? "did you mean 'pinnedpubkey'?" : "write --pinnedpubkey before the pin",
                at: word.position)
        } else {
            alone.append((text, word.position))
        }
    }

    /// Returns the value after an option: in the same word or the next, with or without a separator.
    private func value(_ rest: String?, _ place: inout Int) -> (text: String, position: TextPosition)? {
        if let rest, !rest.isEmpty { return (rest, words[place - 1].position) }
        guard place < words.count else { return nil }
        var word = words[place]
        place += 1
        if word.text == "=" || word.text == ":", place < words.count {
            word = words[place]
            place += 1
        } else if let first = word.text.first, first == "=" || first == ":" {
            return (String(word.text.dropFirst()), word.position)
        }
        return (word.text, word.position)
    }

    /// Returns the name of an option without its hyphens, and the text after a separator in the same word.
    private static func parts(_ word: String) -> (name: String, rest: String?) {
        let text = word.drop { $0 == "-" }
        let name = text.utf8.prefix { isWordCharacter($0) || $0 == UInt8(ascii: "-") }
        let rest = text.utf8.dropFirst(name.count)
        let isSeparated = rest.first == UInt8(ascii: "=") || rest.first == UInt8(ascii: ":")
        return (
            String(decoding: name, as: UTF8.self),
            isSeparated ? String(decoding: rest.dropFirst(), as: UTF8.self) : nil
        )
    }

    /// Returns the digests that a word consists of or that follow its separator.
    private static func digests(_ word: String, _ rest: String?) -> String? {
        if word.hasPrefix(prefix) { return word }
        return rest.flatMap { $0.hasPrefix(prefix) ? $0 : nil }
    }

    /// Returns the value of an option, also from a shell variable, or `nil` if curl would treat it as a file.
    private static func resolved(_ text: String, _ variables: [String: String]) -> String? {
        if text.hasPrefix(prefix) { return text }
        guard text.hasPrefix("$") else { return nil }
        return variables[text.filter { !"${}".contains($0) }]
    }
}
