import DERKit
import SPKIHash

extension DataValue {
    /// Reads the documents of a YAML stream, supporting the parts of YAML 1.2 that configuration files use,
    /// including JSON.
    ///
    /// - Parameter separator: a key that begins a new document when it appears again at the left margin.
    static func yaml(_ text: [UInt8], separator: String) throws(PolicyError) -> [DataValue] {
        _ = try TextScanner(text).text()
        var reader = YAMLReader(text, separator: separator)
        return try reader.documents()
    }
}

/// Reads block collections by their indentation, and flow collections regardless of lines.
struct YAMLReader {
    var scanner: TextScanner
    let separator: String

    static let deepest = 64

    init(_ text: [UInt8], separator: String) {
        scanner = TextScanner(text)
        scanner.lines = LineCounter(from: scanner.place)
        self.separator = separator
    }

    mutating func documents() throws(PolicyError) -> [DataValue] {
        var documents: [DataValue] = []
        while true {
            skipToContent()
            if scanner.isAtEnd { return documents }
            if isMarker("---") || isMarker("...") {
                scanner.place += 3
            } else if column == 0, scanner.peek() == UInt8(ascii: "%") {
                scanner.take { $0 != 0x0a }
            } else {
                documents.append(try block(parent: -1, isInline: false, depth: 0))
                skipToContent()
                guard scanner.isAtEnd || isMarker("---") || isMarker("...") || isSeparator else {
                    throw error("unexpected \(scanner.found) after the end of the document")
                }
            }
        }
    }

    // MARK: Places

    var position: TextPosition {
        mutating get { scanner.nextPosition(of: scanner.place) }
    }

    /// The number of octets before this one on the line.
    var column: Int {
        mutating get { position.column - 1 }
    }

    mutating func error(_ message: String) -> PolicyError {
        PolicyError(
            .syntax, message,
            hint: "write one field per line, and one pin per line after a hyphen",
            position: position)
    }

    mutating func isMarker(_ mark: String) -> Bool {
        guard column == 0, scanner.bytes[scanner.place...].starts(with: mark.utf8) else { return false }
        return scanner.peek(3).map(Base64.isWhiteSpace) ?? true
    }

    /// A Boolean value that indicates whether the key here begins another document.
    var isSeparator: Bool {
        mutating get {
            guard column == 0, let end = endOfKey else { return false }
            return String(decoding: scanner.bytes[scanner.place..<end], as: UTF8.self).trimmed == separator
        }
    }

    func isBreak(_ offset: Int) -> Bool { scanner.peek(offset).map(Base64.isWhiteSpace) ?? true }

    /// Moves to the next character that is neither white space nor in a comment.
    mutating func skipToContent() {
        while let byte = scanner.peek() {
            if Base64.isWhiteSpace(byte) {
                scanner.place += 1
            } else if byte == UInt8(ascii: "#") {
                scanner.take { $0 != 0x0a }
            } else {
                return
            }
        }
    }

    mutating func skipBlanks() { scanner.take { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d } }

    // MARK: Blocks

    /// Reads the value that begins here, or on a later line that is indented more than `parent`.
    mutating func block(parent: Int, isInline: Bool, depth: Int) throws(PolicyError) -> DataValue {
        guard depth <= YAMLReader.deepest else { throw error("values nested too deeply") }
        let start = position
        skipProperties()
        switch scanner.peek() {
        case UInt8(ascii: "-") where isBreak(1) && !isInline:
            return try sequence(at: column, depth: depth, start)
        case UInt8(ascii: "?") where isBreak(1): throw error("a key behind '?' is not read")
        case UInt8(ascii: "|"), UInt8(ascii: ">"): return try blockScalar(parent: parent, start)
        case UInt8(ascii: "*"):
            scanner.place += 1
            let name = scanner.take { !Base64.isWhiteSpace($0) }
            return DataValue(.reference(String(decoding: name, as: UTF8.self)), at: start)
        default: break
        }
        if !isInline, endOfKey != nil { return try mapping(at: column, depth: depth, start) }
        if scanner.peek() == UInt8(ascii: "{") || scanner.peek() == UInt8(ascii: "[") {
            let node = try flow(depth: depth)
            try endLine()
            return node
        }
        let text = try scalar(parent: parent)
        let comment = try endLine()
        return DataValue(text.map { .string($0, comment: comment) } ?? .null, at: start)
    }

    /// Rejects tabs before a key or an item, because YAML does not allow them in indentation.
    mutating func refuseTabs() throws(PolicyError) {
        if scanner.bytes[(scanner.place - column)..<scanner.place].contains(0x09) {
            throw error("unexpected tab before a key")
        }
    }

