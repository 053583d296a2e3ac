import X509Model

/// What a certificate may do in a chain, as far as pinning asks: issue others or not.
enum CertificateRole {
    /// True where the certificate says that its subject is an authority, by its basic constraints (RFC 5280
    /// section 4.2.1.9). A certificate without extensions that issued itself is a root of the old kind, version 1.
    static func isAuthority(_ certificate: Certificate) -> Bool {
        certificate.isCA || certificate.extensions.isEmpty && certificate.isSelfIssued
    }
}
