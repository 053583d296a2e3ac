import DERKit
import SPKIHash
import Testing

@testable import X509Model

/// Blobs in carriers that the other tests don't have. Tests/Tools/check/carriers.py combines the usual ones.
@Suite struct FinderTests {
    private static func kind(_ name: String) throws -> [UInt8] { try Vectors.bytes("kinds/\(name)") }

    private static func pin(_ name: String) throws -> String {
        try #require(try KindVectors.pins().first { $0.name == name }?.pin)
    }

    private static func pins(_ input: [UInt8]) throws -> [String] {
        try InputReader(input).compactMap { try $0.content.subjectPublicKeyInfo?.pin.base64 }
    }

    private static func codes(_ input: [UInt8]) -> [String] {
        InputReader(input).compactMap { (object) in
            if case .failure(let error) = object.contentResult { error.code.rawValue } else { nil }
        }
    }

    private static func base64URL(_ bytes: some Collection<UInt8>) -> String {
        String(
            Base64.encode(Array(bytes)).filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    @Test(arguments: [[0x0a], [0x0d, 0x0a], [0], [UInt8](repeating: 0, count: 500)] as [[UInt8]])
    func aNoteCountsThePaddingAfterDER(_ filling: [UInt8]) throws {
        for name in ["rsa2048.certificate.der", "p-256.p7b.der", "p-256.crl.der", "ed25519.key.der"] {
            let objects = Array(InputReader(try FinderTests.kind(name) + filling))
            let first = try #require(objects.first)
            #expect((try? first.content) != nil, "\(name)")
            #expect(first.notes.map(\.code.rawValue) == ["filling"], "\(name)")
            #expect(first.notes.first?.message.hasPrefix("\(filling.count) byte") == true)
            #expect(FinderTests.codes(try FinderTests.kind(name) + filling) == [], "\(name)")
        }
    }

    /// An escape is not part of the digits behind it: `\n` ends a line, as in text with line ends.
    @Test func escapedWhiteSpaceIsNotPartOfDigits() throws {
        let der = try FinderTests.kind("rsa2048.certificate.der")
        let base64 = Array(Base64.encode(der))
        func rows(_ digits: String, _ count: Int) -> [String] {
            let characters = Array(digits)
            return stride(from: 0, to: characters.count, by: count).map {
                String(characters[$0..<min($0 + count, characters.count)])
            }
        }
        let octets = rows(hex(der), 2)
        let dump = stride(from: 0, to: octets.count, by: 16).map { (start) in
            let offset = String(start, radix: 16)
            return String(repeating: "0", count: 8 - offset.count) + offset + ": "
                + octets[start..<min(start + 16, octets.count)].joined(separator: " ")
        }
        let texts = [
            ["", String(base64), ""],
            ["<X509Certificate>"] + rows(String(base64), 64) + ["</X509Certificate>"],
            ["<data>"] + rows(String(base64), 68).map { "\t" + $0 } + ["\t</data>"],
            ["", hex(der)], rows(hex(der), 600), rows(hex(der), 64), rows(hex(der, separator: ":"), 45),
            rows("0x" + octets.joined(separator: ", 0x") + ", ", 72), dump,
        ]
        let pem = try Vectors.text("kinds/p-256.certificate.pem")
        let pins = try ["rsa2048", "p-256"].map { try FinderTests.pin($0) }
        for (lineEnd, tab) in [
            ("\\n", "\\t"), ("\\r\\n", "\\t"), ("\\\\n", "\\\\t"), ("\\u000a", "\\u0009"), ("&#10;", "&#9;"),
            ("\n", "\t"),
        ] {
            for (number, lines) in texts.enumerated() {
                let text = lines.joined(separator: lineEnd).replacing("\t", with: tab)
                let json = "{\"m\": \"\(text)\(lineEnd)\"}"
                #expect(try FinderTests.pins(Array(json.utf8)) == [pins[0]], "\(number), \(lineEnd)")
                let object = "{\"m\": \"\(text)\(lineEnd)\", \"ca\": \"\(pem.replacing("\n", with: "\\n"))\"}"
                #expect(try FinderTests.pins(Array(object.utf8)) == pins, "\(number), \(lineEnd), and PEM")
                let last = "\(pem){\"m\": \"\(lineEnd)\(lines == dump ? "" : tab)\(text)\"}"
                #expect(
                    try FinderTests.pins(Array(last.utf8)) == pins.reversed(), "PEM, \(number), \(lineEnd)")
            }
        }
    }

    /// An ampersand that is not part of a character reference ends a command of a shell.
    @Test(arguments: ["\\n", "\\t", "\\u000a", "&#10;"]) func escapedWhiteSpaceMayFollowAnAmpersand(
        escape: String
    ) throws {
        let base64 = String(Base64.encode(try FinderTests.kind("rsa2048.certificate.der")))
        let json = "{\"m\": \"run a&b &\(escape)\(base64)\\n\"}"
        #expect(try FinderTests.pins(Array(json.utf8)) == [FinderTests.pin("rsa2048")])
    }

    /// An object with a short length is certain only if its base64 is whole and looks like what programs write.
    @Test(arguments: [
        ("", ""), ("", "\n"), ("", " root@host\n"), ("", "\t# comment\n"),
        // RFC 2849: in LDIF, a line that goes on begins with a space. In mail (RFC 5322), it may begin with a tab.
        ("\n ", "\n"), ("\n\t", "\n"), ("\r\n\t", "\r\n"),
    ]) func base64OfAShortObjectIsRead(between: String, end: String) throws {
        // No padding marks the end of 120 octets.
        let digits = String(Base64.encode(try FinderTests.kind("p-384.public.der")))
        let text = "key: " + digits.prefix(61) + between + digits.dropFirst(61) + end
        #expect(try FinderTests.pins(Array(text.utf8)) == [FinderTests.pin("p-384")], "\(text)")
    }

    /// An RSAPublicKey of 512 bits, made by openssl, begins with the leading zero of its modulus.
    @Test func aShortRSAKeyIsReadFromText() throws {
        let base64 =
            "MEgCQQDRBCOCyPYc/cWWzxXLZFPrnM7Gw5c6sIjgHWWkU0pcN+sEMWpYhvlfQ3YOmjVtZGhb2PK3lc0b0Hjb0b/cNEErAgMBAAE="
        let der = try Base64.decode(base64)
        for text in ["key: \(base64)\n", "key: \(hex(der))\n"] {
            #expect(InputReader(Array(text.utf8)).map { $0.derBytes } == [der], "\(text)")
        }
    }

    /// The length is unknown, so the message has the number of bytes in whole groups of digits. One more digit is not a
    /// byte.
    @Test(arguments: [401, 1025]) func incompleteBase64OfUnknownLengthIsCounted(count: Int) throws {
        let digits = String(Base64.encode(try FinderTests.kind("rsa4096.ber.p7b.der"))).prefix(count)
        let object = try #require(InputReader(Array("key: \(digits)\n".utf8)).first { _ in true })
        guard case .failure(let error) = object.contentResult else {
            Issue.record("the value is complete")
            return
        }
        #expect(error.code == "incomplete-base64")
        #expect(error.message.hasPrefix("base64 of \(count / 4 * 3) bytes "), "\(error.message)")
    }

    /// The lines of a block without END are its own; what follows is read.
    @Test func whatFollowsABlockWithoutEndIsRead() throws {
        let pem = try Vectors.text("kinds/p-256.certificate.pem")
        let base64 = String(Base64.encode(try FinderTests.kind("rsa2048.certificate.der")))
        let broken = pem.split(separator: "\n").prefix(3).joined(separator: "\n")
        for rest in [
            "\n\ntls.crt: \(base64)\n", "\n  tls.crt: \"\(base64)\"\n",
            "\n\n" + String(hex(try FinderTests.kind("rsa2048.certificate.der"))),
        ] {
            let objects = InputReader(Array((broken + rest).utf8)).map {
                try? $0.content.subjectPublicKeyInfo?.pin.base64
            }
            #expect(try objects == [nil, FinderTests.pin("rsa2048")], "\(rest)")
        }
    }

    /// A block with a damaged boundary ends with the line of END.
    @Test(arguments: ["\n", "\r\n"]) func whatFollowsABlockWithADamagedBoundaryIsRead(lineEnd: String) throws
    {
        let pem = try Vectors.text("kinds/p-256.certificate.pem").dropFirst()
        let broken = pem.split(separator: "\n").joined(separator: lineEnd) + lineEnd
        let der = try FinderTests.kind("rsa2048.certificate.der")
        for rest in [String(Base64.encode(der)), hex(der), try Vectors.text("kinds/rsa2048.certificate.pem")]
        {
            let objects = InputReader(Array((broken + rest).utf8)).map {
                try? $0.content.subjectPublicKeyInfo?.pin.base64
            }
            #expect(try objects == [nil, FinderTests.pin("rsa2048")], "\(rest)")
        }
    }

    /// The byte order marks of UTF-8 and UTF-16, RFC 3629 section 6 and RFC 2781 section 3.2.
    @Test(arguments: [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]] as [[UInt8]])
    func derAfterAByteOrderMarkIsRead(mark: [UInt8]) throws {
        for name in ["rsa2048", "ed25519"] {
            let der = try FinderTests.kind("\(name).public.der")
            let objects = Array(InputReader(mark + der))
            #expect(
                try objects.map { try $0.content.subjectPublicKeyInfo?.pin.base64 } == [FinderTests.pin(name)]
            )
            #expect(objects.first?.notes.map(\.code.rawValue) == ["byte-order-mark"])
        }
    }

    @Test func bytesAfterDERThatAreNotAnObjectAreAnError() throws {
        let der = try FinderTests.kind("rsa2048.certificate.der")
        for rest in [Array("x".utf8), Array("no object".utf8), [0xff, 0xfe, 0xfd], [0x30, 0x82, 0xff]]
            as [[UInt8]]
        {
            let objects = Array(InputReader(der + rest))
            #expect(objects.count == 2 && objects.first?.derBytes == der, "\(rest)")
            #expect(FinderTests.codes(der + rest).count == 1, "\(rest)")
        }
        #expect(FinderTests.codes(der + Array("\nx".utf8)) == ["trailing-bytes"])
    }

    /// RFC 7517 appendix A: the members, made of the keys that openssl made.
    @Test func aJSONWebKeyIsReadAsItsSPKI() throws {
        let ec = try FinderTests.kind("p-256.public.der").suffix(64)
        let edwards = try FinderTests.kind("ed25519.public.der").suffix(32)
        let rsa = try SubjectPublicKeyInfo(der: FinderTests.kind("rsa2048.public.der"))
        guard case .rsa(let numbers) = try rsa.publicKeyResult.get().kind else {
            Issue.record("not an RSA key")
            return
        }
        let n = FinderTests.base64URL(numbers.modulus.twosComplement.drop { $0 == 0 })
        let keys = [
            (
                "p-256",
                #"{"kty":"EC","crv":"P-256","x":"\#(FinderTests.base64URL(ec.prefix(32)))","#
                    + #""y":"\#(FinderTests.base64URL(ec.suffix(32)))"}"#
            ), ("ed25519", #"{ "x": "\#(FinderTests.base64URL(edwards))", "crv": "Ed25519", "kty": "OKP" }"#),
            ("rsa2048", #"{"e":"AQAB","kid":"n","kty":"RSA","n":"\#(n)"}"#),
        ]
        for (name, key) in keys {
            #expect(try FinderTests.pins(Array(key.utf8)) == [FinderTests.pin(name)], "\(name)")
        }
        let set = #"{"keys":[\#(keys.map { $0.1 }.joined(separator: ","))]}"#
        #expect(try FinderTests.pins(Array(set.utf8)) == keys.map { try FinderTests.pin($0.0) })
        for broken in [#"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#, #"{"kty":"EC","x":"AA"}"#] {
            #expect(FinderTests.codes(Array(broken.utf8)) == ["json-web-key"], "\(broken)")
        }
    }

    /// RFC 7518 section 6.2.1.1 and RFC 8812 section 3.1.
    @Test(arguments: [("P-384", "p-384", 48), ("P-521", "p-521", 66), ("secp256k1", "secp256k1", 32)])
    func eachCurveOfJSONWebKeysIsRead(curve: String, name: String, size: Int) throws {
        let point = try FinderTests.kind("\(name).public.der").suffix(2 * size)
        let (x, y) = (FinderTests.base64URL(point.prefix(size)), FinderTests.base64URL(point.suffix(size)))
        let key = #"{"kty":"EC","crv":"\#(curve)","x":"\#(x)","y":"\#(y)"}"#
        #expect(try FinderTests.pins(Array(key.utf8)) == [FinderTests.pin(name)])
    }

    /// RFC 7518 section 6: only an `oct` key, which is symmetric, has neither `x` nor `n`.
    @Test(arguments: [
        (#"{"kty":"RSA","n":"AA","kid":"a"}"#, ["json-web-key"]),
        (#"{"kty":"EC","x":"AA","kid":"a"}"#, ["json-web-key"]),
        (#"{"kty":"oct","k":"AA","kid":"a"}"#, []),
    ]) func aKeyInJSONIsReportedUnlessItIsSymmetric(key: String, codes: [String]) throws {
        let pem = try FinderTests.kind("p-256.certificate.pem")
        #expect(FinderTests.codes(pem + Array(key.utf8)) == codes, "\(key)")
    }

    /// RFC 7515 section 4.1.6.
    @Test func theChainInASignatureHeaderIsRead() throws {
        let names = ["p-256", "rsa2048"]
        let chain = try names.map { "\"\(Base64.encode(try FinderTests.kind("\($0).certificate.der")))\"" }
        let header = #"{"alg":"ES256","x5c":[\#(chain.joined(separator: ","))]}"#
        let signature = [header, #"{"a":1}"#, "signature"].map { FinderTests.base64URL($0.utf8) }
            .joined(separator: ".")
        for text in [signature, #"{"signedTransactionInfo":"\#(signature)"}"#, "token: \(signature)\n"] {
            #expect(try FinderTests.pins(Array(text.utf8)) == names.map { try FinderTests.pin($0) })
        }
        let without = [#"{"alg":"ES256","typ":"JWT","kid":"0123456789"}"#, #"{"sub":"1234567890"}"#]
            .map { FinderTests.base64URL($0.utf8) }.joined(separator: ".")
        let pem = try FinderTests.kind("p-256.certificate.pem")
        #expect(FinderTests.codes(pem + Array("\ntoken: \(without).c2ln\n".utf8)) == [])
    }

    /// Latin-1 and code page 1252, saved in UTF-8, with and without a mark, and in UTF-16.
    @Test func derTreatedAsTextIsRestored() throws {
        let der = try FinderTests.kind("rsa2048.certificate.der")
        let latin = String(String.UnicodeScalarView(der.map { Unicode.Scalar($0) }))
        let wide = Array(latin.utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let inputs: [[UInt8]] = [
            Array(latin.utf8), [0xef, 0xbb, 0xbf] + Array(latin.utf8), [0xff, 0xfe] + wide,
            Array(latin.replacing("\u{82}", with: "\u{201a}").utf8),
        ]
        for input in inputs {
            let object = try #require(InputReader(input).first { _ in true })
            #expect(object.derBytes == der && object.notes.map(\.code.rawValue) == ["restored"])
        }
        // The header of a short object is ASCII.
        let short = try FinderTests.kind("ed25519.public.der")
        let written = Array(String(String.UnicodeScalarView(short.map { Unicode.Scalar($0) })).utf8)
        #expect(InputReader(written).map { $0.derBytes } == [short])
        // A copy that replaced bytes has lost them.
        #expect(FinderTests.codes(Array(String(decoding: der, as: UTF8.self).utf8)) == ["text-mode-damage"])
    }

    /// Code page 1252 as in Python, with control characters for the five bytes that have no character.
    @Test func eachCharacterOfCodePage1252IsRestored() throws {
        let characters =
            "\u{20ac}\u{81}\u{201a}\u{192}\u{201e}\u{2026}\u{2020}\u{2021}\u{2c6}\u{2030}\u{160}\u{2039}\u{152}\u{8d}"
            + "\u{17d}\u{8f}\u{90}\u{2018}\u{2019}\u{201c}\u{201d}\u{2022}\u{2013}\u{2014}\u{2dc}\u{2122}\u{161}\u{203a}"
            + "\u{153}\u{9d}\u{17e}\u{178}"
        // A SEQUENCE of one OCTET STRING of 128 octets.
        let text = "0\u{81}\u{192}\u{4}\u{81}\u{20ac}" + String(repeating: characters, count: 4)
        let octets = [[UInt8]](repeating: Array(0x80...0x9f), count: 4).joined()
        #expect(TextModeDER.restored(Array(text.utf8)) == [0x30, 0x81, 0x83, 0x04, 0x81, 0x80] + octets)
    }

    /// As they are, and in each notation.
    @Test(arguments: ["p-256.certificate.der", "rsa2048.public.der", "ed25519.public.der"])
    func bytesInReverseOrderAreRead(_ name: String) throws {
        let octets = Array(try FinderTests.kind(name).reversed())
        let numbers = octets.map { "\($0)" }.joined(separator: ", ")
        let signed = octets.map { "\(Int8(truncatingIfNeeded: $0))" }.joined(separator: ",")
        let texts = [
            hex(octets), hex(octets, separator: ":"), Base64.encode(octets), "[\(numbers)]", "{\(signed)}",
        ]
        let kind = String(name.prefix { $0 != "." })
        for input in [octets] + texts.map({ Array($0.utf8) }) {
            let object = try #require(InputReader(input).first { _ in true })
            #expect(try object.subjectPublicKeyInfo?.pin.base64 == FinderTests.pin(kind))
            #expect(object.notes.map(\.code.rawValue) == ["reversed"])
        }
        // With one octet less, they are not an object.
        #expect(FinderTests.codes(Array(octets.dropFirst())) != [])
    }

    @Test(arguments: [true, false]) func textInUTF32IsRead(_ isLittleEndian: Bool) throws {
        let pem = String(decoding: try FinderTests.kind("p-256.certificate.pem"), as: UTF8.self)
        let input = pem.unicodeScalars.flatMap { (scalar) -> [UInt8] in
            let big = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (24 - 8 * $0)) }
            return isLittleEndian ? big.reversed() : big
        }
        #expect(try FinderTests.pins(input) == [FinderTests.pin("p-256")])
        // Numbers of 32 bits are not text.
        let numbers: [UInt8] = [0x41, 0, 0, 0, 0x42, 0, 0, 0, 1, 2, 3, 0xff, 9, 9, 9, 9]
        let text = Array("n: \(Base64.encode(numbers + numbers))\n".utf8)
        #expect(FinderTests.codes(try FinderTests.kind("p-256.certificate.pem") + text) == [])
    }

    /// X.690 section 8.1.3.6: the end of a value of indefinite length is known only from its content.
    @Test func anythingMayFollowBase64OfAnIndefiniteLengthValue() throws {
        let names = ["p-256", "rsa2048", "ed25519", "ed448", "dsa", "brainpoolp256r1", "p-384"]
        let containers = try names.map { try FinderTests.kind("\($0).ber.p7b.der") }
        #expect(Set(containers.map { $0.count % 3 }).contains(0))
        let digits = containers.map { "\"\(Base64.encode($0).filter { $0 != "=" })\"" }
        for separator in [",", " ", ",\n  \"word\","] {
            let text = Array("{\"a\":[\(digits.joined(separator: separator))],\"b\":\"abcdefgh\"}".utf8)
            #expect(try Set(FinderTests.pins(text)).isSuperset(of: names.map { try FinderTests.pin($0) }))
            #expect(FinderTests.codes(text) == [])
        }
    }

    @Test func hexMayBreakBetweenTheDigitsOfAByte() throws {
        let digits = Array(hex(try FinderTests.kind("rsa2048.public.der")))
        for width in [25, 27, 58, 59] {
            let rows = stride(from: 0, to: digits.count, by: width).map {
                "\"" + String(digits[$0..<min($0 + width, digits.count)]) + "\""
            }
            let text = "byte[] key = decode(" + rows.joined(separator: "\n    + ") + ");\n"
            #expect(try FinderTests.pins(Array(text.utf8)) == [FinderTests.pin("rsa2048")], "\(width)")
        }
    }

    /// Returns the rows that `certutil -encodehex` of Windows prints: a tab after the offset, and characters after three
    /// spaces.
    static func hexDump(_ der: [UInt8]) -> String {
        let rows = stride(from: 0, to: der.count, by: 16).map { (start) -> String in
            let row = der[start..<min(start + 16, der.count)]
            let octets = [row.prefix(8), row.dropFirst(8)].map { hex($0, separator: " ") }
                .joined(separator: "  ")
            let characters = row.map { (0x20..<0x7f).contains($0) ? Character(Unicode.Scalar($0)) : "." }
            let offset = String(start, radix: 16)
            return String(repeating: "0", count: 4 - offset.count) + offset + "\t"
                + octets.padding(toLength: 50) + "  " + String(characters)
        }
        return rows.joined(separator: "\r\n")
    }

    @Test func certutilsHexDumpIsRead() throws {
        let dump = FinderTests.hexDump(try FinderTests.kind("rsa2048.certificate.der"))
        #expect(try FinderTests.pins(Array(dump.utf8)) == [FinderTests.pin("rsa2048")])
    }

    /// Whether it begins at zero or not, a hex dump without some of its rows is not read.
    @Test(arguments: [(0, 2..<3), (0, 9..<12), (1, 4..<5), (1, 9..<12)])
    func aHexDumpWithoutARowIsReported(first: Int, missing: Range<Int>) throws {
        let filling = [UInt8](repeating: 0xff, count: 16 * first)
        let der = try FinderTests.kind("rsa2048.certificate.der")
        let dump = FinderTests.hexDump(filling + der)
        var rows = Array(dump.split(separator: "\r\n").dropFirst(first))
        let whole = rows.joined(separator: "\n")
        #expect(try FinderTests.pins(Array(whole.utf8)) == [FinderTests.pin("rsa2048")])
        rows.removeSubrange(missing)
        #expect(FinderTests.codes(Array(rows.joined(separator: "\n").utf8)) == ["hex-listing"])
    }

    @Test(arguments: ["\\n", "\\t", "\\r\\n", "&#10;", "\\u000a"])
    func charactersNextToAHexDumpMayLookLikeEscapedWhiteSpace(escape: String) throws {
        var der = try FinderTests.kind("rsa2048.public.der")
        for start in [128, 139] { der.replaceSubrange(start..<start + escape.utf8.count, with: escape.utf8) }
        let dump = FinderTests.hexDump(der)
        for text in [dump, "a line\r\n" + dump] {
            #expect(try FinderTests.pins(Array(text.utf8)) == FinderTests.pins(der), "\(text)")
            #expect(FinderTests.codes(Array(text.utf8)) == [])
        }
    }

    /// Rust, Python, an export of a registry and an assembler continue octets in the next line in these ways.
    @Test(arguments: [
        ("key = b\"\\x", "\\x", "\\\n    \\x", "\";"), ("key = (b'\\x", "\\x", "'\n    b'\\x", "')"),
        ("\"Key\"=hex:", ",", ",\\\n  ", ""), ("key:\n  .byte 0x", ", 0x", "\n  .byte 0x", ""),
    ])
    func octetsGoOnInTheNextLine(_ form: (start: String, between: String, lineEnd: String, end: String))
        throws
    {
        let octets = try FinderTests.kind("rsa2048.public.der").map { hex([$0]) }
        let rows = stride(from: 0, to: octets.count, by: 12).map {
            octets[$0..<min($0 + 12, octets.count)].joined(separator: form.between)
        }
        let text = form.start + rows.joined(separator: form.lineEnd) + form.end + "\n"
        #expect(try FinderTests.pins(Array(text.utf8)) == [FinderTests.pin("rsa2048")], "\(text)")
        #expect(FinderTests.codes(Array(text.utf8)) == [])
    }

    /// A literal in SQL has one prefix for all octets.
    @Test(arguments: [("0x", ""), ("X'", "'"), ("'\\x", "'"), ("E'\\\\x", "'")])
    func aPrefixMayPrecedeAllOctets(start: String, end: String) throws {
        let digits = hex(try FinderTests.kind("rsa2048.public.der"))
        let text = "INSERT INTO keys VALUES (1, \(start)\(digits)\(end), 2);\n"
        #expect(try FinderTests.pins(Array(text.utf8)) == [FinderTests.pin("rsa2048")], "\(text)")
    }

    /// A sign or a fraction before the first number makes it another number than the tag of a SEQUENCE.
    @Test(arguments: [("", true), ("-", false), ("1.", false), ("1", false)])
    func decimalNumbersBeginWithTheTag(sign: String, isRead: Bool) throws {
        let numbers = try FinderTests.kind("p-256.public.der").map { "\($0)" }.joined(separator: ", ")
        let text = Array("key = [\(sign)\(numbers)]\n".utf8)
        let pins = InputReader(text).compactMap { try? $0.content.subjectPublicKeyInfo?.pin.base64 }
        #expect(try pins == (isRead ? [FinderTests.pin("p-256")] : []))
    }

    @Test func linesWithANumberAndAWholeObjectAreNotAHexDump() throws {
        let digits = hex(try FinderTests.kind("ed25519.public.der"))
        let text = "key-1\t\(digits)\nkey-2\t\(digits)\n"
        #expect(InputReader(Array(text.utf8)).map(\.offset) == [6, 6 + digits.utf8.count + 7])
    }

    @Test func aRawPointInPublicKeyPEMIsReported() throws {
        let point = Array(try FinderTests.kind("p-256.public.der").suffix(65))
        #expect(FinderTests.codes(Array(PEM.encode(point, label: "PUBLIC KEY").utf8)) == ["raw-key"])
    }

    /// RFC 6960 section 4, RFC 5755 section 4.1 and RFC 3161 section 2.4.2, in their shortest forms.
    @Test func kindsWithoutAKeyAreNamed() throws {
        let algorithm: [UInt8] = [0x30, 5, 6, 3, 0x2a, 3, 4]
        func sequence(_ parts: [[UInt8]], _ tag: UInt8 = 0x30) -> [UInt8] {
            let content = Array(parts.joined())
            return [tag, UInt8(content.count)] + content
        }
        let number: [UInt8] = [2, 1, 1]
        let request = sequence([sequence([algorithm, [4, 1, 0], [4, 1, 0], number])])
        let rows: [(octets: [UInt8], phrase: String)] = [
            (sequence([sequence([sequence([request])])]), "an OCSP request"),
            (
                sequence([[0x0a, 1, 0], sequence([sequence([[6, 1, 0x2a], [4, 0]])], 0xa0)]),
                "an OCSP response"
            ),
            (
                sequence([
                    sequence([number, sequence([]), sequence([], 0xa0), algorithm, number]), algorithm,
                    [3, 1, 0],
                ]), "an attribute certificate"
            ),
            (
                sequence([sequence([[2, 1, 0]]), sequence([[6, 1, 0x2a], [0xa0, 0]])]), "a timestamp response"
            ),
        ]
        for (octets, phrase) in rows {
            guard case .failure(let error)? = InputReader(octets).first(where: { _ in true })?.contentResult
            else {
                Issue.record("\(phrase) is read")
                continue
            }
            #expect(error.message == "\(phrase); skipped" && error.isKeyless)
        }
    }

    @Test(arguments: [
        "Alias name: server\nCreation date: 1 Jan 2026\n", "Owner: CN=a\nIssuer: CN=a\n",
        "X509 Certificate:\nVersion: 3\nSerial Number: 1\n", "X.509 Certificate Information:\n\tVersion: 3\n",
        "Certificate:\n    Data:\n        Version: 3 (0x2)\n",
    ])
    func printedTextIsNamed(_ text: String) {
        #expect(FinderTests.codes(Array(text.utf8)) == ["printed-text"])
    }
}

extension String {
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
