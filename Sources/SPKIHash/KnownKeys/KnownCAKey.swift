import DERKit

/// The public key of a certificate authority (CA), from a table that is part of this version.
///
/// A key in the table is not necessarily trusted, and a key that is not in it may still belong to a CA.
public struct KnownCAKey: Sendable, Hashable {
    /// The role of the CA's certificate in a chain.
    package enum Role: String, Sendable, CaseIterable {
        /// The key has a self-signed certificate, or a root store lists it.
        case root
        /// The key of any other CA certificate.
        case intermediate
    }

    /// The pin of the key.
    package let pin: Pin
    /// The common name in the CA's certificate; its organization if the certificate has none.
    public let name: String
    /// The organization in the CA's certificate; empty if the certificate has none.
    package let organization: String
    /// The role of the CA's certificate in a chain.
    package let role: Role
    /// The first day of the described certificate, in UTC.
    package let notBefore: DERTime
    /// The last day of the described certificate, in UTC.
    package let notAfter: DERTime
}

extension Pin {
    /// The public CA whose key has this pin; `nil` if it is not known.
    public var knownCAKey: KnownCAKey? { KnownCAKeys.builtIn[self] }
}

extension KnownCAKey {
    /// Returns whether both keys belong to one owner, by the names of their organizations.
    package func hasOwner(of other: KnownCAKey) -> Bool {
        let (one, another) = (owner, other.owner)
        return one == another && !one.isEmpty
    }

    /// The name of the owner in lower case, without its legal form.
    private var owner: String {
        let letters = organization.lowercased().split { !($0.isLetter || $0.isNumber) }.map { String($0) }
        let words = letters.filter { !KnownCAKey.legalForms.contains($0) }
        let name = words.joined(separator: " ")
        return KnownCAKey.groups.first { $0.contains(name) }?.first ?? name
    }

    private static let legalForms: Set<String> = [
        "inc", "llc", "ltd", "limited", "corp", "corporation", "gmbh", "ag", "sa", "nv", "co", "plc", "s",
        "a", "the",
    ]

    /// Organizations of one owner; the first name stands for all of them.
    private static let groups = [
        ["internet security research group", "let encrypt"], ["sectigo", "comodo ca", "usertrust network"],
        ["amazon", "starfield technologies"], ["google trust services", "google"],
    ]
}

extension KnownCAKey: CustomStringConvertible {
    /// Name, organization and role, as in `ISRG Root X1, Internet Security Research Group; root`.
    public var description: String {
        let owner = organization.isEmpty || organization == name ? name : "\(name), \(organization)"
        return "\(owner); \(role.rawValue)"
    }
}
