import DERKit
import X509Model

/// What a certificate may do in a chain, as far as pinning asks: issue others or not.
enum CertificateRole {
    /// True where the certificate says that its subject is an authority, RFC 5280 section 4.2.1.9.
    ///
    ///     BasicConstraints ::= SEQUENCE {
    ///          cA                      BOOLEAN DEFAULT FALSE,
    ///          pathLenConstraint       INTEGER (0..MAX) OPTIONAL }
    ///
    /// A certificate without extensions (version 1) that issued itself is a root of the old kind. A malformed
    /// extension makes no authority.
    static func isAuthority(_ certificate: Certificate) -> Bool {
        let extensions = certificate.extensions
        guard let constraints = extensions.first(where: { $0.extnID == basicConstraints }) else {
            return extensions.isEmpty && certificate.issuer == certificate.subject
        }
        let bytes = constraints.extnValue.span
        var outer = DERCursor(0..<bytes.count)
        guard let sequence = try? outer.next(.sequence, in: bytes) else { return false }
        var fields = DERCursor(contentOf: sequence)
        guard let flag = try? fields.nextIfPresent(.boolean, in: bytes) else { return false }
        return (try? flag.boolean(in: bytes)) ?? false
    }

    private static let basicConstraints = ObjectIdentifier("2.5.29.19")

    /// True where a certificate at `index` of a chain may match a strategy for `position`.
    static func isCandidate(_ certificate: Certificate, at index: Int, for position: ChainPosition) -> Bool {
        switch position {
        case .any: true
        case .leaf: index == 0
        case .certificateAuthority: isAuthority(certificate)
        }
    }
}
