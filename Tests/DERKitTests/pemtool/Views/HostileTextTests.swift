import DERKit
import Testing
import X509Model

@testable import pemtool

/// Text of a certificate never reaches a terminal unescaped: Tests/Vectors/hostile/names.pem has terminal
/// escapes, line ends, NUL, marks that turn the direction of text, and invisible characters in every kind of
/// name.
@Suite struct HostileTextTests {
    private let file = "hostile/names.pem"

    private func expectSafe(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!lines.isEmpty, sourceLocation: sourceLocation)
        for line in lines {
            for scalar in line.unicodeScalars {
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                    Issue.record(
                        "U+\(String(scalar.value, radix: 16)) in \(line)", sourceLocation: sourceLocation)
                default: continue
                }
            }
        }
    }

    /// The characters are present, so that the other tests prove something.
    @Test func theCertificateContainsHostileCharacters() throws {
        let subject = try certificate(file).subject
        let texts = subject.rdnSequence.flatMap { $0.attributes.compactMap(\.text) }
        #expect(texts.contains("www.example.com\0.evil.example"))
        #expect(texts.contains("\u{202e}gnp.exe\u{202c}\u{200b}"))
        #expect(texts.contains("\u{1b}[2J\u{1b}[31mred\u{1b}]0;title\u{07}"))
    }

    @Test(arguments: [false, true])
    func inspectEscapesHostileText(isFull: Bool) throws {
        let screen = Screen(
            .certificate(try certificate(file)),
            Screen.Options(isFull: isFull, now: DERTime(year: 2026, month: 6, day: 1)))
        expectSafe(screen.lines)
        let all = screen.lines.joined(separator: "\n")
        #expect(all.contains(#"CN=www.example.com\00.evil.example"#))
        #expect(all.contains(#"O=\1B[2J\1B[31mred\1B]0\;title\07"#))
        #expect(all.contains(#"DNS:a\1B[31m.example.com\0A"#))
        #expect(all.contains("DNS:xn--ab-h1tyg.example"))
    }

    @Test func jsonEscapesHostileText() throws {
        for object in InputReader(try Vectors.bytes(file)) {
            let view = ObjectJSON(isFull: true)
            expectSafe([object.json(in: "a\u{1b}b")])
            for name in FieldPath.known {
                let arguments = try Arguments(["--field", name], for: .inspect)
                expectSafe(
                    try #require(try FieldPath(arguments)).lines {
                        view.write(object, in: "a\u{1b}b", to: &$0)
                    } + ["-"])
            }
        }
    }

    @Test func dumpEscapesHostileText() throws {
        for part in DumpPart.parts(of: try Vectors.bytes(file)) {
            let screen = DumpScreen(part)
            expectSafe(screen.lines)
            for offset in stride(from: 0, to: part.bytes.count, by: 3) {
                expectSafe(screen.lines(at: offset) ?? [])
            }
        }
    }

    @Test func errorsEscapeHostileText() throws {
        var bytes = try #require(DumpPart.parts(of: Vectors.bytes(file)).first).bytes
        let label = "\u{1b}[31mCERT\u{202e}"
        let text = "-----BEGIN \(label)-----\n\(Base64.encode(bytes))\n-----END \(label)-----\n"
        for object in InputReader(Array(text.utf8)) {
            guard case .failure(let error) = object.contentResult else { continue }
            expectSafe([error.message, error.description])
        }
        expectSafe(DumpPart.parts(of: Array(text.utf8)).compactMap(\.title))
        // Every error that a damaged certificate can cause.
        for place in 0..<bytes.count {
            let former = bytes[place]
            bytes[place] ^= 0x1b
            if case .failure(let error) = InputReader(bytes).first(where: { _ in true })?.contentResult {
                expectSafe([error.description])
            }
            bytes[place] = former
        }
    }

    @Test func notesEscapeHostileText() throws {
        expectSafe(try certificate(file).notes().map(\.description) + ["-"])
    }
}
