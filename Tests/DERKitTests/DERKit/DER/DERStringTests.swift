import DERKit
import Testing

@Suite struct DERStringTests {
    @Test(arguments: [
        ("0c 00", ""), ("0c 03 61 62 63", "abc"), ("0c 02 c3 a9", "é"), ("0c 03 e2 82 ac", "€"),
        ("0c 04 f0 9f 98 80", "😀"), ("0c 04 f4 8f bf bf", "\u{10ffff}"), ("0c 02 61 00", "a\0"),
        ("0c 03 ef bf bf", "\u{ffff}"),
        ("1e 04 00 e9 4e 2d", "é中"), ("1e 00", ""), ("1e 04 d7 ff e0 00", "\u{d7ff}\u{e000}"),
        ("1c 08 00 00 00 41 00 01 f6 00", "A😀"), ("1c 04 00 10 ff ff", "\u{10ffff}"),
        ("12 03 31 20 32", "1 2"), ("13 02 41 3f", "A?"), ("16 03 61 40 62", "a@b"), ("1a 01 7e", "~"),
        ("1b 01 61", "a"), ("14 01 61", "a"),
        // ISO 8859-1, as all readers treat it.
        ("14 03 61 e9 ff", "aéÿ"), ("13 01 e4", "ä"), ("16 01 80", "\u{80}"), ("1b 01 df", "ß"),
    ]) func stringsAreDecoded(_ der: String, _ text: String) throws {
        let der = try octets(der)
        let element = try onlyElement(der)
        try element.checkStringEncoding(in: der.span)
        #expect(try element.string(in: der.span) == text)
    }

    @Test(arguments: ["02 01 61", "04 01 61", "30 00", "80 01 61", "17 01 61", "2c 03 0c 01 61"])
    func otherTypesHaveNoText(_ text: String) throws {
        let der = try octets(text)
        let element = try onlyElement(der)
        try element.checkStringEncoding(in: der.span)
        #expect(try element.string(in: der.span) == nil)
        let isInAlphabet = element.isInAlphabet(in: der.span)
        #expect(isInAlphabet)
    }

    @Test(arguments: [
        // Unicode table 3-7: the octets at which well-formed UTF-8 ends.
        Refused("0c 01 80", .invalidValue, at: 2, "byte 80; expected UTF-8 in the UTF8String"),
        Refused("0c 02 c0 80", .invalidValue, at: 2, "byte c0; expected UTF-8 in the UTF8String"),
        Refused("0c 03 e0 80 80", .invalidValue, at: 2, "byte e0; expected UTF-8 in the UTF8String"),
        Refused("0c 03 ed a0 80", .invalidValue, at: 2, "byte ed; expected UTF-8 in the UTF8String"),
        Refused("0c 04 f4 90 80 80", .invalidValue, at: 2, "byte f4; expected UTF-8 in the UTF8String"),
        Refused("0c 04 f5 80 80 80", .invalidValue, at: 2, "byte f5; expected UTF-8 in the UTF8String"),
        Refused("0c 02 e2 82", .invalidValue, at: 2, "byte e2; expected UTF-8 in the UTF8String"),
        Refused("0c 04 61 62 ff 63", .invalidValue, at: 4, "byte ff; expected UTF-8 in the UTF8String"),
        Refused("0c 04 c3 a9 c3 28", .invalidValue, at: 4, "byte c3; expected UTF-8 in the UTF8String"),
        Refused(
            "1e 03 00 61 00", .invalidValue, at: 0, "3 bytes; expected 2 bytes per character in the BMPString"
        ),
        Refused(
            "1e 04 00 61 d8 00", .invalidValue, at: 4, "d800; expected a character in the BMPString"),
        Refused("1e 02 df ff", .invalidValue, at: 2, "dfff; expected a character in the BMPString"),
        Refused(
            "1c 01 00", .invalidValue, at: 0, "1 byte; expected 4 bytes per character in the UniversalString"),
        Refused(
            "1c 08 00 00 00 41 00 11 00 00", .invalidValue, at: 6,
            "00110000; expected a character in the UniversalString"),
        Refused(
            "1c 04 00 00 d8 00", .invalidValue, at: 2,
            "0000d800; expected a character in the UniversalString"),
    ]) func rejectsInvalidText(_ expected: Refused) throws {
        try expected.check { (element, der) throws(DERError) in
            try element.checkStringEncoding(in: der.span)
        }
        try expected.check { (element, der) throws(DERError) in try element.string(in: der.span) }
    }

    // X.680 section 41.2 and 41.4, ISO 646.
    static let alphabets: [(UInt8, Set<UInt8>)] = [
        (18, Set("0123456789 ".utf8)), (19, Set(printable.utf8)), (22, Set(0...127)), (26, Set(32...126)),
        (20, Set(0...255)), (27, Set(0...255)), (12, Set(0...255)),
    ]
    private static let printable =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '()+,-./:=?"

    @Test(arguments: alphabets)
    func eachTypeAcceptsOnlyItsAlphabet(_ type: UInt8, _ alphabet: Set<UInt8>) throws {
        for octet in UInt8.min...UInt8.max {
            let der = [type, 1, octet]
            #expect(try onlyElement(der).isInAlphabet(in: der.span) == alphabet.contains(octet))
            // One character outside the alphabet is enough, wherever it is.
            let first = alphabet.min() ?? 0
            let longer = [type, 3, first, octet, first]
            #expect(try onlyElement(longer).isInAlphabet(in: longer.span) == alphabet.contains(octet))
        }
        let empty = [type, 0]
        let isInAlphabet = try onlyElement(empty).isInAlphabet(in: empty.span)
        #expect(isInAlphabet)
    }
}
