import DERKit

/// The kinds of object that an input may hold.
enum ObjectKind: String {
    case certificate
    /// OpenSSL's form of a certificate with its own data about trust behind it.
    case trustedCertificate = "trusted-certificate"
    case publicKey = "public-key"

    /// Labels of PEM blocks: RFC 7468 section 4, and the older ones that OpenSSL reads.
    private static let labels: [String: ObjectKind] = [
        "CERTIFICATE": .certificate,
        "X509 CERTIFICATE": .certificate,
        "TRUSTED CERTIFICATE": .trustedCertificate,
        "PUBLIC KEY": .publicKey,
    ]

    /// The kind that a label names, or without a label the kind that the bytes look like.
    init?(label: String?, derBytes: [UInt8]) {
        if let label {
            guard let kind = ObjectKind.labels[label] else { return nil }
            self = kind
        } else {
            self = ObjectKind.looksLikeKey(derBytes.span) ? .publicKey : .certificate
        }
    }

    func read(_ derBytes: [UInt8]) throws(DERError) -> InputObject.Content {
        switch self {
        case .certificate: .certificate(try Certificate(der: derBytes))
        case .trustedCertificate: .certificate(try ObjectKind.trustedCertificate(derBytes))
        case .publicKey: .publicKey(try SubjectPublicKeyInfo(der: derBytes))
        }
    }

    /// A certificate, then X509_CERT_AUX, a SEQUENCE of OpenSSL's own that may be absent.
    private static func trustedCertificate(_ derBytes: [UInt8]) throws(DERError) -> Certificate {
        let bytes = derBytes.span
        var cursor = DERCursor(0..<bytes.count)
        let certificate = try cursor.next(.sequence, in: bytes)
        try field("trust") { () throws(DERError) in
            if !cursor.isAtEnd { _ = try cursor.next(.sequence, in: bytes) }
            try cursor.finish()
        }
        return try Certificate(der: derBytes[certificate.range])
    }

    /// SEQUENCE { SEQUENCE { OBJECT IDENTIFIER … }, BIT STRING }
    private static func looksLikeKey(_ bytes: Span<UInt8>) -> Bool {
        var outer = DERCursor(0..<bytes.count)
        guard let sequence = try? outer.next(.sequence, in: bytes) else { return false }
        var fields = DERCursor(contentOf: sequence)
        guard let algorithm = try? fields.next(.sequence, in: bytes) else { return false }
        var inner = DERCursor(contentOf: algorithm)
        return (try? inner.next(.objectIdentifier, in: bytes)) != nil
    }
}
