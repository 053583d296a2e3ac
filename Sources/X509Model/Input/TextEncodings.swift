import DERKit

/// PEM in percent encoding, RFC 3986 section 2.1, as servers pass on a client's certificate in a header.
enum PercentEncoding {
    /// Returns the decoded text, or `nil` if the input has no percent-encoded BEGIN line.
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        let isForm = text[...].firstIndex(ofText: "-----BEGIN+") != nil
        guard isForm || text[...].firstIndex(ofText: "-----BEGIN%20") != nil else { return nil }
        var result: [UInt8] = []
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "%"), place + 2 < text.count,
                let octet = UnarmouredText.hex(Array(text[place + 1...place + 2]))?.first
            {
                result.append(octet)
                place += 3
            } else {
                // In forms a plus sign is a space, and the plus sign itself is encoded.
                result.append(isForm && text[place] == UInt8(ascii: "+") ? 0x20 : text[place])
                place += 1
            }
        }
        return result
    }
}

/// Quoted-printable encoding, RFC 2045 section 6.7, in which e-mail programs send text.
enum QuotedPrintable {
    /// Returns the decoded text, or `nil` if the text is not quoted-printable or has nothing to decode.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let sign = UInt8(ascii: "=")
        guard text.contains(sign) else { return nil }
        var result: [UInt8] = []
        var place = text.startIndex
        while place < text.endIndex {
            guard text[place] == sign else {
                result.append(text[place])
                place += 1
                continue
            }
            let rest = text[place...].dropFirst()
            if let octet = UnarmouredText.hex(Array(rest.prefix(2)))?.first {
                result.append(octet)
                place += 3
                continue
            }
            // A sign at the end of a line joins it with the next.
            let end = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
            guard end.first == 0x0a else { return nil }
            place = end.startIndex + 1
        }
        return result
    }
}

extension InputReader {
    /// Returns the first object of a block that cannot be read because it is quoted-printable, or `nil` if that
    /// is not the reason.
    mutating func quotedPrintable(_ error: PEMError) -> InputObject? {
        guard !error.label.isEmpty, depth < InputReader.deepest else { return nil }
        let bytes = text.bytes
        // The END line may be broken, too. The next block is read on its own.
        let end =
            error.code == .malformedBoundary
            ? bytes.dropFirst(error.offset).firstIndex(ofText: "-----BEGIN ") ?? bytes.count
            : blocks.lastEnd
        guard error.blockOffset < end, let decoded = QuotedPrintable.decoded(bytes[error.blockOffset..<end])
        else { return nil }
        var trial = InputReader(decoded, limits: limits)
        trial.depth = depth + 1
        guard let first = trial.next(), case .success = first.contentResult else { return nil }
        open(decoded, at: error.blockOffset, InputNote(.quotedPrintable, "quoted-printable PEM"))
        return nextOfGap()
    }
}
