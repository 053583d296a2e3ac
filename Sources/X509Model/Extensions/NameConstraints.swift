import DERKit

/// The constraints on the names of all subsequent certificates, RFC 5280 section 4.2.1.10.
///
///     NameConstraints ::= SEQUENCE {
///          permittedSubtrees       [0]     GeneralSubtrees OPTIONAL,
///          excludedSubtrees        [1]     GeneralSubtrees OPTIONAL }
///
///     GeneralSubtrees ::= SEQUENCE SIZE (1..MAX) OF GeneralSubtree
package struct NameConstraints: Sendable, Hashable {
    /// The permitted subtrees for each kind of name that occurs in them; `nil` if the field is absent.
    package let permittedSubtrees: [GeneralSubtree]?
    /// Names must not lie in any of these; `nil` if the field is absent.
    package let excludedSubtrees: [GeneralSubtree]?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        permittedSubtrees = try field("permittedSubtrees") { () throws(DERError) in
            try fields.sequenceIfPresent(0, in: bytes, of: GeneralSubtree.init)
        }
        excludedSubtrees = try field("excludedSubtrees") { () throws(DERError) in
            try fields.sequenceIfPresent(1, in: bytes, of: GeneralSubtree.init)
        }
        try fields.finish()
    }
}

/// A part of the space of names, RFC 5280 section 4.2.1.10.
///
///     GeneralSubtree ::= SEQUENCE {
///          base                    GeneralName,
///          minimum         [0]     BaseDistance DEFAULT 0,
///          maximum         [1]     BaseDistance OPTIONAL }
///
///     BaseDistance ::= INTEGER (0..MAX)
package struct GeneralSubtree: Sendable, Hashable {
    /// The top of the part.
    package let base: GeneralName
    /// The distance below the base at which it begins; RFC 5280 allows only 0.
    package let minimum: DERInteger
    /// The distance below the base at which it ends; RFC 5280 does not allow it.
    package let maximum: DERInteger?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        base = try field("base") { () throws(DERError) in try GeneralName(&fields, in: bytes) }
        minimum = try field("minimum") { () throws(DERError) in
            try fields.nextIfPresent(.contextPrimitive(0), in: bytes)?.integer(in: bytes) ?? DERInteger(0)
        }
        maximum = try field("maximum") { () throws(DERError) in
            try fields.nextIfPresent(.contextPrimitive(1), in: bytes)?.integer(in: bytes)
        }
        try fields.finish()
    }
}

extension GeneralSubtree: CustomStringConvertible {
    /// The base, with address and mask if it is an IP address: `DNS:example.com`, `IP:192.0.2.0/24`.
    package var description: String {
        if case .ipAddress(let address) = base, let subnet = address.subnet {
            "IP:\(subnet)"
        } else {
            "\(base)"
        }
    }
}
