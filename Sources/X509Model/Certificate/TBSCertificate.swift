import DERKit

/// The signed part of a certificate, RFC 5280 section 4.1.
///
///     TBSCertificate  ::=  SEQUENCE  {
///          version         [0]  EXPLICIT Version DEFAULT v1,
///          serialNumber         CertificateSerialNumber,
///          signature            AlgorithmIdentifier,
///          issuer               Name,
///          validity             Validity,
///          subject              Name,
///          subjectPublicKeyInfo SubjectPublicKeyInfo,
///          issuerUniqueID  [1]  IMPLICIT UniqueIdentifier OPTIONAL,
///                               -- If present, version MUST be v2 or v3
///          subjectUniqueID [2]  IMPLICIT UniqueIdentifier OPTIONAL,
///                               -- If present, version MUST be v2 or v3
///          extensions      [3]  EXPLICIT Extensions OPTIONAL
///                               -- If present, version MUST be v3
///          }
///
///     Version  ::=  INTEGER  {  v1(0), v2(1), v3(2)  }
///     CertificateSerialNumber  ::=  INTEGER
///     UniqueIdentifier  ::=  BIT STRING
///     Extensions  ::=  SEQUENCE SIZE (1..MAX) OF Extension
enum TBSCertificate {
    /// The positions of the fields in the input.
    struct Layout: Sendable {
        let range: Range<Int>
        let version: Int64
        let serialNumber: Range<Int>
        let signature: AlgorithmIdentifier.Layout
        let issuer: Range<Int>
        let validity: Certificate.Validity.Layout
        let subject: Range<Int>
        let subjectPublicKeyInfo: SubjectPublicKeyInfo.Layout
        let issuerUniqueID: DERBitString?
        let subjectUniqueID: DERBitString?
        /// The content of the SEQUENCE OF; empty if the field is absent.
        let extensions: Range<Int>
    }

    /// Reads the signed part and checks its structure down to the last value.
    static func read(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> Layout {
        let sequence = try cursor.next(.sequence, in: bytes)
        var fields = DERCursor(contentOf: sequence)
        let version = try field("version", readVersion(&fields, in: bytes))
        let serialNumber = try field("serialNumber", fields.checkedInteger(in: bytes))
        let signature = try field("signature", AlgorithmIdentifier.read(&fields, in: bytes))
        let issuer = try field("issuer", DistinguishedName.check(&fields, in: bytes))
        let validity = try field("validity", Certificate.Validity.read(&fields, in: bytes))
        let subject = try field("subject", DistinguishedName.check(&fields, in: bytes))
        let subjectPublicKeyInfo = try field(
            "subjectPublicKeyInfo", SubjectPublicKeyInfo.read(&fields, in: bytes))
        let issuerUniqueID = try field(
            "issuerUniqueID", fields.nextIfPresent(.contextPrimitive(1), in: bytes)?.bitString(in: bytes))
        let subjectUniqueID = try field(
            "subjectUniqueID", fields.nextIfPresent(.contextPrimitive(2), in: bytes)?.bitString(in: bytes))
        let extensions = try field("extensions", readExtensions(&fields, in: bytes))
        try fields.finish()
        return Layout(
            range: sequence.range, version: version, serialNumber: serialNumber, signature: signature,
            issuer: issuer, validity: validity, subject: subject, subjectPublicKeyInfo: subjectPublicKeyInfo,
            issuerUniqueID: issuerUniqueID, subjectUniqueID: subjectUniqueID, extensions: extensions)
    }

    /// Returns the INTEGER of the version field: 0 for v1. Any number is accepted; the caller interprets it.
    private static func readVersion(
        _ fields: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Int64 {
        guard let tagged = try fields.nextIfPresent(.contextConstructed(0), in: bytes) else { return 0 }
        var inner = DERCursor(contentOf: tagged)
        let version = try inner.next(.integer, in: bytes).smallInteger(in: bytes)
        try inner.finish()
        return version
    }

    private static func readExtensions(
        _ fields: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Range<Int> {
        guard let tagged = try fields.nextIfPresent(.contextConstructed(3), in: bytes) else {
            return fields.position..<fields.position
        }
        var inner = DERCursor(contentOf: tagged)
        let sequence = try inner.next(.sequence, in: bytes)
        try inner.finish()
        return try Certificate.Extension.checkAll(sequence, in: bytes)
    }
}
