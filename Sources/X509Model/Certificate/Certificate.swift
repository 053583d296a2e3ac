@_exported import DERKit

/// An X.509 certificate (RFC 5280 section 4.1).
///
///     Certificate  ::=  SEQUENCE  {
///          tbsCertificate       TBSCertificate,
///          signatureAlgorithm   AlgorithmIdentifier,
///          signatureValue       BIT STRING  }
///
/// The initializers check the whole structure, down to the tag and length of every value, except in the
/// contents of extensions. Names, dates, keys and extensions are decoded on demand, so a certificate with a
/// malformed date or a key of an unknown algorithm still has its other fields and its pin.
public struct Certificate: Sendable, Hashable, CustomStringConvertible {
    /// The certificate's exact bytes. Offsets in errors and ranges count from the first byte.
    public let derBytes: [UInt8]
    /// The positions of the fields in ``derBytes``.
    package let tbs: TBSCertificate.Layout
    package let signatureAlgorithmLayout: AlgorithmIdentifier.Layout
    package let signatureValueLayout: DERBitString

    /// Reads a certificate that fills a collection of bytes, such as a `Data`, to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes` and the path of field names.
    public init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        try self.init(der: Array(derBytes), limits: limits)
    }

    /// Reads a certificate that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes` and the path of field names.
    public init(der derBytes: [UInt8], limits: DERLimits = .standard) throws(DERError) {
        let bytes = derBytes.span
        try limits.check(bytes)
        var fields = try DERCursor(contentOfSequence: 0..<bytes.count, in: bytes)
        tbs = try field("tbsCertificate", TBSCertificate.read(&fields, in: bytes))
        (signatureAlgorithmLayout, signatureValueLayout) = try fields.signature("signatureValue", in: bytes)
        self.derBytes = derBytes
    }

    /// The signed part: tag, length and content of the TBSCertificate.
    public var tbsCertificateBytes: [UInt8] { Array(derBytes[tbs.range]) }

    /// The version as commonly written: 1, 2 or 3. It is one more than the encoded INTEGER.
    public var version: Int64 { tbs.version < .max ? tbs.version + 1 : .max }

    /// The serial number, of any length and sign.
    public var serialNumber: DERInteger {
        DERInteger(twosComplement: Array(derBytes[tbs.serialNumber])) ?? DERInteger(0)
    }

    /// The algorithm that the `signature` field in the signed part names.
    package var tbsSignatureAlgorithm: AlgorithmIdentifier {
        AlgorithmIdentifier(tbs.signature, in: derBytes.span)
    }

    /// The name of the issuer.
    public var issuer: DistinguishedName { DistinguishedName(checked: derBytes[tbs.issuer]) }

    /// The period in which the certificate is valid.
    public var validity: Certificate.Validity { Certificate.Validity(tbs.validity, in: derBytes.span) }

    /// The name of the subject.
    public var subject: DistinguishedName { DistinguishedName(checked: derBytes[tbs.subject]) }

    /// The certified key, whose bytes a pin covers.
    public var subjectPublicKeyInfo: SubjectPublicKeyInfo {
        SubjectPublicKeyInfo(tbs.subjectPublicKeyInfo, in: derBytes)
    }

    /// The issuer's unique identifier; `nil` if absent, as in current certificates.
    package var issuerUniqueID: BitString? { tbs.issuerUniqueID.map { BitString($0, in: derBytes) } }

    /// The subject's unique identifier; `nil` if absent, as in current certificates.
    package var subjectUniqueID: BitString? { tbs.subjectUniqueID.map { BitString($0, in: derBytes) } }

    /// The extensions in order.
    public var extensions: Extensions { Extensions(Extension.all(tbs.extensions, in: derBytes)) }

    /// Returns the extensions in order, each of which is read during iteration.
    ///
    /// - Parameter types: the types of the extensions to include; empty for all.
    package func extensionList(of types: [ASN1ObjectIdentifier] = []) -> ExtensionList {
        ExtensionList(tbs.extensions, in: derBytes, of: types)
    }

    /// The algorithm of the signature, as named outside the signed part.
    public var signatureAlgorithm: AlgorithmIdentifier {
        AlgorithmIdentifier(signatureAlgorithmLayout, in: derBytes.span)
    }

    /// The signature.
    public var signatureValue: BitString { BitString(signatureValueLayout, in: derBytes) }

    /// Returns whether the bytes are equal.
    public static func == (one: Certificate, other: Certificate) -> Bool { one.derBytes == other.derBytes }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(octets: derBytes.span) }

    /// The subject and serial number, for logs and test failures.
    public var description: String { "certificate \(subject), serial number \(serialNumber)" }
}

extension AlgorithmIdentifier {
    /// The parameters of an RSASSA-PSS signature (RFC 4055 section 3.1); `nil` for another algorithm, or if the
    /// parameters are absent or NULL.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in ``derBytes``.
    package var rsassaPSSParameters: RSASSAPSSParameters? {
        get throws(DERError) {
            guard algorithm == .rsassaPSS else { return nil }
            return try field(
                "parameters", RSASSAPSSParameters.ifPresent(layout.parameters, in: derBytes.span))
        }
    }

    /// The hash that a signature algorithm signs, such as 2.16.840.1.101.3.4.2.1 for sha256WithRSAEncryption; `nil` if
    /// the algorithm is unknown, if it hashes internally, as Ed25519 and ML-DSA do, or if RSASSA-PSS parameters are
    /// absent or malformed.
    package var signatureHashAlgorithm: ASN1ObjectIdentifier? {
        if algorithm == .rsassaPSS { return try? rsassaPSSParameters?.hashAlgorithm }
        return AlgorithmIdentifier.hashes[algorithm]
    }

    /// The hashes, by identifier, of the signature algorithms whose parameters do not specify the hash.
    static let hashes = IdentifierRegister.algorithms.byIdentifier { (row) in
        row.fact("hash").flatMap { ASN1ObjectIdentifier(registered: $0) }
    }
}
