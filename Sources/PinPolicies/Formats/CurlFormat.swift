import SPKIHash

/// curl's `--pinnedpubkey`, in a script, a configuration file, or code that sets the option. It can be read, but not
/// written.
enum CurlFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "curl", keys: [.leaf], holds: [.overlap], hasHost: false, pins: .curl,
            wrongPins: .compared),
        signs: [option, prefix], rank: 20)

    private static let option = "pinnedpubkey"

    private static let prefix = "sha256//"
    /// The maximum length of an option's value before and after a pin.
    private static let longest = 4096

    /// Returns whether curl compares a pin. curl splits a value that begins with `sha256//` before each `;sha256//`, and
    /// compares each part as text. Any other value is a file name (vtls.c, Curl_pin_peer_pubkey). A digest without a
    /// prefix may be the value of a variable.
    static func compares(_ pin: Pin, _ sighting: PinsInText.Sighting, in text: [UInt8]) -> Bool {
        let range = sighting.range
        let before = text[..<range.lowerBound].suffix(64).reversed().drop { " =:\"'".utf8.contains($0) }
        var rest = value(around: range, in: text)[...]
        let isOfOption = sighting.spelling.isNamed || before.starts(with: option.utf8.reversed())
        guard isOfOption || rest.starts(with: "sha256".utf8) else { return sighting.spelling == .base64 }
        guard !isReplaced(after: range.upperBound, in: text) else { return false }
        guard rest.starts(with: prefix.utf8) else { return false }
        let part = pin.formatted(.curl).utf8
        while let end = rest.firstIndex(ofText: ";" + prefix) {
            if rest[..<end].elementsEqual(part) { return true }
            rest = rest[(end + 1)...]
        }
        return rest.elementsEqual(part)
    }

    /// Returns whether the same command has the option again. curl uses the last one (tool_getparam.c, getparameter).
    private static func isReplaced(after place: Int, in text: [UInt8]) -> Bool {
        let lines = Array(text[place...].prefix(longest)).withoutContinuations
        let rest = lines.prefix { $0 != 0x0a }
        guard let next = rest.firstIndex(ofText: "--" + option) else { return false }
        return !["&", "|", "curl", "--next", "-:"].contains { rest[..<next].firstIndex(ofText: $0) != nil }
    }

    /// Returns the value of the option that contains a pin.
    private static func value(around pin: Range<Int>, in text: [UInt8]) -> [UInt8] {
        if let value = configuredValue(before: pin.lowerBound, in: text) { return value }
        let before = text[..<pin.lowerBound].suffix(longest)
        guard let start = before.lastIndex(where: { "\"'".utf8.contains($0) }).map({ $0 + 1 }),
            isValue(text[start..<pin.lowerBound]),
            let end = text[pin.upperBound...].prefix(longest).firstIndex(of: text[start - 1])
        else { return word(at: pin.lowerBound, in: text) }
        return joined(start..<end, in: text)
    }

    /// Returns whether the text between a quotation mark and a pin belongs to the value of the pin.
    private static func isValue(_ text: ArraySlice<UInt8>) -> Bool {
        let text = text.drop(while: Base64.isWhiteSpace)
        return text.isEmpty || text.starts(with: "sha256".utf8)
    }

    /// Returns the value of a literal, and of the literals that code appends to it.
    private static func joined(_ literal: Range<Int>, in text: [UInt8]) -> [UInt8] {
        // Each of many pins is joined with what follows it, so only this much is read, which keeps the time linear.
        let end = min(text.count, literal.upperBound + longest)
        var (literal, result) = (literal, [UInt8]())
        while true {
            var value = text[literal]
            // A literal may be inside another one, whose language escapes the quotation marks.
            if value.last == UInt8(ascii: "\\") { value.removeLast() }
            let gap = text[literal.upperBound...].dropFirst().prefix {
                Base64.isWhiteSpace($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".")
            }
            let next = gap.endIndex + 1
            guard !gap.allSatisfy({ $0 == 0x20 }), next < end, text[next - 1] == text[literal.upperBound],
                let close = text[next...].prefix(longest).firstIndex(of: text[next - 1])
            else { return result + Array(value).withoutContinuations }
            result += value
            literal = next..<close
        }
    }

    /// Returns the word of a shell at a place, or the value that is alone in a line; empty if a semicolon before the word
    /// ends the command. Punctuation after the word belongs to the text around it.
    private static func word(at start: Int, in text: [UInt8]) -> [UInt8] {
        let before = text[..<start].suffix(longest).reversed().prefix { $0 != 0x0a }
        let isCommand = before.contains(UInt8(ascii: "-"))
        let isEscaped = before.dropFirst().first == UInt8(ascii: "\\")
        guard !isCommand || before.first != UInt8(ascii: ";") || isEscaped else { return [] }
        var (word, place): ([UInt8], Int) = ([], start)
        while place < text.count, word.count < longest, !Base64.isWhiteSpace(text[place]),
            !(isCommand ? ";&|()<>\"'`" : "\"'`").utf8.contains(text[place])
        {
            if text[place] == UInt8(ascii: "\\") { place += 1 }
            if place < text.count { word.append(text[place]) }
            place += 1
        }
        while let last = word.last, ".,:]}".utf8.contains(last) { word.removeLast() }
        return word
    }

    /// Returns the value in a line of curl's configuration file, which begins with the option; `nil` in any other line.
    /// The value ends at white space unless it is in double quotation marks (tool_parsecfg.c, parseconfig).
    private static func configuredValue(before place: Int, in text: [UInt8]) -> [UInt8]? {
        let near = text[..<place].suffix(longest)
        let start = near.lastIndex(of: 0x0a).map { $0 + 1 } ?? near.startIndex
        let line = text[start...].prefix(2 * longest).prefix { $0 != 0x0a }.drop(while: Base64.isWhiteSpace)
        let name = line.prefix(while: isASCIILetter)
        guard name.count > 2, option.utf8.starts(with: name),
            text[..<start].suffix(2).first != UInt8(ascii: "\\")
        else { return nil }
        let value = line[name.endIndex...].drop {
            Base64.isWhiteSpace($0) || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":")
        }
        guard value.first == UInt8(ascii: "\"") else {
            return Array(value.prefix { !Base64.isWhiteSpace($0) })
        }
        return Array(value.dropFirst().prefix { $0 != UInt8(ascii: "\"") })
    }
}

extension [UInt8] {
    /// The text without the backslashes that continue a line of a shell's command on the next line.
    fileprivate var withoutContinuations: [UInt8] {
        var result: [UInt8] = []
        for byte in self {
            if byte == 0x0a, result.last == UInt8(ascii: "\\") {
                result.removeLast()
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
