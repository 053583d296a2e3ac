// Swift's own `contains` for strings is part of its regular expressions, which Embedded Swift lacks.

extension StringProtocol {
    /// Returns whether `text` occurs in this text, compared by UTF-8.
    package func containsText(_ text: String) -> Bool { Array(utf8)[...].firstIndex(ofText: text) != nil }
}

extension ArraySlice<UInt8> {
    /// Returns the place where `text` first occurs as UTF-8, or `nil` if it does not.
    package func firstIndex(ofText text: String) -> Int? { firstIndex(ofOctets: Array(text.utf8)) }

    /// Returns the place where octets first occur in a row, or `nil` if they do not.
    package func firstIndex(ofOctets octets: [UInt8]) -> Int? {
        guard let first = octets.first else { return startIndex }
        var rest = self
        while let place = rest.firstIndex(of: first) {
            rest = rest[place...]
            guard rest.count >= octets.count else { return nil }
            if rest.starts(with: octets) { return place }
            rest = rest.dropFirst()
        }
        return nil
    }
}
