import SPKIHash
import X509Model

extension PolicyFormat {
    /// What writing a policy in a format needs beyond the policy.
    public struct WritingOptions: Sendable {
        /// The parts that may be lost, because it was said that this is meant.
        public var allowedLosses: Set<PolicyLoss>
        /// Certificates that the pins come from. With them a pin is put where its certificate belongs, leaf or
        /// authority, and a format that ships whole certificates has them.
        public var certificates: [Certificate] {
            didSet { known = KnownCertificates(certificates) }
        }
        /// The same certificates by their digests, computed once.
        private(set) var known: KnownCertificates
        /// The rule to write, for formats that name no host; `nil` if the policy has only one.
        public var pattern: HostPattern?
        /// `max-age` of the header of RFC 7469, in seconds. The RFC suggests 60 days in section 4.1.
        public var maxAge: Int
        /// The port in the names of TLSA records.
        public var port: UInt16

        /// Creates options, by default the usual: nothing may be lost, port 443, 60 days.
        public init(
            allowedLosses: Set<PolicyLoss> = [], certificates: [Certificate] = [],
            pattern: HostPattern? = nil,
            maxAge: Int = 5_184_000, port: UInt16 = 443
        ) {
            self.allowedLosses = allowedLosses
            self.certificates = certificates
            known = KnownCertificates(certificates)
            self.pattern = pattern
            self.maxAge = maxAge
            self.port = port
        }
    }
}

/// Certificates that pins come from, to be found by pin and by fingerprint.
struct KnownCertificates: Sendable {
    private var byPin: [Pin: Certificate] = [:]
    private var byFingerprint: [CertificateFingerprint: Certificate] = [:]
    private var authorities: [Pin: Bool] = [:]

    init(_ certificates: [Certificate]) {
        for certificate in certificates {
            let pin = certificate.pin
            let isAuthority = certificate.isAuthority
            byPin[pin] = byPin[pin] ?? certificate
            byFingerprint[CertificateFingerprint(certificate)] = certificate
            // A key that is in a leaf too is a leaf's.
            authorities[pin] = authorities[pin] ?? true && isAuthority
        }
    }

    subscript(_ pin: Pin) -> Certificate? { byPin[pin] }
    subscript(_ fingerprint: CertificateFingerprint) -> Certificate? { byFingerprint[fingerprint] }

    /// True if the key is a CA's; nil if no certificate with it is known.
    func isAuthority(_ pin: Pin) -> Bool? { authorities[pin] }
}

extension PinPolicy {
    /// Returns the policy as text in a format.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - options: what the format needs beyond the policy, and what may be lost.
    /// - Returns: the text of a file.
    /// - Throws: ``PolicyError``, `not-expressible` or `loss`, if the format cannot hold the policy: nothing is left
    ///   out or widened silently.
    public func text(
        as format: PolicyFormat, options: PolicyFormat.WritingOptions = PolicyFormat.WritingOptions()
    ) throws(PolicyError) -> String {
        try format.row.emit(format.reduce(self, options), options)
    }
}

extension PolicyFormat {
    /// The policy as this format holds it: what ``PinPolicy/text(as:options:)`` writes, and reading gives back.
    ///
    /// - Throws: ``PolicyError`` as ``PinPolicy/text(as:options:)`` does.
    package func reduce(
        _ policy: PinPolicy, _ emission: PolicyFormat.WritingOptions = PolicyFormat.WritingOptions()
    ) throws(PolicyError) -> PinPolicy {
        var reduction = PolicyReduction(self, emission)
        return try reduction.run(policy)
    }
}
