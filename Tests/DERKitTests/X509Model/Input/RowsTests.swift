import DERKit
import SPKIHash
import Testing

@testable import X509Model

/// Objects in rows of digits that have addresses, line numbers, times and other text among them. An Ed25519 key shows
/// whether the octets are right, because any 32 octets are one.
@Suite struct RowsTests {
    private static let kinds = [
        "ed25519.public.der", "ed25519.certificate.der", "p-256.public.der", "rsa2048.certificate.der",
    ]

    private static func der(_ name: String) throws -> [UInt8] { try Vectors.bytes("kinds/\(name)") }

    /// The pin that openssl computes of each key.
    private static func pin(_ name: String) throws -> String {
        let key = String(name.prefix { $0 != "." })
        return try #require(try KindVectors.pins().first { $0.name == key }?.pin)
    }

    private static func pins(_ text: String) -> [String] {
        InputReader(text.utf8).compactMap { try? $0.content.subjectPublicKeyInfo?.pin.base64 }
    }

    private static func codes(_ text: String) -> [String] {
        InputReader(text.utf8).compactMap { (object) in
            if case .failure(let error) = object.contentResult { error.code.rawValue } else { nil }
        }
    }

    private static func rows(
        _ octets: [UInt8], _ count: Int = 16, _ row: (_ offset: Int, _ octets: ArraySlice<UInt8>) -> String
    ) -> [String] {
        stride(from: 0, to: octets.count, by: count).map {
            row($0, octets[$0..<min($0 + count, octets.count)])
        }
    }

