import DERKit

/// An attribute of a request or a key (RFC 2986 section 4.1).
///
///     Attribute { ATTRIBUTE:IOSet } ::= SEQUENCE {
///          type   ATTRIBUTE.&id({IOSet}),
///          values SET SIZE(1..MAX) OF ATTRIBUTE.&Type({IOSet}{@type})
///     }
public struct X509Attribute: Sendable, Hashable, CustomStringConvertible {
    /// The DER of the whole attribute.
    public let derBytes: [UInt8]
    /// The type of the attribute.
    public let type: ASN1ObjectIdentifier
    /// The values, each with its tag, length and content.
    public let values: [[UInt8]]

    typealias Layout = (range: Range<Int>, type: Range<Int>, values: Range<Int>)

    init(_ layout: Layout, in input: [UInt8]) {
        derBytes = input.span.array(layout.range)
        type = ASN1ObjectIdentifier(checked: Array(input[layout.type]))
        var cursor = DERCursor(layout.values)
        var values: [[UInt8]] = []
        while !cursor.isAtEnd, let value = try? cursor.next(in: input.span) {
            values.append(Array(input[value.range]))
        }
        self.values = values
    }

    /// Reads an attribute that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    public init(der derBytes: some Collection<UInt8>) throws(DERError) {
        let input = Array(derBytes)
        self.init(try DERCursor.only(input.indices, in: input.span, X509Attribute.read), in: input)
    }

    /// Creates an attribute from its parts.
    ///
    /// - Parameters:
    ///   - type: the type of the attribute, such as `.extensionRequest`.
    ///   - values: the values, each with its tag, length and content.
    /// - Throws: ``DERKit/DERError`` if a value is not DER.
    public init(_ type: ASN1ObjectIdentifier, values: [[UInt8]]) throws(DERError) {
        try self.init(
            der: DERWriter.bytes { (writer) in
                writer.append(.sequence) { (fields) in
                    fields.append(type)
                    fields.appendSet(of: values) { (value, set) in set.append(encoded: value) }
                }
            })
    }

    static func read(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> Layout {
        let sequence = try cursor.next(.sequence, in: bytes)
        var fields = DERCursor(contentOf: sequence)
        let type = try field("type", fields.checkedIdentifier(in: bytes))
        let values = try field("values") { () throws(DERError) in
            let set = try fields.next(.set, in: bytes)
            var members = DERCursor(contentOf: set)
            while !members.isAtEnd { try members.next(in: bytes).checkContent(in: bytes) }
            return set
        }
        try fields.finish()
        return (sequence.range, type, values.content)
    }

    /// A Boolean value that indicates whether this is an extensionRequest, 1.2.840.113549.1.9.14 or Microsoft's
    /// 1.3.6.1.4.1.311.2.1.14.
    var isExtensionRequest: Bool {
        type == .extensionRequest || type.content == [0x2b, 6, 1, 4, 1, 0x82, 0x37, 2, 1, 14]
    }

    /// The name or identifier of the type, and the number of values.
    public var description: String {
        "\(type.nameOrNumber), \(values.count) \(values.count == 1 ? "value" : "values")"
    }
}
