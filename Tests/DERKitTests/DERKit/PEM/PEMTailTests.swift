import DERKit
import Testing

/// Text after the five dashes of an END line. `openssl x509` 3.0 refuses a certificate with any of these, apart from
/// white space, and reads the one without.
@Suite struct PEMTailTests {
    @Test(
        arguments: [
            "", " ", "\t", "-", "--", "-----", "- ", "-A", " -", "A", " A", ",", "\\", "\\n", "\"", "'", "`",
            " \"",
        ])
    func textAfterTheEndLineIsNoted(_ tail: String) throws {
        for lineEnd in ["\n", "\r\n", ""] {
            let text = "-----BEGIN A-----\nMAA=\n-----END A-----\(tail)\(lineEnd)"
            let blocks = try PEM.objects(in: Array(text.utf8)).map { try $0.get() }
            #expect(blocks.map(\.derBytes) == [[0x30, 0]], "\(text)")
            #expect(blocks.first?.notes.map(\.code) == (tail.isEmpty ? [] : [.layout]), "\(text)")
        }
    }

    /// OpenSSL refuses the first block of two that share a line.
    @Test func aSecondBlockOnTheSameLineIsNoted() throws {
        let block = "-----BEGIN A-----\nMAA=\n-----END A-----"
        let blocks = try PEM.objects(in: Array("\(block)\(block)\n".utf8)).map { try $0.get() }
        #expect(blocks.map(\.derBytes) == [[0x30, 0], [0x30, 0]])
        #expect(blocks.map { $0.notes.map(\.code) } == [[.layout], []])
    }

    /// A string of another format around the block is one departure, whatever its quotes and escapes are.
    @Test func aBlockInAQuotedStringHasOneNote() throws {
        let text = #""-----BEGIN A-----\nMAA=\n-----END A-----\n""#
        let block = try #require(try PEM.objects(in: Array(text.utf8)).map { try $0.get() }.first)
        #expect(block.notes.map(\.code) == [.layout])
    }
}
