import DERKit
import SPKIHash
import Testing
import X509Model

/// Data outside PEM blocks: it is read, reported as an error, or not an object.
@Suite struct SurroundingsTests {
    private static func octets(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func joined(_ der: [UInt8], by separator: String, _ octet: (UInt8) -> String) -> [UInt8] {
        octets(der.map(octet).joined(separator: separator))
    }

    /// The ways to write a certificate that are read wherever they are.
    static let carriers: [(name: String, write: @Sendable ([UInt8]) -> [UInt8])] = [
        ("PEM", { octets(PEM.encode($0, label: "CERTIFICATE")) }),
        ("DER", { $0 }),
        ("base64", { octets("certificate: " + Base64.encode($0) + "\n") }),
        (
            "base64 of PEM",
            { octets("a: " + Base64.encode(octets(PEM.encode($0, label: "CERTIFICATE"))) + "\n") }
        ),
        ("hex", { octets("hex(" + hex($0) + ")\n") }),
        ("colons", { octets("= " + hex($0, separator: ":", uppercase: true) + "\n") }),
        ("dashes", { octets(hex($0, separator: "-", uppercase: true) + ";\n") }),
        ("hex of PEM", { octets("x " + hex(octets(PEM.encode($0, label: "CERTIFICATE"))) + "\n") }),
        ("C array", { octets("char a[] = { ") + joined($0, by: ", ") { "0x" + hex($0) } + octets(" };\n") }),
        ("C string", { octets("s = \"") + joined($0, by: "") { "\\x" + hex($0) } + octets("\";\n") }),
        ("Java", { octets("b = {") + joined($0, by: ", ") { "(byte) 0x" + hex($0) } + octets("};\n") }),
        ("SQL", { octets("VALUES (X'" + hex($0, uppercase: true) + "');\n") }),
        (
            "NSData",
            { (der) in
                octets("<") + joined(der, by: "") { hex($0) } + octets(">\n")
            }
        ),
        ("decimal", { octets("[") + joined($0, by: ",") { "\($0)" } + octets("]\n") }),
        ("signed", { octets("{") + joined($0, by: ", ") { "\(Int8(bitPattern: $0))" } + octets("}\n") }),
        (
            "listing",
            { (der) in
                let rows = stride(from: 0, to: der.count, by: 16).map { (start) in
                    let row = hex(der[start..<min(start + 16, der.count)], separator: " ")
                    let offset = String(start, radix: 16)
                    return String(repeating: "0", count: 8 - offset.count) + offset + "  " + row + "\n"
                }
                return octets(rows.joined())
            }
        ),
    ]

    /// Arrays as languages write them besides those of the carriers: with casts, types, comments, or without padding.
    static let arrays: [(name: String, write: @Sendable ([UInt8]) -> [UInt8])] = [
        (
            "Kotlin",
            {
                octets("byteArrayOf(") + joined($0, by: ", ") { "0x\(hex($0))\($0 > 127 ? ".toByte()" : "")" }
                    + octets(")\n")
            }
        ),
        ("Rust", { octets("a = [") + joined($0, by: ", ") { "0x" + hex($0) + "u8" } + octets("];\n") }),
        ("Swift", { octets("a = [") + joined($0, by: ", ") { "UInt8(0x" + hex($0) + ")" } + octets("]\n") }),
        (
            "comments",
            {
                octets("char a[] = {\n") + joined($0, by: ", // next\n") { "/* octet */ 0x" + hex($0) }
                    + octets("};\n")
            }
        ),
        (
            "unpadded",
            { octets("a = [") + joined($0, by: ", ") { "0x" + String($0, radix: 16) } + octets("]\n") }
        ),
        ("Java decimal", { octets("{") + joined($0, by: ", ") { "(byte) \($0)" } + octets("};\n") }),
    ]

    @Test(arguments: arrays.map { $0.name }) func arraysInEveryLanguageAreRead(_ name: String) throws {
        let write = try #require(Self.arrays.first { $0.name == name }).write
        for kind in ["p-256.certificate.der", "ed25519.public.der", "rsa2048.public.der"] {
            let der = try Vectors.bytes("kinds/\(kind)")
            let expected = try Self.pins(der)
            #expect(try Self.pins(write(der)) == expected)
            #expect(
                try Self.pins(try Vectors.bytes("seeds/github.com.pem") + write(der)).suffix(1)
                    == expected[...])
        }
    }

    private static func pins(_ input: [UInt8]) throws -> [String] {
        try InputReader(input).map { (object) in
            try #require(try object.content.subjectPublicKeyInfo).pin.base64
        }
    }

