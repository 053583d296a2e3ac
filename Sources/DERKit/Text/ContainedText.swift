extension StringProtocol {
    /// Returns whether `text` occurs in this text, compared by UTF-8.
    ///
    /// Swift's own `contains` for strings is part of its regular expressions, which Embedded Swift lacks.
    package func containsText(_ text: String) -> Bool {
        let (whole, part) = (Array(utf8), Array(text.utf8))
        return whole.indices.contains { whole[$0...].starts(with: part) }
    }
}
