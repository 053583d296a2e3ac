import DERKit

extension CertificateFacts {
    /// Finds a serial number that is not positive or has more than 20 octets.
    func findSerialNumberNotes(_ report: Certificate.Note.Report) {
        let octets = certificate.derBytes.span.extracting(certificate.tbs.serialNumber)
        func note(_ code: IssueCode, _ message: String) {
            report(
                code, message, certificate.tbs.serialNumber.lowerBound,
                ["tbsCertificate", "serialNumber"])
        }
        if !octets.isEmpty, octets[0] >= 0x80 { note(.serialNegative, "negative serial number") }
        if octets.count == 1, octets[0] == 0 { note(.serialZero, "serial number is zero") }
        if octets.count > 20 {
            note(.serialTooLong, "serial number of \(octets.count) bytes; expected at most 20")
        }
    }
}
