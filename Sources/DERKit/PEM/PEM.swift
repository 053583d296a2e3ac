/// PEM, the text form of DER: RFC 7468, with the headers of RFC 1421.
///
///     -----BEGIN CERTIFICATE-----
///     MIIFBjCCBK2gAwIBAgIQDovzdw2S0Zbwu2H5PEFmvjAKBggqhkjOPQQDAjBnMQsw
///     ...
///     -----END CERTIFICATE-----
public enum PEM {
    /// One block: the decoded text between a BEGIN line and its END line.
    public struct Block: Sendable, Hashable {
        /// The label of the BEGIN line, as in `CERTIFICATE`.
        public let label: String
        /// The RFC 1421 headers in order, such as `Proc-Type: 4,ENCRYPTED`; almost always empty.
        package let headers: [Header]
        /// The decoded bytes.
        public let derBytes: [UInt8]
        /// The place of the first dash of the BEGIN line in the input.
        package let begin: TextPlace
        /// The range of the base64 text in the input.
        @_spi(Benchmarks) public let body: Range<Int>
        /// The departures from RFC 7468 in the block; usually empty.
        package let notes: [Note]
        /// A copy of the text from the end of the BEGIN boundary to the end of ``body``, with everything that is not
        /// part of the block blanked; usually `nil`.
        let plainText: [UInt8]?

        /// The offset of the first dash of the BEGIN line in the input, in bytes.
        public var offset: Int { begin.offset }
        /// The line number of the first BEGIN dash, from 1.
        package var line: Int { begin.line }
    }

    /// A header, RFC 1421 section 4.6.
    package struct Header: Sendable, Hashable {
        /// The text before the colon.
        package let name: String
        /// The text after the colon, without surrounding white space.
        package internal(set) var value: String
    }

    /// A departure from RFC 7468 that leaves a block readable.
    package struct Note: Sendable, Hashable {
        /// The kind of departure: `layout`, `missingEnd` or `labelMismatch`.
        package let code: IssueCode
        /// The offset of the first departure in the input, in bytes.
        package let offset: Int
        /// The line and column of that offset.
        package let position: TextPosition

        /// A description of the departure, in one sentence without its location.
        package var message: String {
            switch code {
            case .missingEnd: "missing END line"
            case .labelMismatch: "the END label differs from the BEGIN label"
            default: "the layout does not follow RFC 7468"
            }
        }
    }

    /// Returns the blocks in `bytes` in order, with an error in place of each unreadable one.
    ///
    /// Text outside blocks is skipped. Reading continues after an invalid block.
    public static func objects(
        in bytes: some Collection<UInt8>, limits: DERLimits = .standard
    ) -> Reader {
        Reader(Array(bytes), limits: limits)
    }

    /// Returns `derBytes` as PEM text with lines of 64 characters, RFC 7468 section 3.
    public static func encode(_ derBytes: some Collection<UInt8>, label: String) -> String {
        let body = Array(Base64.encode(derBytes).utf8)
        var text = "-----BEGIN \(label)-----\n"
        for start in stride(from: 0, to: body.count, by: 64) {
            text += String(decoding: body[start..<min(start + 64, body.count)], as: UTF8.self) + "\n"
        }
        return text + "-----END \(label)-----\n"
    }
}

extension PEM.Block: CustomStringConvertible {
    /// Returns the position in the input of the character that encodes the first bits of octet `index` of ``derBytes``.
    ///
    /// - Parameters:
    ///   - index: the offset in the decoded bytes; an offset one past the last byte gives the end of the text.
    ///   - input: the bytes from which the block was read.
    package func textPosition(ofByte index: Int, in input: [UInt8]) -> TextPosition {
        let index = Int64(min(index, body.count))
        var left = index / 3 * 4 + index % 3
        let base = plainText == nil ? 0 : body.upperBound - (plainText?.count ?? 0)
        let source = plainText ?? input
        let text = source.span
        var place = body.lowerBound - base
        let end = min(body.upperBound - base, text.count)
        while place < end {
            if !Base64.isWhiteSpace(text[place]) {
                if left == 0 { break }
                left -= 1
            }
            place += 1
        }
        return begin.position(of: min(place, end) + base, in: input.span)
    }

    /// The label and the number of decoded bytes, but not the bytes, which may be a private key.
    public var description: String { "\(label), \(byteCount(derBytes.count))" }
}

/// An error that occurs when a PEM block cannot be read.
public struct PEMError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public let code: IssueCode
    package let label: String
    /// The offset of the BEGIN line in the input, in bytes; if BEGIN is missing, the offset of the END line.
    package let blockOffset: Int
    /// The offset of the invalid character, in bytes.
    public let offset: Int
    /// The line and column of the invalid character.
    public let position: TextPosition
    package let expected: String
    /// A description of the text in the input; empty if it is not reported.
    package let found: String

    /// A description of the error, without its location.
    public var message: String {
        guard !found.isEmpty else { return "expected \(expected)" }
        return "\(isOfFound ? "unexpected " : "")\(found); expected \(expected)"
    }

    /// A Boolean value that indicates whether the message says that ``found`` is unexpected.
    private var isOfFound: Bool {
        switch code {
        case .missingEnd, .missingBegin, .invalidCharacter, .invalidPadding, .malformedHeader: true
        default: false
        }
    }

    /// The location, the label and the description, on one line.
    public var description: String {
        "line \(position.line), column \(position.column): \(label.isEmpty ? "PEM" : label): \(message)"
    }
}