    /// Skips anchors and tags, which do not matter here.
    mutating func skipProperties() {
        while let byte = scanner.peek(), byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
            scanner.take { !Base64.isWhiteSpace($0) }
            skipToContent()
        }
    }

    mutating func sequence(
        at indentation: Int, depth: Int, _ start: TextPosition
    ) throws(PolicyError) -> DataValue {
        var items: [DataValue] = []
        while scanner.peek() == UInt8(ascii: "-"), isBreak(1), column == indentation, !isMarker("---") {
            try refuseTabs()
            scanner.place += 1
            items.append(try value(parent: indentation, isInline: false, depth: depth, allowsSequence: false))
            skipToContent()
        }
        if !scanner.isAtEnd, column > indentation {
            throw error("wrong indentation for an entry of the list above")
        }
        return DataValue(.array(items), at: start)
    }

    mutating func mapping(
        at indentation: Int, depth: Int, _ start: TextPosition
    ) throws(PolicyError) -> DataValue {
        var entries: [DataValue.Entry] = []
        var keys: Set<String> = []
        while !scanner.isAtEnd, column == indentation, !isMarker("---"), !isMarker("...") {
            try refuseTabs()
            let isHyphen = scanner.peek() == UInt8(ascii: "-") && isBreak(1)
            guard !isHyphen, let end = endOfKey else { throw error("expected 'key: value'") }
            let position = position
            let key = try self.key(upTo: end)
            guard keys.insert(key).inserted else {
                guard indentation == 0, key == separator else {
                    throw PolicyError(
                        .syntax, "duplicate key '\(displayed(key))'",
                        hint: "remove one of them",
                        position: position)
                }
                // Go back to the key, which begins another document.
                scanner.place = scanner.lines.lineStart
                break
            }
            scanner.place = end + 1
            let value = try value(parent: indentation, isInline: true, depth: depth, allowsSequence: true)
            entries.append(DataValue.Entry(key: key, value: value, position: position))
            skipToContent()
        }
        if !scanner.isAtEnd, column > indentation { throw error("unexpected indentation") }
        return DataValue(.dictionary(entries), at: start)
    }

    /// Reads the value after a hyphen or a colon, on the same line or indented on the lines below.
    mutating func value(
        parent: Int, isInline: Bool, depth: Int, allowsSequence: Bool
    ) throws(PolicyError) -> DataValue {
        let start = position
        skipBlanks()
        let startLine = position.line
        // An anchor may be before a block.
        if scanner.peek() == UInt8(ascii: "&") || scanner.peek() == UInt8(ascii: "!") { skipProperties() }
        if scanner.isAtEnd || [0x0a, UInt8(ascii: "#")].contains(scanner.peek()) { skipToContent() }
        if position.line == startLine, !scanner.isAtEnd {
            return try block(parent: parent, isInline: isInline, depth: depth + 1)
        }
        guard !scanner.isAtEnd, !isMarker("---"), !isMarker("...") else {
            return DataValue(.null, at: start)
        }
        let isHyphen = scanner.peek() == UInt8(ascii: "-") && isBreak(1)
        guard column > parent || allowsSequence && isHyphen && column == parent else {
            return DataValue(.null, at: start)
        }
        return try block(parent: parent, isInline: false, depth: depth + 1)
    }

    /// The place of the colon after the key that begins here; `nil` if the line has none.
    var endOfKey: Int? {
        let bytes = scanner.bytes
        var place = scanner.place
        if let quote = scanner.peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            place += 1
            while place < bytes.count, bytes[place] != quote, bytes[place] != 0x0a {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            place += 1
            while place < bytes.count, bytes[place] == 0x20 { place += 1 }
            return place < bytes.count && bytes[place] == UInt8(ascii: ":") ? place : nil
        }
        guard let first = scanner.peek(), !"[]{},|>%@`&*!#".utf8.contains(first) else { return nil }
        while place < bytes.count, bytes[place] != 0x0a {
            if bytes[place] == UInt8(ascii: ":"),
                place + 1 == bytes.count || Base64.isWhiteSpace(bytes[place + 1])
            {
                return place
            }
            if bytes[place] == UInt8(ascii: "#"), Base64.isWhiteSpace(bytes[place - 1]) { return nil }
            place += 1
        }
        return nil
    }

    mutating func key(upTo end: Int) throws(PolicyError) -> String {
        guard let quote = scanner.peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return String(decoding: scanner.bytes[scanner.place..<end], as: UTF8.self).trimmed
        }
        return try quoted(quote)
    }

    @discardableResult
    mutating func endLine() throws(PolicyError) -> String? {
        skipBlanks()
        guard let byte = scanner.peek(), byte != 0x0a else { return nil }
        guard byte == UInt8(ascii: "#") else { throw error("unexpected \(scanner.found) after a value") }
        scanner.place += 1
        return String(decoding: scanner.take { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self)
    }
}
