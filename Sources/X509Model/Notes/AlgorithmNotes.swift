import DERKit

extension CertificateFacts {
    /// Finds signature algorithms that differ inside and outside the signed part (parameters included), digests
    /// for which collisions can be made, and RSA algorithms without their NULL.
    func findAlgorithmNotes(_ report: Certificate.Note.Report) {
        let bytes = certificate.derBytes.span
        let (inner, outer) = (certificate.tbs.signature, certificate.signatureAlgorithmLayout)
        let offset = outer.range.lowerBound
        if !bytes.extracting(inner.range).isEqual(to: bytes.extracting(outer.range)) {
            let (inside, outside) = (certificate.tbsSignatureAlgorithm, certificate.signatureAlgorithm)
            let message =
                inside.algorithm == outside.algorithm
                ? "\(outside) has different parameters inside and outside the signed part"
                : "\(outside) outside the signed part, but \(inside) inside"
            report(.signatureAlgorithmDiffers, message, offset, ["signatureAlgorithm"])
        }
        if let hash = weakHash {
            report(
                hash == "SHA-1" ? .signatureSHA1 : .signatureMD5,
                "signed with \(hash), for which collisions are known", offset, ["signatureAlgorithm"])
        }
        findMissingNull(inner, ["tbsCertificate", "signature"], report)
        findMissingNull(
            certificate.tbs.subjectPublicKeyInfo.algorithm,
            ["tbsCertificate", "subjectPublicKeyInfo", "algorithm"], report)
        findMissingNull(outer, ["signatureAlgorithm"], report)
    }

    private var weakHash: String? {
        let identifier = certificate.derBytes.span.extracting(certificate.signatureAlgorithmLayout.algorithm)
        let hash = AlgorithmIdentifier.hashes[content: identifier]
        return (hash ?? certificate.signatureAlgorithm.signatureHashAlgorithm)
            .flatMap { CertificateFacts.weakHashes[$0] }
    }

    private static let weakHashes = IdentifierRegister.algorithms.byIdentifier { $0.fact("weak") }

    /// Finds an RSA algorithm of PKCS #1 version 1.5 whose parameters are not NULL.
    private func findMissingNull(
        _ layout: AlgorithmIdentifier.Layout, _ path: @autoclosure () -> [String],
        _ report: Certificate.Note.Report
    ) {
        let bytes = certificate.derBytes.span
        guard CertificateFacts.algorithmsWithNull[content: bytes.extracting(layout.algorithm)] != nil else {
            return
        }
        if let range = layout.parameters, range.count == 2, bytes[range.lowerBound] == 5 { return }
        let found = layout.parameters == nil ? "without parameters" : "with parameters other than NULL"
        let name = AlgorithmIdentifier(layout, in: certificate.derBytes.span)
        report(
            .rsaWithoutNull, "\(name) \(found); expected NULL", layout.range.lowerBound,
            path())
    }

    private static let algorithmsWithNull = IdentifierRegister.algorithms.byIdentifier { (row) in
        row.facts.contains("null") ? true : nil
    }

    /// Finds a key that cannot be read or that is too short.
    func findKeyNotes(_ report: Certificate.Note.Report) {
        switch publicKeyResult {
        case .failure(let error):
            report(.malformedKey, error.message, error.offset, ["tbsCertificate"] + error.path)
        case .success(.rsa(let key)), .success(.rsassaPSS(let key, _)), .success(.rsaesOAEP(let key)):
            guard key.bits < 2048 else { return }
            report(
                .rsaKeyShort, "RSA key of \(key.bits) bits; expected at least 2048",
                certificate.tbs.subjectPublicKeyInfo.range.lowerBound,
                ["tbsCertificate", "subjectPublicKeyInfo"])
        case .success: return
        }
    }
}
