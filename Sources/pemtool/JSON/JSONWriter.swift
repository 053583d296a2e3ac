import SPKIHash

/// A field sink, used to write JSON, which is one of the sink's styles.
typealias JSONWriter = FieldSink

extension FieldSink {
    mutating func object(_ body: (inout JSONWriter) -> Void) {
        open("{")
        body(&self)
        close("}")
    }

    mutating func array<Members: Sequence>(
        _ members: Members, _ body: (Members.Element, inout JSONWriter) -> Void
    ) {
        open("[")
        for member in members {
            body(member, &self)
            drain?(&bytes)
        }
        close("]")
    }

    mutating func count(_ value: Int) { number(Int64(value)) }

    mutating func hex(_ octets: [UInt8]) { hex(octets.span) }

    mutating func base64(_ octets: [UInt8]) { plain { $0.append(base64: octets.span) } }

    // MARK: Fields

    mutating func null(_ name: StaticString) {
        self.name(name)
        null()
    }

    mutating func bool(_ name: StaticString, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    mutating func number(_ name: StaticString, _ value: Int64) {
        self.name(name)
        number(value)
    }

    mutating func count(_ name: StaticString, _ value: Int?) {
        self.name(name)
        if let value { count(value) } else { null() }
    }

    mutating func string(_ name: StaticString, _ text: String?) {
        self.name(name)
        if let text { string(text) } else { null() }
    }

    mutating func string(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
        self.name(name)
        string(write)
    }

    mutating func hex(_ name: StaticString, _ octets: [UInt8]?) {
        self.name(name)
        if let octets { hex(octets) } else { null() }
    }

    mutating func hex(_ name: StaticString, _ octets: Span<UInt8>) {
        self.name(name)
        hex(octets)
    }

    mutating func base64(_ name: StaticString, _ octets: [UInt8]?) {
        self.name(name)
        if let octets { base64(octets) } else { null() }
    }

    mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    mutating func array<Members: Sequence>(
        _ name: StaticString, _ members: Members, _ body: (Members.Element, inout JSONWriter) -> Void
    ) {
        self.name(name)
        array(members, body)
    }

    /// Writes an identifier and its name, `{oid, name}`.
    mutating func identifier(_ name: StaticString, _ identifier: ASN1ObjectIdentifier) {
        self.name(name)
        self.identifier(identifier.content.span)
    }

    /// Writes a time, or null if it is absent or invalid.
    mutating func time(_ name: StaticString, _ time: Result<DERTime, DERError>?) {
        self.name(name)
        guard case .success(let moment)? = time else { return null() }
        self.time(moment)
    }
}

/// A JSON value whose objects keep their fields in order, for commands with small answers. For objects in the input, of
/// which there may be billions, ``JSONWriter`` writes field by field.
indirect enum JSON: Sendable, ExpressibleByStringLiteral {
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

    init(stringLiteral text: String) { self = .string(text) }

    /// Returns a string, or null for `nil`.
    static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    static func text(of value: (some CustomStringConvertible)?) -> JSON { .text(value?.description) }

    /// Returns a pin in base64, or null for `nil`.
    static func pin(_ pin: Pin?) -> JSON { .text(pin?.base64) }

    static func count(_ number: Int) -> JSON { .number(Int64(number)) }

    static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

    /// Returns an array with an object for each member.
    static func objects<Member>(_ members: [Member], _ fields: (Member) -> Fields) -> JSON {
        .array(members.map { .object(fields($0)) })
    }
}
