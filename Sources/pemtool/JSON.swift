/// A JSON value whose object keeps its fields in order, written on one line.
indirect enum JSON {
    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSON])
    case object([(name: String, value: JSON)])

    /// The value as text, RFC 8259. Control characters, and characters that end a line or turn the direction of
    /// text, are escaped, so that the text is one line that is safe to show.
    var text: String {
        var output = ""
        write(to: &output)
        return output
    }

    private func write(to output: inout String) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .number(let value): output += String(value)
        case .string(let value): JSON.writeString(value, to: &output)
        case .array(let values):
            output += "["
            for (place, value) in values.enumerated() {
                if place > 0 { output += "," }
                value.write(to: &output)
            }
            output += "]"
        case .object(let fields):
            output += "{"
            for (place, field) in fields.enumerated() {
                if place > 0 { output += "," }
                JSON.writeString(field.name, to: &output)
                output += ":"
                field.value.write(to: &output)
            }
            output += "}"
        }
    }

    private static func writeString(_ value: String, to output: inout String) {
        output += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7f:
                output.unicodeScalars.append(scalar)
            case _ where scalar.isASCII || isInvisible(scalar):
                for unit in String(scalar).utf16 { output += "\\u" + hex4(unit) }
            default:
                output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func hex4(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
