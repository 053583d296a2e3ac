import DERKit
import Testing

@Suite struct TextPositionTests {
    /// Returns the position of a `!` in a block, counted by the reader.
    private func position(of text: String) -> TextPosition? {
        for case .failure(let error) in PEM.objects(in: Array(text.utf8)) { return error.position }
        return nil
    }

    @Test(arguments: [
        ("-----BEGIN A-----\n!", 2, 1), ("-----BEGIN A-----\nAAAA!", 2, 5),
        ("\n\n-----BEGIN A-----\nAAAA\n\n!", 6, 1), ("-----BEGIN A-----\r\nAAAA\r\nA!", 3, 2),
        ("a\rb\r-----BEGIN A-----\r!", 4, 1),
        // Each line end counts once, whatever its kind: LF, CR LF, CR.
        ("\n\r\n\r\r\n-----BEGIN A-----\r\n\r!", 7, 1),
        // Columns count bytes: é is two of them.
        ("é\n  -----BEGIN A-----\n\t!", 3, 2),
        // On the line of the BEGIN itself.
        ("-----BEGIN A-----!", 1, 18), ("  -----BEGIN A-----AAAA!", 1, 24),
    ]) func countsLinesAndColumnsFromOne(_ text: String, _ line: Int, _ column: Int) {
        #expect(position(of: text + "\n-----END A-----\n") == TextPosition(line: line, column: column))
    }

    @Test func lineAndColumnAreKept() {
        let position = TextPosition(line: 31, column: 7)
        #expect(position.line == 31 && position.column == 7)
        #expect(position != TextPosition(line: 7, column: 31))
    }
}
