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
        guard identifier == "id-PBMAC1" else {
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
        "sha1": .sha1, "sha224": .sha224, "sha256": .sha256,
        "sha384": .sha384, "sha512": .sha512,
        "sha512-224": .sha512Slash224, "sha512-256": .sha512Slash256,
        "md5": .md5, "sha3-256": .sha3with256,
    ]
}
