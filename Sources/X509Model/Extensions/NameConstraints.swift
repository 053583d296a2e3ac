import DERKit

/// The constraints on the names in all subsequent certificates of a path (RFC 5280 section 4.2.1.10).
///
///     NameConstraints ::= SEQUENCE {
///          permittedSubtrees       [0]     GeneralSubtrees OPTIONAL,
///          excludedSubtrees        [1]     GeneralSubtrees OPTIONAL }
///
///     GeneralSubtrees ::= SEQUENCE SIZE (1..MAX) OF GeneralSubtree
public struct NameConstraints: Sendable, Hashable, ExtensionContent {
    package let permitted: [GeneralSubtree]?
    package let excluded: [GeneralSubtree]?

    /// The roots of the permitted subtrees; `nil` if the field is absent. If there are subtrees for a name's kind, the
    /// name must be in one of them.
    public var permittedSubtrees: [GeneralName]? { permitted?.map { $0.base } }
    /// The roots of the excluded subtrees; `nil` if the field is absent. A name must not be in any of them.
    public var excludedSubtrees: [GeneralName]? { excluded?.map { $0.base } }

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        permitted = try field(
            "permittedSubtrees", fields.sequenceIfPresent(0, in: bytes, of: GeneralSubtree.init))
        excluded = try field(
            "excludedSubtrees", fields.sequenceIfPresent(1, in: bytes, of: GeneralSubtree.init))
        try fields.finish()
    }

    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.open("{")
        sink.name("permitted", "permitted ")
        try field("permittedSubtrees", GeneralSubtree.describeAll(&fields, 0, bytes, &sink))
        sink.name("excluded", "excluded ")
        try field("excludedSubtrees", GeneralSubtree.describeAll(&fields, 1, bytes, &sink))
        sink.close("}")
        try fields.finish()
    }
}

/// A part of the name space (RFC 5280 section 4.2.1.10).
///
///     GeneralSubtree ::= SEQUENCE {
///          base                    GeneralName,
///          minimum         [0]     BaseDistance DEFAULT 0,
///          maximum         [1]     BaseDistance OPTIONAL }
///
///     BaseDistance ::= INTEGER (0..MAX)
package struct GeneralSubtree: Sendable, Hashable {
    /// The name at the top of the subtree.
    package let base: GeneralName
    /// The distance below the base at which the subtree begins; RFC 5280 allows only 0.
    package let minimum: DERInteger
    /// The distance below the base at which the subtree ends; RFC 5280 does not allow this field.
    package let maximum: DERInteger?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        base = try field("base", GeneralName(&fields, in: bytes))
        minimum = try field(
            "minimum",
            fields.nextIfPresent(.contextPrimitive(0), in: bytes)?.integer(in: bytes) ?? DERInteger(0))
        maximum = try field(
            "maximum", fields.nextIfPresent(.contextPrimitive(1), in: bytes)?.integer(in: bytes))
        try fields.finish()
    }

    fileprivate static func describeAll(
        _ cursor: inout DERCursor, _ number: UInt32, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        let tag = DERTag.contextConstructed(number)
        var ahead = cursor
        guard try ahead.nextIfPresent(tag, in: bytes) != nil else {
            sink.open("[")
            return sink.close("]")
        }
        try sink.list(&cursor, tag, in: bytes) { (members, bytes, sink) throws(DERError) in
            let tree = try GeneralSubtree(&members, in: bytes)
            guard sink.hasLines else { return sink.string(tree.subnet ?? tree.base.text) }
            let minimum = tree.minimum.isZero ? "" : ", minimum \(tree.minimum.decimalOrHex)"
            let maximum = tree.maximum.map { ", maximum \($0.decimalOrHex)" } ?? ""
            sink.line((tree.subnet ?? tree.base.fullDescription) + minimum + maximum)
        }
    }

    /// The text of an IP address base, with any mask: `IP:192.0.2.0/24`; `nil` if the base is another kind of name.
    package var subnet: String? {
        guard case .ipAddress(let address) = base else { return nil }
        return "IP:\(address.subnet ?? "\(address)")"
    }
}
