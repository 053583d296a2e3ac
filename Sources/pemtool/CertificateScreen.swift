import DERKit
import SPKIHash
import X509Model

extension Screen {
    /// The rows of a certificate.
    mutating func show(_ certificate: Certificate) {
        row("subject", certificate.subject.description)
        row("issuer", certificate.issuer.description)
        row("not before", certificate.validity.notBefore.description)
        row("not after", certificate.validity.notAfter.description)
        row("serial", certificate.serialNumber.description)
        row("version", String(certificate.version))
        show(certificate.subjectPublicKeyInfo)
        row("signed with", certificate.signatureAlgorithm.description)
        row("SHA-256", hex(SHA256.hash(certificate.derBytes)))
        for (place, value) in certificate.extensions.enumerated() {
            row(place == 0 ? "extensions" : "", "\(value.extnID)" + (value.critical ? ", critical" : ""))
        }
    }
}
