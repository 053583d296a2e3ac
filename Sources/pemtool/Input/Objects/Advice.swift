import LockedFiles

extension InputError {
    /// Returns a hint for the error, as a command if possible. `FILE` is a placeholder for the name of the file.
    ///
    /// - Parameter content: the object, if it was read but does not yield an answer.
    func advice(about content: InputObject.Content? = nil) -> String? {
        if let foreignFormat { return foreignFormat.advice }
        if isRefusedRepair { return "omit --strict to repair and read it" }
        let isHopeless = code == .encrypted && content.map { $0.locks.contains { !$0.isSupported } } == true
        switch (isHopeless ? .unsupportedEncryption : code, kind) {
        case (.rawKey, _): return hint ?? "pemtool wrap FILE prepends the header and prints the pin"
        case (.publicKeyNotInFile, _), (.unverifiedKey, _):
            return "openssl pkey -in FILE -pubout derives it; pass its output to pemtool"
        case (.unsupportedEncryption, "pkcs12"):
            return
                "openssl pkcs12 -legacy -in FILE -nokeys prints its certificates, if OpenSSL has the algorithm"
        case (.unsupportedEncryption, "key-store"):
            return "keytool -list -rfc -keystore FILE prints its certificates as PEM"
        case (.unsupportedEncryption, _):
            return
                "openssl pkey -provider legacy -provider default -in FILE -pubout prints its public half, if "
                + "OpenSSL has the algorithm"
        case (.tooManyIterations, _): return "--max-iterations N allows more, but may take a long time"
        case (.encrypted, _): return "use --password-file or --password-env to pass the password"
        case (.wrongPassword, "key-store"):
            return
                "add its password with another --password-file; without a password, its certificates are not verified"
        case (.wrongPassword, _): return "add its password with another --password-file or --password-env"
        case (.hexListing, _): return "xxd -p, or od -An -v -t x1, prints the bytes in a supported form"
        default: return hint
        }
    }
}

extension ForeignFormat {
    /// The command that converts the file to a supported form, or advice on what to use instead.
    fileprivate var advice: String {
        // ssh-keygen writes PEM only for RSA and ECDSA. The last 32 bytes of an Ed25519 public key are the raw key.
        let ed25519Pin =
            "cut -d' ' -f2 | openssl base64 -d -A | tail -c 32 | pemtool wrap --algorithm Ed25519 - prints its pin"
        return switch self {
        case .openSSHPrivateKey: "ssh-keygen -e -m PKCS8 -f FILE prints its public key as PEM"
        case .openSSHPublicKey: "ssh-keygen -e -m PKCS8 -f FILE prints it as PEM"
        case .openSSHEd25519PrivateKey: "ssh-keygen -y -f FILE | \(ed25519Pin)"
        case .openSSHEd25519PublicKey: "cat FILE | \(ed25519Pin)"
        case .openSSHCertificate: "ssh-keygen -L -f FILE shows its contents"
        case .securityKey, .dnssecKey:
            "X.509 certificates cannot contain it; use the certificate or key of the server"
        case .secureShellPublicKey: "ssh-keygen -i -f FILE > key.pub, then pemtool pin key.pub"
        case .puttyKey: "puttygen FILE -O public-openssh -o key.pub, then pemtool pin key.pub"
        case .windowsKey: "openssl rsa -inform PVK -in FILE -pubout prints its public half"
        case .windowsPrivateKeyBlob: "openssl rsa -inform MSBLOB -in FILE -pubout prints its public half"
        case .windowsPublicKeyBlob: "openssl rsa -pubin -inform MSBLOB -in FILE prints it as PEM"
        case .openPGP: "gpg --list-packets FILE shows its contents"
        case .age: "age -d FILE prints its contents, if it is encrypted"
        case .javaKeyStore: "keytool -list -rfc -keystore FILE prints its certificates as PEM"
        case .bouncyCastleKeyStore:
            "keytool -list -rfc -storetype BKS -keystore FILE prints its certificates as PEM, with the "
                + "Bouncy Castle provider"
        case .uberKeyStore:
            "keytool -importkeystore, with the Bouncy Castle provider, converts it to PKCS #12"
        case .fipsKeyStore:
            "keytool -importkeystore, with the Bouncy Castle FIPS provider, converts it to PKCS #12"
        case .zip: "unzip FILE, and use the extracted files"
        case .gzip: "gunzip -c FILE prints its contents"
        case .bzip2: "bunzip2 -c FILE prints its contents"
        case .xz: "xz -dc FILE prints its contents"
        case .zstd: "zstd -dc FILE prints its contents"
        case .sevenZip: "7z x FILE, and use the extracted files"
        case .tar: "tar -xf FILE, and use the extracted files"
        case .pdf, .image, .executable, .javaClass, .folderListing: "use the certificate or key itself"
        case .database:
            "it may be a browser's certificate store: certutil -L -d FOLDER -n NAME -a prints a certificate as PEM"
        case .binaryPropertyList: "pemtool policy read FILE prints the pins in an app's settings"
        case .webPage: "download the certificate itself; the page may link to it"
        case .gitLFSPointer: "git lfs pull fetches the file"
        case .jsonWebKey: "use the certificate or key in PEM or DER, or a JWK with x5c"
        case .printedText: "use the file that the program read"
        case .textModeDER: "copy the file again in binary mode; the lost bytes cannot be restored"
        }
    }
}