    @Test(arguments: carriers.map { $0.name })
    func everyPairOfFormatsGivesBothObjects(_ name: String) throws {
        let rsa = try Vectors.bytes("kinds/rsa2048.certificate.der")
        let ec = try Vectors.bytes("kinds/p-256.certificate.der")
        let known = Dictionary(uniqueKeysWithValues: try KindVectors.pins().map { ($0.name, $0.pin) })
        let expected = [try #require(known["rsa2048"]), try #require(known["p-256"])]
        let first = try #require(SurroundingsTests.carriers.first { $0.name == name })
        for second in SurroundingsTests.carriers {
            let input = first.write(rsa) + SurroundingsTests.octets("\n") + second.write(ec)
            // Without a word between them, the digits of one are those of the other.
            guard !(name == "dashes" && second.name == "dashes") else { continue }
            #expect(try SurroundingsTests.pins(input) == expected, "\(name), then \(second.name)")
        }
    }

    private static func errors(_ input: [UInt8]) -> [String] {
        InputReader(input).compactMap { (object) in
            if case .failure(let error) = object.contentResult { error.code.rawValue } else { nil }
        }
    }

    @Test func unreadableInputIsAnErrorWithItsPosition() throws {
        let certificate = try Vectors.bytes("kinds/rsa2048.certificate.der")
        let pem = Array(PEM.encode(certificate, label: "CERTIFICATE").utf8)
        let cut = Array(certificate.dropLast(9))
        let ssh =
            [UInt8]([0, 0, 0, 11]) + Array("ssh-ed25519".utf8) + [0, 0, 0, 32]
            + [UInt8](repeating: 7, count: 32)
        let rsa =
            [UInt8]([0, 0, 0, 7]) + Array("ssh-rsa".utf8) + [0, 0, 0, 3, 1, 0, 1, 0, 0, 1, 0]
            + [UInt8](repeating: 7, count: 256)
        let rows: [(input: [UInt8], code: String)] = [
            (cut, "length-overrun"), (Array(hex(cut).utf8), "incomplete-octets"),
            (Array(hex(cut, separator: ":").utf8), "incomplete-octets"),
            (Array(Base64.encode(cut).prefix(60).utf8), "incomplete-base64"),
            (Array("server ssh-ed25519 \(Base64.encode(ssh)) me\n".utf8), "openssh-key"),
            (Array("key: \(Base64.encode(rsa))\n".utf8), "openssh-key"),
            (
                [
                    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                    25,
                ], "gzip"
            ),
            (
                [
                    0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 0x61, 0, 0, 1, 0x8f, 0,
                    0, 0, 1,
                ], "java-keystore"
            ),
            (Array(#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg"}"#.utf8), "json-web-key"),
            (pem.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }, "binary-data"),
        ]
        for row in rows where row.code != "length-overrun" {
            let after = Array(InputReader(pem + row.input))
            #expect(after.count == 2 && (try? after[0].content) != nil, "\(row.code)")
            #expect(SurroundingsTests.errors(pem + row.input) == [row.code])
            let place = after.last.map { $0.offset } ?? 0
            #expect(place >= pem.count && place <= pem.count + 40, "\(row.code) at \(place) of \(pem.count)")
        }
        #expect(SurroundingsTests.errors(pem + cut).count == 1)
    }

    @Test func textInOtherEncodingsIsRead() throws {
        let certificate = try Vectors.bytes("kinds/rsa2048.certificate.der")
        let pem = Array(PEM.encode(certificate, label: "CERTIFICATE").utf8)
        let wide: [UInt8] = [0xff, 0xfe] + pem.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
        for rest in [pem, certificate, Array(Base64.encode(certificate).utf8)] {
            let objects = Array(InputReader(wide + rest))
            #expect(objects.count == 2 && objects.allSatisfy { $0.derBytes == certificate })
        }
        #expect(Array(InputReader(wide + [0x0a])).count == 1)
        #expect(SurroundingsTests.errors(wide + certificate.dropLast(9)).count == 1)
    }

    @Test func textThatOpenSSLPrintsAroundABlockIsNotAnObject() throws {
        let rows = try Vectors.text("surroundings/pins.tsv").split(separator: "\n").map { (line) in
            line.split(separator: "\t").map(String.init)
        }
        #expect(rows.count == 15)
        for file in Set(rows.map { $0[0] }) {
            let pins = rows.filter { $0[0] == file }.map { $0[1] }
            #expect(try SurroundingsTests.pins(Vectors.bytes("surroundings/\(file)")) == pins, "\(file)")
        }
    }

    @Test func textIsNotAnObject() throws {
        let pem = PEM.encode(try Vectors.bytes("kinds/rsa2048.certificate.der"), label: "CERTIFICATE")
        let texts = [
            "# subject: C=HU, O=Microsec, CN=F\u{151}tan\u{fa}s\u{ed}tv\u{e1}ny\n",
            "pin-sha256=\"XTix8tTUm0y9npnBgvRnLSexjgczxwMFqi7WxlD8ZhI=\"\n",
            "SHA256 Fingerprint=30:82:01:0A:02:82:01:01:00:DE:AD:BE:EF:30:82:01:0A:02:82:01:01\n",
            "<!-- 1, 2, 48, 130, 5 --> MIIT and MIAMI\n", "\u{1b}[1mbold\u{1b}[0m \u{c}\n\0\0\0\0\n",
            "Content-Type: text/plain\n\n> Dear 3082 reader, 2d 2d 2d\n",
            "ssh-rsa is an algorithm, ssh-keygen a tool\n",
        ]
        for text in texts {
            let objects = Array(InputReader(Array((pem + text + pem).utf8)))
            #expect(objects.count == 2 && objects.allSatisfy { (try? $0.content) != nil }, "\(text)")
        }
        // ISO 8859-1
        let latin =
            Array(pem.utf8) + [0x23, 0x20, 0x43, 0xe9, 0x72, 0x74, 0x69, 0x66, 0x69, 0xe9, 0x30, 0x82, 0x0a]
        #expect(Array(InputReader(latin + Array(repeating: 0xe9, count: 80))).count == 1)
    }
}
