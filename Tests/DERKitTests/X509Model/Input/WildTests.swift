import DERKit
import Foundation
import Testing
import X509Model

/// PEM as it occurs in other text: each row is a way to write one certificate made by openssl.
@Suite struct WildTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let notes: [String]
        let wrap: @Sendable (_ lines: [String]) -> String

        init(_ name: String, _ notes: [String], wrap: @escaping @Sendable ([String]) -> String) {
            testDescription = name
            self.notes = notes
            self.wrap = wrap
        }
    }

    /// Returns each line between the given two strings, with a separator between the lines.
    static func each(
        _ lines: [String], _ before: String, _ after: String, _ between: String = "\n"
    ) -> String {
        lines.map { before + $0 + after }.joined(separator: between) + "\n"
    }

    private static let strings = ["pem-layout"]

    static let lineRows: [Row] = [
        Row("one line after text", ["pem-layout"]) {
            "Below is the key" + $0.joined() + " and so on"
        },
        Row("after text on its line", ["pem-layout"]) { "Below is the key" + each($0, "", "") },
        Row("e-mail", ["pem-layout"]) { each($0, "> ", "") },
        Row("e-mail quoted twice", ["pem-layout"]) { each($0, ">> ", "") },
        Row("added by a diff", ["pem-layout"]) { each($0, "+", "") },
        Row("taken away by a diff", ["pem-layout"]) { each($0, "-", "") },
        Row("context of a diff", ["pem-layout"]) { each($0, " ", "") },
        Row("comment of a shell", ["pem-layout"]) { each($0, "# ", "") },
        Row("comment of C++", ["pem-layout"]) { each($0, "    // ", "") },
        Row("comment of Java", ["pem-layout"]) { "/**\n" + each($0, " * ", "") + " */" },
        Row("comment that begins on the line of BEGIN", ["pem-layout"]) {
            "/* \($0[0])\n" + each(Array($0.dropFirst()), " * ", "") + " */"
        },
        Row("numbers of lines", ["pem-layout"]) {
            each(
                $0.enumerated().map { String(repeating: " ", count: $0 < 9 ? 5 : 4) + "\($0 + 1)\t\($1)" },
                "", "")
        },
        Row("grep -n", ["pem-layout"]) { each($0.enumerated().map { "a.pem:\($0 + 1):\($1)" }, "", "") },
        Row("a log", ["pem-layout"]) {
            each($0.enumerated().map { "2026-11-22 08:00:\(10 + $0).\($0) INFO [main] \($1)" }, "", "")
        },
        Row("a container's log", ["pem-layout"]) { each($0, "web_1  | ", "") },
        Row("prompts of a shell", ["pem-layout"]) {
            "$ echo \"\($0[0])\n" + each(Array($0.dropFirst()), "> ", "")
        },
        Row("Java", strings) { "String s = " + each($0, "\"", "\\n\"", " +\n    ") + ";" },
        Row("Java, plus signs first", strings) {
            "String s =\n  " + each($0, "\"", "\\r\\n\"", "\n    + ")
        },
        Row("C#", ["pem-layout"]) { "var s = " + each($0, "\"", "\"", " + Environment.NewLine +\n  ") },
        Row("C# verbatim", ["pem-layout"]) { "var s = @\"" + each($0, "", "") + "\";" },
        Row("JavaScript array", ["pem-layout"]) { "[" + each($0, "'", "'", ",\n") + "].join('\\n')" },
        Row("JavaScript, continued lines", ["pem-layout"]) {
            "var s = '" + each($0, "", "", "\\n\\\n") + "'"
        },
        Row("Go", ["pem-layout"]) { "const s = `" + each($0, "", "") + "`" },
        Row("Go pieces", strings) { "s := " + each($0, "\"", "\\n\"", " +\n\t") },
        Row("Swift", ["pem-layout"]) { "let s = \"\"\"\n" + each($0, "", "") + "\"\"\"" }.withoutNotes,
        Row("C", strings) { "static const char s[] =\n" + each($0, "\"", "\\n\"") + ";" },
        Row("C macro", strings) { "#define S \\\n" + each($0, "\"", "\\r\\n\"", " \\\n") },
        Row("C++ stream", strings) { "s << " + each($0, "\"", "\\n\"", "\n << ") },
        Row("Objective-C", strings) { "NSString *s = " + each($0, "@\"", "\\n\"") },
        Row("Python bytes", strings) { "s = (" + each($0, "b\"", "\\n\"") + ")" },
        Row("PHP", ["pem-layout"]) { "$s = " + each($0, "'", "'", " .\n  ") },
        Row("Lua", strings) { "s = " + each($0, "\"", "\\n\"", " ..\n  ") },
        Row("Visual Basic", ["pem-layout"]) { "s = " + each($0, "\"", "\"", " & vbCrLf & _\n  ") },
        Row("StringBuilder", ["pem-layout"]) {
            each($0, "sb.append(\"", "\\n\");")
        },
        Row("JSON in JSON", strings) { "{\"a\": \"{\\\"b\\\": \\\"" + each($0, "", "", "\\\\n") },
        Row("JSON with escaped slashes", strings) {
            "{\"a\": \"" + each($0, "", "", "\\n").replacing("/", with: "\\/")
        },
        Row("JSON for HTML", strings) {
            "{\"a\": \""
                + each($0, "", "", "\\n").replacing("+", with: "\\u002b").replacing("=", with: "\\u003d")
        },
        Row("JSON array", ["pem-layout"]) { "[" + each($0, "\"", "\"", ", ") + "]" },
        Row("XML attribute", ["pem-layout"]) {
            "<a b=\"" + each($0, "", "", "&#10;") + "\"/>"
        },
        Row("XML with carriage returns", ["pem-layout"]) {
            "<a>" + each($0, "", "", "&#13;\n") + "</a>"
        },
        Row("HTML", ["pem-layout"]) { each($0, "", "", "<br/>\n") },
        Row("YAML list", ["pem-layout"]) {
            "- \($0[0])\n" + each(Array($0.dropFirst()), "  ", "")
        },
    ]

    static let encodedRows: [Row] = [
        Row("a secret of Kubernetes", ["encoded-text"]) { "data:\n  tls.crt: \(encoded($0))\n  kind: x\n" },
        Row("the same, wrapped", ["encoded-text"]) {
            "data:\n  tls.crt: |\n    \(wrapped(encoded($0), 76, "\n    "))\n  tls.key: x\n"
        },
        Row("a variable", ["encoded-text"]) { "A=b\nCERT=\(encoded($0))\nB_C=d\n" },
        Row("base64 of PEM alone", ["encoded-text"]) { wrapped(encoded($0), 76, "\n") },
        Row("base64 of base64 of PEM", ["encoded-text", "encoded-text"]) {
            Base64.encode(Array(encoded($0).utf8))
        },
        Row("a variable with DER", ["base64-without-armour"]) {
            "A=b\nCERT=\(body($0, ""))\nOTHER_KEY=abc\n"
        },
        Row("XML signature", ["base64-without-armour"]) {
            "<ds:X509Certificate>\n\(body($0, "\n"))\n</ds:X509Certificate>"
        },
        Row("SAML with carriage returns", ["base64-without-armour"]) {
            "<X509Certificate>\(body($0, "&#13;\n"))&#13;\n</X509Certificate>"
        },
        Row("property list", ["base64-without-armour"]) {
            "<plist><dict><key>a</key>\n<data>\n\t\(body($0, "\n\t"))\n\t</data></dict></plist>"
        },
        Row("JWKS", ["base64-without-armour"]) {
            "{\"keys\":[{\"kty\":\"RSA\",\"x5c\":[\"\(body($0, ""))\"]}]}"
        },
        Row("JSON with escaped slashes", ["base64-without-armour"]) {
            "{\"c\":\"\(body($0, "\\n").replacing("/", with: "\\/"))\"}"
        },
        Row("strings of Java", ["base64-without-armour"]) { "String s = \"\(body($0, "\" +\n  \""))\";" },
        Row("a header of nginx", ["percent-encoding"]) {
            "X-Cert: " + percent($0.joined(separator: "\n"), space: "%20") + "\n"
        },
        Row("a form", ["percent-encoding"]) {
            "cert=" + percent($0.joined(separator: "\n"), space: "+")
        },
    ]

    private static func encoded(_ lines: [String]) -> String {
        Base64.encode(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    private static func body(_ lines: [String], _ separator: String) -> String {
        lines.dropFirst().dropLast().joined(separator: separator)
    }

    private static func wrapped(_ text: String, _ width: Int, _ separator: String) -> String {
        let characters = Array(text)
        return stride(from: 0, to: characters.count, by: width).map {
            String(characters[$0..<min($0 + width, characters.count)])
        }.joined(separator: separator)
    }

    private static func percent(_ text: String, space: String) -> String {
        [("%", "%25"), ("+", "%2B"), ("/", "%2F"), ("=", "%3D"), ("\n", "%0A"), (" ", space)]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static func certificate() throws -> (lines: [String], der: [UInt8]) {
        let pem = try Vectors.text("kinds/rsa2048.certificate.pem")
        return (
            pem.split(separator: "\n").map(String.init), try Vectors.bytes("kinds/rsa2048.certificate.der")
        )
    }

    @Test(arguments: lineRows + encodedRows + quotedRows) func oddFormsAreReadWithNotes(_ row: Row) throws {
        let (lines, der) = try WildTests.certificate()
        let text = Array(row.wrap(lines).utf8)
        let objects = Array(InputReader(text))
        #expect(objects.count == 1)
        let object = try #require(objects.first)
        #expect(try object.content.certificate?.derBytes == der)
        #expect(Set(object.notes.map(\.code.rawValue)) == Set(row.notes))
        for note in object.notes { #expect(note.offset <= text.count) }
    }

    /// Two blocks in a row are two objects, and the text around one does not affect the other.
    @Test(arguments: lineRows + encodedRows + quotedRows) func twoObjectsInARowAreRead(_ row: Row) throws {
        let (lines, der) = try WildTests.certificate()
        let text = row.wrap(lines) + "\n\n" + row.wrap(lines)
        let found = InputReader(text.utf8).map { try? $0.content.certificate?.derBytes }
        #expect(found == [der, der])
    }

    /// An extra or changed base64 character never gives a different certificate.
    @Test(arguments: lineRows + encodedRows + quotedRows) func junkIsAnError(_ row: Row) throws {
        let (lines, der) = try WildTests.certificate()
        for junk in ["!", "~", "\u{a0}", "*", "=", "é"] {
            var spoilt = lines
            spoilt[4].insert(contentsOf: junk, at: spoilt[4].index(spoilt[4].startIndex, offsetBy: 20))
            let objects = Array(InputReader(row.wrap(spoilt).utf8))
            #expect(!objects.isEmpty)
            for object in objects {
                guard case .failure(let error) = object.contentResult else {
                    Issue.record("read with \(junk): \(object.derBytes == der)")
                    continue
                }
                #expect(!error.message.isEmpty)
            }
        }
    }

    /// An error in the DER has a position in the text, even if the lines are in another format.
    @Test(arguments: ["", "> ", "+", "    \"", "# ", "sb.append(\""]) func derErrorsHaveAPosition(
        _ prefix: String
    )
        throws
    {
        let (_, der) = try WildTests.certificate()
        var spoilt = der
        spoilt[4] = 0x31
        let text = WildTests.each(
            PEM.encode(spoilt, label: "CERTIFICATE").split(separator: "\n").map(String.init), prefix,
            prefix.hasSuffix("\"") ? "\\n\"" : "")
        let object = try #require(InputReader(text.utf8).first { _ in true })
        guard case .failure(let error) = object.contentResult else {
            Issue.record("it is read")
            return
        }
        #expect(error.position == TextPosition(line: 2, column: prefix.utf8.count + 6))
    }

    @Test func aDiffThatChangesABlockIsNotABlock() throws {
        let (lines, _) = try WildTests.certificate()
        let changed = lines.enumerated().map {
            ($0 == 0 || $0 == lines.count - 1 ? " " : $0 < 5 ? "-" : "+") + $1
        }
        let objects = Array(InputReader(WildTests.each(changed, "", "").utf8))
        #expect(objects.count == 1 && (try? objects[0].content) == nil)
    }

    /// Text about PEM is not a block, unless there is something in it that could be lost.
    @Test func proseIsNotABlock() throws {
        let (lines, der) = try WildTests.certificate()
        let prose = "It begins with -----BEGIN CERTIFICATE----- and ends with -----END CERTIFICATE-----.\n"
        let objects = Array(InputReader((prose + lines.joined(separator: "\n")).utf8))
        #expect(try objects.map { try $0.content.certificate?.derBytes } == [der])
        let cut = "text -----BEGIN CERTIFICATE-----\(lines[1])!-----END CERTIFICATE-----\n"
        let errors = InputReader(cut.utf8).map { (object) -> TextPosition? in
            if case .failure(let error) = object.contentResult { error.position } else { nil }
        }
        #expect(errors == [TextPosition(line: 1, column: 33 + lines[1].utf8.count)])
    }

    /// Listings of hex digits as the tools print them.
    @Test(arguments: [
        "xxd -g 2", "hexdump -C", "od -t x1 -v", "od -A x -t x1z -v", "od -A d -t x1 -v", "xxd -c 32",
    ])
    func hexListingsAreRead(_ command: String) throws {
        let (lines, der) = try WildTests.certificate()
        guard let listing = Listing(command, der) else { return }
        #expect(InputReader(listing.text).map { try? $0.content.certificate?.derBytes } == [der])
        let pem = try #require(Listing(command, Array(lines.joined(separator: "\n").utf8)))
        #expect(InputReader(pem.text).map { try? $0.content.certificate?.derBytes } == [der])
        // A line is missing, as the offsets show.
        let rows = listing.text.split(separator: 0x0a, omittingEmptySubsequences: false)
        let gap = Array((rows[..<3] + rows[4...]).joined(separator: [0x0a]))
        guard case .failure(let error)? = InputReader(gap).first(where: { _ in true })?.contentResult else {
            Issue.record("a listing with a gap is read")
            return
        }
        #expect(error.code == "hex-listing" && error.position?.line == 4)
    }

    /// Text that is nearly PEM, over and over; Benchmarks/hostile.py shows that the time stays in proportion to it.
    @Test(arguments: [
        "-----BEGIN A-----", "x-----BEGIN A-----\n", "> -----BEGIN A-----\n> ", "\\", "\"",
        "MIIBIjANBgkqhkiG9w0B ",
        "LS0tLS1CRUdJTiBD\n", "&#", "%2", "x-----END A-----\n", "MIL///AwAAAAAAAA!", "\"MIIBIjANBgkqhkiG\"+",
        "-----BEGIN%20", "0000000 30\n",
        "-----BEGIN A-----\nMIIB=3D\n", "-----BEGIN A-----\n=\n-----END A",
        "a-----BEGIN A-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n",
    ])
    func textOfRepeatedPiecesGivesAResult(_ piece: String) {
        let text = Array(String(repeating: piece, count: 40_000 / piece.utf8.count).utf8)
        #expect(InputReader(text).contains { _ in true }, "\(piece)")
    }
}

extension WildTests.Row {
    /// Checks an input that causes no notes.
    var withoutNotes: WildTests.Row { WildTests.Row(testDescription, [], wrap: wrap) }
}

/// A tool's output for some bytes.
private struct Listing {
    let text: [UInt8]

    init?(_ command: String, _ bytes: [UInt8]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "listing-\(UUID().uuidString)")
        guard (try? Data(bytes).write(to: folder)) != nil else { return nil }
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let result = try? Shell.run("\(command) \(folder.path)"), result.status == 0 else { return nil }
        text = Array(result.output.utf8)
    }
}
