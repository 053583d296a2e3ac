import X509Model

// The OpenSSL commands that extract parts of an object in PEM on standard input.
extension PinDiagnosis.Object {
    /// Writes the public key in PEM.
    var publicKeyCommand: String {
        switch label {
        case "CERTIFICATE": "openssl x509 -pubkey -noout"
        case "CERTIFICATE REQUEST": "openssl req -pubkey -noout"
        case "PUBLIC KEY": "openssl pkey -pubin"
        case "RSA PUBLIC KEY": "openssl rsa -RSAPublicKey_in -pubout"
        default: "openssl pkey -pubout"
        }
    }

    /// Writes the object in PEM again.
    var pemCommand: String {
        switch label {
        case "CERTIFICATE": "openssl x509"
        case "CERTIFICATE REQUEST": "openssl req"
        case "RSA PUBLIC KEY": "openssl rsa -RSAPublicKey_in -RSAPublicKey_out"
        default: publicKeyCommand
        }
    }

    /// Writes the SubjectPublicKeyInfo.
    var spkiWay: PinDiagnosis.Way {
        guard key.openSSLReencoding.reason == .same else {
            return .call("publicKey.getEncoded()")
        }
        return .command(derCommand("openssl pkey -pubin -outform der"))
    }

    /// Returns the command for the public key in PEM, piped to `command`, or only `command` if the object is
    /// a public key.
    func derCommand(_ command: String) -> String {
        label == "PUBLIC KEY" ? command : "\(publicKeyCommand) | \(command)"
    }

    /// Returns the command for the last bytes of the SubjectPublicKeyInfo, or for the first of these.
    func tail(byteCount: Int, first: Int? = nil) -> PinDiagnosis.Way {
        let head = first.map { " | head -c \($0)" } ?? ""
        return spkiWay.then(
            "tail -c \(byteCount)\(head)", or: "taking these bytes out of publicKey.getEncoded()")
    }
}
