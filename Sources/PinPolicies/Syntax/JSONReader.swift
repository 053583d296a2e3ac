import DERKit
import SPKIHash

extension DataValue {
    /// Reads text that is exactly one JSON value, RFC 8259.
    static func json(_ text: [UInt8]) throws(PolicyError) -> DataValue {
        var reader = JSONReader(scanner: TextScanner(text))
        let value = try reader.value(depth: 0)
        reader.scanner.skipSpace()
        guard reader.scanner.isAtEnd else {
            throw reader.scanner.error("unexpected \(reader.scanner.found) after the end of the JSON text")
        }
        return value
    }
}

/// A strict reader: no comments, no trailing commas, no duplicate names in an object.
private struct JSONReader {
    var scanner: TextScanner
    /// The maximum nesting level; manifests have only a few levels.
    static let deepest = 32

    mutating func value(depth: Int) throws(PolicyError) -> DataValue {
        guard depth <= JSONReader.deepest else {
            throw scanner.error("more than \(JSONReader.deepest) levels of brackets")
        }
        scanner.skipSpace()
        switch scanner.peek() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return DataValue(.string(try string(), comment: nil))
        case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return try number()
        default:
            for (word, kind) in [
                ("true", DataValue.Kind.bool(true)), ("false", .bool(false)), ("null", .other("null")),
            ] {
                if scanner.take(word) { return DataValue(kind) }
            }
            throw scanner.error("unexpected \(scanner.found); expected a JSON value")
        }
    }

    private mutating func object(depth: Int) throws(PolicyError) -> DataValue {
        scanner.place += 1
        var entries: [DataValue.Entry] = []
        var names: Set<String> = []
        scanner.skipSpace()
        if scanner.take("}") { return DataValue(.dictionary([])) }
        while true {
            scanner.skipSpace()
            let start = scanner.place
            guard scanner.peek() == UInt8(ascii: "\"") else {
                throw scanner.error("unexpected \(scanner.found); expected a name in quotes")
            }
            let position = scanner.nextPosition(of: start)
            let name = try string()
            guard names.insert(name).inserted else {
                throw scanner.error("duplicate name '\(displayed(name))'", at: start)
            }
            scanner.skipSpace()
            guard scanner.take(":") else { throw scanner.error("unexpected \(scanner.found); expected ':'") }
            entries.append(
                DataValue.Entry(key: name, value: try value(depth: depth + 1), position: position))
            scanner.skipSpace()
            if scanner.take("}") { return DataValue(.dictionary(entries)) }
            guard scanner.take(",") else {
                throw scanner.error("unexpected \(scanner.found); expected ',' or '}'")
            }
        }
    }

    private mutating func array(depth: Int) throws(PolicyError) -> DataValue {
        scanner.place += 1
        var values: [DataValue] = []
        scanner.skipSpace()
        if scanner.take("]") { return DataValue(.array([])) }
        while true {
            values.append(try value(depth: depth + 1))
            scanner.skipSpace()
            if scanner.take("]") { return DataValue(.array(values)) }
            guard scanner.take(",") else {
                throw scanner.error("unexpected \(scanner.found); expected ',' or ']'")
            }
        }
    }

    private mutating func number() throws(PolicyError) -> DataValue {
        let start = scanner.place
        let text = scanner.take { (byte) in
            isWordCharacter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: ".")
        }
        guard JSONReader.isNumber(text) else { throw scanner.error("invalid number", at: start) }
        return DataValue(.number(String(decoding: text, as: UTF8.self)))
    }

    /// Returns whether the text is a number, RFC 8259 section 6.
    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        func split(_ text: ArraySlice<UInt8>, at characters: String) -> [ArraySlice<UInt8>] {
            text.split(maxSplits: 1, omittingEmptySubsequences: false) { characters.utf8.contains($0) }
        }
        func withoutSign(_ text: ArraySlice<UInt8>, _ signs: String) -> ArraySlice<UInt8> {
            text.first.map { signs.utf8.contains($0) } == true ? text.dropFirst() : text
        }
        let parts = split(withoutSign(text, "-"), at: "eE")
        let decimal = split(parts[0], at: ".")
        let digits = decimal + parts.dropFirst().map { withoutSign($0, "+-") }
        return digits.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
            && (decimal[0].count == 1 || decimal[0].first != UInt8(ascii: "0"))
    }

    private mutating func string() throws(PolicyError) -> String {
        let start = scanner.place
        scanner.place += 1
        var bytes: [UInt8] = []
        while let byte = scanner.peek() {
            scanner.place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = strictUTF8(bytes) else {
                    throw scanner.error("invalid UTF-8", at: start)
                }
                return try scanner.checked(text, at: start)
            case UInt8(ascii: "\\"): bytes += String(try escape()).utf8
            case 0..<0x20: throw scanner.error("control character in a string", at: scanner.place - 1)
            default: bytes.append(byte)
            }
        }
        throw scanner.error("unterminated string", at: start)
    }

    private mutating func escape() throws(PolicyError) -> Unicode.Scalar {
        let start = scanner.place - 1
        guard let letter = scanner.peek() else {
            throw scanner.error("unexpected end of file after a backslash", at: start)
        }
        scanner.place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try codeUnit(start)
            if (0xd800...0xdbff).contains(first), scanner.take("\\u") {
                let second = try codeUnit(start)
                guard (0xdc00...0xdfff).contains(second),
                    let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + second - 0xdc00)
                else { throw scanner.error("unpaired surrogate", at: start) }
                return scalar
            }
            guard let scalar = Unicode.Scalar(first) else {
                throw scanner.error("unpaired surrogate", at: start)
            }
            return scalar
        default: throw scanner.error("invalid escape sequence", at: start)
        }
    }

    private mutating func codeUnit(_ start: Int) throws(PolicyError) -> UInt32 {
        let digits = scanner.bytes[scanner.place...].prefix(4)
        guard digits.count == 4, digits.allSatisfy(isWordCharacter),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw scanner.error("invalid escape sequence; expected four hex digits after \\u", at: start) }
        scanner.place += 4
        return value
    }
}
