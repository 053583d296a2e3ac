import DERKit
import Testing

@Suite struct DERCursorTests {
    static let badHeaders = [
        Refused("", .missing, at: 0, "unexpected end; expected another value"),
        Refused("30", .truncated, at: 0, "unexpected end; expected a tag and a length"),
        Refused("1f", .truncated, at: 0, "unexpected end; expected a tag and a length"),
        Refused("1f 81", .truncated, at: 0, "unexpected end; expected a tag and a length"),
        Refused("1f 20", .truncated, at: 0, "unexpected end; expected a tag and a length"),
        Refused("1f 81 20 82 01", .truncated, at: 0, "unexpected end; expected a tag and a length"),
        Refused("30 81", .truncated, at: 0, "unexpected end; expected a tag and a length"),
        Refused("30 82 01", .truncated, at: 0, "unexpected end; expected a tag and a length"),
        Refused("30 87 01 02 03 04 05 06", .truncated, at: 0, "unexpected end; expected a tag and a length"),
        // X.690 section 10.1
        Refused(
            "30 80 00 00", .indefiniteLength, at: 1,
            "indefinite length (BER, not DER); expected a definite length"),
        Refused(
            "bf 20 80", .indefiniteLength, at: 2,
            "indefinite length (BER, not DER); expected a definite length"),
        Refused(
            "04 81 7f", .lengthNotMinimal, at: 1, "length 127 in 2 octets; expected length 127 in one octet"),
        Refused(
            "04 81 01 00", .lengthNotMinimal, at: 1, "length 1 in 2 octets; expected length 1 in one octet"),
        Refused("04 81 00", .lengthNotMinimal, at: 1, "expected a length without leading zeros"),
        Refused("04 82 00 80", .lengthNotMinimal, at: 1, "expected a length without leading zeros"),
        Refused("04 82 00 ff", .lengthNotMinimal, at: 1, "expected a length without leading zeros"),
        Refused("04 83 00 01 00", .lengthNotMinimal, at: 1, "expected a length without leading zeros"),
        Refused("04 83 00 ff ff", .lengthNotMinimal, at: 1, "expected a length without leading zeros"),
        Refused("04 84 00 01 00 00", .lengthNotMinimal, at: 1, "expected a length without leading zeros"),
        Refused("5f 81 00 82 00 80", .lengthNotMinimal, at: 3, "expected a length without leading zeros"),
        Refused(
            "04 88 01 00 00 00 00 00 00 00", .lengthTooLarge, at: 1,
            "length of 8 octets; expected a length of at most 7 octets"),
        Refused(
            "04 88 00 00 00 00 00 00 00 01", .lengthTooLarge, at: 1,
            "length of 8 octets; expected a length of at most 7 octets"),
        Refused(
            "04 ff", .lengthTooLarge, at: 1, "length of 127 octets; expected a length of at most 7 octets"),
        Refused(
            "30 01", .lengthOverrun, at: 1, "length 1 exceeds the 0 bytes remaining"),
        Refused(
            "04 03 0a", .lengthOverrun, at: 1, "length 3 exceeds the 1 byte remaining"),
        Refused(
            "04 7f 00 00", .lengthOverrun, at: 1,
            "length 127 exceeds the 2 bytes remaining"),
        Refused(
            "04 81 80 00", .lengthOverrun, at: 1,
            "length 128 exceeds the 1 byte remaining"),
        Refused(
            "04 82 01 00", .lengthOverrun, at: 1,
            "length 256 exceeds the 0 bytes remaining"),
        Refused(
            "04 87 ff ff ff ff ff ff ff 00", .lengthOverrun, at: 1,
            "length 72057594037927935 exceeds the 1 byte remaining"),
        Refused(
            "9f 81 00 02 00", .lengthOverrun, at: 3,
            "length 2 exceeds the 1 byte remaining"),
        // X.690 section 8.1.2.4
        Refused("1f 80 20 00", .tagNotMinimal, at: 0, "expected a tag number without leading zeros"),
        Refused("1f 00 00", .tagNotMinimal, at: 0, "expected a tag number without leading zeros"),
        Refused(
            "1f 01 00", .tagNotMinimal, at: 0,
            "tag number 1 in long form; expected tag number 1 in one octet"),
        Refused(
            "bf 1e 00", .tagNotMinimal, at: 0,
            "tag number 30 in long form; expected tag number 30 in one octet"),
        Refused("1f 82 80 80 80 00 00", .tagTooLarge, at: 0, "expected a tag number of at most 29 bits"),
        Refused("1f 81 80 80 80 80 00 00", .tagTooLarge, at: 0, "expected a tag number of at most 29 bits"),
    ]

