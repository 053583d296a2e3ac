import DERKit

/// Formats of other programs that people take for certificates or keys: named as what they are, with the command
/// that turns them into something that is read here.
struct ForeignFormat {
    let code: String
    let message: String
    let hint: String

    /// The format that a label of a block belongs to.
    ///
    /// - Parameter bytes: what stands in the block, where it could be decoded.
    init?(label: String, holding bytes: [UInt8] = []) {
        guard let row = ForeignFormat.labels.first(where: { label.hasPrefix($0.prefix) }) else { return nil }
        // PROTOCOL.key of OpenSSH: the names of the cipher and of the key derivation, the salt, and the public key
        // in clear, which begins with its type.
        let beginning = String(decoding: bytes.prefix(128), as: UTF8.self)
        let kind = ForeignFormat.openSSHKinds.first { beginning.containsText($0.word) }
        self = row.prefix == ForeignFormat.openSSHLabel ? kind?.format ?? row.format : row.format
    }

    /// The format that a file without any block begins like.
    init?(_ input: [UInt8]) {
        guard let row = ForeignFormat.beginnings.first(where: { input.starts(with: $0.bytes) }) else {
            return nil
        }
        self = row.format
    }

    private init(_ code: String, _ message: String, _ hint: String) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    private static let openSSHPrivateKey = ForeignFormat(
        "openssh-key", "this is an OpenSSH private key",
        "ssh-keygen -e -m PKCS8 -f FILE prints its public key as PEM")
    private static let openSSHPublicKey = ForeignFormat(
        "openssh-key", "this is an OpenSSH public key", "ssh-keygen -e -m PKCS8 -f FILE prints it as PEM")
    // ssh-keygen writes PEM of RSA and ECDSA alone. The key's 32 bytes are the last of the public key.
    private static let openSSHEd25519PrivateKey = ForeignFormat(
        "openssh-key", "this is an OpenSSH private key, of Ed25519",
        "ssh-keygen -y -f FILE | \(ed25519Pin)")
    private static let openSSHEd25519PublicKey = ForeignFormat(
        "openssh-key", "this is an OpenSSH public key, of Ed25519", "cat FILE | \(ed25519Pin)")
    private static let ed25519Pin =
        "cut -d' ' -f2 | openssl base64 -d -A | tail -c 32 | pemtool wrap --algorithm Ed25519 - prints its pin"
    private static let openSSHEd25519Certificate = ForeignFormat(
        "openssh-key", "this is an OpenSSH certificate, not X.509",
        "ssh-keygen -L -f FILE shows what is in it")
    private static let securityKey = ForeignFormat(
        "openssh-key", "this is an OpenSSH key in a security key",
        "no X.509 certificate has it; give the certificate or key of the server")
    private static let secureShellPublicKey = ForeignFormat(
        "openssh-key", "this is an SSH2 public key",
        "ssh-keygen -i -f FILE > key.pub, then pemtool pin key.pub, which says how to go on")
    private static let openPGP = ForeignFormat(
        "pgp", "this is OpenPGP data, not X.509", "gpg --show-keys FILE shows what is in it")

    private static let openSSHLabel = "OPENSSH PRIVATE KEY"
    private static let openSSHKinds: [(word: String, format: ForeignFormat)] = [
        ("sk-ssh-", securityKey), ("sk-ecdsa-", securityKey), ("ssh-ed25519", openSSHEd25519PrivateKey),
    ]

    private static let labels: [(prefix: String, format: ForeignFormat)] = [
        (openSSHLabel, openSSHPrivateKey), ("SSH2 PUBLIC KEY", secureShellPublicKey),
        ("PGP ", openPGP),
    ]

    private static let beginnings: [(bytes: [UInt8], format: ForeignFormat)] = [
        (Array("ssh-ed25519 ".utf8), openSSHEd25519PublicKey),
        (Array("ssh-ed25519-cert".utf8), openSSHEd25519Certificate),
        (Array("ssh-".utf8), openSSHPublicKey), (Array("ecdsa-sha2-".utf8), openSSHPublicKey),
        (Array("sk-ssh-".utf8), securityKey), (Array("sk-ecdsa-".utf8), securityKey),
        (
            Array("PuTTY-User-Key-File-".utf8),
            ForeignFormat(
                "putty-key", "this is a PuTTY key",
                "puttygen FILE -O public-openssh -o key.pub, then pemtool pin key.pub, which says how to go on"
            )
        ),
        (
            [0xfe, 0xed, 0xfe, 0xed],
            ForeignFormat(
                "java-keystore", "this is a Java keystore",
                "keytool -list -rfc -keystore FILE prints its certificates as PEM")
        ),
        (
            [0x50, 0x4b, 0x03, 0x04],
            ForeignFormat("zip", "this is a ZIP archive", "unzip FILE, and read the files that come out")
        ),
        ([0x1f, 0x8b], ForeignFormat("gzip", "this is compressed", "gunzip -c FILE prints what is in it")),
        (Array("<!DOCTYPE html".utf8), webPage), (Array("<!doctype html".utf8), webPage),
        (Array("<html".utf8), webPage),
    ]

    private static let webPage = ForeignFormat(
        "web-page", "this is a web page, as comes where a download fails",
        "download the certificate itself, for which the page may have a link")
}
