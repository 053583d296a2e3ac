import DERKit
import Testing

@Suite struct ObjectIdentifierTests {
    @Test func theDottedFormMatchesPythonForArcsOfAnySize() throws {
        let rows = try Vectors.table("expected/object-identifiers.tsv")
        #expect(rows.count > 200)
        var long = 0
        for row in rows {
            let content = try octets(try row("content"))
            let dotted = try row("dotted")
            let identifier = try #require(ASN1ObjectIdentifier(content: content), "\(dotted)")
            #expect(identifier.description == dotted)
            var writer = DERWriter()
            writer.append(identifier)
            #expect(try onlyElement(writer.bytes).objectIdentifier(in: writer.bytes.span) == identifier)
            // Text is read if its numbers, and the first two combined, fit in 64 bits.
            let arcs = dotted.split(separator: ".").map { UInt64($0) }
            let isShort =
                arcs.allSatisfy { $0 != nil } && !(arcs[0] == 2 && (arcs[1] ?? .max) > .max - 80)
            #expect(ASN1ObjectIdentifier(dotted) == (isShort ? identifier : nil), "\(dotted)")
            if !isShort { long += 1 }
        }
        #expect(long > 50)
    }

    @Test func anArcTooLargeToPrintIsShownByItsBitCount() throws {
        let longest = [0x2a, 0x81] + [UInt8](repeating: 0x80, count: 510) + [0x00]
        #expect(ASN1ObjectIdentifier(content: longest)?.description.contains("(") == false)
        let longer = [0x2a, 0x81] + [UInt8](repeating: 0x80, count: 511) + [0x00, 0x05]
        #expect(ASN1ObjectIdentifier(content: longer)?.description == "1.2.(3585 bits).5")
    }

    @Test(arguments: [
        "", "1", "1.", ".1", "1..2", "1.2.", "3.1", "0.40", "1.40", "01.2", "1.02", "1.2.-3", "1.2.+3",
        "1.2. 3", " 1.2", "1.2\n", "1.2.3a", "1.2.\u{0663}", "1,2", "2.18446744073709551536",
        "1.2.18446744073709551616", "18446744073709551616.1",
    ]) func otherTextIsNotAnIdentifier(_ text: String) {
        #expect(ASN1ObjectIdentifier(text) == nil)
    }

    @Test func textIsReadUpToItsLimits() {
        for text in [
            "0.0", "0.39", "1.0", "1.39", "2.0", "2.18446744073709551535", "1.2.18446744073709551615",
        ] {
            #expect(ASN1ObjectIdentifier(text)?.description == text)
        }
        #expect(ASN1ObjectIdentifier("2.999")?.content == [0x88, 0x37])
        #expect(ASN1ObjectIdentifier("1.2.840.113549"[...])?.content == [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d])
    }

    @Test(arguments: [
        Refused("06 00", .invalidValue, at: 2, "0 bytes; expected a valid OBJECT IDENTIFIER"),
        Refused(
            "06 01 80", .invalidValue, at: 2, "arc with a leading zero; expected a valid OBJECT IDENTIFIER"),
        Refused(
            "06 02 80 01", .invalidValue, at: 2,
            "arc with a leading zero; expected a valid OBJECT IDENTIFIER"),
        Refused(
            "06 03 2a 80 01", .invalidValue, at: 3,
            "arc with a leading zero; expected a valid OBJECT IDENTIFIER"),
        Refused("06 01 86", .invalidValue, at: 2, "unterminated arc; expected a valid OBJECT IDENTIFIER"),
        Refused(
            "06 03 2a 03 ff", .invalidValue, at: 4, "unterminated arc; expected a valid OBJECT IDENTIFIER"),
    ]) func rejectsInvalidArcs(_ expected: Refused) throws {
        try expected.check { (element, der) throws(DERError) in
            try element.checkObjectIdentifier(in: der.span)
        }
        try expected.check { (element, der) throws(DERError) in try element.objectIdentifier(in: der.span) }
        #expect(ASN1ObjectIdentifier(content: Array(try octets(expected.hex).dropFirst(2))) == nil)
    }

    @Test func zerosInsideAnArcAreNotLeadingZeros() throws {
        #expect(ASN1ObjectIdentifier(content: [0x2a, 0x81, 0x80, 0x00])?.description == "1.2.16384")
    }
}
