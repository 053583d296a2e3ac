import DERKit
import Testing
import X509Model

@Suite struct TimeTests {
    private func validity(notBefore hex: String) throws -> Certificate.Validity {
        try Certificate(der: CertificateParts().replacing("notBefore", by: hex).der().bytes).validity
    }

    @Test func dateTimeTypeAndTextAreRead() throws {
        let validity = try Certificate(der: CertificateParts().der().bytes).validity
        #expect(validity.start.tag == .utcTime && validity.end.tag == .generalizedTime)
        #expect(validity.start.rawBytes == Array("220330120000Z".utf8))
        #expect(try validity.notBefore.secondsSince1970 == 1_648_641_600)
        #expect(try validity.notAfter.secondsSince1970 == 2_524_608_000)
        #expect(
            try "\(validity.notAfter)" == "2050-01-01T00:00:00Z"
                && "\(validity.end)" == "2050-01-01T00:00:00Z")
    }

    @Test func timesAreOrdered() throws {
        let utc = try Certificate(der: CertificateParts().der().bytes).validity
        #expect(try utc.notBefore < utc.notAfter && !(utc.notAfter < utc.notBefore))
        // The same moment as GeneralizedTime and UTCTime.
        let general = try validity(notBefore: "18 0f 32 30 32 32 30 33 33 30 31 32 30 30 30 30 5a")
        #expect(try general.notBefore == utc.notBefore && general != utc)
    }

    @Test func aMalformedDateIsKeptAndShownSafely() throws {
        let validity = try validity(notBefore: "17 04 1b 5b 31 5c")
        #expect("\(validity.start)" == "invalid UTCTime '\\1B[1\\5C'")
        #expect(throws: DERError.self) { try validity.notBefore }
    }

    @Test func theCertificateAroundAMalformedDateIsRead() throws {
        let der = try CertificateParts().replacing("notBefore", by: "18 00").der().bytes
        let certificate = try Certificate(der: der)
        #expect(certificate.subject.description == "CN=B")
        guard case .failure(let error) = certificate.validity.start.momentResult else {
            Issue.record("an empty date is not a time")
            return
        }
        #expect(error.code == .invalidValue)
        #expect(error.message == "0 bytes; expected a GeneralizedTime of 15 bytes, YYYYMMDDhhmmssZ")
    }
}
