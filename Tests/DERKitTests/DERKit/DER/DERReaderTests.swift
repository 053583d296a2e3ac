import DERKit
import Foundation
import Testing

@Suite struct DERReaderTests {
    /// A slice of Data whose first index is not 0.
    private func slice(_ bytes: [UInt8]) -> Data {
        Data([0xaa, 0xbb, 0xcc] + bytes + [0xdd]).dropFirst(3).dropLast()
    }

    private func code(_ read: () throws(DERError) -> Void) -> IssueCode? {
        do throws(DERError) { try read() } catch { return error.code }
        return nil
    }

    /// RFC 4511 section 4.2: an anonymous bind, as OpenLDAP sends it.
    @Test func fieldsAreReadInOrder() throws {
        let bind = slice([0x30, 0x0c, 0x02, 0x01, 0x01, 0x60, 0x07, 0x02, 0x01, 0x03, 0x04, 0x00, 0x80, 0x00])
        var message = try DERValue(der: bind, tag: .sequence).fields
        #expect(try message.next(.integer).int64() == 1)
        let request = try message.next(.application(0))
        #expect(request.offset == 5)
        var fields = request.fields
        #expect(try fields.next().integer() == 3)
        #expect(try fields.next(.octetString).bytes == [])
        #expect(try fields.nextIfPresent(.contextPrimitive(3)) == nil)
        #expect(try fields.nextIfPresent(.contextPrimitive(0))?.derBytes == [0x80, 0x00])
        #expect(try fields.nextIfPresent(.contextPrimitive(0)) == nil)
        try fields.finish()
        try message.finish()
    }

    @Test func contentIsCorrectForEveryStartIndex() throws {
        for bytes in [slice([4, 2, 7, 9]), Data([4, 2, 7, 9])] {
            #expect(try DERValue(der: bytes).bytes == [7, 9])
            var cursor = DERCursor(0..<bytes.count)
            let element = try cursor.next(.octetString, in: bytes.span)
            let content = bytes.span.array(element.content)
            #expect(content == [7, 9])
        }
        let bits = slice([3, 3, 4, 0xab, 0xc0])
        var cursor = DERCursor(0..<bits.count)
        let string = try cursor.next(.bitString, in: bits.span).bitString(in: bits.span)
        let octets = bits.span.array(string.range)
        #expect(octets == [0xab, 0xc0])
        #expect(string.unusedBits == 4)
    }

    /// An element of another input gives the bytes that exist, and causes no trap.
    @Test func contentBeyondTheInputIsLeftOut() throws {
        let bytes: [UInt8] = [4, 2, 7, 9]
        var cursor = DERCursor(0..<bytes.count)
        let element = try cursor.next(in: bytes.span)
        for count in 0..<4 {
            let part = bytes[..<count]
            let content = part.span.array(element.content)
            #expect(content == Array(part.dropFirst(2)))
        }
    }

    @Test func valuesOfEveryTypeAreRead() throws {
        let der: [UInt8] =
            [
                1, 1, 0xff, 2, 1, 0x85, 10, 1, 7, 3, 2, 0, 0xaa, 6, 3, 0x2a, 3, 4, 12, 2, 0xc3, 0xbc, 23, 13,
            ] + Array("700101000000Z".utf8)
        var reader = DERReader(der)
        #expect(try reader.next().boolean())
        #expect(try reader.next().int64() == -123)
        #expect(try reader.next().integer() == 7)
        #expect(try reader.next().bitString() == [0xaa])
        #expect(try reader.next().objectIdentifier().description == "1.2.3.4")
        #expect(try reader.next().string() == "ü")
        #expect(try reader.next().time().secondsSince1970 == 0)
        #expect(reader.isAtEnd)
    }