    @Test(arguments: badHeaders) func rejectsInvalidHeaders(_ expected: Refused) throws {
        // At the start, and after and inside other values, where every offset shifts.
        let der = try octets(expected.hex)
        for before in [[], [0x05, 0x00], [UInt8](repeating: 0x05, count: 300)] {
            let whole = before + der + [0x00]
            var cursor = DERCursor(before.count..<before.count + der.count)
            let error = derError { () throws(DERError) in try cursor.next(in: whole.span) }
            #expect(error?.code == expected.code)
            #expect(error?.offset == before.count + expected.offset)
            #expect(error?.message == expected.message)
        }
    }

    @Test func everyTwoOctetHeaderGivesTheExpectedResult() {
        for identifier in UInt8.min...UInt8.max {
            for length in UInt8.min...UInt8.max {
                let der = [identifier, length]
                let answer: (IssueCode, Int)?
                if identifier & 0x1f == 0x1f {
                    answer = length == 0x80 || length < 31 ? (.tagNotMinimal, 0) : (.truncated, 0)
                } else {
                    answer =
                        switch length {
                        case 0: nil
                        case 1..<0x80: (.lengthOverrun, 1)
                        case 0x80: (.indefiniteLength, 1)
                        case 0x81...0x87: (.truncated, 0)
                        default: (.lengthTooLarge, 1)
                        }
                }
                var cursor = DERCursor(0..<2)
                let error = derError { () throws(DERError) in try cursor.next(in: der.span) }
                if error?.code != answer?.0 || error?.offset != answer?.1 {
                    Issue.record("\(hex(der)): \(String(describing: error))")
                }
            }
        }
    }

    @Test(arguments: [
        (0, "04 00"), (1, "04 01"), (127, "04 7f"), (128, "04 81 80"), (129, "04 81 81"), (255, "04 81 ff"),
        (256, "04 82 01 00"), (257, "04 82 01 01"), (65_535, "04 82 ff ff"), (65_536, "04 83 01 00 00"),
        (16_777_215, "04 83 ff ff ff"), (16_777_216, "04 84 01 00 00 00"),
    ]) func readsALengthOfAnySize(_ count: Int, _ header: String) throws {
        let lead = try octets(header)
        let der = lead + [UInt8](repeating: 0x5a, count: count)
        let element = try onlyElement(der)
        #expect(element.tag == .octetString)
        #expect(element.range == 0..<der.count)
        #expect(element.content == lead.count..<der.count)
        #expect(element.count == count)
        // One octet fewer than the length says.
        guard count > 0 else { return }
        var short = DERCursor(0..<der.count - 1)
        let error = derError { () throws(DERError) in try short.next(in: der.span) }
        #expect(error?.code == .lengthOverrun && error?.offset == 1)
    }

    @Test(arguments: [
        ("1f 1f 00", UInt32(31)), ("1f 7f 00", 127), ("1f 81 00 00", 128), ("1f ff 7f 00", 16_383),
        ("1f 81 80 00 00", 16_384), ("1f ff ff 7f 00", 2_097_151), ("1f 81 80 80 00 00", 2_097_152),
        ("1f ff ff ff 7f 00", 268_435_455), ("1f 81 80 80 80 00 00", 268_435_456),
        ("1f 81 ff ff ff 7f 00", 536_870_911),
    ]) func readsALongTagNumber(_ text: String, _ number: UInt32) throws {
        for (lead, tagClass, isConstructed) in [
            (UInt8(0x1f), DERTag.Class.universal, false), (0x7f, .application, true),
            (0x9f, .contextSpecific, false), (0xff, .private, true),
        ] {
            var der = try octets(text)
            der[0] = lead
            let element = try onlyElement(der)
            #expect(element.tag == DERTag(class: tagClass, number: number, isConstructed: isConstructed))
            #expect(element.contentStart == der.count && element.count == 0)
        }
    }

