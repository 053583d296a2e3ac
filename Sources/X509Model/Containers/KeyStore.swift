/// A Java or Bouncy Castle key store, in which each alias names a certificate, or a key and its chain. Keys are
/// skipped.
package struct KeyStore: Sendable, Hashable {
    package enum Format: String, Sendable, Hashable {
        /// Java's standard format.
        case jks = "JKS"
        /// The format of the Java Cryptography Extension, which can also contain secret keys.
        case jceks = "JCEKS"
        /// The format of Bouncy Castle, which old versions of Android use.
        case bks = "BKS"
    }

    package enum EntryKind: String, Sendable, Hashable {
        /// A private key and its certificate chain.
        case privateKey = "private-key"
        /// A certificate that the owner of the key store trusts.
        case trustedCertificate = "trusted-certificate"
        /// A secret key or an unknown entry.
        case secretKey = "secret-key"
    }

    package struct Entry: Sendable, Hashable {
        package let alias: String
        package let kind: EntryKind
        /// The exact bytes of the certificates, in order.
        package let certificates: [[UInt8]]

        package init(alias: String, kind: EntryKind, certificates: [[UInt8]]) {
            self.alias = alias
            self.kind = kind
            self.certificates = certificates
        }
    }

    package let format: Format
    /// The entries, in file order.
    package let entries: [Entry]
    /// A Boolean value that indicates whether the integrity of the file was verified with a password; `false` without a
    /// password.
    package let isVerified: Bool

    package init(format: Format, entries: [Entry], isVerified: Bool) {
        self.format = format
        self.entries = entries
        self.isVerified = isVerified
    }
}
