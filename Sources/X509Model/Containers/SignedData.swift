import DERKit

/// PKCS #7 or CMS as a collection of certificates, RFC 5652 section 5.1 (RFC 2315 section 9.1). It may be BER with
/// indefinite lengths; the certificates inside are DER, each a slice of the input.
///
///     SignedData ::= SEQUENCE {
///       version CMSVersion,
///       digestAlgorithms DigestAlgorithmIdentifiers,
///       encapContentInfo EncapsulatedContentInfo,
///       certificates [0] IMPLICIT CertificateSet OPTIONAL,
///       crls [1] IMPLICIT RevocationInfoChoices OPTIONAL,
///       signerInfos SignerInfos }
///
///     CertificateSet ::= SET OF CertificateChoices
///     CertificateChoices ::= CHOICE {
///       certificate Certificate,
///       extendedCertificate [0] IMPLICIT ExtendedCertificate, -- Obsolete
///       v1AttrCert [1] IMPLICIT AttributeCertificateV1,       -- Obsolete
///       v2AttrCert [2] IMPLICIT AttributeCertificateV2,
///       other [3] IMPLICIT OtherCertificateFormat }
package struct SignedData: Sendable, Hashable {
    /// The exact bytes of each certificate, in the order of the input. Read them with ``Certificate``.
    package let certificates: [[UInt8]]
    /// The exact bytes of each revocation list. Read them with ``CertificateList``.
    package let crls: [[UInt8]]
    package let signerInfoCount: Int

    /// Reads a ContentInfo that fills `bytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `bytes`. An unreadable certificate inside is not an
    ///   error here.
    package init(ber bytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(bytes)
        let bytes = input.span
        try limits.check(bytes)
        var cursor = BERCursor(0..<bytes.count)
        let info = try ContentInfo(&cursor, in: bytes)
        try cursor.finish()
        guard info.contentType == .signedData else {
            throw DERError(
                .invalidValue, at: 0, expected: "signed data",
                found: ContentInfo.name(of: info.contentType), path: ["contentType"])
        }
        (certificates, crls, signerInfoCount) = try field("content") { () throws(DERError) in
            guard let content = info.content else {
                throw DERError(.missing, at: bytes.count, expected: "SignedData", found: "unexpected end")
            }
            return try SignedData.members(content, in: bytes, limits)
        }
    }

    private typealias Members = (certificates: [[UInt8]], crls: [[UInt8]], signerInfoCount: Int)

    private static func members(
        _ content: BERElement, in bytes: Span<UInt8>, _ limits: DERLimits
    ) throws(DERError) -> Members {
        var outer = BERCursor(content.range)
        var fields = BERCursor(contentOf: try outer.next(.sequence, in: bytes))
        _ = try field("version") { () throws(DERError) in try fields.next(.integer, in: bytes) }
        _ = try field("digestAlgorithms") { () throws(DERError) in try fields.next(.set, in: bytes) }
        try field("encapContentInfo") { () throws(DERError) in
            var inner = BERCursor(contentOf: try fields.next(.sequence, in: bytes))
            let type = try inner.next(.objectIdentifier, in: bytes)
            if let tagged = try inner.nextIfPresent(.contextConstructed(0), in: bytes),
                bytes.array(type.content) == ASN1ObjectIdentifier.pkcs7Data.content
            {
                var content = BERCursor(contentOf: tagged)
                _ = try content.next(in: bytes).octetString(in: bytes, limits: limits)
                try content.finish()
            }
            try inner.finish()
        }
        let certificateSet = try field("certificates") { () throws(DERError) in
            try fields.nextIfPresent(.contextConstructed(0), in: bytes)
        }
        let crlSet = try field("crls") { () throws(DERError) in
            try fields.nextIfPresent(.contextConstructed(1), in: bytes)
        }
        guard certificateSet != nil || crlSet != nil else {
            // A signature without certificates or lists contains nothing to read.
            throw DERError(
                .missing, at: content.start, expected: "a certificate or a revocation list",
                found: "a signature without certificates")
        }
        let certificates = try field("certificates") { () throws(DERError) in
            try slices(certificateSet, in: bytes, limits)
        }
        let crls = try field("crls") { () throws(DERError) in try slices(crlSet, in: bytes, limits) }
        let signers = try field("signerInfos") { () throws(DERError) in
            let set = try fields.next(.set, in: bytes)
            return try slices(set, in: bytes, limits).count
        }
        try fields.finish()
        return (certificates, crls, signers)
    }

    /// Returns the members that are SEQUENCEs, as certificates and revocation lists are. The other choices have
    /// different tags and are skipped.
    private static func slices(
        _ set: BERElement?, in bytes: Span<UInt8>, _ limits: DERLimits
    ) throws(DERError) -> [[UInt8]] {
        guard let set else { return [] }
        var members = BERCursor(contentOf: set)
        var result: [[UInt8]] = []
        while !members.isAtEnd {
            let member = try members.next(in: bytes)
            guard member.tag == .sequence else { continue }
            try limits.checkMember(result.count, at: member.start)
            result.append(bytes.array(member.range))
        }
        return result
    }
}
