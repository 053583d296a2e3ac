import DERKit

/// OpenSSL's TRUSTED CERTIFICATE: a certificate, followed by the purposes for which it is trusted or not. Only OpenSSL
/// defines this format.
///
///     X509_CERT_AUX ::= SEQUENCE {
///          trust    SEQUENCE OF OBJECT IDENTIFIER OPTIONAL,
///          reject   [0] IMPLICIT SEQUENCE OF OBJECT IDENTIFIER OPTIONAL,
///          alias    UTF8String OPTIONAL,
///          keyid    OCTET STRING OPTIONAL,
///          other    [1] IMPLICIT SEQUENCE OF AlgorithmIdentifier OPTIONAL }
package struct TrustedCertificate: Sendable, Hashable {
    /// The exact bytes of the certificate and the data after it.
    package let derBytes: [UInt8]
    /// The certificate.
    package let certificate: Certificate
    /// The purposes for which the certificate is trusted.
    package private(set) var trust: [ASN1ObjectIdentifier] = []
    /// The purposes for which the certificate must not be used.
    package private(set) var reject: [ASN1ObjectIdentifier] = []
    /// The name that a user gave the certificate; `nil` if absent.
    package private(set) var alias: String?

    /// Reads a certificate and the data after it, which may be absent.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    package init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        let bytes = input.span
        try limits.check(bytes)
        var cursor = DERCursor(0..<bytes.count)
        let element = try cursor.next(.sequence, in: bytes)
        certificate = try Certificate(der: Array(input[element.range]), limits: limits)
        self.derBytes = input
        guard !cursor.isAtEnd else { return }
        do throws(DERError) {
            try readTrust(&cursor, in: bytes)
            try cursor.finish()
        } catch {
            throw error.inside("trust")
        }
    }

    private mutating func readTrust(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        var ahead = fields
        if try ahead.nextIfPresent(.sequence, in: bytes) != nil {
            trust = try fields.sequence(in: bytes, of: ASN1ObjectIdentifier.init)
        }
        reject = try fields.sequenceIfPresent(0, in: bytes, of: ASN1ObjectIdentifier.init) ?? []
        alias = try fields.nextIfPresent(.utf8String, in: bytes)?.string(in: bytes)
        _ = try fields.nextIfPresent(.octetString, in: bytes)
        _ = try fields.sequenceIfPresent(1, in: bytes, of: AlgorithmIdentifier.read)
        try fields.finish()
    }
}
