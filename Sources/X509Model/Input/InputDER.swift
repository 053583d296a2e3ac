import DERKit

/// An input that is a single DER value, in binary or as text, for callers that need bytes rather than objects.
package enum InputDER {
    /// Binary data of any kind.
    case bytes
    /// Text in UTF-8, converted from UTF-16 if necessary, that may contain PEM.
    case text([UInt8])
    /// The bytes that base64 or hex digits without BEGIN and END represent, or DER after a byte order mark.
    case decoded([UInt8])

    /// Returns the kind of the input: text if it is UTF-16 or its first bytes are all printable.
    package init(_ input: [UInt8]) {
        if let start = DERSeries.startBehindMark(input) {
            self = .decoded(Array(input[start...]))
            return
        }
        let text = InputText(input)
        let isText =
            !text.notes.isEmpty
            || input.prefix(64).allSatisfy {
                (0x20..<0x7f).contains($0) || (0x09...0x0d).contains($0) || $0 >= 0x80
            }
        guard isText, input.count > 8, !DERSeries.begins(input) else {
            self = .bytes
            return
        }
        guard !PEM.Reader(text.bytes).contains(where: { _ in true }), let digits = WholeText.der(text.bytes)
        else {
            self = .text(text.bytes)
            return
        }
        self = .decoded(digits.bytes)
    }

    /// Returns UTF-16 input, identified by its byte order mark or first characters, as UTF-8; other input unchanged.
    package static func utf8(_ input: [UInt8]) -> [UInt8] { InputText(input).bytes }
}
