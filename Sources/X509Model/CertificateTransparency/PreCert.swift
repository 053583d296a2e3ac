import DERKit

/// The data of a precertificate that a log signs, RFC 6962 section 3.2: the signed part of the future
/// certificate, and the key that will sign it.
///
///     opaque TBSCertificate<1..2^24-1>;
///
///     struct {
///       opaque issuer_key_hash[32];
///       TBSCertificate tbs_certificate;
///     } PreCert;
///
/// The TBSCertificate lacks the poison extension of the precertificate, and names the final issuer.
package struct PreCert: Sendable, Hashable {
    /// SHA-256 of the issuer's SubjectPublicKeyInfo: the pin of the key that signs the final certificate.
    package let issuerKeyHash: [UInt8]
    /// The exact bytes of the TBSCertificate: tag, length and content.
    package let tbsCertificateBytes: [UInt8]
    private let layout: SubjectPublicKeyInfo.Layout

    /// The key that the final certificate will certify.
    package var subjectPublicKeyInfo: SubjectPublicKeyInfo {
        SubjectPublicKeyInfo(layout, in: tbsCertificateBytes)
    }

    init(_ fields: inout TLSCursor, in bytes: Span<UInt8>) throws(DERError) {
        let hash = try field("issuer_key_hash", fields.octets(32))
        issuerKeyHash = bytes.array(hash)
        let range = try field("tbs_certificate", fields.vector(lengthOctets: 3, minimum: 1, in: bytes))
        let tbsCertificate = bytes.array(range)
        layout = try field("tbs_certificate") { () throws(DERError) in
            do throws(DERError) {
                var cursor = DERCursor(0..<tbsCertificate.count)
                let layout = try TBSCertificate.read(&cursor, in: tbsCertificate.span)
                try cursor.finish()
                return layout.subjectPublicKeyInfo
            } catch {
                throw error.moved(by: range.lowerBound)
            }
        }
        tbsCertificateBytes = tbsCertificate
    }

    /// Returns whether the hashes and the bytes are equal.
    package static func == (one: PreCert, other: PreCert) -> Bool {
        one.issuerKeyHash == other.issuerKeyHash && one.tbsCertificateBytes == other.tbsCertificateBytes
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(issuerKeyHash)
        hasher.combine(tbsCertificateBytes)
    }
}
