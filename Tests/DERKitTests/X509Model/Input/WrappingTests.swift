import DERKit
import Foundation
import Testing
import X509Model

/// Wrappings of objects: each row is a way to write one or two certificates, and the expected notes.
@Suite struct WrappingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        /// Makes the input from the PEM text of the certificate and its DER.
        let wrap: @Sendable (_ pem: String, _ der: [UInt8]) -> [UInt8]
        /// The notes on each object; one list per object.
        let notes: [[String]]

        init(_ name: String, _ notes: [[String]] = [[]], text: @escaping @Sendable (String) -> String) {
            self.name = name
            self.notes = notes
            wrap = { (pem, _) in Array(text(pem).utf8) }
        }

        init(
            _ name: String, _ notes: [[String]] = [[]],
            bytes: @escaping @Sendable (String, [UInt8]) -> [UInt8]
        ) {
            self.name = name
            self.notes = notes
            wrap = bytes
        }

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row("as it should be") { $0 },
        Row("CR LF") { $0.replacing("\n", with: "\r\n") },
        Row("CR alone", [["pem-layout"]]) { $0.replacing("\n", with: "\r") },
        Row("byte order mark") { "\u{feff}" + $0 },
        Row("UTF-16, little-endian with a mark", [["utf-16"]]) { (pem, _) in
            [0xff, 0xfe] + utf16(pem, isLittleEndian: true)
        },
        Row("UTF-16, big-endian with a mark", [["utf-16"]]) { (pem, _) in
            [0xfe, 0xff] + utf16(pem, isLittleEndian: false)
        },
        Row("UTF-16 without a mark", [["utf-16"]]) { (pem, _) in
            utf16(pem, isLittleEndian: true)
        },
        Row("text before and after") { "subject=CN = a\n\n\($0)\nthe end" },
        Row("Bag Attributes") { "Bag Attributes\n    localKeyID: 01 02\nsubject=/CN=a\n\($0)" },
        Row("headers of RFC 1421") {
            $0.replacing(
                "CERTIFICATE-----\nMII", with: "CERTIFICATE-----\nName: value\n more\nOther: x\n\nMII")
        },
        Row("spaces after the dashes", [["pem-layout"]]) {
            $0.replacing("CERTIFICATE-----\n", with: "CERTIFICATE-----  \n")
        },
        Row("spaces after END", [["pem-layout"]]) { $0.dropLast() + "  \n" },
        Row("text after END", [["pem-layout"]]) { $0.dropLast() + ": the end\n" },
        Row("a tab after every line", [["pem-layout"]]) { $0.replacing("\n", with: "\t\n") },
        Row("indentation", [["pem-layout"]]) { "    " + $0.replacing("\n", with: "\n    ") },
        Row("spaces inside lines", [["pem-layout"]]) { $0.replacing("\nMII", with: "\nMI I") },
        Row("colors of a terminal", [["color-codes", "pem-layout"]]) {
            "\u{1b}[1;32m" + $0.replacing("\n", with: "\u{1b}[0m\n\u{1b}[32m") + "\u{1b}[m\u{1b}[K"
        },
        Row("lines of 76 characters", [["pem-layout"]]) { lines($0, 76) },
        Row("lines of 10 characters", [["pem-layout"]]) { lines($0, 10) },
        Row("base64 on one line", [["pem-layout"]]) { lines($0, 100_000) },
        Row("all on one line", [["pem-layout"]]) { $0.replacing("\n", with: "") },
        Row("spaces instead of line ends", [["pem-layout"]]) {
            String($0.dropLast().replacing("\n", with: " "))
        },
        Row("a blank line after BEGIN", [["pem-layout"]]) { $0.replacing("\nMII", with: "\n\nMII") },
        Row("every second line blank", [["pem-layout"]]) { $0.replacing("\n", with: "\n\n") },
        Row("no final line end") { String($0.dropLast()) },
        Row("\\n as two characters", [["pem-layout"]]) { $0.replacing("\n", with: "\\n") },
        Row("\\r\\n as four characters", [["pem-layout"]]) { $0.replacing("\n", with: "\\r\\n") },
        Row("JSON", [["pem-layout"], ["pem-layout"]]) {
            "{\"a\": \"\($0.replacing("\n", with: "\\n"))\", \"b\": \"\($0.replacing("\n", with: "\\n"))\"}"
        },
        Row("two in one string", [["pem-layout"], ["pem-layout"]]) {
            ($0 + $0).replacing("\n", with: "\\n")
        },
        Row("quotes", [["pem-layout"]]) { "\"\($0)\"\n" },
        Row("each line in quotes", [["pem-layout"]]) {
            $0.split(separator: "\n").map { "  \"\($0)\\n\"" }.joined(separator: "\n")
        },
        Row("an environment file", [["pem-layout"]]) {
            "CERT=" + $0.replacing("\n", with: "\\n")
        },
        Row("YAML", [["pem-layout"]]) { "cert: |\n  " + $0.replacing("\n", with: "\n  ") },
        Row("more than five dashes", [["pem-layout"]]) { $0.replacing("-----", with: "-------") },
        Row("no END at the end", [["missing-end"]]) { withoutEnd($0) },
        Row("no END before BEGIN", [["missing-end"], []]) {
            withoutEnd($0) + $0
        },
        Row("END of another label", [["label-mismatch"]]) {
            $0.replacing("END CERTIFICATE", with: "END RSA PRIVATE KEY")
        },
        Row("label X509 CERTIFICATE") { $0.replacing("CERTIFICATE", with: "X509 CERTIFICATE") },
        Row("label TRUSTED CERTIFICATE") { $0.replacing("CERTIFICATE", with: "TRUSTED CERTIFICATE") },
        Row("label of another kind", [["wrong-label"]]) { $0.replacing("CERTIFICATE", with: "PUBLIC KEY") },
        Row("an unknown label", [["wrong-label"]]) { $0.replacing("CERTIFICATE", with: "THING") },
        Row("two blocks on adjacent lines", [[], []]) { $0 + $0 },
        Row("DER") { (_, der) in der },
        Row("several DER objects", [[], [], []]) { (_, der) in der + der + der },
        Row("base64 without armour", [["base64-without-armour"]]) { body($0) },
        Row("base64url without armour or padding", [["base64-without-armour"]]) { (_, der) in
            Array(Base64.encode(der, alphabet: .url).utf8)
        },
        Row("base64 in quotes", [["base64-without-armour"]]) {
            "\"\(body($0).replacing("\n", with: "\\n"))\""
        },
        Row("hex", [["hex"]]) { (_, der) in Array(hex(der).utf8) },
        Row("hex with colons", [["hex"]]) { (_, der) in Array(hex(der, separator: ":", uppercase: true).utf8)
        },
        Row("hex as C writes it", [["hex"]]) { (_, der) in
            Array(("0x" + hex(der, separator: ", 0x") + "\n").utf8)
        },
        Row("hex of two DER objects", [["hex"], ["hex"]]) { (_, der) in Array(hex(der + der).utf8) },
    ]

    private static func withoutEnd(_ pem: String) -> String { pem.components(separatedBy: "-----END")[0] }

    private static func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in text.utf16 {
            let octets = [UInt8(unit >> 8), UInt8(unit & 0xff)]
            bytes += isLittleEndian ? octets.reversed() : octets
        }
        return bytes
    }

    private static func body(_ pem: String) -> String {
        pem.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
    }

    private static func lines(_ pem: String, _ width: Int) -> String {
        let characters = Array(body(pem).filter { $0 != "\n" })
        let lines = stride(from: 0, to: characters.count, by: width).map {
            String(characters[$0..<min($0 + width, characters.count)])
        }
        return "-----BEGIN CERTIFICATE-----\n\(lines.joined(separator: "\n"))\n-----END CERTIFICATE-----\n"
    }

    private static func certificate() throws -> (pem: String, der: [UInt8]) {
        (
            try Vectors.text("kinds/rsa2048.certificate.pem"),
            try Vectors.bytes("kinds/rsa2048.certificate.der")
        )
    }

    @Test(arguments: rows) func wrappedBlocksAreReadWithNotes(_ row: Row) throws {
        let (pem, der) = try WrappingTests.certificate()
        let input = row.wrap(pem, der)
        let objects = Array(InputReader(input))
        #expect(objects.map { $0.notes.map(\.code.rawValue) } == row.notes)
        for object in objects {
            #expect(try object.content.certificate?.derBytes == der)
            for note in object.notes { #expect(!note.message.isEmpty && note.offset <= input.count) }
        }
    }

    @Test(arguments: rows) func strictReadingTurnsNotesIntoErrors(_ row: Row) throws {
        let (pem, der) = try WrappingTests.certificate()
        for (object, notes) in zip(InputReader(row.wrap(pem, der)), row.notes) {
            switch object.strict.contentResult {
            case .success: #expect(notes.isEmpty)
            case .failure(let error):
                #expect(error.code.rawValue == notes.first)
                #expect(error.isRefusedRepair)
            }
        }
    }

    @Test func offsetsAndLinesReferToTheOriginalInput() throws {
        let (pem, _) = try WrappingTests.certificate()
        let text = "Ä\u{1f600}\n" + pem + pem
        let little: [UInt8] = [0xff, 0xfe] + WrappingTests.utf16(text, isLittleEndian: true)
        let objects = Array(InputReader(little))
        #expect(objects.map(\.offset) == [2 + 2 * 4, 2 + 2 * (4 + pem.utf16.count)])
        let start = objects[1].offset
        #expect(Array(little[start..<start + 4]) == [0x2d, 0, 0x2d, 0])
    }

    /// Text, code, line, column, and the message about the character.
    static let spoilt:
        [(name: String, from: String, to: String, code: String, line: Int, column: Int, found: String)] =
            [
                ("junk in base64", "\nMII", "\nM!I", "invalid-character", 2, 2, "unexpected '!' (U+0021)"),
                ("no-break space", "\nMII", "\nM\u{a0}I", "invalid-character", 2, 2, "unexpected U+00A0"),
                ("four dashes", "-----BEGIN", "----BEGIN", "malformed-boundary", 1, 1, "4 dashes"),
                ("one dash", "-----BEGIN", "-BEGIN", "malformed-boundary", 1, 1, "one dash"),
                ("en dash", "-----BEGIN", "–BEGIN", "malformed-boundary", 1, 1, "'–' (U+2013)"),
                ("em dashes", "-----BEGIN", "——BEGIN", "malformed-boundary", 1, 1, "'—' (U+2014)"),
                (
                    "a dash among hyphens", "-----BEGIN", "---–-BEGIN", "malformed-boundary", 1, 4,
                    "'–' (U+2013)"
                ),
                (
                    "a space behind the dashes", "-----BEGIN", "----- BEGIN", "malformed-boundary", 1, 6,
                    "U+0020"
                ),
                (
                    "four dashes behind BEGIN", "CERTIFICATE-----\nMII", "CERTIFICATE----\nMII",
                    "malformed-boundary", 1, 12, "4 dashes"
                ),
                (
                    "four dashes before END", "-----END", "----END", "invalid-character", 19, 1,
                    "unexpected 4 dashes"
                ),
                (
                    "em dash before END", "-----END", "—END", "invalid-character", 19, 1,
                    "unexpected '—' (U+2014)"
                ),
            ]

    @Test(arguments: spoilt.indices) func errorsNameThePositionAndTheCharacter(_ index: Int) throws {
        let row = WrappingTests.spoilt[index]
        let (pem, der) = try WrappingTests.certificate()
        let range = try #require(pem.range(of: row.from))
        let text = pem.replacingCharacters(in: range, with: row.to)
        // The certificate after it is still read.
        let objects = Array(InputReader((text + pem).utf8))
        #expect(objects.count == 2, "\(row.name)")
        guard case .failure(let error) = objects.first?.contentResult else {
            Issue.record("\(row.name) is read")
            return
        }
        let lastLine = pem.split(separator: "\n").count
        #expect(error.code.rawValue == row.code, "\(row.name)")
        #expect(error.position?.line == (row.line == 19 ? lastLine : row.line), "\(row.name)")
        #expect(error.position?.column == row.column, "\(row.name)")
        #expect(error.message.hasPrefix(row.found), "\(row.name): \(error.message)")
        #expect(try objects.last?.content.certificate?.derBytes == der, "\(row.name)")
    }
}
