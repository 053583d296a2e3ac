import DERKit

/// Parameters of curves with a name, to recognise one that is written out.
enum KnownDomain {
    /// The curve with a name that has the parameters of `domain`.
    static func curve(of domain: SpecifiedECDomain) -> NamedCurve? { nil }
}
