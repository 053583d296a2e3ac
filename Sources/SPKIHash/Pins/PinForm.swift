import DERKit

/// The form of a pin that a consumer reads.
package struct PinForm {
    package let format: Pin.Format
    package var leniency = Leniency.none

    /// The departures from the exact digits that a consumer accepts.
    package enum Leniency: Sendable {
        case none
        /// `android.util.Base64`: other characters are skipped, and padding may be missing.
        case android
        /// Okio's `decodeBase64`: `-` and `_`, spaces, tabs and line ends anywhere, and any padding at the end.
        case okio
        /// openconnect's two forms, each with its prefix and encoding.
        case openConnect

        /// Returns the base64 digits that the consumer reads, without padding, or `nil` if it rejects the
        /// text.
        fileprivate func digits(_ text: some StringProtocol) -> [UInt8]? {
            var digits: [UInt8] = []
            var padding = 0
            for octet in text.utf8 {
                switch octet {
                case UInt8(ascii: "="): padding += 1
                case UInt8(ascii: " "), 0x09, 0x0a, 0x0d: continue
                case _ where isWordCharacter(octet) && octet != UInt8(ascii: "_"),
                    UInt8(ascii: "+"), UInt8(ascii: "/"):
                    if padding > 0 { return nil }
                    digits.append(octet)
                default:
                    if self == .android { continue }
                    let isURL = octet == UInt8(ascii: "-") || octet == UInt8(ascii: "_")
                    guard self == .okio, isURL, padding == 0 else { return nil }
                    digits.append(octet == UInt8(ascii: "-") ? UInt8(ascii: "+") : UInt8(ascii: "/"))
                }
            }
            return self == .okio || padding < 2 ? digits : nil
        }
    }

    /// The form in a sentence.
    package var name: String {
        leniency == .openConnect
            ? "pin-sha256: and base64" : PinForm.names.first { $0.format == format }?.name ?? format.rawValue
    }

    private static let names: [(format: Pin.Format, name: String)] = [
        (.base64, "base64"), (.base64url, "base64url"), (.hex, "hex"), (.okhttp, "sha256/ and base64"),
        (.curl, "sha256// and base64"), (.hpkp, "pin-sha256= and base64 in quotes"),
        (.tlsa, "the data of a TLSA record"), (.tlsaAuthority, "the data of a TLSA record"),
    ]

    /// Returns whether `text`, which was read as `pin`, is in this form.
    package func isForm(of pin: Pin, _ text: String) -> Bool {
        if leniency == .openConnect {
            return text == "pin-sha256:\(pin.base64)" || text == "sha256:\(pin.formatted(.hex))"
        }
        let whole = pin.formatted(format)
        switch format {
        // Digits in either case, RFC 6698 section 2.2.
        case .hex: return text.lowercased() == whole
        // RFC 7469 section 2.1: directive names are case-insensitive, and spaces may surround the equals
        // sign.
        case .hpkp:
            guard let sign = text.firstIndex(of: "=") else { return false }
            return text[..<sign].lowercased().trimmed == "pin-sha256"
                && String(text[text.index(after: sign)...]).trimmed == "\"\(pin.base64)\""
        // Decoders do not mind the unused bits of the last digit; curl compares text.
        case .base64 where leniency == .none:
            return text.utf8.count == 44 && text.hasPrefix(whole.dropLast(2)) && text.hasSuffix("=")
        default:
            let prefix = whole.dropLast(pin.base64.count)
            guard leniency != .none, text.hasPrefix(prefix) else { return text == whole }
            let digits = leniency.digits(text.dropFirst(prefix.count)) ?? []
            // Neither reader minds the unused bits of the last digit.
            return digits.count == 43
                && PinSpelling.base64(String(decoding: digits, as: UTF8.self)) == pin.bytes
        }
    }

    /// Returns the name of the form of `text`, which was read as `pin`.
    package static func name(of pin: Pin, _ text: String) -> String {
        if text + "=" == pin.base64 { return "base64 without the final =" }
        if let name = names.first(where: { PinForm(format: $0.format).isForm(of: pin, text) })?.name {
            return name
        }
        if text != text.trimmed { return "\(name(of: pin, text.trimmed)) surrounded by white space" }
        return "another form"
    }
}
