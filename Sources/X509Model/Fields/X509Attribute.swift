import DERKit

/// An attribute of a request or a key, RFC 2986 section 4.1.
///
///     Attribute { ATTRIBUTE:IOSet } ::= SEQUENCE {
///          type   ATTRIBUTE.&id({IOSet}),
///          values SET SIZE(1..MAX) OF ATTRIBUTE.&Type({IOSet}{@type})
///     }
package struct X509Attribute: Sendable, Hashable {
    /// The type of the attribute.
    package let type: ASN1ObjectIdentifier
    /// The values, each with tag, length and content.
    package let values: [[UInt8]]

    struct Layout {
        let type: Range<Int>
        let values: Range<Int>
    }

    init(_ layout: Layout, in input: [UInt8]) {
        type = ASN1ObjectIdentifier(checked: Array(input[layout.type]))
        var cursor = DERCursor(layout.values)
        var values: [[UInt8]] = []
        while !cursor.isAtEnd, let value = try? cursor.next(in: input.span) {
            values.append(Array(input[value.range]))
        }
        self.values = values
    }

    static func read(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> Layout {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let type = try field("type") { () throws(DERError) in
            let element = try fields.next(.objectIdentifier, in: bytes)
            try element.checkObjectIdentifier(in: bytes)
            return element
        }
        let values = try field("values") { () throws(DERError) in
            let set = try fields.next(.set, in: bytes)
            var members = DERCursor(contentOf: set)
            while !members.isAtEnd { try members.next(in: bytes).checkContent(in: bytes) }
            return set
        }
        try fields.finish()
        return Layout(type: type.content, values: values.content)
    }

    /// A Boolean value that indicates whether this is an extensionRequest, 1.2.840.113549.1.9.14 or Microsoft's
    /// 1.3.6.1.4.1.311.2.1.14.
    var isExtensionRequest: Bool {
        type.content == [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 14]
            || type.content == [0x2b, 6, 1, 4, 1, 0x82, 0x37, 2, 1, 14]
    }
}
