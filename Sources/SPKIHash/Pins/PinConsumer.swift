/// A platform, library or protocol that compares pins, and the form in which it accepts them.
package enum PinConsumer: String, Sendable, CaseIterable {
    /// TrustKit: `NSData(base64EncodedString:options: 0)`, which must give 32 bytes (parse_configuration.m).
    case trustKit = "TrustKit"
    /// `SPKI-SHA256-BASE64` in the information property list.
    case nsPinnedDomains = "NSPinnedDomains"
    /// The network security configuration: `android.util.Base64`, which skips characters that are not base64.
    case android = "Android"
    /// Envoy's `verify_certificate_spki`.
    case envoy = "Envoy"
    /// OkHttp's `CertificatePinner`: a prefix in lower case, then Okio's `decodeBase64`.
    case okHttp = "OkHttp"
    /// curl's `--pinnedpubkey`, which compares base64 text (vtls.c).
    case curl = "curl"
    /// The header of RFC 7469, section 2.1.
    case hpkp = "HPKP"
    /// The data of a DNS record about a SubjectPublicKeyInfo and SHA-256, RFC 6698 section 2.1.
    case tlsa = "TLSA"

    package var name: String { rawValue }

    /// The form of pins that it requires.
    package var form: PinForm {
        switch self {
        case .trustKit, .nsPinnedDomains, .envoy: PinForm(format: .base64)
        case .android: PinForm(format: .base64, leniency: .android)
        case .okHttp: PinForm(format: .okhttp, leniency: .okio)
        case .curl: PinForm(format: .curl)
        case .hpkp: PinForm(format: .hpkp)
        case .tlsa: PinForm(format: .hex)
        }
    }

    /// Returns the pin in this consumer's spelling.
    package func spelling(of pin: Pin) -> String {
        self == .tlsa ? pin.formatted(.tlsa) : pin.formatted(form.format)
    }
}
