/// Returns whether a byte is a decimal digit.
package func isDecimalDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Returns whether a byte is an ASCII letter.
package func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }

/// Returns whether an octet is an ASCII letter, a digit or an underscore, as in names in source code.
package func isWordCharacter(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || isDecimalDigit(byte) || byte == UInt8(ascii: "_")
}

/// Returns the text of UTF-8 octets, or `nil` if they are not valid UTF-8.
package func strictUTF8(_ octets: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: octets, as: UTF8.self)
    // Invalid octets become U+FFFD, which does not encode back to the same octets.
    return text.utf8.elementsEqual(octets) ? text : nil
}

extension String {
    /// Creates a string of the UTF-8 that `write` appends.
    package init(writtenBy write: (inout [UInt8]) -> Void) {
        var text: [UInt8] = []
        write(&text)
        self.init(decoding: text, as: UTF8.self)
    }

    /// The text without white space at both ends.
    package var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

// Swift's own `contains` for strings is part of the regular expression library, which Embedded Swift lacks.

extension StringProtocol {
    /// Returns whether `text` occurs in this text. The UTF-8 octets are compared.
    package func containsText(_ text: String) -> Bool { Array(utf8)[...].firstIndex(ofText: text) != nil }
}

extension ArraySlice<UInt8> {
    /// Returns the index at which `text` first occurs in UTF-8, or `nil` if it does not occur.
    package func firstIndex(ofText text: String) -> Int? { firstIndex(ofOctets: Array(text.utf8)) }

    /// Returns the index at which `octets` first occur as a sequence, or `nil` if they do not occur.
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

    /// The pairs of octets as numbers, most significant octet first, as in UTF-16BE. If the number of octets is odd,
    /// the last octet is dropped.
    package var bigEndianPairs: [UInt16] {
        stride(from: startIndex, to: endIndex - 1, by: 2).map { UInt16(self[$0]) << 8 | UInt16(self[$0 + 1]) }
    }
}
