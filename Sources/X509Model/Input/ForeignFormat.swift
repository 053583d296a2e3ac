import DERKit

/// Formats of other programs that people take for certificates or keys: named as what they are, with the command
/// that turns them into something that is read here.
struct ForeignFormat {
    let code: String
    let message: String
    let hint: String

    /// The format that a label of a block belongs to.
    init?(label: String) {
        guard let row = ForeignFormat.labels.first(where: { label.hasPrefix($0.prefix) }) else { return nil }
        self = row.format
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
    private static let secureShellPublicKey = ForeignFormat(
        "openssh-key", "this is an SSH2 public key",
        "ssh-keygen -i -f FILE > key.pub, then ssh-keygen -e -m PKCS8 -f key.pub")
    private static let openPGP = ForeignFormat(
        "pgp", "this is OpenPGP data, not X.509", "gpg --show-keys FILE shows what is in it")

    private static let labels: [(prefix: String, format: ForeignFormat)] = [
        ("OPENSSH PRIVATE KEY", openSSHPrivateKey), ("SSH2 PUBLIC KEY", secureShellPublicKey),
        ("PGP ", openPGP),
    ]

    private static let beginnings: [(bytes: [UInt8], format: ForeignFormat)] = [
        (Array("ssh-".utf8), openSSHPublicKey), (Array("ecdsa-sha2-".utf8), openSSHPublicKey),
        (Array("sk-ssh-".utf8), openSSHPublicKey), (Array("sk-ecdsa-".utf8), openSSHPublicKey),
        (
            Array("PuTTY-User-Key-File-".utf8),
            ForeignFormat(
                "putty-key", "this is a PuTTY key",
                "puttygen FILE -O public -o key.pub, then ssh-keygen -i -f key.pub")
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
