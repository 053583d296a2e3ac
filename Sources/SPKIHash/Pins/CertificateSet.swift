import X509Model

/// Whole certificates that are pinned, each with a label and a role.
public struct CertificateSet: Sendable {
    /// One pinned certificate.
    public struct Member: Sendable {
        /// The SHA-256 of the certificate, which decides whether it matches.
        public let fingerprint: CertificateFingerprint
        /// The certificate, if known. A format that ships whole certificates needs it.
        package let certificate: Certificate?
        /// A human-readable name; empty by default.
        public let label: String
        /// Active or backup.
        public let role: PinRole

        /// Creates a member from a certificate.
        public init(_ certificate: Certificate, label: String = "", role: PinRole = .active) {
            self.init(certificate, CertificateFingerprint(certificate), label: label, role: role)
        }

        /// Creates a member from a certificate whose fingerprint is known.
        package init(
            _ certificate: Certificate?, _ fingerprint: CertificateFingerprint, label: String, role: PinRole
        ) {
            self.fingerprint = fingerprint
            self.certificate = certificate
            self.label = label
            self.role = role
        }

        /// Creates a member from a fingerprint, if the certificate itself is not known.
        public init(_ fingerprint: CertificateFingerprint, label: String = "", role: PinRole = .active) {
            self.init(nil, fingerprint, label: label, role: role)
        }
    }

    /// The certificates in the given order.
    public let members: [Member]
    private let places: [CertificateFingerprint: Int]

    /// Creates a set of certificates; of any duplicates, the first is kept.
    public init(_ members: some Sequence<Member>) {
        var kept: [Member] = []
        var places: [CertificateFingerprint: Int] = [:]
        for member in members where places[member.fingerprint] == nil {
            places[member.fingerprint] = kept.count
            kept.append(member)
        }
        self.members = kept
        self.places = places
    }

    package func member(_ fingerprint: CertificateFingerprint) -> Member? {
        places[fingerprint].map { members[$0] }
    }
}

extension CertificateSet.Member: Hashable {
    /// Returns whether fingerprint, label and role are equal, whether or not the certificates are known.
    public static func == (one: CertificateSet.Member, other: CertificateSet.Member) -> Bool {
        one.fingerprint == other.fingerprint && one.label == other.label && one.role == other.role
    }

    /// Hashes fingerprint, label and role.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fingerprint)
        hasher.combine(label)
        hasher.combine(role)
    }
}

extension CertificateSet: Hashable {
    /// Returns whether both sets have the same members, including labels and roles, in any order.
    public static func == (one: CertificateSet, other: CertificateSet) -> Bool {
        Set(one.members) == Set(other.members)
    }

    /// Hashes the members, whatever their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(Set(members)) }
}

extension CertificateSet: CustomStringConvertible {
    /// The fingerprints, separated by commas.
    public var description: String { "[\(members.map { "\($0.fingerprint)" }.joined(separator: ", "))]" }
}
