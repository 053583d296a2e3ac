#if canImport(Security)
    import Foundation
    import Security

    extension Certificate {
        /// Reads a certificate from Apple's Security framework.
        ///
        /// - Throws: ``DERKit/DERError`` if the certificate cannot be read.
        public init(_ certificate: SecCertificate) throws(DERError) {
            try self.init(der: SecCertificateCopyData(certificate) as Data)
        }
    }

    extension PinSet {
        /// Returns the decision on whether a chain that the system evaluated matches one of the pins.
        ///
        /// - Parameters:
        ///   - trust: the trust object of an authentication challenge, which the system has already evaluated.
        ///   - position: the position in the chain at which a certificate must match.
        /// - Throws: ``DERKit/DERError`` if a certificate cannot be read.
        public func decision(
            for trust: SecTrust, position: ChainPosition = .any
        ) throws(DERError) -> PinDecision {
            decision(for: try trust.certificates, position: position)
        }
    }

    extension PinPolicy {
        /// Returns the decision on whether a chain that the system evaluated matches the pins of a host.
        ///
        /// - Parameters:
        ///   - trust: the trust object of an authentication challenge, which the system has already evaluated.
        ///   - host: the host of the challenge's protection space.
        ///   - date: the date that decides whether a rule has expired; by default, now.
        /// - Throws: ``DERKit/DERError`` if a certificate cannot be read, ``PinPolicies/PolicyError`` if the host
        ///   name is invalid, or `CocoaError` if the year of the date is outside 0 to 9999.
        public func decision(for trust: SecTrust, host: String, at date: Date = Date()) throws -> PinDecision
        {
            guard let now = DERTime(date) else { throw CocoaError(.formatting) }
            return decision(for: try trust.certificates, host: try HostName(host), at: now)
        }
    }

    extension SecTrust {
        /// The certificates of the chain that the system built, the server's own first.
        fileprivate var certificates: [Certificate] {
            get throws(DERError) {
                let chain = SecTrustCopyCertificateChain(self) as? [SecCertificate] ?? []
                return try chain.map { (certificate) throws(DERError) in try Certificate(certificate) }
            }
        }
    }
#endif
