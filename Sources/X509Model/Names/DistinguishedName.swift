import DERKit

/// A distinguished name (RFC 5280 section 4.1.2.4).
///
///     Name ::= CHOICE { -- only one possibility for now --
///          rdnSequence  RDNSequence }
///
///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
public struct DistinguishedName: Sendable, Hashable, CustomStringConvertible {
    /// The octets of the name, as a slice of the input, such as a certificate.
    private let octets: ArraySlice<UInt8>

    /// The exact tag, length and content of the name in the input. Names are equal if these bytes are equal.
    public var derBytes: [UInt8] { Array(octets) }

    package init(checked octets: ArraySlice<UInt8>) {
        self.octets = octets
    }

    /// Reads a name that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    public init(der derBytes: some Collection<UInt8>) throws(DERError) {
        let input = Array(derBytes)
        _ = try DERCursor.only(input.indices, in: input.span, DistinguishedName.check)
        octets = input[...]
    }

    /// The parts of the name in the order of the encoding, which usually begins with the country and ends with the
    /// common name.
    public var rdnSequence: [RelativeDistinguishedName] {
        var parts: [RelativeDistinguishedName] = []
        parts.reserveCapacity(4)
        // The name was checked when it was created, so nothing fails here and nothing is left out.
        DistinguishedName.forEachPart(of: 0..<octets.count, in: octets.span) {
            parts.append(RelativeDistinguishedName(checked: octets[$0.content.moved(by: octets.startIndex)]))
        }
        return parts
    }

    /// A Boolean value that indicates whether the name has no parts.
    package var isEmpty: Bool { octets.count == 2 }

    /// The last commonName in the name; `nil` if there is none, or if it is not text.
    public var commonName: String? { text(.commonName) }

    /// Returns the text of the last (most specific) attribute of the given type, or `nil` if there is none.
    public func text(_ type: ASN1ObjectIdentifier) -> String? {
        DistinguishedName.lastValue(type, in: 0..<octets.count, of: octets.span).flatMap {
            (try? $0.string(in: octets.span)) ?? nil
        }
    }

    /// Returns the last value of an attribute type in the checked name at `range`, or `nil` if there is none.
    static func lastValue(
        _ type: ASN1ObjectIdentifier, in range: Range<Int>, of bytes: Span<UInt8>
    ) -> DERElement? {
        var last: DERElement?
        forEachPart(of: range, in: bytes) { (set) in
            var attributes = DERCursor(contentOf: set)
            while !attributes.isAtEnd, let attribute = try? attributes.next(in: bytes) {
                var fields = DERCursor(contentOf: attribute)
                if let found = try? fields.next(in: bytes),
                    bytes.extracting(found.content).isEqual(to: type.content)
                {
                    last = try? fields.next(in: bytes)
                }
            }
        }
        return last
    }

    /// Calls `body` with the SET for each part of the checked name at `range`.
    @inline(__always)
    static func forEachPart(of range: Range<Int>, in bytes: Span<UInt8>, _ body: (DERElement) -> Void) {
        var outer = DERCursor(range)
        guard let sequence = try? outer.next(.sequence, in: bytes) else { return }
        var parts = DERCursor(contentOf: sequence)
        while !parts.isAtEnd, let set = try? parts.next(.set, in: bytes) { body(set) }
    }

    /// Checks the structure of a name, down to the encoding of each string, moves the cursor past the name, and returns
    /// the name's range.
    package static func check(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Range<Int> {
        let sequence = try cursor.next(.sequence, in: bytes)
        var parts = DERCursor(contentOf: sequence)
        while !parts.isAtEnd { try RelativeDistinguishedName.check(&parts, in: bytes) }
        return sequence.range
    }

    /// The name in the form of RFC 4514: last part first, with parts separated by commas and special characters
    /// escaped.
    ///
    /// A part without attributes, which RFC 4514 cannot express, is left out, as in OpenSSL.
    public var description: String {
        String(writtenBy: {
            DistinguishedName.appendText(of: 0..<octets.count, in: octets.span, to: &$0)
        })
    }

    /// Appends to `text` the text of the checked name at `range` in `bytes`.
    package static func appendText(of range: Range<Int>, in bytes: Span<UInt8>, to text: inout [UInt8]) {
        var outer = DERCursor(range)
        guard let sequence = try? outer.next(.sequence, in: bytes) else { return }
        let start = text.count
        forEachBackwards(in: sequence, bytes) { (part) in
            guard !part.content.isEmpty else { return }
            if text.count > start { text.append(UInt8(ascii: ",")) }
            let partStart = text.count
            // Attributes are written backward, like the parts of a name, as in OpenSSL.
            forEachBackwards(in: part, bytes) { (attribute) in
                if text.count > partStart { text.append(UInt8(ascii: "+")) }
                AttributeTypeAndValue.appendText(of: attribute, in: bytes, to: &text)
            }
        }
    }

    /// Calls `body` with the members of a value, in reverse order. No array is allocated for up to 16 members.
    @inline(__always)
    private static func forEachBackwards(
        in element: DERElement, _ bytes: Span<UInt8>, _ body: (DERElement) -> Void
    ) {
        var cursor = DERCursor(contentOf: element)
        var starts = SIMD16<Int>()
        var count = 0
        while !cursor.isAtEnd, count < 16 {
            starts[count] = cursor.position
            guard (try? cursor.next(in: bytes)) != nil else { break }
            count += 1
        }
        var rest: [DERElement] = []
        while !cursor.isAtEnd, let member = try? cursor.next(in: bytes) { rest.append(member) }
        for member in rest.reversed() { body(member) }
        while count > 0 {
            count -= 1
            var member = DERCursor(starts[count]..<element.end)
            if let member = try? member.next(in: bytes) { body(member) }
        }
    }
}

/// One part of a name, almost always a single attribute (RFC 5280 section 4.1.2.4).
///
///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
public struct RelativeDistinguishedName: Sendable, Hashable, CustomStringConvertible {
    /// The content of the SET, a slice of the input.
    private let content: ArraySlice<UInt8>

    /// The attributes in the order of the encoding.
    public var attributes: [AttributeTypeAndValue] {
        var members = DERCursor(0..<content.count)
        var attributes: [AttributeTypeAndValue] = []
        // The attributes were checked when the part was read, so none fails here.
        while !members.isAtEnd, let attribute = try? AttributeTypeAndValue(&members, in: content) {
            attributes.append(attribute)
        }
        return attributes
    }

    init(checked content: ArraySlice<UInt8>) {
        self.content = content
    }

    /// Reads an RDN that has an IMPLICIT tag instead of SET and has not been checked.
    init(_ cursor: inout DERCursor, tag: DERTag, in bytes: Span<UInt8>) throws(DERError) {
        let element = try cursor.next(tag, in: bytes)
        var members = DERCursor(contentOf: element)
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
        content = bytes.array(element.content)[...]
    }

    static func check(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var members = DERCursor(contentOf: try cursor.next(.set, in: bytes))
        while !members.isAtEnd { try AttributeTypeAndValue.check(&members, in: bytes) }
    }

    /// The part in the form of RFC 4514 section 2.2: attributes joined by `+`, in reverse order, like the parts of a
    /// whole name and as in OpenSSL.
    public var description: String { attributes.reversed().map { $0.description }.joined(separator: "+") }
}
