import DERKit

/// A log's promise to publish a certificate, RFC 6962 section 3.2.
///
///     struct {
///         Version sct_version;
///         LogID id;
///         uint64 timestamp;
///         CtExtensions extensions;
///         digitally-signed struct { … };
///     } SignedCertificateTimestamp;
package struct SignedCertificateTimestamp: Sendable, Hashable {
    /// The version number: 0 for v1. Of another version only ``version`` and ``rawBytes`` are known.
    package let version: UInt8
    /// The whole structure.
    package let rawBytes: [UInt8]
    /// The contents of the timestamp; `nil` if the version is unknown.
    package let content: Content?

    /// The content of version 1.
    package struct Content: Sendable, Hashable {
        /// SHA-256 of the log's SubjectPublicKeyInfo, 32 octets.
        package let logID: [UInt8]
        /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
        package let timestamp: UInt64
        /// Extensions, of which none is defined.
        package let extensions: [UInt8]
        /// The number of the hash algorithm, RFC 5246 section 7.4.1.4.1: 4 is SHA-256.
        package let hashAlgorithm: UInt8
        /// The number of the signature algorithm, RFC 5246 section 7.4.1.4.1: 1 is RSA, 3 is ECDSA.
        package let signatureAlgorithm: UInt8
        /// The signature.
        package let signature: [UInt8]
    }
}

/// The list inside the extension, RFC 6962 section 3.3: an OCTET STRING around a TLS structure.
///
///     opaque SerializedSCT<1..2^16-1>;
///     struct {
///         SerializedSCT sct_list <1..2^16-1>;
///     } SignedCertificateTimestampList;
struct SignedCertificateTimestampList: ExtensionContent {
    let timestamps: [SignedCertificateTimestamp]

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var outer = TLSCursor(try cursor.next(.octetString, in: bytes).content)
        var list = TLSCursor(try outer.vector(in: bytes))
        try outer.finish()
        var timestamps: [SignedCertificateTimestamp] = []
        while !list.isAtEnd {
            do throws(DERError) {
                timestamps.append(try SignedCertificateTimestamp(list.vector(in: bytes), in: bytes))
            } catch {
                throw error.inside("[\(timestamps.count)]")
            }
        }
        self.timestamps = timestamps
    }

    var described: DescribedValue { .list(timestamps) { $0.described } }
}

extension SignedCertificateTimestamp {
    fileprivate init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var fields = TLSCursor(range)
        rawBytes = bytes.array(range)
        version = UInt8(try field("sct_version") { () throws(DERError) in try fields.number(1, in: bytes) })
        guard version == 0 else {
            content = nil
            return
        }
        let logID = try field("id", fields.octets(32))
        let timestamp = try field("timestamp", fields.number(8, in: bytes))
        let extensions = try field("extensions", fields.vector(in: bytes))
        let hash = try field("hash", fields.number(1, in: bytes))
        let algorithm = try field("signatureAlgorithm", fields.number(1, in: bytes))
        let signature = try field("signature", fields.vector(in: bytes))
        try fields.finish()
        content = Content(
            logID: bytes.array(logID), timestamp: timestamp, extensions: bytes.array(extensions),
            hashAlgorithm: UInt8(hash), signatureAlgorithm: UInt8(algorithm),
            signature: bytes.array(signature))
    }
}

extension SignedCertificateTimestamp {
    fileprivate var described: DescribedValue {
        let version = Int64(version) + 1
        guard let content else {
            return .worded(
                .fields([.init("version", .number(version)), .init("raw", .hex(rawBytes))]),
                "version \(version): \(hex(rawBytes))")
        }
        let fields = DescribedValue.fields([
            .init("version", .number(version)), .init("log_id", .hex(content.logID)),
            .init("time", .text(content.timeText)), .init("hash", .text(content.hashText)),
            .init("signature_algorithm", .text(content.signatureText)),
            .init("extensions", .hex(content.extensions)), .init("signature", .hex(content.signature)),
        ])
        return .worded(fields) { (isFull) in
            let (time, algorithm) = (content.timeText, "\(content.signatureText)-\(content.hashText)")
            guard isFull else { return ["\(time), log \(hex(content.logID.prefix(6)))..., \(algorithm)"] }
            return [
                "version \(version), \(time)", "  log \(hex(content.logID))",
                "  \(algorithm) \(hex(content.signature))",
            ] + (content.extensions.isEmpty ? [] : ["  extensions \(hex(content.extensions))"])
        }
    }
}

extension SignedCertificateTimestamp.Content {
    /// The time in ISO 8601, UTC, with milliseconds.
    fileprivate var timeText: String {
        guard let seconds = Int64(exactly: timestamp / 1000), let time = DERTime(secondsSince1970: seconds)
        else { return "time \(timestamp)" }
        var text: [UInt8] = []
        time.appendText(to: &text)
        // Four digits, the first of which becomes the point, replacing the Z.
        text.removeLast()
        let start = text.count
        text.append(decimal: 1000 + timestamp % 1000)
        text[start] = UInt8(ascii: ".")
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// The names of RFC 5246 section 7.4.1.4.1.
    fileprivate var hashText: String {
        let names = ["none", "md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
        let number = Int(hashAlgorithm)
        return number < names.count ? names[number] : "hash \(number)"
    }

    fileprivate var signatureText: String {
        let names = ["anonymous", "rsa", "dsa", "ecdsa"]
        let number = Int(signatureAlgorithm)
        return number < names.count ? names[number] : "signature \(number)"
    }
}
