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
        ///   - trust: the trust of an authentication challenge that the system has already evaluated.
        ///   - position: the position in the chain to which the pins apply.
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
        ///   - trust: the trust of an authentication challenge that the system has already evaluated.
        ///   - host: the host of the challenge's protection space.
        ///   - date: the date at which to check the expiration of rules; by default, now.
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
                var chain: [Certificate] = []
                for certificate in SecTrustCopyCertificateChain(self) as? [SecCertificate] ?? [] {
                    chain.append(try Certificate(certificate))
                }
                return chain
            }
        }
    }
#endif
