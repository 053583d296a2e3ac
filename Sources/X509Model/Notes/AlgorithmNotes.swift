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
            ? "\(outer) has different parameters outside the signed part and inside"
            : "\(outer) outside the signed part, but \(inner) inside"
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
                "signed with \(hash), for which collisions are known",
                at: signatureAlgorithmLayout.range.lowerBound, ["signatureAlgorithm"])
        ]
    }

    private var weakHash: String? {
        signatureAlgorithm.signatureHashAlgorithm.flatMap { Certificate.weakHashes[$0] }
    }

    private static let weakHashes = weakHashTable.byIdentifier { $0.value }

    private static let weakHashTable = [
        NameRow("1.2.840.113549.2.2", "MD2"), NameRow("1.2.840.113549.2.4", "MD4"),
        NameRow("1.2.840.113549.2.5", "MD5"), NameRow("1.3.14.3.2.26", "SHA-1"),
    ]

    /// The RSA algorithms of PKCS #1 version 1.5 have NULL as parameters.
    var missingNullNotes: [Note] {
        algorithms.compactMap { (path, layout) in
            let algorithm = AlgorithmIdentifier(layout, in: derBytes)
            guard Certificate.algorithmsWithNull.contains(algorithm.algorithm),
                algorithm.parameters != [0x05, 0x00]
            else { return nil }
            let found = algorithm.parameters == nil ? "without parameters" : "with parameters other than NULL"
            return Note(
                .rsaWithoutNull, "\(algorithm) \(found); expected NULL",
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
                    .rsaKeyShort, "RSA key of \(key.bits) bits; expected at least 2048", at: offset,
                    ["tbsCertificate", "subjectPublicKeyInfo"])
            ]
        case .success: return []
        }
    }
}
