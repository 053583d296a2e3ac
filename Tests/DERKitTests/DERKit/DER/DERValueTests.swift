import DERKit
import Testing

@Suite struct DERValueTests {
    static let bad = [
        Refused("01 00", .invalidValue, at: 0, "0 bytes; expected a BOOLEAN of 1 byte"),
        Refused("01 02 ff ff", .invalidValue, at: 0, "2 bytes; expected a BOOLEAN of 1 byte"),
        Refused("02 00", .invalidValue, at: 0, "0 bytes; expected an INTEGER of at least 1 byte"),
        Refused("0a 00", .invalidValue, at: 0, "0 bytes; expected an INTEGER of at least 1 byte"),
        Refused(
            "0a 02 00 01", .notCanonical, at: 2,
            "00 before 01; expected an INTEGER without redundant leading bytes"),
        Refused("03 00", .invalidValue, at: 0, "0 bytes; expected a BIT STRING with a count of unused bits"),
        Refused("03 02 08 00", .invalidValue, at: 2, "8; expected at most 7 unused bits"),
        Refused("05 01 00", .invalidValue, at: 2, "1 byte; expected an empty NULL"),
        Refused("06 00", .invalidValue, at: 2, "0 bytes; expected a valid OBJECT IDENTIFIER"),
        Refused("0c 02 61 ff", .invalidValue, at: 3, "byte ff; expected UTF-8 in the UTF8String"),
        Refused("1e 01 61", .invalidValue, at: 0, "1 byte; expected 2 bytes per character in the BMPString"),
        Refused(
            "1c 02 00 61", .invalidValue, at: 0,
            "2 bytes; expected 4 bytes per character in the UniversalString"),
        Refused("10 00", .unexpectedTag, at: 0, "unexpected primitive SEQUENCE; expected SEQUENCE"),
        Refused("11 00", .unexpectedTag, at: 0, "unexpected primitive SET; expected SET"),
        Refused("00 00", .unexpectedTag, at: 0, "unexpected END OF CONTENTS; expected a value"),
        Refused("20 00", .unexpectedTag, at: 0, "unexpected constructed END OF CONTENTS; expected a value"),
        Refused("21 03 01 01 ff", .unexpectedTag, at: 0, "unexpected constructed BOOLEAN; expected BOOLEAN"),
        Refused("22 03 02 01 05", .unexpectedTag, at: 0, "unexpected constructed INTEGER; expected INTEGER"),
        Refused("25 00", .unexpectedTag, at: 0, "unexpected constructed NULL; expected NULL"),
        Refused(
            "26 03 06 01 2a", .unexpectedTag, at: 0,
            "unexpected constructed OBJECT IDENTIFIER; expected OBJECT IDENTIFIER"),
        Refused(
            "2a 03 0a 01 01", .unexpectedTag, at: 0, "unexpected constructed ENUMERATED; expected ENUMERATED"),
        // Segments are values themselves, and their nesting is limited.
        Refused(
            "24 0a 24 08 24 06 24 04 24 02 24 00", .limit, at: 10,
            "expected at most 5 levels of segments in a constructed OCTET STRING"),
        Refused("24 02 00 00", .unexpectedTag, at: 2, "unexpected END OF CONTENTS; expected a value"),
        Refused(
            "2b 03 30 02 02", .lengthOverrun, at: 3,
            "length 2 exceeds the 1 byte remaining"),
        Refused(
            "2c 04 04 05 61 62", .lengthOverrun, at: 3,
            "length 5 exceeds the 2 bytes remaining"),
    ]

    @Test(arguments: bad) func rejectsInvalidValuesOfAType(_ expected: Refused) throws {
        try expected.check { (element, der) throws(DERError) in try element.checkContent(in: der.span) }
    }

    @Test(arguments: [
        // Values.
        "01 01 00", "01 01 ff", "02 01 80", "02 02 00 80", "0a 01 05", "03 01 00", "03 02 07 80", "04 00",
        "05 00", "06 01 2a", "0c 02 c3 a9", "1e 02 00 e9", "1c 04 00 01 f6 00", "30 00", "31 02 05 00",
        // Departures from DER with an unambiguous value.
        "01 01 01", "03 02 07 ff", "03 01 05", "24 04 04 02 61 62", "23 05 03 03 00 61 62",
        "2c 06 0c 01 61 04 01 62", "33 00",
        "24 04 24 02 04 00", "24 08 24 06 24 04 24 02 24 00",
        // The wrong alphabet, and no form that a type requires: other code checks these.
        "13 01 2a", "12 01 41", "17 01 00", "18 00", "0d 01 80", "1f 1f 01 00", "3f 82 00 00",
        // Not universal: another reader knows the type.
        "80 00", "a0 01 ff", "41 02 00 00", "ff 1f 01 80",
    ]) func acceptsValuesThatOtherCodeChecks(_ text: String) throws {
        let der = try octets(text)
        try onlyElement(der).checkContent(in: der.span)
    }
}
