import SPKIHash

extension DataValue {
    /// Reads text that is exactly one JSON value (RFC 8259).
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

/// A strict reader, which rejects comments, trailing commas and duplicate names in an object.
private struct JSONReader {
    var scanner: TextScanner
    /// The maximum nesting level; manifests have only a few levels.
    static let deepest = 32

    mutating func value(depth: Int) throws(PolicyError) -> DataValue {
        guard depth <= JSONReader.deepest else {
            throw scanner.error("brackets nested more than \(JSONReader.deepest) levels deep")
        }
        try scanner.countValue()
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
            throw scanner.unexpected("a JSON value")
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
            guard scanner.peek() == UInt8(ascii: "\"") else { throw scanner.unexpected("a name in quotes") }
            let position = scanner.nextPosition(of: start)
            let name = try string()
            guard names.insert(name).inserted else {
                throw scanner.error("duplicate name '\(displayed(name))'", at: start)
            }
            scanner.skipSpace()
            guard scanner.take(":") else { throw scanner.unexpected("':'") }
            entries.append(DataValue.Entry(key: name, value: try value(depth: depth + 1), position: position))
            scanner.skipSpace()
            if scanner.take("}") { return DataValue(.dictionary(entries)) }
            guard scanner.take(",") else { throw scanner.unexpected("',' or '}'") }
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
            guard scanner.take(",") else { throw scanner.unexpected("',' or ']'") }
        }
    }

    private mutating func number() throws(PolicyError) -> DataValue {
        let start = scanner.place
        let text = scanner.take { (byte) in
            isWordCharacter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: ".")
        }
        var number = JSONScanner(start..<scanner.place)
        guard (try? number.value(in: scanner.bytes.span)) != nil, number.position == number.end else {
            throw scanner.error("invalid number", at: start)
        }
        return DataValue(.number(String(decoding: text, as: UTF8.self)))
    }

    private mutating func string() throws(PolicyError) -> String {
        let (start, bytes) = (scanner.place, scanner.bytes)
        var found = JSONScanner(start..<bytes.count)
        var surrogate: Int?
        let octets: [UInt8]
        do throws(JSONScanner.Failure) {
            octets = JSONScanner.unescaped(try found.string(in: bytes.span), in: bytes.span) {
                surrogate = surrogate ?? $0
            }
        } catch {
            throw scanner.error(error.message, at: error.code == "invalid-utf8" ? start : error.offset)
        }
        if let surrogate { throw scanner.error("unpaired surrogate", at: surrogate) }
        scanner.place = found.position
        return try scanner.checked(String(decoding: octets, as: UTF8.self), at: start)
    }
}
