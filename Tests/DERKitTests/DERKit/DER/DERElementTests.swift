import DERKit
import Testing

@Suite struct DERElementTests {
    @Test func rangesCountFromTheStartOfTheInput() throws {
        let der = try octets("05 00 30 81 80") + [UInt8](repeating: 0, count: 128) + [0x05, 0x00]
        var cursor = DERCursor(2..<der.count)
        let element = try cursor.next(in: der.span)
        #expect(element.start == 2 && element.contentStart == 5 && element.end == 133)
        #expect(element.range == 2..<133 && element.content == 5..<133 && element.count == 128)
    }

    @Test func anEmptyValueHasEmptyContent() throws {
        let element = try onlyElement([0x05, 0x00])
        #expect(element.range == 0..<2 && element.content == 2..<2 && element.count == 0)
    }

    @Test func elementsWithEqualTagAndOffsetAreEqual() throws {
        #expect(try onlyElement([0x05, 0x00]) == onlyElement([0x05, 0x00]))
        #expect(try onlyElement([0x05, 0x00]) != onlyElement([0x04, 0x00]))
        #expect(try onlyElement([0x04, 0x00]) != onlyElement([0x04, 0x01, 0x00]))
    }
}
