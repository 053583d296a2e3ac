import DERKit
import SPKIHash

/// Reads scalars and flow collections.
extension YAMLReader {
    // MARK: Scalars

    /// Reads a scalar with or without quotes, or returns `nil` if the value is absent. A scalar without quotes
    /// continues on indented lines.
    mutating func scalar(parent: Int) throws(PolicyError) -> String? {
        guard let first = scanner.peek() else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(first) }
        if "]},%@`".utf8.contains(first) { throw error("unexpected \(scanner.found); expected a value") }
        var text = plain(isFlow: false)
        while true {
            let end = scanner.place
            skipBlanks()
            guard scanner.peek() == 0x0a else { break }
            skipToContent()
            let goesOn = !scanner.isAtEnd && column > parent && endOfKey == nil && !isMarker("---")
            guard goesOn, !(scanner.peek() == UInt8(ascii: "-") && isBreak(1)) else {
                // Nothing is lost: the comments in between belong to no value.
                scanner.place = end
                break
            }
            text += " " + plain(isFlow: false)
        }
        return text == "null" || text == "~" || text.isEmpty ? nil : text
    }

    /// Reads a scalar without quotes, up to the end of the line, a comment, or in brackets, a separator.
    mutating func plain(isFlow: Bool) -> String {
        let start = scanner.place
        while let byte = scanner.peek(), byte != 0x0a {
            if byte == UInt8(ascii: "#"), scanner.place > start, isBreak(-1) { break }
            if byte == UInt8(ascii: ":"), isFlow, isBreak(1) || ",[]{}".utf8.contains(scanner.peek(1) ?? 0) {
                break
            }
            if isFlow, ",[]{}".utf8.contains(byte) { break }
            scanner.place += 1
        }
        return String(decoding: scanner.bytes[start..<scanner.place], as: UTF8.self).trimmed
    }

    /// Reads a scalar in quotes. A line end in it, with the surrounding white space, becomes one space.
    mutating func quoted(_ quote: UInt8) throws(PolicyError) -> String {
        let start = scanner.place
        scanner.place += 1
        var octets: [UInt8] = []
        while let byte = scanner.peek() {
            scanner.place += 1
            if byte == quote {
                guard quote == UInt8(ascii: "'"), scanner.peek() == quote else {
                    // Escapes are those of JSON.
                    let text =
                        quote == UInt8(ascii: "'")
                        ? String(decoding: octets, as: UTF8.self)
                        : SourceText(
                            octets[...], .java, SourceQuotes(UInt8(ascii: "\""), .java, isBlock: false)
                        ).text
                    return try scanner.checked(text, at: start)
                }
                scanner.place += 1
                octets.append(quote)
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let next = scanner.peek() {
                scanner.place += 1
                octets += [byte, next]
            } else if byte == 0x0a {
                while octets.last == 0x20 || octets.last == 0x0d { octets.removeLast() }
                octets.append(0x20)
                skipBlanks()
            } else {
                octets.append(byte)
            }
        }
        throw scanner.error("unterminated string", at: start)
    }

    /// Reads text after `|` or `>`: all indented lines.
    mutating func blockScalar(parent: Int, _ start: TextPosition) throws(PolicyError) -> DataValue {
        scanner.take { $0 != 0x0a }
        var text = ""
        while !scanner.isAtEnd {
            let end = scanner.place
            scanner.place += 1
            skipBlanks()
            if scanner.peek() != 0x0a, !scanner.isAtEnd, column <= parent {
                scanner.place = end
                break
            }
            let line = scanner.take { $0 != 0x0a }
            text += String(decoding: line, as: UTF8.self) + "\n"
        }
        return DataValue(.string(text, comment: nil), at: start)
    }

    // MARK: Brackets

    mutating func flow(depth: Int) throws(PolicyError) -> DataValue {
        guard depth <= YAMLReader.deepest else { throw error("values nested too deeply") }
        skipToContent()
        let start = position
        if scanner.take("[") {
            var items: [DataValue] = []
            while try !closes("]") {
                items.append(try flow(depth: depth + 1))
                try divide("]")
            }
            return DataValue(.array(items), at: start)
        }
        if scanner.take("{") {
            var entries: [DataValue.Entry] = []
            var keys: Set<String> = []
            while try !closes("}") {
                let position = position
                let key = try flowScalar()
                guard keys.insert(key).inserted else {
                    throw error("duplicate key '\(displayed(key))'")
                }
                skipToContent()
                let value =
                    scanner.take(":") ? try flow(depth: depth + 1) : DataValue(.null, at: position)
                entries.append(DataValue.Entry(key: key, value: value, position: position))
                try divide("}")
            }
            return DataValue(.dictionary(entries), at: start)
        }
        if let byte = scanner.peek(), byte == UInt8(ascii: "*") {
            return DataValue(.reference(String(plain(isFlow: true).dropFirst())), at: start)
        }
        if let byte = scanner.peek(), ",]}:".utf8.contains(byte) {
            return DataValue(.null, at: start)
        }
        let isQuoted = scanner.peek() == UInt8(ascii: "\"") || scanner.peek() == UInt8(ascii: "'")
        let text = try flowScalar()
        let isNull = !isQuoted && (text == "null" || text == "~")
        return DataValue(isNull ? .null : .string(text, comment: nil), at: start)
    }

    mutating func flowScalar() throws(PolicyError) -> String {
        guard let first = scanner.peek() else { throw error("unexpected end of file; expected a value") }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(first) }
        let text = plain(isFlow: true)
        guard !text.isEmpty else { throw error("unexpected \(scanner.found); expected a value") }
        return text
    }

    mutating func closes(_ bracket: String) throws(PolicyError) -> Bool {
        skipToContent()
        guard !scanner.isAtEnd else { throw error("unexpected end of file; expected '\(bracket)'") }
        return scanner.take(bracket)
    }

    /// Reads the comma between two values.
    mutating func divide(_ bracket: String) throws(PolicyError) {
        skipToContent()
        guard !scanner.take(","), scanner.peek() != bracket.utf8.first else { return }
        throw error("unexpected \(scanner.found); expected ',' or '\(bracket)'")
    }
}
