import SPKIHash

/// A JSON value whose objects keep their fields in order, for commands with small answers. For objects of the
/// input, of which there may be billions, ``JSONWriter`` writes field by field.
indirect enum JSON: Sendable {
    /// The fields of an object, in order.
    typealias Fields = [(name: String, value: JSON)]

    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSON])
    case object(Fields)

    func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.bool(value)
        case .number(let value): json.number(value)
        case .string(let value): json.string(value)
        case .array(let values): json.array(values) { (value, json) in value.write(to: &json) }
        case .object(let fields):
            json.object { (json) in
                for (name, value) in fields {
                    json.name(text: name)
                    value.write(to: &json)
                }
            }
        }
    }
}

extension JSON: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self = .string(text) }

    /// Returns a string, or null.
    static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    static func text(of value: (some CustomStringConvertible)?) -> JSON { .text(value?.description) }

    /// Returns a pin in base64, or null.
    static func pin(_ pin: Pin?) -> JSON { .text(pin?.base64) }

    static func count(_ number: Int) -> JSON { .number(Int64(number)) }

    static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

    /// Returns an array with an object for each member.
    static func objects<Member>(_ members: [Member], _ fields: (Member) -> Fields) -> JSON {
        .array(members.map { .object(fields($0)) })
    }
}
