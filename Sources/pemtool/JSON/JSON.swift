import X509Model

/// A JSON value whose object keeps its fields in order, written on one line.
indirect enum JSON: Sendable {
    /// The fields of an object, in their order.
    typealias Fields = [(name: String, value: JSON)]

    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSON])
    /// An array whose members are made while it is written: all of them take many times the memory of the object.
    case list(@Sendable (_ emit: (JSON) -> Void) -> Void)
    case object(Fields)

    /// The value as text, RFC 8259. Control characters, and characters that end a line or turn the direction of
    /// text, are escaped, so that the text is one line that is safe to show.
    var text: String {
        var output: [UInt8] = []
        write(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Takes away what was written so far.
    typealias Drain = (inout [UInt8]) -> Void

    /// Adds the value as text to `output`, in UTF-8; `drain` is called between the members of arrays.
    func write(to output: inout [UInt8], _ drain: Drain? = nil) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .number(let value): output += String(value).utf8
        case .string(let value): JSON.writeString(value, to: &output)
        case .array(let values): JSON.writeArray(to: &output, drain) { values.forEach($0) }
        case .list(let members): JSON.writeArray(to: &output, drain, members)
        case .object(let fields):
            output.append(UInt8(ascii: "{"))
            JSON.writeFields(fields, to: &output, drain)
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func writeArray(
        to output: inout [UInt8], _ drain: Drain?, _ members: (_ emit: (JSON) -> Void) -> Void
    ) {
        output.append(UInt8(ascii: "["))
        var isFirst = true
        members { (value) in
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            value.write(to: &output, drain)
            drain?(&output)
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Adds the fields of an object, without its brackets.
    static func writeFields(_ fields: Fields, to output: inout [UInt8], _ drain: Drain? = nil) {
        var isFirst = true
        for (name, value) in fields {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            writeString(name, to: &output)
            output.append(UInt8(ascii: ":"))
            value.write(to: &output, drain)
        }
    }

    private static func writeString(_ value: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        // Almost every text is plain, so it is copied first and taken apart only where it turns out not to be.
        let start = output.count
        output += value.utf8
        if !isPlain(output.span.extracting(start..<output.count)) {
            output.removeSubrange(start...)
            for scalar in value.unicodeScalars { writeScalar(scalar, to: &output) }
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        var special: UInt8 = 0
        for place in text.indices {
            let byte = text[place]
            special |= (byte &- 0x20 > 0x5e ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5c ? 1 : 0)
        }
        return special == 0
    }

    private static func writeScalar(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        switch scalar {
        case "\"": output += "\\\"".utf8
        case "\\": output += "\\\\".utf8
        case "\n": output += "\\n".utf8
        case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7f:
            output.append(UInt8(truncatingIfNeeded: scalar.value))
        case _ where scalar.isASCII || isUnsafe(scalar):
            for unit in String(scalar).utf16 { output += ("\\u" + hex4(unit)).utf8 }
        default:
            output += String(scalar).utf8
        }
    }

    private static func hex4(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
