import DERKit

extension Pin: CustomStringConvertible {
    /// The formats of pins.
    package enum Format: String, Sendable, CaseIterable {
        /// `7zwAM/YU+zd8…=`: the digest in base64, as in openssl's pipeline, TrustKit and NSPinnedDomains.
        case base64
        /// The digest in base64 with `-` and `_`, without padding, RFC 4648 section 5.
        case base64url
        /// The digest in lower-case hex.
        case hex
        /// `sha256/…`: OkHttp.
        case okhttp
        /// `sha256//…`: curl, `--pinnedpubkey`.
        case curl
        /// `pin-sha256="…"`: RFC 7469, HTTP Public Key Pinning.
        case hpkp
        /// `3 1 1 …`: the data of a TLSA record (RFC 6698) for the server's own key.
        case tlsa
        /// `2 1 1 …`: the data of a TLSA record for a CA's key.
        case tlsaAuthority = "tlsa-ca"
        /// `<string>…</string>`: an entry of TrustKit's `TSKPublicKeyHashes` in a property list.
        case trustKit = "trustkit"
        /// `<dict><key>SPKI-SHA256-BASE64</key>…`: an entry of NSPinnedDomains in a property list.
        case nsPinnedDomains = "nspinneddomains"
        /// `<pin digest="SHA-256">…</pin>`: Android's network security configuration.
        case android
        /// The digest in base64: an entry of Envoy's `verify_certificate_spki`.
        case envoy
        /// `"…",`: an entry of an array in Swift source.
        case swift
    }

    /// Returns the pin as text.
    package func formatted(_ format: Format) -> String {
        switch format {
        case .base64: base64
        case .base64url: Base64.encode(bytes, alphabet: .url)
        case .hex: DERKit.hex(bytes)
        case .okhttp: "sha256/\(base64)"
        case .curl: "sha256//\(base64)"
        case .hpkp: "pin-sha256=\"\(base64)\""
        case .tlsa: "3 1 1 \(DERKit.hex(bytes))"
        case .tlsaAuthority: "2 1 1 \(DERKit.hex(bytes))"
        case .trustKit: "<string>\(base64)</string>"
        case .nsPinnedDomains: "<dict><key>SPKI-SHA256-BASE64</key><string>\(base64)</string></dict>"
        case .android: "<pin digest=\"SHA-256\">\(base64)</pin>"
        case .envoy: base64
        case .swift: "\"\(base64)\","
        }
    }

    /// The digest in base64: 44 characters, of which the last is `=`.
    public var base64: String { Base64.encode(bytes) }

    /// The pin in the spelling of OkHttp and most other consumers: `sha256/`, then base64.
    public var description: String { formatted(.okhttp) }
}

/// The form of a pin that a consumer reads.
package struct PinForm {
    package let format: Pin.Format
    package var leniency = Leniency.none

    /// The deviations from the exact digits that a consumer tolerates.
    package enum Leniency: Sendable {
        case none
        /// `android.util.Base64` skips other characters, and padding may be missing.
        case android
        /// Okio's `decodeBase64` accepts `-` and `_`, spaces, tabs and line ends anywhere, and any padding at the end.
        case okio
        /// openconnect's two forms, each with its own prefix and encoding.
        case openConnect

        /// Returns the base64 digits that the consumer reads, without padding, or `nil` if it rejects the text.
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

    /// The name of the form, for use in a sentence.
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
        // The digits may be in either case, RFC 6698 section 2.2.
        case .hex: return text.lowercased() == whole
        // RFC 7469 section 2.1: directive names are case-insensitive, and spaces may surround the equals sign.
        case .hpkp:
            guard let sign = text.firstIndex(of: "=") else { return false }
            return text[..<sign].lowercased().trimmed == "pin-sha256"
                && String(text[text.index(after: sign)...]).trimmed == "\"\(pin.base64)\""
        // Decoders ignore the unused bits of the last digit; curl compares text.
        case .base64 where leniency == .none:
            return text.utf8.count == 44 && text.hasPrefix(whole.dropLast(2)) && text.hasSuffix("=")
        default:
            let prefix = whole.dropLast(pin.base64.count)
            guard leniency != .none, text.hasPrefix(prefix) else { return text == whole }
            let digits = leniency.digits(text.dropFirst(prefix.count)) ?? []
            // Android's and Okio's decoders ignore the unused bits of the last digit.
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
