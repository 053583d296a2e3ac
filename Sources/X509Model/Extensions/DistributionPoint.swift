import DERKit

/// The location of a CRL, RFC 5280 section 4.2.1.13. Freshest CRL (section 4.2.1.15) has the same syntax.
///
///     CRLDistributionPoints ::= SEQUENCE SIZE (1..MAX) OF DistributionPoint
///
///     DistributionPoint ::= SEQUENCE {
///          distributionPoint       [0]     DistributionPointName OPTIONAL,
///          reasons                 [1]     ReasonFlags OPTIONAL,
///          cRLIssuer               [2]     GeneralNames OPTIONAL }
public struct DistributionPoint: Sendable, Hashable {
    package let distributionPoint: DistributionPointName?
    /// The locations of the CRL, usually one URI; empty if it is named relative to its issuer or not at all.
    public var names: GeneralNames {
        if case .fullName(let names) = distributionPoint { names } else { [] }
    }
    /// The reasons that the CRL covers; `nil` for all.
    package let reasons: ReasonFlags?
    /// The issuer of the CRL; `nil` if it is the issuer of the certificate.
    public let crlIssuer: GeneralNames?

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        distributionPoint = try field(
            "distributionPoint", fields.explicitIfPresent(0, in: bytes, DistributionPointName.init))
        reasons = try field("reasons") { () throws(DERError) in
            guard let element = try fields.nextIfPresent(.contextPrimitive(1), in: bytes) else { return nil }
            return try ReasonFlags(element.bitString(in: bytes), in: bytes)
        }
        crlIssuer = try field("cRLIssuer", GeneralName.namesIfPresent(2, &fields, in: bytes))
        try fields.finish()
    }
}

extension DistributionPoint: ExtensionContent {
    var described: DescribedValue {
        var fullName: GeneralNames?
        var relativeName: DescribedValue?
        switch distributionPoint {
        case .fullName(let names): fullName = names
        case .nameRelativeToCRLIssuer(let part):
            relativeName = .worded(.text("\(part)"), "relative to the issuer: \(part)")
        case nil: break
        }
        return .fields([
            .init("names", fullName?.described), .init("relative_name", relativeName),
            .init("reasons", reasons?.described, "reasons: "),
            .init("crl_issuer", crlIssuer?.described, "CRL issuer "),
        ])
    }
}

/// The name of a distribution point, RFC 5280 section 4.2.1.13.
///
///     DistributionPointName ::= CHOICE {
///          fullName                [0]     GeneralNames,
///          nameRelativeToCRLIssuer [1]     RelativeDistinguishedName }
package enum DistributionPointName: Sendable, Hashable {
    /// The location of the CRL, usually one URI.
    case fullName(GeneralNames)
    /// The part to add to the name of the CRL's issuer.
    case nameRelativeToCRLIssuer(RelativeDistinguishedName)

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        if let names = try GeneralName.namesIfPresent(0, &cursor, in: bytes) {
            self = .fullName(names)
        } else {
            self = .nameRelativeToCRLIssuer(
                try RelativeDistinguishedName(&cursor, tag: .contextConstructed(1), in: bytes))
        }
    }
}

/// The reasons for which certificates are on a CRL, RFC 5280 section 4.2.1.13.
///
///     ReasonFlags ::= BIT STRING {
///          unused                  (0),
///          keyCompromise           (1),
///          cACompromise            (2),
///          affiliationChanged      (3),
///          superseded              (4),
///          cessationOfOperation    (5),
///          certificateHold         (6),
///          privilegeWithdrawn      (7),
///          aACompromise            (8) }
package typealias ReasonFlags = NamedBits<ReasonFlag>

/// A bit of ``ReasonFlags``.
package enum ReasonFlag: Int, NamedBit {
    /// Unused.
    case unused
    /// The private key is known to others.
    case keyCompromise
    /// The private key of the CA is known to others.
    case caCompromise
    /// The subject's name or other data changed.
    case affiliationChanged
    /// There is a newer certificate.
    case superseded
    /// The certificate is no longer needed.
    case cessationOfOperation
    /// Suspended for a time.
    case certificateHold
    /// A privilege in the certificate was withdrawn.
    case privilegeWithdrawn
    /// The private key of the attribute authority is known to others.
    case aaCompromise

    /// The name of the bit, as in `keyCompromise`.
    package var name: String {
        switch self {
        case .unused: "unused"
        case .keyCompromise: "keyCompromise"
        case .caCompromise: "cACompromise"
        case .affiliationChanged: "affiliationChanged"
        case .superseded: "superseded"
        case .cessationOfOperation: "cessationOfOperation"
        case .certificateHold: "certificateHold"
        case .privilegeWithdrawn: "privilegeWithdrawn"
        case .aaCompromise: "aACompromise"
        }
    }
}
