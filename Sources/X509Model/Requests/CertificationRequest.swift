import DERKit

/// A PKCS #10 certificate request (RFC 2986 section 4).
///
///     CertificationRequest ::= SEQUENCE {
///          certificationRequestInfo CertificationRequestInfo,
///          signatureAlgorithm AlgorithmIdentifier{{ SignatureAlgorithms }},
///          signature          BIT STRING
///     }
///
///     CertificationRequestInfo ::= SEQUENCE {
///          version       INTEGER { v1(0) } (v1,...),
///          subject       Name,
///          subjectPKInfo SubjectPublicKeyInfo{{ PKInfoAlgorithms }},
///          attributes    [0] Attributes{{ CRIAttributes }}
///     }
public struct CertificationRequest: Sendable, Hashable, CustomStringConvertible {
    /// The request's exact bytes.
    public let derBytes: [UInt8]
    private let info: Info
    private let signatureAlgorithmLayout: AlgorithmIdentifier.Layout
    private let signatureLayout: DERBitString

    /// Reads a request that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    public init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        let bytes = input.span
        try limits.check(bytes)
        var fields = try DERCursor(contentOfSequence: 0..<bytes.count, in: bytes)
        info = try field("certificationRequestInfo", CertificationRequest.readInfo(&fields, in: bytes))
        (signatureAlgorithmLayout, signatureLayout) = try fields.signature("signature", in: bytes)
        self.derBytes = input
    }

    private typealias Info = (
        version: Int64, subject: Range<Int>, key: SubjectPublicKeyInfo.Layout, attributes: Range<Int>
    )

    private static func readInfo(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> Info {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let version = try field("version", fields.next(.integer, in: bytes).smallInteger(in: bytes))
        let subject = try field("subject", DistinguishedName.check(&fields, in: bytes))
        let key = try field("subjectPKInfo", SubjectPublicKeyInfo.read(&fields, in: bytes))
        let attributes = try field("attributes") { () throws(DERError) in
            // OpenSSL and other libraries accept requests without this field, which old software created.
            guard let tagged = try fields.nextIfPresent(.contextConstructed(0), in: bytes) else {
                return fields.position..<fields.position
            }
            var members = DERCursor(contentOf: tagged)
            while !members.isAtEnd { _ = try X509Attribute.read(&members, in: bytes) }
            return tagged.content
        }
        try fields.finish()
        return (version, subject, key, attributes)
    }

    /// The version as commonly written, which is the number in the field plus 1: usually 1.
    package var version: Int64 { info.version < .max ? info.version + 1 : info.version }

    /// The requested subject of the certificate.
    public var subject: DistinguishedName { DistinguishedName(checked: derBytes[info.subject]) }

    /// The key to certify, whose bytes a pin covers.
    public var subjectPublicKeyInfo: SubjectPublicKeyInfo { SubjectPublicKeyInfo(info.key, in: derBytes) }

    /// The attributes in order.
    public var attributes: [X509Attribute] {
        let bytes = derBytes.span
        var cursor = DERCursor(info.attributes)
        var result: [X509Attribute] = []
        // Each attribute was checked when the request was read, so none fails here.
        while !cursor.isAtEnd, let layout = try? X509Attribute.read(&cursor, in: bytes) {
            result.append(X509Attribute(layout, in: derBytes))
        }
        return result
    }

    /// The requested extensions of the certificate, from the extensionRequest attribute (RFC 2985 section 5.4.2) or
    /// Microsoft's equivalent; empty if absent or unreadable.
    public var requestedExtensions: Certificate.Extensions {
        for attribute in attributes where attribute.isExtensionRequest {
            guard let value = attribute.values.first else { continue }
            if let extensions = try? Certificate.Extensions(der: value) { return extensions }
        }
        return []
    }

    /// The algorithm of the signature.
    public var signatureAlgorithm: AlgorithmIdentifier {
        AlgorithmIdentifier(signatureAlgorithmLayout, in: derBytes.span)
    }

    /// The signature, created with the private half of the key.
    public var signature: BitString { BitString(signatureLayout, in: derBytes) }

    /// Returns whether the bytes are equal.
    public static func == (one: CertificationRequest, other: CertificationRequest) -> Bool {
        one.derBytes == other.derBytes
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(octets: derBytes.span) }

    /// The requested subject, for logs and test failures.
    public var description: String { "certificate request \(subject)" }
}
