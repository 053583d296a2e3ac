import PinPolicies

/// Decodes the text of an object in a line: base64, hex or, in a JSON string, also PEM.
enum LineText {
    /// Returns the bytes that the text encodes.
    ///
    /// DER begins with byte 30, which is `M` in base64 and `30` in hex, so no text can be both.
    ///
    /// - Parameter start: the start of the line in `text`, from which offsets in errors count.
    static func bytes(
        _ range: Range<Int>, start: Int, in text: Span<UInt8>
    ) throws(LineError) -> [UInt8] {
        if range.count >= 2, text[range.lowerBound] == 0x33, text[range.lowerBound + 1] == 0x30 {
            return try hexBytes(range, start: start, in: text)
        }
        guard !isPEM(range, in: text) else {
            throw LineError(
                code: "no-object", message: "unexpected PEM; expected base64 or hex of DER",
                offset: range.lowerBound - start,
                column: range.lowerBound - start + 1, hint: "read PEM files without --lines")
        }
        do throws(Base64Error) {
            return try Base64.decode(text, in: range)
        } catch {
            throw .text(
                error.code.rawValue, messages[error.code] ?? error.code.rawValue, at: error.offset,
                from: start)
        }
    }

    /// Returns the bytes that a JSON string encodes.
    static func bytes(
        _ string: JSONScanner.Text, start: Int, in text: Span<UInt8>
    ) throws(LineError) -> [UInt8] {
        // PEM in a string has escaped line ends. Other text without escapes is decoded in place.
        guard string.hasEscapes || isPEM(string.range, in: text) else {
            return try bytes(string.range, start: start, in: text)
        }
        let characters = JSONScanner.unescaped(string, in: text)
        let span = characters.span
        if isPEM(0..<characters.count, in: span) { return characters }
        do throws(LineError) {
            return try bytes(0..<characters.count, start: 0, in: span)
        } catch {
            // The offset in the unescaped text is not the offset in the line, so the error is reported at the start of
            // the field.
            throw .text(error.code, error.message, at: string.quoted.lowerBound, from: start)
        }
    }

    private static let messages: [IssueCode: String] = [
        .invalidCharacter: "invalid base64 character",
        .invalidPadding: "invalid base64 padding",
        .incompleteBase64: "incomplete base64",
    ]

    private static func isPEM(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
        guard range.count >= begin.count, text[range.lowerBound] == UInt8(ascii: "-") else { return false }
        return begin.indices.allSatisfy { text[range.lowerBound + $0] == begin[$0] }
    }

    private static let begin = Array("-----BEGIN ".utf8)

    private static func hexBytes(
        _ range: Range<Int>, start: Int, in text: Span<UInt8>
    ) throws(LineError) -> [UInt8] {
        try [UInt8](capacity: (range.count + 1) / 2) { (output) throws(LineError) in
            var high: UInt8?
            for place in range {
                guard let digit = hexDigit(text[place]) else {
                    throw .text("invalid-character", "invalid hex digit", at: place, from: start)
                }
                if let first = high { output.append(first << 4 | digit) }
                high = high == nil ? digit : nil
            }
            guard high == nil else {
                throw .text(
                    "incomplete-hex", "odd number of hex digits", at: range.upperBound - 1, from: start)
            }
        }
    }
}
