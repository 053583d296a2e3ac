import DERKit
import X509Model

extension Screen {
    /// The rows of a certificate revocation list.
    mutating func show(_ list: CertificateList) {
        row("issuer", name(list.issuer))
        row("version", String(list.version))
        row("this update", date(list.thisUpdate))
        row("next update", list.nextUpdate.map { date($0) } ?? "none")
        row("signed with", algorithm(list.signatureAlgorithm))
        show(list.crlExtensions, under: "extensions")
        row("entries", String(list.revokedCertificateCount))
        guard options.hasEntries else { return }
        for entry in list.revokedCertificates {
            row("", "\(entry.userCertificate), \(entry.revocationDate)", hanging: 2)
            for value in entry.crlEntryExtensions { show(value, under: "") }
        }
    }
}
