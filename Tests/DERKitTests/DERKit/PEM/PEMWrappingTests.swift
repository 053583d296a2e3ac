import DERKit
import Testing
import X509Model

/// Blocks inside other text. Python's `html.unescape` and `base64.b64decode` give the same bytes for the references.
@Suite struct PEMWrappingTests {
    private static let octets: [UInt8] = [0x04, 0x05, 0x00, 0xfb, 0xef, 0xbe, 0xff]

    private func read(_ text: String) -> [[UInt8]?] {
        PEM.objects(in: Array(text.utf8)).map { try? $0.get().derBytes }
    }

    @Test(arguments: [
        "&#10;", "&#13;&#10;", "&#13;\n", "&#xA;", "&#xD;&#xA;", "&#xd;\n", "&#010;", "&#9;&#10;",
        "&#32;&#10;",
    ]) func aCharacterReferenceMayBeALineEnd(lineEnd: String) {
        let text = "<a b=\"-----BEGIN A-----\(lineEnd)BAUA++++/w==\(lineEnd)-----END A-----\"/>"
        #expect(read(text) == [PEMWrappingTests.octets])
    }

    @Test(arguments: [
        "BAUA&#43;&#43;++/w==", "BAUA&#x2B;+++/w==", "BAUA&#x2b;+++/w==", "BAUA++++&#47;w==",
        "BAUA++++&#x2f;w==",
        "BAUA++++/w&#61;&#61;", "BAUA++++/w&#x3d;&#x3D;",
    ]) func aReferenceMayStandForACharacter(body: String) {
        #expect(read("-----BEGIN A-----\n\(body)\n-----END A-----\n") == [PEMWrappingTests.octets])
    }

    /// More digits than the largest character needs, and a hexadecimal digit in a decimal number.
    @Test(arguments: ["&#x000002b;", "&#4a;", "&#x2b", "&#0000043;x"])
    func malformedReferencesAreNotDecoded(text: String) {
        #expect(read("-----BEGIN A-----\nBAUA\(text)+++/w==\n-----END A-----\n") == [nil])
    }

    @Test(arguments: [
        "&", "&#", "&#4", "&#x", "&#x2", "&#43", "&#2b;", "&#65;", "&#14;", "&43;", "&#x2g;", "&#a;",
    ])
    func otherAmpersandsAreErrors(end: String) {
        #expect(read("-----BEGIN A-----\nBAUA++++/w==\(end)-----END A-----\n") == [nil])
    }

    /// Hyphens before an END line are not part of the body, whatever their number.
    @Test(arguments: 1...3) func extraHyphensBeforeAnEndLineAreIgnored(count: Int) {
        let hyphens = String(repeating: "-", count: count)
        #expect(read("-----BEGIN A-----\nBAUA\(hyphens)-----END A-----\n") == [[4, 5, 0]])
    }

    @Test(arguments: ["\"", "'", "`"]) func linesMayBeQuotedStrings(quote: String) {
        let lines = ["-----BEGIN A-----", "BAUA++++/w==", "-----END A-----"]
        var text = "var s = ["
        for line in lines { text += "\(quote)\(line)\(quote),\n" }
        #expect(read(text + "]") == [PEMWrappingTests.octets])
    }

    @Test(arguments: ["// ", "# ", "  ", " * "], ["\n", "\r\n", "\r"])
    func anEmptyLineMayLackTheTrailingSpacesOfThePrefix(prefix: String, lineEnd: String) {
        var bare = Substring(prefix)
        while bare.last == " " { bare.removeLast() }
        let lines = [
            "\(prefix)-----BEGIN A-----", "\(prefix)BAUA++++/w==", "\(bare)", "\(prefix)-----END A-----", "",
        ]
        #expect(read(lines.joined(separator: lineEnd)) == [PEMWrappingTests.octets])
    }

    /// The end of the prefix in the line; -1 if the line begins differently.
    @Test(arguments: [
        ("# ", "# x", 2), ("# ", "#\t  x", 4), ("# ", "#x", -1), ("# ", "#", 1), ("# ", "#\nx", 1),
        (" #", "#x", 1), (" #", "  #x", 3), ("a b", "a b", 3), ("a b", "ab", -1), ("a b", "a", -1),
        ("7: ", "10: x", 4), ("7: ", "x: x", -1), ("7", "8", -1),
    ]) func onlyNumbersAndWhiteSpaceOfAPrefixMayDiffer(prefix: String, line: String, end: Int) {
        #expect(PEMWrapping.end(of: Array(prefix.utf8)[...], in: Array(line.utf8)[...]) ?? -1 == end)
    }

    /// U+2010 to U+2015, the minus sign, and the small and full-width forms.
    @Test(arguments: [
        "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}", "\u{fe58}",
        "\u{fe63}",
        "\u{ff0d}",
    ]) func aDashThatIsNotAHyphenIsAnError(dash: String) {
        let dashes = String(repeating: dash, count: 5)
        for text in ["\(dashes)BEGIN A\(dashes)", "\(dashes)BEGIN A-----", "\(dashes)BEGIN A \(dashes)"] {
            let pem = "\(text)\nBAUA++++/w==\n-----END A-----\n"
            var errors: [PEMError] = []
            for result in PEM.objects(in: Array(pem.utf8)) {
                if case .failure(let error) = result { errors.append(error) }
            }
            #expect(errors.first?.code == .malformedBoundary, "\(text)")
            #expect(errors.first?.offset == 0, "\(text)")
        }
    }

    /// A TeletexString inside a string may have spaces, and no control characters or DEL.
    @Test(arguments: [(0x1f, false), (0x20, true), (0x21, true), (0x7e, true), (0x7f, false), (0x80, true)])
    func anOctetStringIsExpandedIfItContainsValidText(character: UInt8, isOpened: Bool) {
        for tag: UInt8 in [0x14, 0x1b] {
            #expect(DERTree([0x04, 0x03, tag, 0x01, character]).nodes.count == (isOpened ? 2 : 1))
        }
    }
}
