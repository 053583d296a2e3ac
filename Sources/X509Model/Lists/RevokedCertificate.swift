import DERKit

/// An entry of a revocation list, RFC 5280 section 5.1.2.6.
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
    /// When it was revoked.
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
