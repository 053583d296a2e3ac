import DERKit
import Testing

/// Text after the five dashes of an END line. `openssl x509` 3.0 refuses a certificate with any of these, apart from
/// white space, and reads the one without.
@Suite struct PEMTailTests {
    @Test(
        arguments: [
            ("", nil), (" ", .trailingSpace), ("\t", .trailingSpace), ("-", .extraDashes),
            ("--", .extraDashes),
            ("-----", .extraDashes), ("- ", .extraDashes), ("-A", .extraDashes), (" -", .textAfterEnd),
            ("A", .textAfterEnd), (" A", .textAfterEnd), (",", .textAfterEnd), ("\\", .textAfterEnd),
            ("\\n", .textAfterEnd), ("\"", .quotes), ("'", .quotes), ("`", .quotes), (" \"", .quotes),
        ] as [(String, PEM.Note.Code?)])
    func textAfterTheEndLineIsNoted(_ tail: String, _ code: PEM.Note.Code?) throws {
        for lineEnd in ["\n", "\r\n", ""] {
            let text = "-----BEGIN A-----\nMAA=\n-----END A-----\(tail)\(lineEnd)"
            let blocks = try PEM.objects(in: Array(text.utf8)).map { try $0.get() }
            #expect(blocks.map(\.derBytes) == [[0x30, 0]], "\(text)")
            #expect(blocks.first?.notes.map(\.code) == [code].compactMap { $0 }, "\(text)")
        }
    }

    /// OpenSSL refuses the first block of two that share a line.
    @Test func theNextBlockOnTheSameLineIsNoted() throws {
        let block = "-----BEGIN A-----\nMAA=\n-----END A-----"
        let blocks = try PEM.objects(in: Array("\(block)\(block)\n".utf8)).map { try $0.get() }
        #expect(blocks.map(\.derBytes) == [[0x30, 0], [0x30, 0]])
        #expect(blocks.map { $0.notes.map(\.code) } == [[.extraDashes], []])
    }

    /// A string of another format around the block is one departure, whatever its quotes and escapes are.
    @Test func aStringAroundTheBlockIsNotedOnce() throws {
        let text = #""-----BEGIN A-----\nMAA=\n-----END A-----\n""#
        let block = try #require(try PEM.objects(in: Array(text.utf8)).map { try $0.get() }.first)
        #expect(block.notes.map(\.code) == [.quotes, .escapedLineEnds])
    }
}
