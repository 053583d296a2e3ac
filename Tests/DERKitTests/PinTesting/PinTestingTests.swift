import PinTesting
import Testing

@Suite struct PinTestingTests {
    /// Foundation's description of an error is the error's own, with the hint once.
    @Test func localizedDescriptionsMatchDescriptions() throws {
        let errors: [any LocalizedError & CustomStringConvertible] = [
            try #require(throws: DERError.self) { try Certificate(der: [0x30]) },
            try #require(throws: InputError.self) { try Certificate(pem: "hello") },
            try #require(throws: Pin.TextError.self) { try Pin("hello") },
            try #require(throws: RawKeyError.self) { try SubjectPublicKeyInfo(rawKey: [], algorithm: .p256) },
            try #require(throws: PolicyError.self) { try PolicyReading(text: "hello") },
        ]
        for error in errors {
            #expect(error.localizedDescription == "\(error)")
        }
        let hint = try #require((errors[1] as? InputError)?.hint)
        #expect(errors[1].localizedDescription.components(separatedBy: hint).count == 2)
    }

    /// Foundation's calendar gives the expected seconds.
    @Test(arguments: [
        "1969-12-31T23:59:59Z", "2024-02-29T12:00:00Z", "2200-03-01T00:00:00Z", "9999-12-31T23:59:59Z",
    ])
    func datesAreConvertedToTimesInWholeSeconds(_ text: String) throws {
        let date = try Date(text, strategy: .iso8601)
        let time = try #require(DERTime(date + 0.75))
        #expect(time.secondsSince1970 == Int64(date.timeIntervalSince1970))
        #expect(DERTime(date - 0.25)?.secondsSince1970 == time.secondsSince1970 - 1)
    }

    @Test func datesThatDERCannotExpressAreNotTimes() {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_800, -62_167_219_201] {
            #expect(DERTime(Date(timeIntervalSince1970: seconds)) == nil, "\(seconds)")
        }
    }

    @Test func validityTimesConvertToDatesAndBack() throws {
        let certificate = try Certificate(
            contentsOf: Vectors.folder.appendingPathComponent("seeds/github.com.pem"))
        let validity = certificate.validity
        #expect(try validity.notBefore.date < validity.notAfter.date)
        #expect(try DERTime(validity.notAfter.date) == validity.notAfter)
    }

    /// A text is diagnosed as it is, a pin by its bytes.
    @Test func textsAndPinsAreDiagnosed() throws {
        let certificate = try Certificate(
            contentsOf: Vectors.folder.appendingPathComponent("seeds/github.com.pem"))
        #expect(PinDiagnosis(of: "\(certificate.pin)", in: [certificate]).isRight)
        #expect(PinDiagnosis(of: certificate.pin, in: [certificate]).isRight)
        let found = PinDiagnosis(of: certificate.pin.base64.lowercased(), in: [certificate])
        #expect(!found.isRight && found.matches.first?.rightPin == certificate.pin)
    }
}
