/// A key store of Java or of Bouncy Castle: aliases, and for each a certificate, or a key with its chain. Keys in it are
/// skipped.
package struct KeyStore: Sendable, Hashable {
    /// The format of a key store.
    package enum Format: String, Sendable, Hashable {
        /// The standard format of Java.
        case jks = "JKS"
        /// The format of the Java Cryptography Extension, which also has secret keys.
        case jceks = "JCEKS"
        /// The format of Bouncy Castle, which old versions of Android use.
        case bks = "BKS"
    }

    /// The kind of an entry.
    package enum EntryKind: String, Sendable, Hashable {
        /// A private key, and the chain of certificates for it.
        case privateKey = "private-key"
        /// A certificate that the owner trusts.
        case trustedCertificate = "trusted-certificate"
        /// A secret key, or something unknown.
        case secretKey = "secret-key"
    }

    /// An entry.
    package struct Entry: Sendable, Hashable {
        /// The name in the key store.
        package let alias: String
        /// The kind.
        package let kind: EntryKind
        /// The exact bytes of its certificates, in their order.
        package let certificates: [[UInt8]]

        package init(alias: String, kind: EntryKind, certificates: [[UInt8]]) {
            self.alias = alias
            self.kind = kind
            self.certificates = certificates
        }
    }

    /// The format.
    package let format: Format
    /// The entries, in the order of the file.
    package let entries: [Entry]
    /// A Boolean value that indicates whether a password proved that the file is as it was written; false if there was
    /// none.
    package let isVerified: Bool

    package init(format: Format, entries: [Entry], isVerified: Bool) {
        self.format = format
        self.entries = entries
        self.isVerified = isVerified
    }
}
