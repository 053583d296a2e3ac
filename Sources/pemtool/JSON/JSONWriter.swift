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

    // MARK: Fields

    mutating func count(_ name: StaticString, _ value: Int?) {
        self.name(name)
        if let value { number(Int64(value)) } else { null() }
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
        if let octets { hex(octets.span) } else { null() }
    }

    mutating func base64(_ name: StaticString, _ octets: [UInt8]?) {
        self.name(name)
        if let octets { plain { $0.append(base64: octets.span) } } else { null() }
    }

    mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    /// Writes an object with the fields of a value, or null if there is none.
    mutating func object<Value>(
        _ name: StaticString, _ value: Value?, _ fields: (Value, inout JSONWriter) -> Void
    ) {
        guard let value else { return null(name) }
        object(name) { fields(value, &$0) }
    }

    mutating func array<Members: Sequence>(
        _ name: StaticString, _ members: Members, _ body: (Members.Element, inout JSONWriter) -> Void
    ) {
        self.name(name)
        array(members, body)
    }

    /// Writes an array with an object for each member.
    mutating func objects<Members: Sequence>(
        _ name: StaticString, _ members: Members, _ fields: (Members.Element, inout JSONWriter) -> Void
    ) {
        array(name, members) { (member, json) in json.object { fields(member, &$0) } }
    }

    mutating func texts(_ name: StaticString, _ texts: some Sequence<String>) {
        array(name, texts) { (text, json) in json.string(text) }
    }

    /// Writes an identifier and its name, `{oid, name}`, or null if there is none.
    mutating func identifier(_ name: StaticString, _ identifier: ASN1ObjectIdentifier?) {
        self.name(name)
        if let identifier { self.identifier(identifier.content.span) } else { null() }
    }

    /// Writes a time, or null if it is absent or invalid.
    mutating func time(_ name: StaticString, _ time: Result<DERTime, DERError>?) {
        self.name(name)
        guard case .success(let moment)? = time else { return null() }
        self.time(moment)
    }
}
