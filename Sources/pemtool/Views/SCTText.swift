import DERKit
import X509Model

/// Text for the parts of a signed certificate timestamp.
enum SCTText {
    /// Returns a time in ISO 8601, UTC, with milliseconds.
    static func time(_ milliseconds: UInt64) -> String {
        var text: [UInt8] = []
        appendTime(milliseconds, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Adds the same text to `text`.
    static func appendTime(_ milliseconds: UInt64, to text: inout [UInt8]) {
        guard let seconds = Int64(exactly: milliseconds / 1000), let time = DERTime(secondsSince1970: seconds)
        else {
            text.append(literal: "time ")
            return text.append(decimal: milliseconds)
        }
        time.appendText(to: &text)
        // Four digits, the first of which becomes the point, replacing the Z.
        text.removeLast()
        let start = text.count
        text.append(decimal: 1000 + milliseconds % 1000)
        text[start] = UInt8(ascii: ".")
        text.append(UInt8(ascii: "Z"))
    }

    /// RFC 5246 section 7.4.1.4.1: `ecdsa-sha256`.
    static func algorithm(_ content: SignedCertificateTimestamp.Content) -> String {
        "\(signature(content))-\(hash(content))"
    }

    static func hash(_ content: SignedCertificateTimestamp.Content) -> String {
        let names = ["none", "md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
        let number = Int(content.hashAlgorithm)
        return number < names.count ? names[number] : "hash \(number)"
    }

    static func signature(_ content: SignedCertificateTimestamp.Content) -> String {
        let names = ["anonymous", "rsa", "dsa", "ecdsa"]
        let number = Int(content.signatureAlgorithm)
        return number < names.count ? names[number] : "signature \(number)"
    }
}
