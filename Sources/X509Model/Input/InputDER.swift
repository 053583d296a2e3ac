import DERKit

/// An input that is one piece of DER, as it is or as text, for commands that look at bytes and not at objects.
package enum InputDER {
    /// The bytes themselves, which may be any.
    case bytes
    /// Text in UTF-8 in which PEM may be: the input, or what it is from UTF-16.
    case text([UInt8])
    /// The object that base64 or hex digits without BEGIN and END encode.
    case decoded([UInt8])

    /// The kind of input: text if it is UTF-16 or if its first bytes are all printable.
    package init(_ input: [UInt8]) {
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
        guard !PEM.Reader(text.bytes).contains(where: { _ in true }), let digits = DERSeries(unarmoured: text)
        else {
            self = .text(text.bytes)
            return
        }
        self = .decoded(digits.bytes)
    }

    /// The input in UTF-8 if it is UTF-16, by its mark or by its beginning; otherwise as it is.
    package static func utf8(_ input: [UInt8]) -> [UInt8] { InputText(input).bytes }
}
