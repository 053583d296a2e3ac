import X509Model

extension PinDiagnosis {
    /// A certificate, request or key from which a pin may have been made.
    package struct Object: Sendable {
        /// The kind, as in ``X509Model/InputObject/kind``: `certificate`, `public-key`.
        package let kind: String
        /// The DER bytes of the object; empty if they contain a private key.
        package var derBytes: [UInt8] = []
        /// The label of the object's PEM text; `nil` if the text would contain a private key.
        package var label: String?
        let key: SubjectPublicKeyInfo
        /// All bytes of the object's file; empty if unknown.
        package let file: [UInt8]
        /// The signed part of a certificate or request; `nil` for keys.
        package var signedBytes: [UInt8]?
        /// The DER bytes of the subject of a certificate or request.
        var subject: [UInt8]?
        /// The certificate, in a box because it is large and there may be few certificates among the objects.
        private var boxed: Boxed<Certificate>?
        package var certificate: Certificate? { boxed?.value }
        /// The SHA-256 of a private key, whose bytes are not kept; `nil` for other objects.
        private var privateKeyDigest: [UInt8]?

        package var subjectPublicKeyInfo: SubjectPublicKeyInfo { key }
        var spki: [UInt8] { key.derBytes }
        var rawKey: [UInt8] { key.subjectPublicKey.bytes }
    }

    /// A value of a certificate or key that may be mistaken for a pin.
    struct Identifier {
        let code: String
        /// The name of the value in a sentence.
        let what: String
        let octets: [UInt8]
        /// The remedy if the value identifies the key of another object.
        var remedy: String?

        var step: String { code == "private-key" ? "hashing the private key's DER" : "copying \(what)" }
    }

    /// Returns the first value inside a SEQUENCE; `nil` if the bytes are not a SEQUENCE.
    static func firstMember(of derBytes: [UInt8]) -> [UInt8]? {
        let bytes = derBytes.span
        guard var fields = try? DERCursor(contentOfSequence: derBytes.indices, in: bytes) else { return nil }
        return (try? fields.next(in: bytes)).map { bytes.array($0.range) }
    }

    /// Returns the values inside a SEQUENCE, without its tag and length; `nil` if the bytes are not a SEQUENCE.
    static func content(of derBytes: [UInt8]) -> [UInt8]? {
        var outer = DERCursor(derBytes.indices)
        return (try? outer.next(.sequence, in: derBytes.span)).map { Array(derBytes[$0.content]) }
    }
}

extension PinDiagnosis.Object {
    /// Creates an object from a certificate and, if a pin may have been made from its whole file, the file's bytes.
    package init(_ certificate: Certificate, file: [UInt8] = []) {
        self.init(
            kind: "certificate", derBytes: certificate.derBytes, label: "CERTIFICATE",
            key: certificate.subjectPublicKeyInfo, file: file, signedBytes: certificate.tbsCertificateBytes,
            subject: certificate.subject.derBytes, boxed: .value(certificate))
    }

    /// Creates an object from an input object and its file's bytes; `nil` if it could not be read or has no public key.
    package init?(_ object: InputObject, file: [UInt8] = []) {
        guard case .success(let content) = object.contentResult, let key = content.subjectPublicKeyInfo
        else { return nil }
        if let certificate = content.certificate {
            self.init(certificate, file: file)
            return
        }
        self.init(kind: content.kind, key: key, file: file)
        switch content {
        case .certificateRequest(let request):
            (derBytes, label, subject) = (request.derBytes, "CERTIFICATE REQUEST", request.subject.derBytes)
            signedBytes = PinDiagnosis.firstMember(of: request.derBytes)
        case .publicKey: (derBytes, label) = (key.derBytes, "PUBLIC KEY")
        case .rsaPublicKey(let rsa): (derBytes, label) = (rsa.derBytes, "RSA PUBLIC KEY")
        default: privateKeyDigest = object.fingerprint
        }
    }

    static let identifierCodes =
        [
            "subject-key-identifier", "authority-key-identifier", "serial-number", "private-key",
        ] + copiedCodes.map { $0 + unhashed }

    /// The codes of the sources whose bytes are short enough to look like a hash.
    private static let copiedCodes = ["raw-key", "x", "y", "x-and-y"]
    private static let unhashed = "-unhashed"
    private static let copiedSources = PinDiagnosis.sources.filter { copiedCodes.contains($0.code) }

    /// The parts of the key that people copy without hashing them.
    private var copies: [PinDiagnosis.Identifier] {
        PinDiagnosis.Object.copiedSources.compactMap { (source) in
            guard let octets = source.bytes(self) else { return nil }
            let what = source.code == "raw-key" ? "the raw key" : source.what(self)
            return PinDiagnosis.Identifier(
                code: source.code + PinDiagnosis.Object.unhashed, what: what + ", which was not hashed",
                octets: octets)
        }
    }

    /// The values of a certificate or key that people copy instead of a pin, and the digest of a private key, which is
    /// not a pin and must not be published.
    var identifiers: [PinDiagnosis.Identifier] {
        guard let certificate else {
            let digest = privateKeyDigest.map { (digest) in
                PinDiagnosis.Identifier(
                    code: "private-key", what: "SHA-256 of the private key, not of the SPKI", octets: digest)
            }
            return (digest.map { [$0] } ?? []) + copies
        }
        var found = copies
        for member in certificate.extensionList(of: [.subjectKeyIdentifier, .authorityKeyIdentifier]) {
            if member.oid == .subjectKeyIdentifier {
                guard let identifier = try? member.decoded(as: SubjectKeyIdentifier.self) else { continue }
                found.append(
                    PinDiagnosis.Identifier(
                        code: "subject-key-identifier",
                        what: "the subject key identifier, an extension of the certificate",
                        octets: identifier.keyIdentifier))
            } else if let octets = (try? member.decoded(as: AuthorityKeyIdentifier.self))?.keyIdentifier {
                found.append(
                    PinDiagnosis.Identifier(
                        code: "authority-key-identifier",
                        what: "the authority key identifier, which identifies the issuer's key",
                        octets: octets, remedy: "the pin of that key is made from the issuer's certificate"))
            }
        }
        found.append(
            PinDiagnosis.Identifier(
                code: "serial-number", what: "the serial number of the certificate",
                octets: certificate.serialNumber.magnitude))
        return found
    }

    // OpenSSL commands that read an object in PEM from standard input and write a part of it.

    /// The commands that write the public key in PEM and that rewrite the object in PEM.
    var pemCommands: (publicKey: String, object: String) {
        switch label {
        case "CERTIFICATE": ("openssl x509 -pubkey -noout", "openssl x509")
        case "CERTIFICATE REQUEST": ("openssl req -pubkey -noout", "openssl req")
        case "PUBLIC KEY": ("openssl pkey -pubin", "openssl pkey -pubin")
        case "RSA PUBLIC KEY":
            ("openssl rsa -RSAPublicKey_in -pubout", "openssl rsa -RSAPublicKey_in -RSAPublicKey_out")
        default: ("openssl pkey -pubout", "openssl pkey -pubout")
        }
    }

    /// The command or call that writes the SubjectPublicKeyInfo.
    var spkiWay: PinDiagnosis.Way {
        guard key.openSSLReencoding.reason == .same else { return .call("publicKey.getEncoded()") }
        return .command(derCommand("openssl pkey -pubin -outform der"))
    }

    /// Returns `command` after one that writes the public key in PEM, unless the object is a public key itself.
    func derCommand(_ command: String) -> String {
        label == "PUBLIC KEY" ? command : "\(pemCommands.publicKey) | \(command)"
    }
}
