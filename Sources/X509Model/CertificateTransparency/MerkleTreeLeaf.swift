import DERKit

/// The part of an entry that a Certificate Transparency log signs, the `leaf_input` of `get-entries`: RFC
/// 6962 section 3.4.
///
///     enum { v1(0), (255) } Version;
///     enum { timestamped_entry(0), (255) } MerkleLeafType;
///
///     struct {
///         Version version;
///         MerkleLeafType leaf_type;
///         select (leaf_type) {
///             case timestamped_entry: TimestampedEntry;
///         }
///     } MerkleTreeLeaf;
///
///     enum { x509_entry(0), precert_entry(1), (65535) } LogEntryType;
///     opaque CtExtensions<0..2^16-1>;
///
///     struct {
///         uint64 timestamp;
///         LogEntryType entry_type;
///         select(entry_type) {
///             case x509_entry: ASN.1Cert;
///             case precert_entry: PreCert;
///         } signed_entry;
///         CtExtensions extensions;
///     } TimestampedEntry;
package struct MerkleTreeLeaf: Sendable, Hashable {
    /// The field `signed_entry`, which was submitted to the log.
    package enum SignedEntry: Sendable, Hashable {
        /// A certificate.
        case x509(Certificate)
        /// The signed part of a future certificate.
        case precertificate(PreCert)
    }

    /// The time at which the log accepted the entry, in milliseconds since 1970-01-01T00:00:00Z, without leap
    /// seconds.
    package let timestamp: UInt64
    /// The certificate or precertificate.
    package let signedEntry: SignedEntry
    /// The content of `CtExtensions`; RFC 6962 defines none, so it is usually empty.
    package let extensions: [UInt8]

    /// Reads a leaf that fills `leafInput` to the last byte.
    ///
    /// - Parameter leafInput: the decoded `leaf_input`.
    /// - Throws: ``DERKit/DERError`` with the offset in `leafInput`, inside a certificate too.
    package init(_ leafInput: some Collection<UInt8>) throws(DERError) {
        let input = Array(leafInput)
        let bytes = input.span
        var fields = TLSCursor(0..<bytes.count)
        try field("version", MerkleTreeLeaf.require(0, octets: 1, "v1 (0)", &fields, in: bytes))
        try field(
            "leaf_type", MerkleTreeLeaf.require(0, octets: 1, "timestamped_entry (0)", &fields, in: bytes))
        timestamp = try field("timestamp", fields.number(8, in: bytes))
        let typeOffset = fields.position
        let type = try field("entry_type", fields.number(2, in: bytes))
        switch type {
        case 0:
            signedEntry = try field("signed_entry", .x509(Certificate.read(asn1Cert: &fields, in: bytes)))
        case 1:
            signedEntry = try field("signed_entry", .precertificate(PreCert(&fields, in: bytes)))
        default:
            throw DERError(
                .invalidValue, at: typeOffset, expected: "x509_entry (0) or precert_entry (1)",
                found: "entry type \(type)", path: ["entry_type"])
        }
        let range = try field("extensions", fields.vector(lengthOctets: 2, in: bytes))
        extensions = bytes.array(range)
        try fields.finish()
    }

    private static func require(
        _ wanted: UInt64, octets: Int, _ name: String, _ fields: inout TLSCursor, in bytes: Span<UInt8>
    ) throws(DERError) {
        let start = fields.position
        let found = try fields.number(octets, in: bytes)
        guard found == wanted else {
            throw DERError(.invalidValue, at: start, expected: name, found: "value \(found)")
        }
    }
}

extension Certificate {
    /// Reads a certificate of a log entry, RFC 6962 section 3.1. Offsets in errors count from the start of `bytes`.
    ///
    ///     opaque ASN.1Cert<1..2^24-1>;
    static func read(
        asn1Cert fields: inout TLSCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Certificate {
        let range = try fields.vector(lengthOctets: 3, minimum: 1, in: bytes)
        do throws(DERError) {
            return try Certificate(der: bytes.array(range))
        } catch {
            throw error.moved(by: range.lowerBound)
        }
    }
}

extension DERError {
    /// Returns the error with its offset increased by `base`, the position of a certificate in the
    /// input.
    func moved(by base: Int) -> DERError {
        DERError(code, at: base + offset, expected: expected, found: found, path: path)
    }
}
