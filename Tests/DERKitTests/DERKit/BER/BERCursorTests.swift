import DERKit
import Testing

// X.690 section 8.1.3: the three forms of a length.
@Suite struct BERCursorTests {
    private func next(_ text: String) throws(DERError) -> BERElement {
        let bytes = bytes(hex: text.filter { $0 != " " }) ?? []
        var cursor = BERCursor(0..<bytes.count)
        return try cursor.next(in: bytes.span)
    }

    @Test func indefiniteLengthsEndAtTheirOwnEndOfContents() throws {
        let value = try next("30 80 02 01 05 30 80 04 02 00 00 00 00 00 00 ff")
        #expect(value.tag == .sequence && value.content == 2..<13 && value.end == 15 && value.range == 0..<15)
        // 00 00 inside a value of definite length ends nothing.
        #expect(try next("30 80 04 04 00 00 00 00 00 00").content == 2..<8)
        #expect(try next("30 80 00 00").content.isEmpty)
    }

    /// X.690 section 8.1.2.4.
    @Test func tagsMayHaveSeveralOctets() throws {
        #expect(try next("1f 82 8d 15 00").tag.number == 2 << 14 | 0x0d << 7 | 0x15)
        #expect(try next("1f 81 ff ff ff 7f 00").tag.number == 536_870_911)
    }

    @Test func lengthsMayHaveMoreOctetsThanNecessary() throws {
        #expect(try next("04 81 01 aa").content == 3..<4)
        #expect(try next("04 84 00 00 00 01 aa").content == 6..<7)
        #expect(try next("04 89 00 00 00 00 00 00 00 00 01 aa").content == 11..<12)
    }

    @Test(arguments: [
        ("", IssueCode.missing, 0), ("30", .missing, 1), ("30 80 02 01 05", .missing, 5),
        ("30 80 02 05 05", .lengthOverrun, 2), ("30 05 00", .lengthOverrun, 0),
        ("04 80 00 00", .indefiniteLength, 0), ("30 80 04 80 00 00 00 00", .indefiniteLength, 2),
        ("30 80 00 01 00", .invalidValue, 2), ("30 88 7f ff ff ff ff ff ff ff", .lengthTooLarge, 1),
    ]) func missingEndsAreErrors(_ text: String, _ code: IssueCode, _ offset: Int) {
        do {
            _ = try next(text)
            Issue.record("\(text) is read")
        } catch {
            #expect(error.code == code && error.offset == offset, "\(text): \(error)")
        }
    }

    @Test func trailingBytesAreCounted() throws {
        let octets: [UInt8] = [2, 1, 5, 0xaa, 0xbb]
        var cursor = BERCursor(0..<octets.count)
        _ = try cursor.next(in: octets.span)
        do {
            try cursor.finish()
            Issue.record("the bytes after the value are ignored")
        } catch {
            #expect(
                error.code == .trailingData && error.offset == 3 && "\(error)".contains("2 trailing bytes"))
        }
    }

    @Test func octetStringsMayComeInSegments() throws {
        func octets(_ text: String) throws(DERError) -> [UInt8] {
            let bytes = bytes(hex: text.filter { $0 != " " }) ?? []
            var cursor = BERCursor(0..<bytes.count)
            return try cursor.next(in: bytes.span).octetString(in: bytes.span)
        }
        #expect(try octets("04 03 01 02 03") == [1, 2, 3])
        #expect(try octets("24 80 04 01 01 04 00 04 02 02 03 00 00") == [1, 2, 3])
        #expect(try octets("24 09 24 80 04 01 01 00 00 04 00") == [1])
        #expect(try octets("a0 05 04 01 01 04 00") == [1])
        #expect(throws: DERError.self) { try octets("24 03 02 01 01") }
        #expect(throws: DERError.self) { try octets("02 01 01") }
        let deep = String(repeating: "2480", count: 20) + "040101" + String(repeating: "0000", count: 20)
        do {
            _ = try octets(deep)
            Issue.record("20 levels are read")
        } catch {
            #expect(error.code == .limit)
        }
    }

    @Test func valuesNestedToAnyDepthAreRead() throws {
        let bytes: [UInt8] = Array(
            repeatElement([0x30, 0x80], count: Sweep.number(1_000_000, every: 20)).joined())
        var cursor = BERCursor(0..<bytes.count)
        #expect(throws: DERError.self) { try cursor.next(in: bytes.span) }
        let closed = bytes + [UInt8](repeating: 0, count: bytes.count)
        var other = BERCursor(0..<closed.count)
        #expect(try other.next(in: closed.span).end == closed.count)
    }
}
