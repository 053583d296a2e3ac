import DERKit
import Testing

@Suite struct GeneralizedTimeTests {
    private func time(_ text: String) throws(DERError) -> DERTime {
        let der = [0x18, UInt8(text.utf8.count)] + Array(text.utf8)
        return try onlyElement(der).generalizedTime(in: der.span)
    }

    @Test(arguments: [
        ("00000101000000Z", "0000-01-01T00:00:00Z"), ("19700101000000Z", "1970-01-01T00:00:00Z"),
        ("20240229235959Z", "2024-02-29T23:59:59Z"), ("99991231235959Z", "9999-12-31T23:59:59Z"),
    ]) func validTimesAreRead(_ text: String, _ moment: String) throws {
        #expect(try time(text).description == moment)
    }

    @Test func everyDigitIsCheckedAtItsOffset() throws {
        let good = Array("20210228235958Z".utf8)
        for place in 0..<14 {
            for octet: UInt8 in [0x00, 0x2d, 0x2f, 0x3a, 0x7f, 0xb2] {
                var text = good
                text[place] = octet
                let der = [0x18, 15] + text
                let error = derError { () throws(DERError) in
                    try onlyElement(der).generalizedTime(in: der.span)
                }
                #expect(error?.code == .invalidValue && error?.offset == 2 + place)
                #expect(error?.message == "byte \(hex(octet)); expected a digit in the GeneralizedTime")
            }
        }
    }

    // X.690 section 11.7: no fraction, no offset, with seconds.
    @Test(arguments: [
        ("", 0, "0 bytes; expected a GeneralizedTime of 15 bytes, YYYYMMDDhhmmssZ"),
        ("202102281200Z", 0, "13 bytes; expected a GeneralizedTime of 15 bytes, YYYYMMDDhhmmssZ"),
        ("20210228120000.5Z", 0, "17 bytes; expected a GeneralizedTime of 15 bytes, YYYYMMDDhhmmssZ"),
        ("20210228120000+0100", 0, "19 bytes; expected a GeneralizedTime of 15 bytes, YYYYMMDDhhmmssZ"),
        ("202102281200000", 16, "byte 30; expected Z (UTC) at the end of the GeneralizedTime"),
    ]) func otherFormsAreRefused(_ text: String, _ offset: Int, _ message: String) {
        let error = derError { () throws(DERError) in try time(text) }
        #expect(error?.code == .invalidValue && error?.offset == offset && error?.message == message)
    }

    @Test(arguments: [
        "20210001000000Z", "20211301000000Z", "20210229000000Z", "19000229000000Z", "21000229000000Z",
        "20210101240000Z", "20210101236000Z", "20161231235960Z", "00000230000000Z",
    ]) func nonexistentDatesAreRefused(_ text: String) {
        let error = derError { () throws(DERError) in try time(text) }
        #expect(error?.code == .outOfRange && error?.offset == 2)
    }
}