    private static func number(_ value: Int, _ radix: Int, _ width: Int = 0) -> String {
        let digits = String(value, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func decimal(_ octets: ArraySlice<UInt8>) -> String {
        octets.map { String(repeating: " ", count: 4 - "\($0)".count) + "\($0)" }.joined()
    }

    private static func characters(_ octets: ArraySlice<UInt8>) -> String {
        String(decoding: octets.map { (0x20..<0x7f).contains($0) ? $0 : 0x2e }, as: UTF8.self)
    }

    /// How programs write a row.
    private static let dumps: [@Sendable (_ offset: Int, _ octets: ArraySlice<UInt8>) -> String] = [
        { "0x\(number($0, 16, 4)):  \(hex($1, separator: " "))" },
        { "0x\(number($0, 16))\t\(hex($1, separator: " "))" },
        { "\(number($0 / 16, 10, 2))  \(hex($1, separator: " "))" },
        { "\(number($0, 16, 6)) \(hex($1, separator: " "))" },
        { "+\(number($0, 16, 4)) \(hex($1, separator: " "))" },
        { "\(number($0, 16, 4))- \(hex($1, separator: " "))" }, { "\($0): \(hex($1, separator: " "))" },
        { "\(number($0, 16, 4)):\(hex($1, separator: " "))" },
        { "\(number($0, 16, 8))   \(hex($1, separator: " ", uppercase: true))   \(characters($1))" },
        {
            "\(number($0, 16, 8))  \(hex($1.prefix(8), separator: " "))  \(hex($1.dropFirst(8), separator: " "))  |\(characters($1))|"
        },
        { "  \($0 / 16 + 1)\t\(decimal($1))" }, { "\(number($0, 8, 7)) \(decimal($1))" },
        { "  \($0 / 16 + 1)\t    \(hex($1, separator: ":")):" },
        { "\(0x7ffe_1230 + $0): \(hex($1, separator: " "))" },
        { "  \($0 / 16 + 1)\t\($1.map { "0x\(hex($0))" }.joined(separator: ", "))," },
        { "\($0 / 16 + 1):\(number($0, 16, 8)): \(hex($1, separator: " "))" },
    ]

    @Test(arguments: kinds) func addressesAreNotOctets(_ name: String) throws {
        let octets = try RowsTests.der(name)
        for (index, dump) in RowsTests.dumps.enumerated() {
            let rows = RowsTests.rows(octets, 16, dump)
            let texts = ["", "  ", "\t", "> ", "web_1  | ", "// "].flatMap { (lead) in
                ["\n", "\r\n", "\r"].flatMap { (end) in
                    let text = rows.map { lead + $0 }.joined(separator: end) + end
                    return [text, "\u{feff}" + text, "The key:" + end + text]
                }
            }
            for text in Sweep.sample(texts, every: 7, from: index) {
                #expect(try RowsTests.pins(text) == [RowsTests.pin(name)], "dump \(index): \(text)")
            }
        }
    }

    @Test func theTextInFrontOfEachLineIsNotPartOfAnObject() throws {
        for name in RowsTests.kinds {
            let octets = try RowsTests.der(name)
            let base64 = Array(Base64.encode(octets))
            let lines = stride(from: 0, to: base64.count, by: 32).map {
                String(base64[$0..<min($0 + 32, base64.count)])
            }
            let texts = [
                lines, ["userCertificate;binary:: \(lines[0])"] + lines.dropFirst().map { " \($0)" },
                ["<data>"] + lines.map { "\t\($0)" } + ["</data>"],
                RowsTests.rows(octets) { $1.map { "0x\(hex($0))," }.joined(separator: " ") },
                RowsTests.rows(octets) { $1.map { "\($0)," }.joined(separator: " ") },
                RowsTests.rows(octets) { hex($1) },
            ]
            for (index, text) in texts.enumerated() {
                for lead in [
                    "> ", "// ", "2026-05-05 10:00:0%,123 INFO x - ", "May 5 10:00:0% host app[206]: ",
                ] {
                    let quoted = text.enumerated().map {
                        lead.replacing("%", with: "\($0 * 7 % 10)") + $1
                    }
                    let pins = RowsTests.pins(quoted.joined(separator: "\n") + "\n")
                    #expect(try pins == [RowsTests.pin(name)], "\(index) \(lead)")
                }
            }
        }
    }

    /// An error says so, since the octets of a key are not known then.
    @Test func rowsWithUnexplainedNumbersAreRefused() throws {
        let octets = try RowsTests.der("ed25519.public.der")
        let irregular = RowsTests.rows(octets) {
            "\(RowsTests.number([3, 5, 9][$0 / 16], 10, 2)) \(hex($1, separator: " "))"
        }
        let sums = RowsTests.rows(octets) { "\(hex($1, separator: " ")) \(hex($1.reduce(0, &+)))" }
        let numbered = RowsTests.rows(octets) {
            "\(RowsTests.number($0 / 16, 10, 2)) \(hex($1, separator: " ")) \(hex($1.reduce(0, &+)))"
        }
        let plain = RowsTests.rows(octets) { hex($1, separator: " ") }
        let cut = plain.dropLast() + [String(plain[2].dropLast(3))]
        let listed = RowsTests.rows(octets) {
            "\($0 / 16 + 1)\t\($1.map { "\($0)," }.joined(separator: " "))"
        }
        for rows in [
            ["k = " + listed[0]] + listed[1...], irregular, sums, numbered, plain + ["ff ff"],
            cut + ["ad hoc"], cut + ["12 34"],
        ] {
            #expect(RowsTests.pins(rows.joined(separator: "\n") + "\n") == [], "\(rows)")
            #expect(RowsTests.codes(rows.joined(separator: "\n") + "\n") == ["unexplained-rows"], "\(rows)")
        }
        let pin = try RowsTests.pin("ed25519.public.der")
        #expect(RowsTests.pins((plain + ["", "Added: 2026"]).joined(separator: "\n")) == [pin])
        // In one line, a note counts them.
        let line = Array(InputReader("key: \(hex(octets, separator: " ")) ff ff;".utf8))
        #expect(try line.map { try $0.content.subjectPublicKeyInfo?.pin.base64 } == [pin])
        #expect(line.first?.notes.last?.message == "2 bytes after the object, in the same run of digits")
    }

    @Test func aFollowingWordDoesNotContinueBase64() throws {
        let key = String(Base64.encode(try RowsTests.der("ed25519.public.der"))).filter { $0 != "=" }
        let cut = key.dropLast()
        let next = [
            " \(cut.dropFirst(56))\na.example. 3600 IN A 1", "\(cut.dropFirst(56))\na 3600 IN A 1",
            "\(cut.dropFirst(56))\na: 1", "\(cut.dropFirst(56))\na=1",
        ]
        for text in next {
            #expect(RowsTests.pins("k. 3600 IN CERT 1 0 0 \(cut.prefix(56))\(text)\n") == [], "\(text)")
        }
        #expect(RowsTests.pins("{\"key\": \"\(cut)\",\n\"a\": \"b\"}") == [])
        for text in [
            "\(key.prefix(56)) \(key.dropFirst(56))\na.example.", "\(key.prefix(45))\n \(key.dropFirst(45))",
        ] {
            #expect(try RowsTests.pins("k: \(text)\n") == [RowsTests.pin("ed25519.public.der")], "\(text)")
        }
    }

    /// RFC 7517 section 4.7.
    @Test func aDamagedChainDoesNotAffectOtherChains() throws {
        let good = Base64.encode(try RowsTests.der("rsa2048.certificate.der"))
        let bad = good.prefix(400) + "!" + good.dropFirst(400)
        for text in [
            #"{"keys": [{"kty": "RSA", "x5c": ["\#(bad)"]}, {"kty": "RSA", "x5c": ["\#(good)"]}]}"#,
            #"{"kty": "RSA", "x5c": ["\#(bad)", "\#(good)"]}"#,
            "{\"kty\": \"RSA\", \"x5c\": [\"\(bad)\"]}\n{\"kty\": \"RSA\", \"x5c\": [\"\(good)\"]}\n",
        ] {
            #expect(try RowsTests.pins(text) == [RowsTests.pin("rsa2048.certificate.der")])
            #expect(RowsTests.codes(text) == ["incomplete-base64"])
        }
        #expect(RowsTests.codes(#"{"kty": "RSA", "x5c": ["\#(bad)"]}"#) == ["incomplete-base64"])
    }

    @Test func pemInEntriesOfALogIsRead() throws {
        let name = "rsa2048.certificate.der"
        let pem = PEM.encode(try RowsTests.der(name), label: "CERTIFICATE").split(separator: "\n")
        let entries = pem.enumerated().map {
            #"{"log":"\#($1)\n","stream":"stdout","time":"2026-05-05T10:00:0\#($0 % 10).\#($0)Z"}"#
        }
        let texts = [
            entries, pem.map { "// \($0)" }, pem.enumerated().map { "   \($0 + 1)  \($1)" },
        ].map { $0.joined(separator: "\n") + "\n" }
        for text in texts + texts.map({ "\u{feff}" + $0 }) {
            #expect(try RowsTests.pins(text) == [RowsTests.pin(name)], "\(text.prefix(200))")
        }
    }
}
