/// The one way of writing a pin that a consumer reads.
package struct PinForm {
    package let format: Pin.Format
    /// The padding may be missing: android.util.Base64, and Okio's decodeBase64.
    package var isPaddingOptional = false
    /// White space behind the digest is ignored: Okio's decodeBase64.
    package var mayEndInSpace = false

    /// The form in a sentence.
    package var name: String { PinForm.names.first { $0.format == format }?.name ?? format.rawValue }

    private static let names: [(format: Pin.Format, name: String)] = [
        (.base64, "base64"), (.base64url, "base64url"), (.hex, "hex"), (.okhttp, "sha256/ and base64"),
        (.curl, "sha256// and base64"), (.hpkp, "pin-sha256= and base64 in quotes"),
        (.tlsa, "the data of a TLSA record"), (.tlsaAuthority, "the data of a TLSA record"),
    ]

    /// True where `text`, which was read as `pin`, is in this form.
    package func isForm(of pin: Pin, _ text: String) -> Bool {
        let whole = pin.formatted(format)
        switch format {
        // Digits in both cases, RFC 6698 section 2.2.
        case .hex: return text.lowercased() == whole
        // RFC 7469 section 2.1: names of directives are equal in any case, and space may stand around the sign.
        case .hpkp:
            guard let sign = text.firstIndex(of: "=") else { return false }
            return text[..<sign].lowercased().trimmed == "pin-sha256"
                && String(text[text.index(after: sign)...]).trimmed == "\"\(pin.base64)\""
        default:
            let text = mayEndInSpace ? String(text.reversed().drop { $0.isWhitespace }.reversed()) : text
            return text == whole || isPaddingOptional && text + "=" == whole
        }
    }

    /// How `text`, which was read as `pin`, is written.
    package static func name(of pin: Pin, _ text: String) -> String {
        if let name = names.first(where: { PinForm(format: $0.format).isForm(of: pin, text) })?.name {
            return name
        }
        if text != text.trimmed { return "\(name(of: pin, text.trimmed)) with white space around it" }
        return text + "=" == pin.base64 ? "base64 without its padding" : "another form"
    }
}