    @Test func valuesOfAnotherTypeAreErrors() throws {
        let octets = try DERValue(der: [4, 1, 1])
        #expect(code { () throws(DERError) in _ = try octets.boolean() } == .unexpectedTag)
        #expect(code { () throws(DERError) in _ = try octets.int64() } == .unexpectedTag)
        #expect(code { () throws(DERError) in _ = try octets.objectIdentifier() } == .unexpectedTag)
        #expect(code { () throws(DERError) in _ = try octets.string() } == .unexpectedTag)
        #expect(code { () throws(DERError) in _ = try octets.time() } == .unexpectedTag)
        #expect(code { () throws(DERError) in _ = try octets.bitString() } == .unexpectedTag)
        #expect(
            code { () throws(DERError) in _ = try DERValue(der: [3, 2, 4, 0xf0]).bitString() }
                == .invalidValue)
        #expect(code { () throws(DERError) in _ = try DERValue(der: [4, 1, 1, 0]) } == .trailingData)
        #expect(code { () throws(DERError) in _ = try DERValue(der: []) } == .missing)
        // An IMPLICIT tag says nothing about the type.
        #expect(try DERValue(der: [0x80, 1, 5]).int64() == 5)
        #expect(try DERValue(der: [0x80, 2, 0x68, 0x69]).string(as: .utf8String) == "hi")
        // RFC 5280 section 4.1.2.5.2: a GeneralizedTime, here with an IMPLICIT tag.
        let time = try DERValue(der: [0x80, 15] + Array("20260102030405Z".utf8)).time(as: .generalizedTime)
        #expect("\(time)" == "2026-01-02T03:04:05Z")
    }

    @Test func readsTaggedAndRepeatedValues() throws {
        let tagged = try DERValue(der: [0xa1, 4, 4, 2, 5, 0], tag: .contextConstructed(1))
        #expect(try tagged.only(.octetString).bytes == [5, 0])
        #expect(try tagged.only(.octetString).only(.null).offset == 4)
        #expect(code { () throws(DERError) in _ = try tagged.only(.integer) } == .unexpectedTag)
        let list = try DERValue(der: [0x30, 6, 2, 1, 1, 2, 1, 2], tag: .sequence)
        #expect(try list.members(.integer).map { try $0.int64() } == [1, 2])
        #expect(code { () throws(DERError) in _ = try list.only() } == .trailingData)
        #expect(code { () throws(DERError) in _ = try list.members(.boolean) } == .unexpectedTag)
    }

    @Test func errorsHaveThePathAndTheOffsetInTheInput() throws {
        let der: [UInt8] = [0x30, 7, 0x30, 5, 1, 3, 2, 0, 5]
        do throws(DERError) {
            var outer = try DERValue(der: der, tag: .sequence).fields
            var inner = try outer.next(.sequence, "inner").fields
            _ = try inner.next(.boolean, "flag").boolean()
            Issue.record("it was read")
        } catch {
            #expect(error.path == ["inner", "flag"])
            #expect(error.offset == 4)
        }
        do throws(DERError) {
            var outer = try DERValue(der: der, tag: .sequence).fields
            var inner = try outer.next(.sequence, "inner").fields
            _ = try inner.next(.integer, "number")
            Issue.record("it was read")
        } catch {
            #expect(error.path == ["inner", "number"])
            #expect(error.code == .unexpectedTag)
        }
    }

    @Test func readsUnsignedNumbers() {
        for (unsigned, number) in [
            ([], 0), ([0, 0], 0), ([0x7f], 127), ([0x80], 128), ([0, 1, 0, 1], 65537),
        ]
            as [([UInt8], Int64)]
        {
            #expect(DERInteger(unsigned: unsigned) == DERInteger(number))
            #expect(DERInteger(unsigned: unsigned).int64 == number)
        }
        #expect(DERInteger(unsigned: [UInt8](repeating: 0xff, count: 8)).int64 == nil)
    }

    @Test func equalValuesAtDifferentOffsetsAreEqual() throws {
        var reader = DERReader([2, 1, 5, 2, 1, 5])
        let values = [try reader.next(), try reader.next()]
        #expect(Set(values).count == 1)
        #expect("\(values[0])" == "INTEGER, 1 byte")
    }
}