    @Test func everyShortTagHasTheRightClassAndNumber() throws {
        for lead in UInt8.min...UInt8.max where lead & 0x1f != 0x1f {
            let tag = try onlyElement([lead, 0]).tag
            #expect(tag.tagClass.rawValue == lead >> 6)
            #expect(tag.isConstructed == (lead & 0x20 != 0))
            #expect(tag.number == UInt32(lead & 0x1f))
        }
    }

    @Test func readsValuesInOrderUpToTheEnd() throws {
        let der = try octets("30 08 02 01 05 30 03 01 01 ff 05 00")
        var outer = DERCursor(0..<der.count)
        var inner = DERCursor(contentOf: try outer.next(.sequence, in: der.span))
        #expect(inner.position == 2 && inner.end == 10)
        let number = try inner.next(.integer, in: der.span)
        #expect(number.range == 2..<5)
        #expect(!inner.isAtEnd)
        let nested = try inner.next(.sequence, in: der.span)
        #expect(nested.range == 5..<10 && nested.content == 7..<10)
        #expect(inner.isAtEnd)
        try inner.finish()
        #expect(try outer.next(.null, in: der.span).range == 10..<12)
        try outer.finish()
    }

    @Test func aLengthMustNotExceedTheEnclosingValue() throws {
        // The INTEGER would fit into the input, but not into its SEQUENCE.
        let der = try octets("30 03 02 02 01 02 03")
        var outer = DERCursor(0..<der.count)
        var inner = DERCursor(contentOf: try outer.next(.sequence, in: der.span))
        let error = derError { () throws(DERError) in try inner.next(.integer, in: der.span) }
        #expect(error?.code == .lengthOverrun && error?.offset == 3)
        #expect(error?.message == "length 2 exceeds the 1 byte remaining")
    }

    @Test func readingBeyondTheInputIsAnErrorNotATrap() throws {
        let der = try octets("04 01 00")
        for range in [0..<4, 2..<9, 3..<5, 5..<9] {
            var cursor = DERCursor(range)
            let error = derError { () throws(DERError) in try cursor.next(in: der.span) }
            #expect(error?.code == .truncated && error?.offset == range.lowerBound)
        }
    }

    @Test func errorsNameTheExpectedTag() throws {
        let der = try octets("05 00 01 01 ff")
        var cursor = DERCursor(2..<der.count)
        let other = derError { () throws(DERError) in try cursor.next(.integer, in: der.span) }
        #expect(other?.code == .unexpectedTag && other?.offset == 2)
        #expect(other?.message == "unexpected BOOLEAN; expected INTEGER")
        var atEnd = DERCursor(5..<5)
        let none = derError { () throws(DERError) in try atEnd.next(.contextConstructed(3), in: der.span) }
        #expect(none?.code == .missing && none?.offset == 5)
        #expect(none?.message == "unexpected end; expected [3]")
    }

    @Test func anOptionalValueIsReadOnlyIfItsTagMatches() throws {
        let der = try octets("80 01 07 81 00 82")
        var cursor = DERCursor(0..<der.count)
        #expect(try cursor.nextIfPresent(.contextPrimitive(1), in: der.span) == nil)
        #expect(try cursor.nextIfPresent(.contextConstructed(0), in: der.span) == nil)
        #expect(cursor.position == 0)
        #expect(try cursor.nextIfPresent(.contextPrimitive(0), in: der.span)?.content == 2..<3)
        #expect(try cursor.nextIfPresent(.contextPrimitive(1), in: der.span)?.range == 3..<5)
        let error = derError { () throws(DERError) in
            try cursor.nextIfPresent(.contextPrimitive(9), in: der.span)
        }
        #expect(error?.code == .truncated && error?.offset == 5)
        var atEnd = DERCursor(6..<6)
        #expect(try atEnd.nextIfPresent(.null, in: der.span) == nil)
    }

    @Test func finishingEarlyReportsTheBytesLeft() throws {
        let one = derError { () throws(DERError) in try DERCursor(4..<5).finish() }
        #expect(one?.code == .trailingData && one?.offset == 4)
        #expect(one?.message == "1 trailing byte")
        let two = derError { () throws(DERError) in try DERCursor(4..<6).finish() }
        #expect(two?.message == "2 trailing bytes")
        try DERCursor(4..<4).finish()
    }
}
