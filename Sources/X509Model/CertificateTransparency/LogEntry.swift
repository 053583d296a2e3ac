import DERKit

/// An entry of a Certificate Transparency log, as returned by `get-entries`, RFC 6962 section 4.6: the leaf
/// that the log signs, and the certificates that were submitted with it.
///
///     opaque ASN.1Cert<1..2^24-1>;
///
///     struct {
///         ASN.1Cert leaf_certificate;
///         ASN.1Cert certificate_chain<0..2^24-1>;
///     } X509ChainEntry;
///
///     struct {
///         ASN.1Cert pre_certificate;
///         ASN.1Cert precertificate_chain<0..2^24-1>;
///     } PrecertChainEntry;
///
/// In `extra_data`, the X509ChainEntry lacks its leaf_certificate, which is in `leaf_input`.
package struct LogEntry: Sendable, Hashable {
    /// The leaf that the log signs: the timestamp, the type of entry, and the certificate or the signed part
    /// of a precertificate.
    package let leaf: MerkleTreeLeaf
    /// The certificate, or the precertificate with its poison extension, as it was submitted.
    package let certificate: Certificate
    /// The certificates above it, the nearest issuer first. One that cannot be read is an error in its place,
    /// with the offset in `extra_data`, and does not affect the others.
    package let chain: [Result<Certificate, DERError>]

    /// A Boolean value that indicates whether the entry is for a precertificate.
    package var isPrecertificate: Bool {
        if case .precertificate = leaf.signedEntry { true } else { false }
    }

    /// Reads both parts of an entry, each of which must be filled to the last byte.
    ///
    /// - Parameters:
    ///   - leafInput: the decoded `leaf_input`.
    ///   - extraData: the decoded `extra_data`.
    /// - Throws: ``DERKit/DERError`` with the offset in the part that its path begins with, `leaf_input` or
    ///   `extra_data`; `invalidValue` if the key of a precertificate differs from that of the leaf that the
    ///   log signs.
    package init(
        leafInput: some Collection<UInt8>, extraData: some Collection<UInt8>
    ) throws(DERError) {
        let leaf = try field("leaf_input", MerkleTreeLeaf(leafInput))
        let extra = Array(extraData)
        let bytes = extra.span
        var fields = TLSCursor(0..<bytes.count)
        switch leaf.signedEntry {
        case .x509(let certificate):
            self.certificate = certificate
            chain = try LogEntry.readChain("certificate_chain", &fields, in: bytes)
        case .precertificate(let signed):
            certificate = try field("extra_data") { () throws(DERError) in
                try field("pre_certificate", LogEntry.readPrecertificate(of: signed, &fields, in: bytes))
            }
            chain = try LogEntry.readChain("precertificate_chain", &fields, in: bytes)
        }
        self.leaf = leaf
    }

    private static func readPrecertificate(
        of signed: PreCert, _ fields: inout TLSCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Certificate {
        let start = fields.position
        let certificate = try Certificate.read(asn1Cert: &fields, in: bytes)
        // With two keys, the entry would be ambiguous.
        guard certificate.subjectPublicKeyInfo == signed.subjectPublicKeyInfo else {
            throw DERError(
                .invalidValue, at: start, expected: "the key of the leaf's tbs_certificate",
                found: "a precertificate with a different key")
        }
        return certificate
    }

    private static func readChain(
        _ name: StaticString, _ fields: inout TLSCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> [Result<Certificate, DERError>] {
        do throws(DERError) {
            var members = TLSCursor(try fields.vector(lengthOctets: 3, in: bytes))
            try fields.finish()
            var chain: [Result<Certificate, DERError>] = []
            while !members.isAtEnd {
                let start = members.position
                do throws(DERError) {
                    chain.append(.success(try Certificate.read(asn1Cert: &members, in: bytes)))
                } catch {
                    let error = error.inside("[\(chain.count)]")
                    // If the length itself is wrong, the start of the next certificate is unknown.
                    guard members.position > start + 3 else { throw error }
                    chain.append(.failure(error.inside("\(name)").inside("extra_data")))
                }
            }
            return chain
        } catch {
            throw error.inside("\(name)").inside("extra_data")
        }
    }
}
