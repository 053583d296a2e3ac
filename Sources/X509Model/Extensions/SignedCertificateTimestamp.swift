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

extension SignedCertificateTimestamp {
    /// Reads the list inside the extension, RFC 6962 section 3.3: an OCTET STRING around a TLS structure.
    ///
    ///     opaque SerializedSCT<1..2^16-1>;
    ///     struct {
    ///         SerializedSCT sct_list <1..2^16-1>;
    ///     } SignedCertificateTimestampList;
    static func list(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> [SignedCertificateTimestamp] {
        var outer = TLSCursor(try cursor.next(.octetString, in: bytes).content)
        var list = TLSCursor(try outer.vector(in: bytes))
        try outer.finish()
        var result: [SignedCertificateTimestamp] = []
        while !list.isAtEnd {
            do throws(DERError) {
                result.append(try SignedCertificateTimestamp(list.vector(in: bytes), in: bytes))
            } catch {
                throw error.inside("[\(result.count)]")
            }
        }
        return result
    }

    private init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        var fields = TLSCursor(range)
        rawBytes = bytes.array(range)
        version = UInt8(try field("sct_version") { () throws(DERError) in try fields.number(1, in: bytes) })
        guard version == 0 else {
            content = nil
            return
        }
        let logID = try field("id") { () throws(DERError) in try fields.octets(32) }
        let timestamp = try field("timestamp") { () throws(DERError) in try fields.number(8, in: bytes) }
        let extensions = try field("extensions") { () throws(DERError) in try fields.vector(in: bytes) }
        let hash = try field("hash") { () throws(DERError) in try fields.number(1, in: bytes) }
        let algorithm = try field("signatureAlgorithm") { () throws(DERError) in
            try fields.number(1, in: bytes)
        }
        let signature = try field("signature") { () throws(DERError) in try fields.vector(in: bytes) }
        try fields.finish()
        content = Content(
            logID: bytes.array(logID), timestamp: timestamp, extensions: bytes.array(extensions),
            hashAlgorithm: UInt8(hash), signatureAlgorithm: UInt8(algorithm),
            signature: bytes.array(signature))
    }
}
