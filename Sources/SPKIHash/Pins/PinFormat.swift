import DERKit

extension Pin {
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

    /// The digest in base64: 44 characters, the last one `=`.
    public var base64: String { Base64.encode(bytes) }
}

extension Pin: CustomStringConvertible {
    /// The pin in the form that OkHttp and most others use: `sha256/` and base64.
    public var description: String { formatted(.okhttp) }
}
