import DERKit

/// A certificate revocation list, RFC 5280 section 5.1.
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
package struct CertificateList: Sendable {
    /// The list's exact bytes.
    package let derBytes: [UInt8]
    /// The version in common usage: 1 if the field is absent, otherwise 2.
    package let version: Int64
    /// The time at which the list was issued.
    package let thisUpdate: X509Time
    /// The time at which the next list is due; `nil` if the list does not say.
    package let nextUpdate: X509Time?
    /// The number of entries.
    package let revokedCertificateCount: Int
    private let layout: Layout
    private let signatureAlgorithmLayout: AlgorithmIdentifier.Layout

    private struct Layout {
        var issuer = 0..<0
        var revokedCertificates = 0..<0
        var extensions = 0..<0
    }

    /// Reads a list that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    package init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        let bytes = input.span
        try limits.check(bytes)
        var fields = try DERCursor(contentOfSequence: 0..<bytes.count, in: bytes)
        let list = try field("tbsCertList", CertificateList.readList(&fields, in: bytes))
        version = list.version
        thisUpdate = list.thisUpdate
        nextUpdate = list.nextUpdate
        revokedCertificateCount = list.count
        layout = list.layout
        (signatureAlgorithmLayout, _) = try fields.signature("signatureValue", in: bytes)
        self.derBytes = input
    }

    private typealias List = (
        version: Int64, thisUpdate: X509Time, nextUpdate: X509Time?, count: Int, layout: Layout
    )

    private static func readList(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) -> List {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        var layout = Layout()
        var count = 0
        let version = try field(
            "version", fields.nextIfPresent(.integer, in: bytes)?.smallInteger(in: bytes) ?? 0)
        _ = try field("signature", AlgorithmIdentifier.read(&fields, in: bytes))
        layout.issuer = try field("issuer", DistinguishedName.check(&fields, in: bytes))
        let thisUpdate = try field("thisUpdate", X509Time(X509Time.read(&fields, in: bytes), in: bytes))
        let nextUpdate = try field("nextUpdate") { () throws(DERError) -> X509Time? in
            if let next = try fields.nextIfPresent(.utcTime, in: bytes) { return X509Time(next, in: bytes) }
            return try fields.nextIfPresent(.generalizedTime, in: bytes).map { X509Time($0, in: bytes) }
        }
        try field("revokedCertificates") { () throws(DERError) in
            guard let sequence = try fields.nextIfPresent(.sequence, in: bytes) else { return }
            layout.revokedCertificates = sequence.content
            var members = DERCursor(contentOf: sequence)
            while !members.isAtEnd {
                do throws(DERError) {
                    _ = try RevokedCertificate.read(&members, in: bytes)
                } catch {
                    throw error.inside("[\(count)]")
                }
                count += 1
            }
        }
        layout.extensions = try field("crlExtensions") { () throws(DERError) in
            guard let tagged = try fields.nextIfPresent(.contextConstructed(0), in: bytes) else {
                return 0..<0
            }
            var inner = DERCursor(contentOf: tagged)
            let sequence = try inner.next(.sequence, in: bytes)
            try inner.finish()
            return try Certificate.Extension.checkAll(sequence, in: bytes)
        }
        try fields.finish()
        return (version < .max ? version + 1 : version, thisUpdate, nextUpdate, count, layout)
    }

    /// The name of the issuer.
    package var issuer: DistinguishedName { DistinguishedName(checked: Array(derBytes[layout.issuer])) }

    /// The algorithm of the signature.
    package var signatureAlgorithm: AlgorithmIdentifier {
        AlgorithmIdentifier(signatureAlgorithmLayout, in: derBytes.span)
    }

    /// The entries, each read on demand.
    package var revokedCertificates: some Sequence<RevokedCertificate> {
        let input = derBytes
        return sequence(state: DERCursor(layout.revokedCertificates)) { (cursor) in
            // Each was checked when the list was read, so none fails here.
            guard !cursor.isAtEnd, let layout = try? RevokedCertificate.read(&cursor, in: input.span) else {
                return nil
            }
            return RevokedCertificate(layout, in: input)
        }
    }

    /// The extensions of the list and their decoded values.
    package var extensionList: ExtensionList { ExtensionList(layout.extensions, in: derBytes) }

    /// The extensions of the list in their order.
    package var crlExtensions: [Certificate.Extension] {
        Certificate.Extension.all(layout.extensions, in: derBytes)
    }
}

extension CertificateList: Hashable {
    package static func == (one: CertificateList, other: CertificateList) -> Bool {
        one.derBytes == other.derBytes
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(octets: derBytes.span) }
}
