import DERKit
import Foundation
import Testing
import X509Model

@testable import pemtool

@Suite struct DERTextTests {
    /// The examples of X.690 and their neighbors, with the octets in the standard.
    static let examples: [(text: String, hex: String)] = [
        // 8.2.2, 8.8.3, 8.19.5.
        ("BOOLEAN { TRUE }", "01 01 ff"), ("BOOLEAN { FALSE }", "01 01 00"), ("NULL { }", "05 00"),
        ("OBJECT IDENTIFIER { 2.999.3 }", "06 03 88 37 03"),
        // 8.6.4.2: in one piece, and in segments of an indefinite form.
        ("BIT STRING { '04'H '0A3B5F291CD0'H }", "03 07 04 0a 3b 5f 29 1c d0"),
        (
            "constructed BIT STRING indefinite {\n  BIT STRING { '00'H '0A3B'H }\n"
                + "  BIT STRING { '04'H '5F291CD0'H }\n}",
            "23 80 03 03 00 0a 3b 03 05 04 5f 29 1c d0 00 00"
        ),
        // 8.9.3.
        (
            "SEQUENCE {\n  IA5String { \"Smith\" }\n  BOOLEAN { TRUE }\n}",
            "30 0a 16 05 53 6d 69 74 68 01 01 ff"
        ),
        // 8.14.
        ("VisibleString { \"Jones\" }", "1a 05 4a 6f 6e 65 73"),
        ("primitive [APPLICATION 3] { \"Jones\" }", "43 05 4a 6f 6e 65 73"),
        ("[2] {\n  primitive [APPLICATION 3] { \"Jones\" }\n}", "a2 07 43 05 4a 6f 6e 65 73"),
        (
            "[APPLICATION 7] {\n  primitive [APPLICATION 3] { \"Jones\" }\n}",
            "67 07 43 05 4a 6f 6e 65 73"
        ),
        ("primitive [2] { \"Jones\" }", "82 05 4a 6f 6e 65 73"),
        // 8.1.2.4: a number in seven bits and in fourteen; 8.3: two's complement, as `openssl asn1parse -genstr`.
        ("[31] {\n}", "bf 1f 00"), ("primitive [PRIVATE 128] { }", "df 81 00 00"),
        ("INTEGER { -129 }", "02 02 ff 7f"), ("INTEGER { 128 }", "02 02 00 80"),
        ("ENUMERATED { 10 }", "0a 01 0a"),
        // A quote is doubled, X.680 12.14.
        ("UTF8String { \"a \"\"b\"\"\" }", "0c 05 61 20 22 62 22"),
        ("UTF8String { 'C3BC'H }", "0c 02 c3 bc"),
        ("OCTET STRING {\n  INTEGER { 5 }\n}", "04 03 02 01 05"),
    ]

    /// Encodings that DER forbids, and bytes that are not a value.
    static let malformed: [(text: String, hex: String)] = [
        ("INTEGER { '0005'H }", "02 02 00 05"), ("BOOLEAN { '05'H }", "01 01 05"),
        ("INTEGER length 2 { 5 }", "02 02 05"), ("OCTET STRING length 300 { }", "04 82 01 2c"),
        ("INTEGER length '8101'H { 5 }", "02 81 01 05"), ("tag '1F02'H { 5 }", "1f 02 01 05"),
        ("tag '3F8010'H length '8100'H {\n}", "3f 80 10 81 00"),
        ("OBJECT IDENTIFIER { '8001'H }", "06 02 80 01"), ("SEQUENCE {\n  '02'H\n}", "30 01 02"),
        ("SEQUENCE length '80'H {\n  NULL { }\n}", "30 80 05 00"), ("'FF'H", "ff"),
        ("NULL { }\n'05'H", "05 00 05"), ("END OF CONTENTS { }", "00 00"),
        ("primitive SEQUENCE { '05'H }", "10 01 05"), ("[UNIVERSAL 15] {\n}", "2f 00"),
    ]

    @Test func oneLineCommentsAreWritten() throws {
        let tree = DERTree([0x30, 6, 2, 1, 5, 2, 1, 6])
        let comments = ["a list", "two\nlines", nil]
        var writer = DERTextWriter(tree) { comments[$0] }
        var lines: [String] = []
        writer.forEachLine { lines.append($0) }
        #expect(lines == ["SEQUENCE {  -- a list", "  INTEGER { 5 }", "  INTEGER { 6 }", "}"])
    }

    @Test(arguments: examples + malformed)
    func textIsAssembledIntoTheExpectedOctets(text: String, hex: String) throws {
        let octets = try octets(hex)
        #expect(try DERTextReader.octets(of: Array(text.utf8)) == octets)
        #expect(DERTextTests.text(octets) == text + "\n")
        // White space and comments change nothing.
        let spaced = text.replacingOccurrences(of: " { ", with: "\r\n\t{ -- a \"comment\" }\n")
        #expect(try DERTextReader.octets(of: [0xef, 0xbb, 0xbf] + Array(spaced.utf8)) == octets)
    }

