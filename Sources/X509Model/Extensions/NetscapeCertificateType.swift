/// The purposes of a certificate in Netscape's extension of the 1990s, 2.16.840.1.113730.1.1.
///
///     NetscapeCertType ::= BIT STRING {
///          ssl-client (0), ssl-server (1), smime (2), object-signing (3),
///          reserved (4), ssl-ca (5), smime-ca (6), object-signing-ca (7) }
package typealias NetscapeCertificateType = NamedBits<NetscapeCertificateUse>

/// A bit of ``NetscapeCertificateType``.
package enum NetscapeCertificateUse: Int, NamedBit {
    /// TLS clients.
    case sslClient
    /// TLS servers.
    case sslServer
    /// Mail.
    case smime
    /// Signing code.
    case objectSigning
    /// Of no meaning.
    case reserved
    /// A CA for TLS.
    case sslCA
    /// A CA for mail.
    case smimeCA
    /// A CA for signing code.
    case objectSigningCA

    /// The name of the bit, as in `sslServer`.
    package var name: String {
        switch self {
        case .sslClient: "sslClient"
        case .sslServer: "sslServer"
        case .smime: "smime"
        case .objectSigning: "objectSigning"
        case .reserved: "reserved"
        case .sslCA: "sslCA"
        case .smimeCA: "smimeCA"
        case .objectSigningCA: "objectSigningCA"
        }
    }
}
