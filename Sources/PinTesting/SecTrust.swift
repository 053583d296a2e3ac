#if canImport(Security)
    import Security

    extension Certificate {
        /// Reads a certificate of Apple's Security framework.
        ///
        /// - Throws: ``DERKit/DERError`` if it cannot be read.
        public init(_ certificate: SecCertificate) throws(DERError) {
            try self.init(der: SecCertificateCopyData(certificate) as Data)
        }
    }

    extension PinSet {
        /// Returns whether a chain that the system evaluated has one of the pins, with the reason.
        ///
        /// - Parameters:
        ///   - trust: the trust of an authentication challenge, after its evaluation.
        ///   - position: which certificates of the chain count.
        /// - Throws: ``DERKit/DERError`` if a certificate cannot be read.
        public func decision(for trust: SecTrust, position: ChainPosition = .any) throws(DERError)
            -> PinDecision
        {
            var chain: [Certificate] = []
            for certificate in SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? [] {
                chain.append(try Certificate(certificate))
            }
            return decision(for: chain, position: position)
        }
    }
#endif
