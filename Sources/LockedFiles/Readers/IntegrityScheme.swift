import DERKit

/// The integrity protection of a PKCS #12 file: RFC 7292 section 4, or PBMAC1, RFC 9579.
///
///     MacData ::= SEQUENCE {
///         mac         DigestInfo,
///         macSalt     OCTET STRING,
///         iterations  INTEGER DEFAULT 1
///     }
///
///     DigestInfo ::= SEQUENCE {
///         digestAlgorithm DigestAlgorithmIdentifier,
///         digest Digest
///     }
package struct IntegrityScheme: Sendable, Hashable {
    /// The key derivation, and the digest that uses the key.
    package enum Algorithm: Sendable, Hashable {
        case pkcs12(Digest, salt: [UInt8], iterations: Int)
        /// RFC 8018 section 7.1.
        case pbmac1(KeyDerivationScheme, Digest)
    }

    package let algorithm: Algorithm
    private let code: [UInt8]

    package init(_ macData: [UInt8]) throws(LockError) {
        var fields = try LockFields(macData)
        var info = try LockFields(try fields.any())
        var digestAlgorithm = try LockFields(try info.any())
        code = try info.octets()
        let salt = try fields.octets()
        let iterations = fields.isAtEnd ? 1 : try fields.count()
        let identifier = try digestAlgorithm.identifier()
        guard identifier == "1.2.840.113549.1.5.14" else {
            guard let digest = IntegrityScheme.digests[identifier] else { throw .unsupported(identifier) }
            algorithm = .pkcs12(digest, salt: salt, iterations: iterations)
            return
        }
        //     PBMAC1-params ::= SEQUENCE {
        //         keyDerivationFunc AlgorithmIdentifier {{PBMAC1-KDFs}},
        //         messageAuthScheme AlgorithmIdentifier {{PBMAC1-MACs}} }
        var parameters = try LockFields(try digestAlgorithm.any())
        let derivation = try KeyDerivationScheme(try parameters.any())
        // RFC 9579 section 6: a file that does not give the length of the key must not be trusted.
        guard derivation.keyByteCount != nil else { throw .malformed }
        algorithm = .pbmac1(derivation, try KeyDerivationScheme.digest(ofHMAC: try parameters.any()))
    }

    /// The cost of the key derivation, in iterations.
    package var work: Int {
        switch algorithm {
        case .pkcs12(_, _, let iterations): iterations
        case .pbmac1(let derivation, _): derivation.work
        }
    }

    /// Returns whether the MAC of the octets matches the one in the file.
    func isRight(
        for octets: [UInt8], _ password: PasswordForm, limits: DERLimits
    ) throws(LockError) -> Bool {
        switch algorithm {
        case .pkcs12(let digest, let salt, let iterations):
            let key = digest.pkcs12(
                password.utf16, salt: salt, iterations: iterations, .integrityKey, count: digest.byteCount)
            return digest.code(of: octets, key: key) == code
        case .pbmac1(let derivation, let digest):
            let count = derivation.keyByteCount ?? digest.byteCount
            let key = try derivation.key(password.octets, count: count, limits: limits)
            return digest.code(of: octets, key: key) == code
        }
    }

    private static let digests: [String: Digest] = [
        "1.3.14.3.2.26": .sha1, "2.16.840.1.101.3.4.2.4": .sha224, "2.16.840.1.101.3.4.2.1": .sha256,
        "2.16.840.1.101.3.4.2.2": .sha384, "2.16.840.1.101.3.4.2.3": .sha512,
        "2.16.840.1.101.3.4.2.5": .sha512Slash224, "2.16.840.1.101.3.4.2.6": .sha512Slash256,
        "1.2.840.113549.2.5": .md5, "2.16.840.1.101.3.4.2.8": .sha3with256,
    ]
}
