import DERKit

/// A platform, library or protocol that compares pins; each accepts pins in a certain form.
package enum PinConsumer: String, Sendable, CaseIterable {
    /// TrustKit: `NSData(base64EncodedString:options: 0)`, which must yield 32 bytes (parse_configuration.m).
    case trustKit = "TrustKit"
    /// `SPKI-SHA256-BASE64` in the information property list.
    case nsPinnedDomains = "NSPinnedDomains"
    /// Android's network security configuration: `android.util.Base64`, which skips characters that are not base64.
    case android = "Android"
    /// Envoy's `verify_certificate_spki`.
    case envoy = "Envoy"
    /// OkHttp's `CertificatePinner`: a prefix in lower case, then Okio's `decodeBase64`.
    case okHttp = "OkHttp"
    /// curl's `--pinnedpubkey`, which compares base64 text (vtls.c).
    case curl = "curl"
    /// The HTTP header of RFC 7469 section 2.1.
    case hpkp = "HPKP"
    /// The data of a TLSA record with the SHA-256 of a SubjectPublicKeyInfo, RFC 6698 section 2.1.
    case tlsa = "TLSA"

    /// openconnect's `--servercert`, with `pin-sha256:`, or with `sha256:` and hex, which kubeadm also uses
    /// (library.c).
    case openConnect = "openconnect"

    /// The form of pins that the consumer requires.
    package var form: PinForm { row.form }

    /// The form, and texts that come before a pin only in the consumer's configuration or in code that calls it.
    private var row: (form: PinForm, signs: [String]) {
        switch self {
        case .trustKit: (PinForm(format: .base64), ["TSKPublicKeyHashes"])
        case .nsPinnedDomains: (PinForm(format: .base64), ["SPKI-SHA256-BASE64"])
        case .android: (PinForm(format: .base64, leniency: .android), ["<pin digest", "<pin-set"])
        case .envoy: (PinForm(format: .base64), ["verify_certificate_spki"])
        case .okHttp: (PinForm(format: .okhttp, leniency: .okio), ["CertificatePinner.Builder"])
        case .curl: (PinForm(format: .curl), ["pinnedpubkey", "PINNEDPUBLICKEY"])
        case .hpkp: (PinForm(format: .hpkp), ["Public-Key-Pins"])
        case .tlsa: (PinForm(format: .hex), [" TLSA "])
        case .openConnect:
            (
                PinForm(format: .base64, leniency: .openConnect),
                ["--servercert", "--discovery-token-ca-cert-hash"]
            )
        }
    }

    /// Creates the consumer whose sign occurs last in the text around a pin; `nil` if no sign occurs.
    init?(around text: String) {
        let octets = Array(text.utf8)
        guard octets.count <= PinSpelling.maximumByteCount else { return nil }
        var last = PinConsumer.lastBuilderCall(in: octets).map { (place: $0, consumer: PinConsumer.okHttp) }
        for consumer in PinConsumer.allCases {
            for sign in consumer.row.signs {
                var rest = octets[...]
                while let place = rest.firstIndex(ofText: sign) {
                    if place >= last?.place ?? 0 { last = (place: place, consumer: consumer) }
                    rest = rest[(place + 1)...]
                }
            }
        }
        guard let last else { return nil }
        self = last.consumer
    }

    /// Returns the start of the last call to OkHttp's builder, `.add("HOST",`, in which the host contains a dot and
    /// another argument follows.
    private static func lastBuilderCall(in text: [UInt8]) -> Int? {
        var found: Int?
        var rest = text[...]
        while let place = rest.firstIndex(ofText: ".add(\"") {
            rest = rest[(place + 6)...]
            let host = rest.prefix { $0 != UInt8(ascii: "\"") }
            let after = text[host.endIndex...].dropFirst().first { !Base64.isWhiteSpace($0) }
            if host.contains(UInt8(ascii: ".")), after == UInt8(ascii: ",") { found = place }
        }
        return found
    }

    /// Returns the pin in this consumer's spelling.
    package func spelling(of pin: Pin) -> String {
        switch self {
        case .tlsa: pin.formatted(.tlsa)
        case .openConnect: "pin-sha256:\(pin.base64)"
        default: pin.formatted(form.format)
        }
    }
}
