import DERKit

/// The public key of a certificate authority (CA), as ``KnownCAKeys`` lists it.
public struct KnownCAKey: Sendable, Hashable {
    /// The role of the CA's certificate in a chain.
    public enum Role: String, Sendable, CaseIterable {
        /// A self-signed certificate with this key exists, or a root store lists it.
        case root
        /// The key of any other CA certificate.
        case intermediate
    }

    /// The pin of the key.
    public let pin: Pin
    /// The common name in the CA's certificate; its organization if the certificate has none.
    public let name: String
    /// The organization in the CA's certificate; empty if the certificate has none.
    public let organization: String
    /// The role of the CA's certificate in a chain.
    public let role: Role
    /// The first day of the described certificate, in UTC.
    package let notBefore: DERTime
    /// The last day of the described certificate, in UTC.
    package let notAfter: DERTime
}

extension KnownCAKey: CustomStringConvertible {
    /// As in `ISRG Root X1, Internet Security Research Group; root`.
    public var description: String {
        let owner = organization.isEmpty || organization == name ? name : "\(name), \(organization)"
        return "\(owner); \(role.rawValue)"
    }
}
