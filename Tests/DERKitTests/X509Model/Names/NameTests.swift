import DERKit
import Testing
import X509Model

@Suite struct NameTests {
    /// Returns a name with the given parts, each a list of attributes (type, tag of the value, text).
    private func name(_ parts: [[(String, DERTag, [UInt8])]]) throws -> DistinguishedName {
        var writer = DERWriter()
        writer.append(.sequence) { (name) in
            for part in parts {
                name.append(.set) { (set) in
                    for (type, tag, value) in part {
                        set.append(.sequence) { (attribute) in
                            if let type = ASN1ObjectIdentifier(type) { attribute.append(type) }
                            attribute.append(tag, content: value)
                        }
                    }
                }
            }
        }
        return try DistinguishedName(der: writer.bytes)
    }

    private func commonName(_ text: String) throws -> String {
        String(try name([[("2.5.4.3", .utf8String, Array(text.utf8))]]).description.dropFirst(3))
    }

    private let component = "0.9.2342.19200300.100.1.25"

    // RFC 4514 section 4
    @Test func writesTheExamplesOfTheStandard() throws {
        let net = [(component, DERTag.ia5String, Array("net".utf8))]
        let example = [(component, DERTag.ia5String, Array("example".utf8))]
        func text(_ type: String, _ value: String) -> (String, DERTag, [UInt8]) {
            (type, .utf8String, Array(value.utf8))
        }
        #expect(
            try name([net, example, [text("0.9.2342.19200300.100.1.1", "jsmith")]]).description
                == "UID=jsmith,DC=example,DC=net")
        #expect(
            try name([net, example, [text("2.5.4.3", "J.  Smith"), text("2.5.4.11", "Sales")]]).description
                == "OU=Sales+CN=J.  Smith,DC=example,DC=net")
        #expect(
            try name([net, example, [text("2.5.4.3", "James \"Jim\" Smith, III")]]).description
                == "CN=James \\\"Jim\\\" Smith\\, III,DC=example,DC=net")
        #expect(
            try name([net, example, [text("2.5.4.3", "Before\rAfter")]]).description
                == "CN=Before\\0DAfter,DC=example,DC=net")
        // The standard's example has an OCTET STRING, which OpenSSL and Go do not accept in a name.
        #expect(
            try name([[("1.3.6.1.4.1.1466.0", .bitString, [0, 0x48, 0x69])]]).description
                == "1.3.6.1.4.1.1466.0=#0303004869")
        #expect(try commonName("Lučić") == "Lučić")
    }

    /// As `openssl x509 -subject -nameopt RFC2253` shows names with only one such character.
    @Test func aLoneSpecialCharacterIsEscaped() throws {
        for character in ["\"", "+", ",", ";", "<", ">", "\\"] {
            #expect(try commonName("a\(character)b") == "a\\\(character)b")
        }
        #expect(try commonName("a\u{7f}b") == "a\\7Fb")
        for character in ["~", "!", "=", "*", "-", ":", "?", "}", "|", "D"] {
            #expect(try commonName("a\(character)b") == "a\(character)b")
        }
    }

    /// Swift's comparison takes quadratic time for marks out of order, so a long run must not reach a screen.
    @Test func combiningMarksBeyondTheThirtiethAreEscaped() throws {
        func run(_ pairs: Int) -> String { "a" + String(repeating: "\u{301}\u{316}", count: pairs) }
        #expect(try commonName(run(15)).unicodeScalars.elementsEqual(run(15).unicodeScalars))
        #expect(
            try commonName(run(16)).unicodeScalars
                .elementsEqual((run(15) + "\\CC\\81\\CC\\96").unicodeScalars))
        // They have class 0, but are ordered like the marks that they decompose to (UnicodeData.txt).
        let tibetan = String(repeating: "\u{f73}\u{f75}\u{f81}", count: 10)
        #expect(try commonName("a" + tibetan + "\u{f73}") == "a" + tibetan + "\\E0\\BD\\B3")
        for pair in ["\u{301}\u{316}", "\u{f73}\u{f71}"] {
            let shown = escapedForDisplay(try commonName(String(repeating: pair, count: 20_000)))
            #expect(shown.utf8.count > 40_000)
        }
    }

    /// After the check, a name is examined without limits, so no part is omitted.
    @Test func aPartWithATypeLongerThanTheLimitIsKept() throws {
        var type: [UInt8] = [0x2a]
        type += [UInt8](repeating: 3, count: 5000)
        var writer = DERWriter()
        writer.append(.sequence) { (name) in
            for (type, text) in [([0x55, 4, 10], "good"), (type, "x"), ([0x55, 4, 3], "last")]
                as [([UInt8], String)]
            {
                name.append(.set) { (set) in
                    set.append(.sequence) { (attribute) in
                        attribute.append(.objectIdentifier, content: type)
                        attribute.append(.utf8String, content: Array(text.utf8))
                    }
                }
            }
        }
        let parts = try DistinguishedName(der: writer.bytes).rdnSequence
        #expect(parts.flatMap(\.attributes).map(\.text) == ["good", "x", "last"])
    }

    // RFC 4514 section 2.4
    @Test(arguments: [
        ("", ""), ("a", "a"), (" a", "\\ a"), ("a ", "a\\ "), (" ", "\\ "), ("  ", "\\ \\ "), ("a b", "a b"),
        ("#a", "\\#a"), ("a#", "a#"), ("a+b", "a\\+b"), ("a,b;c", "a\\,b\\;c"), ("<a>", "\\<a\\>"),
        ("a\\b", "a\\\\b"), ("a=b", "a=b"), ("a\0b", "a\\00b"), ("\u{1b}[31m", "\\1B[31m"),
        ("a\u{7f}", "a\\7F"), ("a\u{85}b", "a\\C2\\85b"), ("a\u{202e}b", "a\\E2\\80\\AEb"),
        ("a\u{200b}", "a\\E2\\80\\8B"), ("\u{feff}a", "\\EF\\BB\\BFa"), ("a\nb", "a\\0Ab"), ("中😀", "中😀"),
    ]) func specialAndUnsafeCharactersAreEscaped(_ text: String, _ escaped: String) throws {
        #expect(try commonName(text) == escaped)
    }

    // `openssl x509 -subject -nameopt RFC2253` writes upper-case hex in both cases.
    @Test func valuesWithoutTextOrNameAreShownInHex() throws {
        #expect(
            try name([[("1.2.3.4", .utf8String, Array("Jo".utf8))]]).description == "1.2.3.4=#0C024A6F")
        #expect(
            try name([[("2.5.4.45", .bitString, [0, 0xab, 0xcd])]]).description
                == "x500UniqueIdentifier=#030300ABCD")
    }

    @Test func everyPartIsPresentInOrder() throws {
        let bytes = Array("A".utf8)
        let name = try name([
            [("2.5.4.6", .printableString, bytes)],
            [("2.5.4.10", .teletexString, [0xe9]), ("2.5.4.11", .bmpString, [0x4e, 0x2d])],
        ])
        #expect(name.rdnSequence.map(\.attributes.count) == [1, 2])
        let attributes = name.rdnSequence.flatMap(\.attributes)
        #expect(attributes.map(\.type.description) == ["2.5.4.6", "2.5.4.10", "2.5.4.11"])
        #expect(attributes.map(\.text) == ["A", "é", "中"])
        #expect(attributes.map(\.value) == [[19, 1, 0x41], [20, 1, 0xe9], [30, 2, 0x4e, 0x2d]])
        #expect(name.description == "OU=中+O=é,C=A" && !name.isEmpty)
    }

    @Test func anEmptyNameHasAnEmptyDescription() throws {
        let name = try DistinguishedName(der: [0x30, 0])
        #expect(name.isEmpty && name.description == "" && name.derBytes == [0x30, 0])
    }

    // `openssl x509 -subject -nameopt RFC2253` shows nothing for an empty SET.
    @Test func aPartWithoutAttributesHasNoText() throws {
        let attribute = [("2.5.4.3", DERTag.utf8String, Array("A".utf8))]
        for (parts, count) in [([[], attribute], 2), ([attribute, []], 2), ([[], attribute, [], []], 4)] {
            let name = try name(parts)
            #expect(name.description == "CN=A" && name.rdnSequence.count == count)
        }
        #expect(try name([[]]).description == "")
    }

    @Test func namesWithEqualBytesAreEqual() throws {
        let printable = try name([[("2.5.4.3", .printableString, [0x41])]])
        let utf8 = try name([[("2.5.4.3", .utf8String, [0x41])]])
        #expect(printable.description == utf8.description && printable != utf8)
        #expect(try printable == DistinguishedName(der: printable.derBytes))
    }

    @Test func trailingBytesAreAnError() throws {
        let error = derError { () throws(DERError) in try DistinguishedName(der: [0x30, 0, 0]) }
        #expect(error?.code == .trailingData && error?.offset == 2)
    }
}
