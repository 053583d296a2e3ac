import DERKit
import SPKIHash

/// A value of `--pinnedpubkey`.
struct CurlValue {
    let text: String
    let position: TextPosition
    /// The number of its transfer: each command is one, or several with `--next` between them.
    let transfer: Int
    /// The hosts of the addresses in that transfer; empty if the text does not show them.
    var hosts: Set<HostName> = []

    func isFor(_ pattern: HostPattern) -> Bool {
        hosts.isEmpty || hosts.contains { ((try? HostPattern($0))?.overlaps(pattern)) ?? true }
    }
}

/// Splits a command line or a configuration file into words: curl(1), `--config`.
struct CurlWords {
    struct Word {
        let text: String
        let position: TextPosition
        let isFirstOnLine: Bool
        /// A Boolean value that indicates whether the word follows the program's name on a command line.
        let isOfCommand: Bool
        /// The number of the transfer, as in ``CurlValue``.
        let transfer: Int
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
        var (isFirst, isOfCommand, transfer) = (true, false, 0)
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
                let isEnded =
                    words.last.map { last in ["&&", "||", "|", "&", ";"].contains(last.text) } ?? false
                let isName = CurlWords.isName(word) && (!isOfCommand || isEnded)
                let isNext = ["--next", "-:"].contains(word) || isFirst && !isOfCommand && word == "next"
                if isName || isNext { transfer += 1 }
                words.append(
                    Word(
                        text: word, position: scanner.nextPosition(of: start), isFirstOnLine: isFirst,
                        isOfCommand: isOfCommand, transfer: transfer))
                isOfCommand = isOfCommand || isName
                isFirst = false
                if isOfCommand, scanner.peek() == UInt8(ascii: ";"), word.containsText(CurlWords.prefix) {
                    scanner.place += 1
                    isOfCommand = false
                    isCut = isCut || scanner.bytes[scanner.place...].starts(with: CurlWords.prefix.utf8)
                }
            }
        }
    }

    /// Returns whether a word is the name of the program, also in `$(curl …)`.
    private static func isName(_ word: String) -> Bool {
        let name = word.drop { "$(`".contains($0) }
        return name == "curl" || name.hasSuffix("/curl")
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
    func values(_ findings: ReadingFindings) -> [CurlValue] {
        var values: [CurlValue] = []
        var alone: [CurlValue] = []
        var hosts: [Int: Set<HostName>] = [:]
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
            if let host = host(at: place) { hosts[word.transfer, default: []].insert(host) }
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
                    values.append(CurlValue(text: text, position: value.position, transfer: word.transfer))
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
        for place in values.indices { values[place].hosts = hosts[values[place].transfer] ?? [] }
        return values.isEmpty ? alone : values
    }

    /// Options whose value is an address other than that of the server.
    private static let otherAddresses: Set<String> = [
        "proxy", "preproxy", "x", "referer", "e", "doh-url", "header", "H",
    ]

    /// Returns the host of the address that the word at a place consists of or has after a separator, or `nil`.
    private func host(at place: Int) -> HostName? {
        let (name, rest) = CurlWords.parts(words[place].text)
        let own = SourceAddress.host(of: words[place].text)
        guard let host = own ?? rest.flatMap({ SourceAddress.host(of: $0) }) else { return nil }
        let before = place > 0 && words[place - 1].text == "=" ? place - 2 : place - 1
        let option = own == nil || before < 0 ? name : CurlWords.parts(words[before].text).name
        return CurlWords.otherAddresses.contains(option) ? nil : try? HostName(host)
    }

    /// Reads a value without the option, and reports that of a misspelled option.
    private func readAlone(
        _ text: String, _ place: Int, _ name: String, _ alone: inout [CurlValue],
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
            // Without the option, the last value does not replace the others.
            alone.append(CurlValue(text: text, position: word.position, transfer: -1 - alone.count))
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
