import X509Model

/// What a certificate may do in a chain, as far as pinning asks: issue others or not.
enum CertificateRole {
    /// True where the certificate says that its subject is an authority.
    static func isAuthority(_ certificate: Certificate) -> Bool { certificate.isAuthority }
}
