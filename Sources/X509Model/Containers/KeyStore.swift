/// A key store of Java or of Bouncy Castle: aliases, and for each a certificate, or a key with its chain. Keys in it are
/// read past.
public struct KeyStore: Sendable, Hashable {
    /// The format of a key store.
    public enum Format: String, Sendable, Hashable {
        /// Java's own.
        case jks = "JKS"
        /// Of the Java Cryptography Extension, with secret keys too.
        case jceks = "JCEKS"
        /// Of Bouncy Castle, as old versions of Android have it.
        case bks = "BKS"
    }

    /// What an entry has.
    public enum EntryKind: String, Sendable, Hashable {
        /// A private key, and the chain of certificates for it.
        case privateKey = "private-key"
        /// A certificate that somebody trusts.
        case trustedCertificate = "trusted-certificate"
        /// A secret key, or something that is not said.
        case secretKey = "secret-key"
    }

    /// An entry.
    public struct Entry: Sendable, Hashable {
        /// What the key store calls it.
        public let alias: String
        /// What it has.
        public let kind: EntryKind
        /// The exact bytes of its certificates, in their order.
        public let certificates: [[UInt8]]

        package init(alias: String, kind: EntryKind, certificates: [[UInt8]]) {
            self.alias = alias
            self.kind = kind
            self.certificates = certificates
        }
    }

    /// The format.
    public let format: Format
    /// The entries, in the order of the file.
    public let entries: [Entry]
    /// A Boolean value that indicates whether a password proved that the file is as it was written; false if there was
    /// none.
    public let isVerified: Bool

    package init(format: Format, entries: [Entry], isVerified: Bool) {
        self.format = format
        self.entries = entries
        self.isVerified = isVerified
    }
}
