import DERKit
import X509Model

extension InputObject.Content {
    /// What `inspect` shows of the kinds without a screen of their own, apart from key and pin.
    var kindRows: [(name: String, value: String)] {
        switch self {
        case .certificate, .publicKey, .rsaPublicKey, .certificateRequest, .certificateList:
            return []
        case .trustedCertificate(let trusted):
            return [
                ("trusted for", names(trusted.trust)), ("rejected for", names(trusted.reject)),
                ("alias", trusted.alias.map(escapedForDisplay) ?? "none"),
            ]
        case .privateKey(let key):
            let algorithm = key.algorithm.name ?? key.algorithm.description
            let rows = [(name: "form", value: key.form)]
            guard let missing = missingKey else { return rows }
            return rows + [
                (name: "key", value: algorithm), (name: "pin", value: missing.message),
                (name: "", value: missing.advice(about: self) ?? ""),
            ]
        case .encryptedPrivateKey(let key):
            let algorithm = key.encryptionAlgorithm?.description ?? key.dekInfo ?? ""
            return [
                ("encryption", escapedForDisplay(algorithm)),
                ("to read it", missingKey?.advice(about: self) ?? ""),
            ]
        case .pkcs7(let container):
            return [
                ("certificates", String(container.certificates.count)),
                ("CRLs", String(container.crls.count)), ("signatures", String(container.signerInfoCount)),
            ]
        case .pkcs12(let container):
            let parts = container.encryptedPartCount
            return [
                ("certificates", String(container.certificates.count)),
                ("encrypted", parts == 1 ? "1 part" : "\(parts) parts"),
                ("private keys", String(container.keyBagCount)),
                ("to read it", missingKey?.advice(about: self) ?? ""),
            ]
        case .ecParameters(let parameters):
            return [("curve", parameters.curve?.name ?? "unknown")]
        }
    }

    private func names(_ identifiers: [ObjectIdentifier]) -> String {
        identifiers.isEmpty ? "none" : identifiers.map(FieldText.name).joined(separator: ", ")
    }
}
