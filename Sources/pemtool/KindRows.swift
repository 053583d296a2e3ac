import DERKit
import X509Model

extension InputObject.Content {
    /// What `inspect` shows of the kinds besides certificates and public keys, apart from key and pin.
    func kindRows(entries: Bool) -> [(name: String, value: String)] {
        switch self {
        case .certificate, .publicKey, .rsaPublicKey:
            return []
        case .trustedCertificate(let trusted):
            return [
                ("trusted for", names(trusted.trust)), ("rejected for", names(trusted.reject)),
                ("alias", trusted.alias.map(escapedForDisplay) ?? "none"),
            ]
        case .certificateRequest(let request):
            return [
                ("subject", request.subject.description),
                ("signed with", request.signatureAlgorithm.description),
                ("attributes", names(request.attributes.map(\.type))),
                ("requests", names(request.requestedExtensions.map(\.extnID))),
            ]
        case .privateKey(let key):
            let algorithm = key.algorithm.name ?? key.algorithm.description
            let rows = [("form", key.form)]
            guard let missing = missingKey else { return rows }
            return rows + [("key", algorithm), ("pin", missing.message), ("", missing.hint ?? "")]
        case .encryptedPrivateKey(let key):
            let algorithm = key.encryptionAlgorithm?.description ?? key.dekInfo ?? ""
            return [("encryption", escapedForDisplay(algorithm)), ("", missingKey?.hint ?? "")]
        case .certificateList(let list):
            return rows(list, entries: entries)
        case .pkcs7(let container):
            return [
                ("certificates", String(container.certificates.count)),
                ("CRLs", String(container.crls.count)), ("signatures", String(container.signerInfoCount)),
            ]
        case .pkcs12(let container):
            return [
                ("certificates", String(container.certificates.count)),
                ("encrypted", "\(container.encryptedPartCount) parts"),
                ("private keys", String(container.keyBagCount)), ("", missingKey?.hint ?? ""),
            ]
        case .ecParameters(let parameters):
            return [("curve", parameters.curve?.name ?? "unknown")]
        }
    }

    private func rows(_ list: CertificateList, entries: Bool) -> [(name: String, value: String)] {
        var rows = [
            ("issuer", list.issuer.description),
            ("this update", list.thisUpdate.description),
            ("next update", list.nextUpdate?.description ?? "none"),
            ("signed with", list.signatureAlgorithm.description),
            ("entries", String(list.revokedCertificateCount)),
        ]
        if entries {
            for entry in list.revokedCertificates {
                rows.append(("", "\(entry.userCertificate)  \(entry.revocationDate)"))
            }
        }
        return rows
    }

    private func names(_ identifiers: [ObjectIdentifier]) -> String {
        identifiers.isEmpty ? "none" : identifiers.map(\.description).joined(separator: ", ")
    }
}
