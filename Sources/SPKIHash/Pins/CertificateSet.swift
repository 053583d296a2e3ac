import X509Model

/// Whole certificates that are pinned, each with a label and a role.
public struct CertificateSet: Sendable, Hashable {
    /// One pinned certificate.
    public struct Member: Sendable {
        /// The SHA-256 of the certificate: what decides.
        public let fingerprint: CertificateFingerprint
        /// The certificate, if it is at hand. A format that ships whole certificates needs it.
        public let certificate: Certificate?
        /// A name for people; empty if no one named it.
        public let label: String
        /// Active or backup.
        public let role: PinRole

        /// Creates a member from a certificate.
        public init(_ certificate: Certificate, label: String = "", role: PinRole = .active) {
            fingerprint = CertificateFingerprint(certificate)
            self.certificate = certificate
            self.label = label
            self.role = role
        }

        /// A certificate whose fingerprint is known, with its label and role.
        package init(
            _ certificate: Certificate, _ fingerprint: CertificateFingerprint, label: String, role: PinRole
        ) {
            self.fingerprint = fingerprint
            self.certificate = certificate
            self.label = label
            self.role = role
        }

        /// Creates a member from a fingerprint, if the certificate itself is not at hand.
        public init(_ fingerprint: CertificateFingerprint, label: String = "", role: PinRole = .active) {
            self.fingerprint = fingerprint
            certificate = nil
            self.label = label
            self.role = role
        }
    }

    /// The certificates in the order in which they were given.
    public let members: [Member]
    private let places: [CertificateFingerprint: Int]

    /// Creates a set of certificates; of one that occurs twice, the first stays.
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

    /// The member that is this certificate, byte for byte, or nil.
    package func member(_ fingerprint: CertificateFingerprint) -> Member? {
        places[fingerprint].map { members[$0] }
    }
}

extension CertificateSet.Member: Hashable {
    /// Equal if fingerprint, label and role are; whether the certificate is at hand makes no difference.
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
