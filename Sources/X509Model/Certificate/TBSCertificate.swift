import DERKit

/// The signed part of a certificate (RFC 5280 section 4.1).
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
package enum TBSCertificate {
    /// The positions of the fields in the input.
    package struct Layout: Sendable {
        let range: Range<Int>
        let version: Int64
        let serialNumber: Range<Int>
        let signature: AlgorithmIdentifier.Layout
        package let issuer: Range<Int>
        let validity: Certificate.Validity.Layout
        package let subject: Range<Int>
        package let subjectPublicKeyInfo: SubjectPublicKeyInfo.Layout
        let issuerUniqueID: DERBitString?
        let subjectUniqueID: DERBitString?
        /// The range of the content of the SEQUENCE OF; empty if the field is absent.
        let extensions: Range<Int>
    }

    /// Reads the signed part and checks its structure. Dates, the key, and the values of extensions are not decoded.
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
        let extensions = try field("extensions", fields.extensionsIfPresent(3, in: bytes))
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
}

extension Certificate {
    /// The period in which a certificate is valid (RFC 5280 section 4.1.2.5).
    ///
    ///     Validity ::= SEQUENCE {
    ///          notBefore      Time,
    ///          notAfter       Time }
    public struct Validity: Sendable, Hashable {
        package let start: X509Time
        package let end: X509Time

        /// The first time at which the certificate is valid.
        ///
        /// - Throws: ``DERKit/DERError`` if the octets are not a valid time.
        public var notBefore: DERTime { get throws(DERError) { try start.momentResult.get() } }
        /// The last time at which the certificate is valid.
        ///
        /// - Throws: ``DERKit/DERError`` if the octets are not a valid time.
        public var notAfter: DERTime { get throws(DERError) { try end.momentResult.get() } }

        /// The positions of the fields in the input.
        package typealias Layout = (notBefore: DERElement, notAfter: DERElement)

        package init(_ layout: Layout, in bytes: Span<UInt8>) {
            start = X509Time(layout.notBefore, in: bytes)
            end = X509Time(layout.notAfter, in: bytes)
        }

        package static func read(
            _ cursor: inout DERCursor, in bytes: Span<UInt8>
        ) throws(DERError) -> Layout {
            var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
            let notBefore = try field("notBefore", X509Time.read(&fields, in: bytes))
            let notAfter = try field("notAfter", X509Time.read(&fields, in: bytes))
            try fields.finish()
            return (notBefore, notAfter)
        }
    }
}

/// A date in a certificate (RFC 5280 section 4.1.2.5).
///
///     Time ::= CHOICE {
///          utcTime        UTCTime,
///          generalTime    GeneralizedTime }
///
/// A certificate with a malformed date is still readable: the other fields and the pin do not depend on the date. The
/// octets of a date are therefore kept unchanged.
package struct X509Time: Sendable, Hashable, CustomStringConvertible {
    /// UTCTime or GeneralizedTime.
    package let tag: DERTag
    /// The exact content octets in the certificate.
    package let rawBytes: [UInt8]
    package let momentResult: Result<DERTime, DERError>

    package init(_ element: DERElement, in bytes: Span<UInt8>) {
        tag = element.tag
        rawBytes = bytes.array(element.content)
        momentResult = Result { () throws(DERError) in try element.time(in: bytes) }
    }

    package static func read(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> DERElement {
        let element = try cursor.next(in: bytes)
        guard element.tag == .utcTime || element.tag == .generalizedTime else {
            throw DERError(
                .unexpectedTag, at: element.start, expected: "UTCTime or GeneralizedTime",
                found: "\(element.tag)")
        }
        return element
    }

    /// The time in ISO 8601 and UTC, such as `2022-03-30T23:59:59Z`; for a malformed date, its text, marked as invalid.
    package var description: String {
        switch momentResult {
        case .success(let time): time.description
        case .failure: "invalid \(tag) '\(escaped(rawBytes))'"
        }
    }
}
