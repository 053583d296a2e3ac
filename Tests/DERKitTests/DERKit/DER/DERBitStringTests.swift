import DERKit
import Testing

@Suite struct DERBitStringTests {
    /// DER, the range of the bits, the number of unused bits, and the number of bits.
    static let values: [(String, Range<Int>, Int, Int)] = [
        ("03 01 00", 3..<3, 0, 0), ("03 02 00 ff", 3..<4, 0, 8), ("03 02 07 80", 3..<4, 7, 1),
        ("03 02 01 fe", 3..<4, 1, 7), ("03 03 04 ab f0", 3..<5, 4, 12), ("03 02 07 00", 3..<4, 7, 1),
    ]

    @Test(arguments: values) func reportsTheRangeOfItsBits(
        _ text: String, _ range: Range<Int>, _ unused: Int, _ count: Int
    ) throws {
        let der = try octets(text)
        let bits = try onlyElement(der).bitString(in: der.span)
        #expect(bits.range == range && bits.unusedBits == unused && bits.bitCount == count)
    }

    @Test func unusedBitsMustBeZero() throws {
        for unused in UInt8(1)...7 {
            for last in UInt8.min...UInt8.max {
                let der: [UInt8] = [3, 3, unused, 0xff, last]
                let element = try onlyElement(der)
                let error = derError { () throws(DERError) in try element.bitString(in: der.span) }
                if last << (8 - unused) == 0 {
                    #expect(error == nil)
                } else {
                    #expect(error?.code == .notCanonical && error?.offset == 4)
                }
            }
        }
    }

    @Test(arguments: [
        Refused("03 00", .invalidValue, at: 0, "0 bytes; expected a BIT STRING with a count of unused bits"),
        Refused(
            "03 01 01", .invalidValue, at: 2,
            "1; expected 0 unused bits"),
        Refused("03 02 08 00", .invalidValue, at: 2, "8; expected at most 7 unused bits"),
        Refused("03 02 ff 00", .invalidValue, at: 2, "255; expected at most 7 unused bits"),
        Refused(
            "03 02 01 01", .notCanonical, at: 3,
            "01 with 1 unused bits; expected zeros in the unused bits of a BIT STRING"),
    ]) func rejectsOtherForms(_ expected: Refused) throws {
        try expected.check { (element, der) throws(DERError) in try element.bitString(in: der.span) }
    }
}
