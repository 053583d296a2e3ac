import DERKit
import X509Model

/// Writes JSON, RFC 8259, on one line directly into the output bytes. It holds only the bytes that have not
/// been drained yet.
///
/// Control characters, line separators and characters that change the direction of text are escaped, so the
/// line is safe to display.
struct JSONWriter: Sendable {
    /// The output in UTF-8.
    var bytes: [UInt8] = []
    /// Drains the output so far; called between the members of lists, which may be very long.
    var drain: (@Sendable (inout [UInt8]) -> Void)?
    /// A Boolean value that indicates whether the next value needs a comma before it.
    private var needsComma = false

    // MARK: Structure

    /// Writes the name of the next value.
    mutating func name(_ name: StaticString) {
        bytes.append(literals: needsComma ? ",\"" : "\"", name, "\":")
        needsComma = false
    }

    mutating func name(text: String) {
        string(text)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func object(_ body: (inout JSONWriter) -> Void) {
        open("{")
        body(&self)
        close("}")
    }

    mutating func array(_ body: (inout JSONWriter) -> Void) {
        open("[")
        body(&self)
        close("]")
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

    /// Begins an object or an array; ``object(_:)`` and ``array(_:)`` end what they begin.
    mutating func open(_ bracket: Unicode.Scalar) {
        comma()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    @inline(__always)
    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Discards the output, but keeps its memory.
    mutating func restart() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Ends the line; the next value begins another.
    mutating func endLine() {
        bytes.append(0x0a)
        needsComma = false
    }

    // MARK: Values

    mutating func null() { literal("null") }

    mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes a literal JSON value.
    mutating func literal(_ value: StaticString) {
        comma()
        bytes.append(literal: value)
    }

    mutating func number(_ value: Int64) {
        comma()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(decimal: UInt64(value.magnitude))
    }

    mutating func count(_ value: Int) { number(Int64(value)) }

    /// Writes octets in lower-case hex.
    mutating func hex(_ octets: Span<UInt8>) { plain { $0.append(hex: octets) } }

    mutating func hex(_ octets: [UInt8]) { hex(octets.span) }

    mutating func base64(_ octets: [UInt8]) { plain { $0.append(base64: octets.span) } }

    /// Writes text that `write` adds and that needs no escapes.
    mutating func plain(_ write: (inout [UInt8]) -> Void) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        write(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func string(_ text: String) { string { $0 += text.utf8 } }

    /// Writes text that `write` adds in UTF-8.
    mutating func string(_ write: (inout [UInt8]) -> Void) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        write(&bytes)
        // Almost all text is plain and stays; other text is removed and written again with escapes.
        if !JSONWriter.isPlain(bytes.span.extracting(start..<bytes.count)) {
            let text = String(decoding: bytes[start...], as: UTF8.self)
            bytes.removeSubrange(start...)
            for scalar in text.unicodeScalars { append(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        var special: UInt8 = 0
        for place in text.indices {
            let byte = text[place]
            special |= (byte &- 0x20 > 0x5e ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5c ? 1 : 0)
        }
        return special == 0
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes.append(literal: "\\\"")
        case "\\": bytes.append(literal: "\\\\")
        case "\n": bytes.append(literal: "\\n")
        case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7f:
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        case _ where scalar.isASCII || isUnsafe(scalar):
            for unit in String(scalar).utf16 {
                bytes.append(literal: "\\u")
                bytes.append(hex: [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)].span)
            }
        default: bytes += String(scalar).utf8
        }
    }
}

// MARK: Fields

extension JSONWriter {
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
}

// MARK: Values that many structures have

extension JSONWriter {
    /// Writes a number, as a hex string beyond 64 bits, or null.
    mutating func integer(_ integer: DERInteger?) {
        guard let integer else { return null() }
        if let small = Int64(integer) { number(small) } else { plain { integer.appendText(to: &$0) } }
    }

    mutating func integer(_ name: StaticString, _ integer: DERInteger?) {
        self.name(name)
        self.integer(integer)
    }

    /// Writes an identifier as a string in dotted form.
    mutating func oid(_ identifier: ASN1ObjectIdentifier) {
        plain { ASN1ObjectIdentifier.appendText(ofContent: identifier.content.span, to: &$0) }
    }

    mutating func oid(_ name: StaticString, _ identifier: ASN1ObjectIdentifier) {
        self.name(name)
        oid(identifier)
    }

    /// Writes an identifier and its name, `{oid, name}`.
    mutating func identifier(_ identifier: ASN1ObjectIdentifier) {
        object { (json) in
            json.oid("oid", identifier)
            json.string("name", identifier.name)
        }
    }

    mutating func identifier(_ name: StaticString, _ identifier: ASN1ObjectIdentifier) {
        self.name(name)
        self.identifier(identifier)
    }

    mutating func names(_ names: GeneralNames?) {
        guard let names else { return null() }
        array(names) { (name, json) in json.string { name.appendText(to: &$0) } }
    }

    mutating func names(_ name: StaticString, _ names: GeneralNames?) {
        self.name(name)
        self.names(names)
    }

    /// Writes a time, or null if the octets do not encode one.
    mutating func time(_ name: StaticString, _ time: X509Time?) {
        self.name(name)
        guard case .success(let moment)? = time?.momentResult else { return null() }
        plain { moment.appendText(to: &$0) }
    }
}