    @Test(arguments: [(127, "04 7f"), (128, "04 81 80"), (256, "04 82 01 00"), (65536, "04 83 01 00 00")])
    func lengthsMatchTheContent(count: Int, header: String) throws {
        let content = [UInt8](repeating: 0xa5, count: count)
        let inside = try octets(header) + content
        let read = try DERTextReader.octets(of: Array("[0] { OCTET STRING { '\(hex(content))'H } }".utf8))
        #expect(read.suffix(inside.count) == inside[...])
        #expect(DERTree(read).error == nil && read.first == 0xa0)
    }

    /// Every vector, unchanged and with octets changed, omitted, added and doubled.
    @Test func everyVectorAndItsMutantsSurviveARoundTrip() throws {
        var random = Mutations(seed: 25)
        var count = 0
        let paths = try #require(FileManager.default.subpaths(atPath: Vectors.folder.path)).sorted()
        for path in Sweep.sample(paths, every: 17) {
            guard let file = try? Vectors.bytes(path), file.count < 5_000 else { continue }
            let blocks = PEM.objects(in: file).compactMap { try? $0.get().derBytes }
            for octets in [file] + blocks {
                for mutant in [octets] + (0..<8).map({ _ in random.mutant(of: octets) }) {
                    count += 1
                    let back = try DERTextReader.octets(of: Array(DERTextTests.text(mutant).utf8))
                    #expect(back == mutant, "\(path): \(hex(mutant.prefix(400)))")
                }
            }
        }
        #expect(count > Sweep.number(5_000, every: 17))
    }

    @Test(
        arguments: [
            ("SEQUENCE {", 1, 10, "'}' for each '{'"), ("}", 1, 1, "a tag or a value"),
            ("SEQUENCE {\n  INTEGER 5 }", 2, 11, "'{' after the tag"),
            ("SEQUENZ { }", 1, 1, "the name of a type"),
            ("'0'H", 1, 1, "pairs of hex digits"), ("'0G'H", 1, 1, "pairs of hex digits"),
            ("'00'B", 1, 5, "H after the octets"), ("\n\"abc", 2, 5, "a quote that ends"),
            ("INTEGER { 9223372036854775808 }", 1, 11, "octets in hex"), ("{ }", 1, 1, "a tag or a value"),
            ("OBJECT IDENTIFIER { 3.1 }", 1, 21, "a valid object identifier"), ("[0 { }", 1, 4, "']' after"),
            ("[X 0] { }", 1, 2, "UNIVERSAL"), ("[536870912] { }", 1, 2, "29 bits"),
            ("- 5", 1, 1, "a number after"),
            ("NULL length { }", 1, 13, "a length"), ("tag NULL { }", 1, 5, "the octets of a tag"),
            ("%", 1, 1, "a tag"),
        ])
    func errorsHaveAPosition(text: String, line: Int, column: Int, expected: String) {
        do {
            let octets = try DERTextReader.octets(of: Array(text.utf8))
            Issue.record("\(text) is read as \(hex(octets))")
        } catch {
            #expect(error.position == TextPosition(line: line, column: column), "\(text): \(error.message)")
            #expect(error.message.contains(expected), "\(text): \(error.message)")
        }
    }

    @Test func theLargestTagNumberIsWritten() throws {
        let octets = try DERTextReader.octets(of: Array("[536870911] { }".utf8))
        #expect(octets == [0xbf, 0x81, 0xff, 0xff, 0xff, 0x7f, 0])
    }

    @Test func deeplyNestedTextIsRead() throws {
        let depth = Sweep.number(100_000, every: 20)
        let text = String(repeating: "[0]{", count: depth) + String(repeating: "}", count: depth)
        let octets = try DERTextReader.octets(of: Array(text.utf8))
        #expect(octets.suffix(4) == [0xa0, 2, 0xa0, 0])
        #expect(try DERTextReader.octets(of: Array(DERTextTests.text(octets).utf8)) == octets)
    }

    static func text(_ octets: [UInt8]) -> String {
        var text = ""
        var writer = DERTextWriter(DERTree(octets))
        writer.forEachLine { text += $0 + "\n" }
        return text
    }
}

/// Changes that are the same in every run.
private struct Mutations {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return limit > 0 ? Int(state >> 33) % limit : 0
    }

    mutating func mutant(of octets: [UInt8]) -> [UInt8] {
        var octets = octets
        for _ in 0...number(below: 3) {
            let place = number(below: octets.count + 1)
            let end = place + number(below: min(9, octets.count - place + 1))
            switch number(below: 4) {
            case 0: octets.replaceSubrange(place..<end, with: [])
            case 1: octets.insert(UInt8(number(below: 256)), at: place)
            case 2: octets.insert(contentsOf: octets[place..<end], at: place)
            default: if place < octets.count { octets[place] = UInt8(number(below: 256)) }
            }
        }
        return octets
    }
}
