import DERKit
import Testing

@Suite struct DERIntegerTests {
    /// Content octets, the number if it fits in 64 bits, the text, and the bits of the absolute value.
    static let numbers: [(String, Int64?, String, Int)] = [
        ("00", 0, "00", 0), ("01", 1, "01", 1), ("7f", 127, "7F", 7), ("00 80", 128, "80", 8),
        ("00 ff", 255, "FF", 8), ("01 00", 256, "0100", 9), ("ff", -1, "-01", 1), ("80", -128, "-80", 8),
        ("ff 7f", -129, "-81", 8), ("ff 01", -255, "-FF", 8), ("ff 00", -256, "-0100", 9),
        ("fe ff", -257, "-0101", 9), ("80 00", -32768, "-8000", 16), ("00 80 00", 32768, "8000", 16),
        ("7f ff ff ff ff ff ff ff", .max, "7FFFFFFFFFFFFFFF", 63),
        ("80 00 00 00 00 00 00 00", .min, "-8000000000000000", 64),
        ("00 80 00 00 00 00 00 00 00", nil, "8000000000000000", 64),
        ("ff 7f ff ff ff ff ff ff ff", nil, "-8000000000000001", 64),
        ("00 ff ff ff ff ff ff ff ff", nil, "FFFFFFFFFFFFFFFF", 64),
        ("ff 00 00 00 00 00 00 00 00 00", nil, "-01000000000000000000", 73),
        (
            "00 8f 67 78 85 51 33 d0 bd 43 60 55 61 03 d0 b1 0b", nil, "8F6778855133D0BD4360556103D0B10B",
            128
        ),
    ]

    @Test(arguments: numbers)
    func valueSignAndTextAreRight(_ text: String, _ number: Int64?, _ shown: String, _ bits: Int) throws {
        let content = try octets(text)
        let der = [0x02, UInt8(content.count)] + content
        let integer = try onlyElement(der).integer(in: der.span)
        #expect(integer.twosComplement == content)
        #expect(DERInteger(twosComplement: content) == integer)
        #expect(integer.int64 == number)
        #expect("\(integer)" == shown)
        #expect(integer.bitWidth == bits)
        #expect(integer.isNegative == shown.hasPrefix("-"))
        #expect(integer.isZero == (number == 0))
        #expect(integer.magnitude.first != 0)
        #expect(hex(integer.magnitude, uppercase: true) == (number == 0 ? "" : shown.filter { $0 != "-" }))
        if let number { #expect(DERInteger(number) == integer) }
        let small = derError { () throws(DERError) in try onlyElement(der).smallInteger(in: der.span) }
        #expect(small?.code == (number == nil ? .outOfRange : nil))
    }

    @Test func everySmallNumberAndPowerOfTwoIsReadBack() {
        let powers = (0..<63).map { Int64(1) << $0 }
        let numbers = powers + powers.map { -$0 } + powers.map { $0 - 1 } + Array(-70_000...70_000)
        for number in numbers {
            let integer = DERInteger(number)
            let first = integer.twosComplement[0]
            let second = integer.twosComplement.dropFirst().first ?? (first ^ 0x80)
            if integer.int64 != number || (first == 0 && second < 0x80) || (first == 0xff && second >= 0x80) {
                Issue.record("\(number): \(integer)")
            }
        }
    }

    @Test func nonminimalContentIsNotAnInteger() {
        for content: [UInt8] in [[], [0, 0], [0, 0x7f], [0xff, 0x80], [0xff, 0xff], [0, 0, 0x80]] {
            #expect(DERInteger(twosComplement: content) == nil)
        }
    }

    @Test(arguments: [
        Refused("02 00", .invalidValue, at: 0, "0 bytes; expected an INTEGER of at least 1 byte"),
        Refused(
            "02 02 00 00", .notCanonical, at: 2,
            "00 before 00; expected an INTEGER without redundant leading bytes"),
        Refused(
            "02 02 00 7f", .notCanonical, at: 2,
            "00 before 7f; expected an INTEGER without redundant leading bytes"),
        Refused(
            "02 03 ff 80 00", .notCanonical, at: 2,
            "ff before 80; expected an INTEGER without redundant leading bytes"),
        Refused(
            "0a 02 ff ff", .notCanonical, at: 2,
            "ff before ff; expected an INTEGER without redundant leading bytes"),
    ]) func refusesAnEmptyOrPaddedInteger(_ expected: Refused) throws {
        try expected.check { (element, der) throws(DERError) in try element.checkInteger(in: der.span) }
        try expected.check { (element, der) throws(DERError) in try element.integer(in: der.span) }
        try expected.check { (element, der) throws(DERError) in try element.smallInteger(in: der.span) }
    }

    @Test(arguments: [
        Refused(
            "02 09 00 80 00 00 00 00 00 00 00", .outOfRange, at: 2,
            "9 bytes; expected an INTEGER of at most 8 bytes"),
        Refused(
            "02 0a 80 00 00 00 00 00 00 00 00 00", .outOfRange, at: 2,
            "10 bytes; expected an INTEGER of at most 8 bytes"),
    ]) func aSmallIntegerHasAtMost64Bits(_ expected: Refused) throws {
        try expected.check { (element, der) throws(DERError) in try element.smallInteger(in: der.span) }
    }
}
