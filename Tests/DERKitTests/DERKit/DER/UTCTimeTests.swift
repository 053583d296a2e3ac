import DERKit
import Testing

@Suite struct UTCTimeTests {
    private func time(_ text: String) throws(DERError) -> DERTime {
        let der = [0x17, UInt8(text.utf8.count)] + Array(text.utf8)
        return try onlyElement(der).time(in: der.span)
    }

    // RFC 5280 section 4.1.2.5.1
    @Test func yearsRunFrom1950To2049() throws {
        for year in 0..<100 {
            let digits = year < 10 ? "0\(year)" : "\(year)"
            #expect(try time("\(digits)0615123456Z").year == (year < 50 ? 2000 : 1900) + year)
        }
        #expect(try time("491231235959Z").description == "2049-12-31T23:59:59Z")
        #expect(try time("500101000000Z").description == "1950-01-01T00:00:00Z")
    }

    @Test func everyDigitIsCheckedAtItsOffset() throws {
        let good = Array("210228235958Z".utf8)
        for place in 0..<12 {
            for octet: UInt8 in [0x00, 0x20, 0x2b, 0x2f, 0x3a, 0x5a, 0xff] {
                var text = good
                text[place] = octet
                let der = [0x17, 13] + text
                let error = derError { () throws(DERError) in try onlyElement(der).time(in: der.span) }
                #expect(error?.code == .invalidValue && error?.offset == 2 + place)
                #expect(error?.message == "byte \(hex(octet)); expected a digit in the UTCTime")
            }
        }
    }

    @Test(arguments: [
        ("", 0, "0 bytes; expected a UTCTime of 13 bytes, YYMMDDhhmmssZ"),
        ("2", 0, "1 byte; expected a UTCTime of 13 bytes, YYMMDDhhmmssZ"),
        ("2102281200Z", 0, "11 bytes; expected a UTCTime of 13 bytes, YYMMDDhhmmssZ"),
        ("210228120000", 0, "12 bytes; expected a UTCTime of 13 bytes, YYMMDDhhmmssZ"),
        ("210228120000+0100", 0, "17 bytes; expected a UTCTime of 13 bytes, YYMMDDhhmmssZ"),
        ("2102281200000", 14, "byte 30; expected Z (UTC) at the end of the UTCTime"),
        ("210228120000z", 14, "byte 7a; expected Z (UTC) at the end of the UTCTime"),
    ]) func otherFormsAreRefused(_ text: String, _ offset: Int, _ message: String) {
        let error = derError { () throws(DERError) in try time(text) }
        #expect(error?.code == .invalidValue && error?.offset == offset && error?.message == message)
    }

    @Test(arguments: [
        "210001000000Z", "211301000000Z", "210100000000Z", "210132000000Z", "210229000000Z", "240230000000Z",
        "210431000000Z", "210101240000Z", "210101006000Z", "210101000060Z",
    ]) func nonexistentDatesAreRefused(_ text: String) {
        let error = derError { () throws(DERError) in try time(text) }
        #expect(error?.code == .outOfRange && error?.offset == 2)
    }

    @Test func theErrorShowsTheDate() {
        let error = derError { () throws(DERError) in try time("210229235960Z") }
        #expect(error?.message == "invalid date: year 2021, month 2, day 29, 23:59:60; expected a valid date")
    }
}
