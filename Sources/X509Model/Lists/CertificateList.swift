import DERKit

/// A certificate revocation list (RFC 5280 section 5.1).
///
///     CertificateList  ::=  SEQUENCE  {
///          tbsCertList          TBSCertList,
///          signatureAlgorithm   AlgorithmIdentifier,
///          signatureValue       BIT STRING  }
///
///     TBSCertList  ::=  SEQUENCE  {
///          version                 Version OPTIONAL,
///                                       -- if present, MUST be v2
///          signature               AlgorithmIdentifier,
///          issuer                  Name,
///          thisUpdate              Time,
///          nextUpdate              Time OPTIONAL,
///          revokedCertificates     SEQUENCE OF SEQUENCE  { … } OPTIONAL,
///          crlExtensions           [0]  EXPLICIT Extensions OPTIONAL }
package struct CertificateList: Sendable, Hashable {
    /// The list's exact bytes.
    package let derBytes: [UInt8]
    private let list: List
    private let signatureAlgorithmLayout: AlgorithmIdentifier.Layout

    private typealias List = (
        version: Int64, issuer: Range<Int>, thisUpdate: X509Time, nextUpdate: X509Time?,
        entries: Range<Int>, entryCount: Int, extensions: Range<Int>
    )

    /// The version as commonly written, which is the number in the field plus 1: 1 if the field is absent, otherwise
    /// usually 2.
    package var version: Int64 { list.version < .max ? list.version + 1 : list.version }
    /// The time at which the list was issued.
    package var thisUpdate: X509Time { list.thisUpdate }
    /// The time at which the next list is due; `nil` if the list does not specify it.
    package var nextUpdate: X509Time? { list.nextUpdate }
    /// The number of entries.
    package var revokedCertificateCount: Int { list.entryCount }

    /// Reads a list that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    package init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        let bytes = input.span
        try limits.check(bytes)
        var fields = try DERCursor(contentOfSequence: 0..<bytes.count, in: bytes)
        list = try field("tbsCertList", CertificateList.readList(&fields, in: bytes))
        (signatureAlgorithmLayout, _) = try fields.signature("signatureValue", in: bytes)
        self.derBytes = input
    }

    private static func readList(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> List {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let version = try field(
            "version", fields.nextIfPresent(.integer, in: bytes)?.smallInteger(in: bytes) ?? 0)
        _ = try field("signature", AlgorithmIdentifier.read(&fields, in: bytes))
        let issuer = try field("issuer", DistinguishedName.check(&fields, in: bytes))
        let thisUpdate = try field("thisUpdate", X509Time(X509Time.read(&fields, in: bytes), in: bytes))
        let nextUpdate = try field("nextUpdate") { () throws(DERError) -> X509Time? in
            if let next = try fields.nextIfPresent(.utcTime, in: bytes) { return X509Time(next, in: bytes) }
            return try fields.nextIfPresent(.generalizedTime, in: bytes).map { X509Time($0, in: bytes) }
        }
        let entries = try field("revokedCertificates", fields.nextIfPresent(.sequence, in: bytes))
        let entryCount = try field("revokedCertificates") { () throws(DERError) -> Int in
            guard let entries else { return 0 }
            return try DERCursor.forEachMember(of: entries) { (members) throws(DERError) in
                _ = try RevokedCertificate.read(&members, in: bytes)
            }
        }
        let extensions = try field("crlExtensions", fields.extensionsIfPresent(0, in: bytes))
        try fields.finish()
        return (version, issuer, thisUpdate, nextUpdate, entries?.content ?? 0..<0, entryCount, extensions)
    }

    /// The name of the issuer.
    package var issuer: DistinguishedName { DistinguishedName(checked: derBytes[list.issuer]) }

    /// The signature algorithm.
    package var signatureAlgorithm: AlgorithmIdentifier {
        AlgorithmIdentifier(signatureAlgorithmLayout, in: derBytes.span)
    }

    /// The entries, each of which is read on demand.
    package var revokedCertificates: some Sequence<RevokedCertificate> {
        let input = derBytes
        return sequence(state: DERCursor(list.entries)) { (cursor) in
            // Each entry was checked when the list was read, so none fails here.
            guard !cursor.isAtEnd, let layout = try? RevokedCertificate.read(&cursor, in: input.span) else {
                return nil
            }
            return RevokedCertificate(layout, in: input)
        }
    }

    /// The extensions of the list, each of which is read during iteration.
    package var extensionList: ExtensionList { ExtensionList(list.extensions, in: derBytes) }

    package static func == (one: CertificateList, other: CertificateList) -> Bool {
        one.derBytes == other.derBytes
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(octets: derBytes.span) }
}

/// An entry of a revocation list (RFC 5280 section 5.1.2.6).
///
///     SEQUENCE  {
///          userCertificate         CertificateSerialNumber,
///          revocationDate          Time,
///          crlEntryExtensions      Extensions OPTIONAL
///                                   -- if present, version MUST be v2
///                               }
package struct RevokedCertificate: Sendable, Hashable {
    /// The serial number of the certificate.
    package let userCertificate: DERInteger
    /// The time at which the certificate was revoked.
    package let revocationDate: X509Time
    /// The extensions of the entry, such as the reason.
    package let crlEntryExtensions: [Certificate.Extension]

    struct Layout {
        let userCertificate: Range<Int>
        let revocationDate: DERElement
        let extensions: Range<Int>
    }

    init(_ layout: Layout, in input: [UInt8]) {
        userCertificate = DERInteger(twosComplement: Array(input[layout.userCertificate])) ?? DERInteger(0)
        revocationDate = X509Time(layout.revocationDate, in: input.span)
        crlEntryExtensions = Certificate.Extension.all(layout.extensions, in: input)
    }

    static func read(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> Layout {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let serial = try field("userCertificate", fields.checkedInteger(in: bytes))
        let date = try field("revocationDate", X509Time.read(&fields, in: bytes))
        let extensions = try field("crlEntryExtensions") { () throws(DERError) in
            guard let sequence = try fields.nextIfPresent(.sequence, in: bytes) else { return 0..<0 }
            return try Certificate.Extension.checkAll(sequence, in: bytes)
        }
        try fields.finish()
        return Layout(userCertificate: serial, revocationDate: date, extensions: extensions)
    }
}
