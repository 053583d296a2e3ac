import DERKit

/// A format of another program that is often mistaken for a certificate or key.
package enum ForeignFormat: Sendable, Hashable {
    case openSSHPrivateKey, openSSHEd25519PrivateKey, openSSHPublicKey, openSSHEd25519PublicKey
    case openSSHCertificate, securityKey, secureShellPublicKey, puttyKey
    case windowsKey, windowsPrivateKeyBlob, windowsPublicKeyBlob, dnssecKey
    case openPGP, age, javaKeyStore, bouncyCastleKeyStore, uberKeyStore, fipsKeyStore
    case zip, gzip, bzip2, xz, zstd, sevenZip, tar
    case pdf, image, executable, javaClass, database, binaryPropertyList
    /// A file that often appears instead of the expected one.
    case webPage, gitLFSPointer, folderListing
    case jsonWebKey, printedText
    /// DER that was damaged by a program that treated it as text.
    case textModeDER

    package var code: String { row.code }

    /// A description of the input, in one sentence.
    package var message: String { "this is \(row.name)" }

    private var row: (code: String, name: String) {
        switch self {
        case .openSSHPrivateKey: ("openssh-key", "an OpenSSH private key")
        case .openSSHEd25519PrivateKey: ("openssh-key", "an OpenSSH Ed25519 private key")
        case .openSSHPublicKey: ("openssh-key", "an OpenSSH public key")
        case .openSSHEd25519PublicKey: ("openssh-key", "an OpenSSH Ed25519 public key")
        case .openSSHCertificate: ("openssh-key", "an OpenSSH certificate, not X.509")
        case .securityKey: ("openssh-key", "an OpenSSH key held by a security key")
        case .secureShellPublicKey: ("openssh-key", "an SSH2 public key")
        case .puttyKey: ("putty-key", "a PuTTY key")
        case .windowsKey: ("windows-key", "a Windows private key (PVK)")
        case .windowsPrivateKeyBlob: ("windows-key", "a Windows private key blob")
        case .windowsPublicKeyBlob: ("windows-key", "a Windows public key blob")
        case .dnssecKey: ("dnssec-key", "a DNSSEC key, not X.509")
        case .openPGP: ("pgp", "OpenPGP data, not X.509")
        case .age: ("age", "an age-encrypted file or an age key")
        case .javaKeyStore: ("java-keystore", "a Java keystore")
        case .bouncyCastleKeyStore: ("java-keystore", "a Bouncy Castle keystore")
        case .uberKeyStore: ("java-keystore", "a Bouncy Castle UBER keystore, which is encrypted as a whole")
        case .fipsKeyStore: ("java-keystore", "a Bouncy Castle FIPS keystore (BCFKS)")
        case .zip: ("zip", "a ZIP archive")
        case .gzip: ("gzip", "a gzip file")
        case .bzip2: ("compressed", "a bzip2 file")
        case .xz: ("compressed", "an xz file")
        case .zstd: ("compressed", "a zstd file")
        case .sevenZip: ("compressed", "a 7z archive")
        case .tar: ("tar", "a tar archive")
        case .pdf: ("pdf", "a PDF document")
        case .image: ("image", "an image")
        case .executable: ("executable", "a program or library")
        case .javaClass: ("executable", "a Java class")
        case .database: ("database", "an SQLite database")
        case .binaryPropertyList: ("binary-property-list", "a binary property list")
        case .webPage: ("web-page", "a web page, possibly from a failed download")
        case .gitLFSPointer: ("git-lfs-pointer", "a Git LFS pointer instead of the file")
        case .folderListing: ("folder-listing", "a folder listing")
        case .jsonWebKey: ("json-web-key", "a JSON Web Key without a certificate")
        case .printedText: ("printed-text", "a program's description of an object, without its bytes")
        case .textModeDER:
            ("text-mode-damage", "DER damaged by a text-mode transfer; some of its bytes are lost")
        }
    }

    /// A Boolean value that indicates whether this is a Java key store, which the LockedFiles module reads.
    var isKeyStore: Bool { self == .javaKeyStore || self == .bouncyCastleKeyStore }

    /// A Boolean value that indicates whether files in this format may contain certificates or keys, and are therefore
    /// reported as unreadable.
    package var mayHoldObjects: Bool {
        switch self {
        case .pdf, .image, .executable, .javaClass, .folderListing, .printedText: false
        default: true
        }
    }

    // MARK: Detection

    /// Creates the format that a PEM block's label identifies; `nil` if it identifies none.
    ///
    /// - Parameters:
    ///   - label: the label of the block.
    ///   - bytes: the contents of the block, if they could be decoded.
    init?(label: String, holding bytes: [UInt8] = []) {
        guard let row = ForeignFormat.labels.first(where: { label.hasPrefix($0.prefix) }) else { return nil }
        // According to OpenSSH's PROTOCOL.key, the bytes contain, in order, the names of the cipher and of the key
        // derivation, the salt, and the unencrypted public key, which begins with its type.
        let beginning = String(decoding: bytes.prefix(128), as: UTF8.self)
        let kind = ForeignFormat.openSSHKinds.first { beginning.containsText($0.word) }
        self = row.format == .openSSHPrivateKey ? kind?.format ?? row.format : row.format
    }

    /// Returns the format of an unsupported archive or compressed file, or `nil` for other bytes.
    package static func ofArchive(_ bytes: [UInt8]) -> ForeignFormat? {
        switch ForeignFormat(binary: bytes[...]) {
        case let format? where [.gzip, .bzip2, .xz, .zstd, .sevenZip, .tar].contains(format): format
        default: nil
        }
    }

    init?(binary input: ArraySlice<UInt8>) {
        guard let first = input.first, input.count >= 4 else { return nil }
        for row in ForeignFormat.signatures where row.bytes[0] == first && input.starts(with: row.bytes) {
            let number = input.dropFirst(4).prefix(4)
            switch row.format {
            case .bouncyCastleKeyStore where ForeignFormat.isEncrypted(input): self = .uberKeyStore
            // A number of architectures, or a version of Java, which is at least 45.
            case .javaClass
            where number.starts(with: [0, 0, 0]) && (1..<45).contains(number.dropFirst(3).first ?? 0):
                self = .executable
            default: self = row.format
            }
            return
        }
        guard ForeignFormat.isTar(input) else { return nil }
        self = .tar
    }

    /// Returns whether a Bouncy Castle key store is encrypted. In an unencrypted store, an entry, or the end mark and
    /// the MAC, follows the 8-byte header, the 20-byte salt and the number of iterations.
    private static func isEncrypted(_ input: ArraySlice<UInt8>) -> Bool {
        let entry = Array(input.dropFirst(32).prefix(3))
        guard entry.count == 3, entry[0] <= 4 else { return input.count >= 35 }
        let nameCount = Int(entry[1]) << 8 + Int(entry[2])
        return entry[0] == 0 ? input.count != 53 : nameCount > input.count - 35
    }

    /// Returns whether the input begins with a tar header, identified by the checksum because old archives do not
    /// contain the name of the format.
    private static func isTar(_ input: ArraySlice<UInt8>) -> Bool {
        let header = Array(input.prefix(512))
        guard header.count == 512, header[0] != 0 else { return false }
        let digits = header[148..<156].drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
        let sum = header.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : Int(header[$1])) }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8) == sum
    }

    /// Creates the format of text without a PEM block; `nil` if it is unknown.
    init?(text: [UInt8]) {
        let visible = text.prefix(4096).drop { $0 <= 0x20 || $0 >= 0x80 }
        let beginning = String(decoding: visible.prefix(512).filter { $0 != 0x0d }, as: UTF8.self)
            .lowercased()
        if let row = ForeignFormat.beginnings.first(where: { beginning.hasPrefix($0.text) }) {
            self = row.format
        } else if beginning.containsText(" dnskey ") || beginning.containsText("\tdnskey\t") {
            // The type of a DNSKEY record follows the name of its zone (RFC 4034 section 2.2).
            self = .dnssecKey
        } else if visible.first == UInt8(ascii: "{"), ForeignFormat.isJSONWebKey(text) {
            self = .jsonWebKey
        } else {
            return nil
        }
    }

    /// Returns whether text is a JSON Web Key (RFC 7517): an object with a key type and without certificates.
    private static func isJSONWebKey(_ text: [UInt8]) -> Bool {
        let characters = text.prefix(4096).filter { $0 > 0x20 }
        let beginning = String(decoding: characters, as: UTF8.self)
        return beginning.containsText("\"kty\":\"") && text[...].firstIndex(ofText: "\"x5c\"") == nil
    }

    private static let openSSHKinds: [(word: String, format: ForeignFormat)] = [
        ("sk-ssh-", .securityKey), ("sk-ecdsa-", .securityKey), ("ssh-ed25519", .openSSHEd25519PrivateKey),
    ]

    private static let labels: [(prefix: String, format: ForeignFormat)] = [
        ("OPENSSH PRIVATE KEY", .openSSHPrivateKey), ("SSH2 PUBLIC KEY", .secureShellPublicKey),
        ("SSH2 ENCRYPTED PRIVATE KEY", .secureShellPublicKey), ("PGP ", .openPGP),
        ("AGE ENCRYPTED FILE", .age),
    ]

    /// The text with which files in each format begin, in lower case.
    private static let beginnings: [(text: String, format: ForeignFormat)] = [
        ("ssh-ed25519-cert", .openSSHCertificate), ("ssh-rsa-cert", .openSSHCertificate),
        ("ecdsa-sha2-nistp256-cert", .openSSHCertificate), ("ssh-ed25519 ", .openSSHEd25519PublicKey),
        ("ssh-", .openSSHPublicKey), ("ecdsa-sha2-", .openSSHPublicKey), ("sk-ssh-", .securityKey),
        ("sk-ecdsa-", .securityKey), ("putty-user-key-file-", .puttyKey),
        ("private-key-format: v1", .dnssecKey),
        // The output of openssl, keytool, certutil of Windows or NSS, and certtool of GnuTLS.
        ("0:d=0  hl=", .printedText), ("certificate:\n", .printedText),
        ("certificate request:\n", .printedText),
        ("certificate revocation list (crl):", .printedText), ("public-key: (", .printedText),
        ("private-key: (", .printedText), ("rsa public-key: (", .printedText),
        ("rsa private-key: (", .printedText), ("owner: ", .printedText), ("alias name: ", .printedText),
        ("certificate[1]:\n", .printedText), ("certificate #0\n", .printedText),
        ("keystore type: ", .printedText), ("x509 certificate:\n", .printedText),
        ("================ certificate 0", .printedText), ("certificate nickname ", .printedText),
        ("x.509 certificate information:", .printedText), ("public key information:", .printedText),
        ("public key info:", .printedText), ("pkcs #10 certificate request information:", .printedText),
        ("x.509 certificate revocation list information:", .printedText),
        ("age-encryption.org/", .age), ("age1", .age), ("age-secret-key-", .age),
        ("<!doctype html", .webPage), ("<html", .webPage), ("<head", .webPage),
        ("version https://git-lfs.github.com/", .gitLFSPointer),
        ("drwx", .folderListing), ("-rw-", .folderListing), ("index of /", .folderListing),
    ]

    private static let signatures: [(bytes: [UInt8], format: ForeignFormat)] = [
        ([0xfe, 0xed, 0xfe, 0xed], .javaKeyStore), ([0xce, 0xce, 0xce, 0xce], .javaKeyStore),
        ([0x50, 0x4b, 0x03, 0x04], .zip), ([0x50, 0x4b, 0x05, 0x06], .zip),
        ([0x1f, 0x8b], .gzip), (Array("BZh".utf8), .bzip2),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a], .xz), ([0x28, 0xb5, 0x2f, 0xfd], .zstd),
        ([0x37, 0x7a, 0xbc, 0xaf], .sevenZip), (Array("%PDF-".utf8), .pdf),
        ([0x89, 0x50, 0x4e, 0x47], .image), ([0xff, 0xd8, 0xff], .image),
        (Array("GIF8".utf8), .image), ([0x7f, 0x45, 0x4c, 0x46], .executable),
        ([0xcf, 0xfa, 0xed, 0xfe], .executable), ([0xce, 0xfa, 0xed, 0xfe], .executable),
        ([0x4d, 0x5a, 0x90, 0x00], .executable),
        (Array("SQLite format 3".utf8), .database), (Array("bplist00".utf8), .binaryPropertyList),
        ([0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x14], .bouncyCastleKeyStore),
        ([0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x14], .bouncyCastleKeyStore),
        ([0x99, 0x01], .openPGP), ([0x99, 0x02], .openPGP), ([0xc5, 0x20, 0x04], .openPGP),
        // DER in which each byte above 7f became U+FFFD or two bytes.
        ([0x30, 0xef, 0xbf, 0xbd], .textModeDER), ([0x30, 0xc2, 0x82], .textModeDER),
        ([0x30, 0xc2, 0x81], .textModeDER), ([0xef, 0xbb, 0xbf, 0x30, 0x82], .textModeDER),
        ([0xff, 0xfe, 0x30, 0x00, 0x82, 0x00], .textModeDER),
        ([0x1e, 0xf1, 0xb5, 0xb0], .windowsKey), ([0x07, 0x02, 0x00, 0x00], .windowsPrivateKeyBlob),
        ([0x06, 0x02, 0x00, 0x00], .windowsPublicKeyBlob), ([0xca, 0xfe, 0xba, 0xbe], .javaClass),
    ]
}
