import DERKit

extension Certificate {
    /// The three places with an algorithm.
    private var algorithms: [(path: [String], layout: AlgorithmIdentifier.Layout)] {
        [
            (["tbsCertificate", "signature"], tbs.signature),
            (
                ["tbsCertificate", "subjectPublicKeyInfo", "algorithm"], tbs.subjectPublicKeyInfo.algorithm
            ),
            (["signatureAlgorithm"], signatureAlgorithmLayout),
        ]
    }

    /// The algorithm inside the signed part must be the one outside, parameters included.
    var differingAlgorithmNotes: [Note] {
        let inner = signature
        let outer = signatureAlgorithm
        guard inner.derBytes != outer.derBytes else { return [] }
        let message =
            inner.algorithm == outer.algorithm
            ? "\(outer) outside the signed part with other parameters than inside"
            : "\(outer) outside the signed part, \(inner) inside"
        return [
            Note(
                .signatureAlgorithmDiffers, message, at: signatureAlgorithmLayout.range.lowerBound,
                ["signatureAlgorithm"])
        ]
    }

    /// Signatures over digests for which collisions can be made.
    var weakSignatureNotes: [Note] {
        guard let hash = weakHash else { return [] }
        return [
            Note(
                hash == "SHA-1" ? .signatureSHA1 : .signatureMD5,
                "signed over \(hash), for which collisions are known",
                at: signatureAlgorithmLayout.range.lowerBound, ["signatureAlgorithm"])
        ]
    }

    private var weakHash: String? {
        let algorithm = signatureAlgorithm.algorithm
        if let hash = Certificate.weakHashes[algorithm] { return hash }
        // RSASSA-PSS names its digest in the parameters, and leaves out SHA-1.
        guard "\(algorithm)" == "1.2.840.113549.1.1.10",
            let parameters = try? RSASSAPSSParameters.ifPresent(
                signatureAlgorithmLayout.parameters, in: derBytes.span)
        else { return nil }
        return parameters.hashAlgorithm == .sha1 ? "SHA-1" : nil
    }

    private static let weakHashes: [ObjectIdentifier: String] = {
        let table: [(String, String)] = [
            ("1.2.840.113549.1.1.2", "MD2"), ("1.2.840.113549.1.1.3", "MD4"),
            ("1.2.840.113549.1.1.4", "MD5"), ("1.3.14.3.2.3", "MD5"), ("1.3.14.3.2.2", "MD4"),
            ("1.2.840.113549.1.1.5", "SHA-1"), ("1.3.14.3.2.29", "SHA-1"), ("1.3.14.3.2.27", "SHA-1"),
            ("1.2.840.10040.4.3", "SHA-1"), ("1.2.840.10045.4.1", "SHA-1"),
        ]
        var hashes: [ObjectIdentifier: String] = [:]
        for (number, hash) in table {
            if let identifier = ObjectIdentifier(number) { hashes[identifier] = hash }
        }
        return hashes
    }()

    /// The RSA algorithms of PKCS #1 version 1.5 have NULL as parameters.
    var missingNullNotes: [Note] {
        algorithms.compactMap { (path, layout) in
            let algorithm = AlgorithmIdentifier(layout, in: derBytes)
            guard Certificate.algorithmsWithNull.contains(algorithm.algorithm),
                algorithm.parameters != [0x05, 0x00]
            else { return nil }
            let found = algorithm.parameters == nil ? "without parameters" : "with other parameters"
            return Note(
                .rsaWithoutNull, "\(algorithm) \(found), where NULL is asked for",
                at: layout.range.lowerBound, path)
        }
    }

    private static let algorithmsWithNull: Set<ObjectIdentifier> = Set(
        [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 16].compactMap { ObjectIdentifier("1.2.840.113549.1.1.\($0)") })

    /// A key that cannot be read, and one that is short.
    var keyNotes: [Note] {
        let offset = tbs.subjectPublicKeyInfo.range.lowerBound
        switch subjectPublicKeyInfo.publicKey {
        case .failure(let error):
            return [Note(.malformedKey, error.message, at: error.offset, ["tbsCertificate"] + error.path)]
        case .success(.rsa(let key)), .success(.rsassaPSS(let key, _)), .success(.rsaesOAEP(let key)):
            guard key.bits < 2048 else { return [] }
            return [
                Note(
                    .rsaKeyShort, "an RSA key of \(key.bits) bits, less than 2048", at: offset,
                    ["tbsCertificate", "subjectPublicKeyInfo"])
            ]
        case .success: return []
        }
    }
}
