import SPKIHash

// The meanings of messages, and the changes that may help.
extension PinFailure.Meaning {
    /// Returns the words after the name of the software. For software on the server, the other side is the client.
    func verb(_ host: String?, of source: PinFailure.Source) -> String {
        switch self {
        case .fewPins, .invalidPin, .missingPrefix, .digestLength, .digestAlgorithm, .expiration,
            .duplicateDomain, .invalidDomain, .noDomains, .configuration, .noCertificates, .noEvaluator:
            "refused the configuration" + (host.map { " of \($0)" } ?? "")
        case .clientCertificate:
            "says that the client's certificate was not accepted" + (host.map { " by \($0)" } ?? "")
        case .peerRefused:
            "says that the other side refused the certificate" + (host.map { " for \($0)" } ?? "")
        default:
            "refused " + (host ?? (source.isOfEitherSide ? "the other side" : "the server"))
        }
    }

    /// Returns the meaning of a message with this detail.
    func message(_ detail: String?) -> String {
        let message = PinFailure.Meaning.words[rawValue]?.message ?? ""
        return switch (self, detail) {
        case (.fingerprint, let detail?): message + "; the server's is \(detail)"
        case (.untrusted, let detail?):
            "no pin was compared, because a certificate of the chain was not accepted: \(detail)"
        case (.clientCertificate, let detail?), (.configuration, let detail?): message + ": \(detail)"
        case (.unsupportedKey, let detail?):
            "TrustKit cannot hash the key of \(detail), and blocks the connection, even if a key lower in the chain "
                + "is pinned"
        case (.digestLength, let detail?): "a pin decodes to \(detail) bytes; expected 32"
        case (.digestAlgorithm, let detail?): "a pin names the digest '\(detail)' instead of SHA-256"
        default: message
        }
    }

    /// Returns the changes that may help, without those that depend on the pins.
    func changes(_ failure: PinFailure) -> [String] {
        let right = "write the pin as the base64 of the key's SHA-256: 44 characters"
        switch self {
        // If the message gives a reason in its own words, there is nothing to add.
        case .untrusted where failure.detail != nil, .clientCertificate where failure.detail != nil: return []
        case .invalidPin, .digestLength:
            switch failure.detail {
            case "20": return ["the pin is a SHA-1 digest; \(right)"]
            case "48": return ["the pin is probably hex; \(right)"]
            default: return [right]
            }
        case .missingPrefix:
            guard let text = failure.pinned.first, let pin = PinSpelling(text).pin else {
                return [right + " after sha256/"]
            }
            return ["write \(pin)"]
        default: return PinFailure.Meaning.words[rawValue]?.changes ?? []
        }
    }

    /// The lines of ``table`` by the name of the meaning.
    private static let words: [String: (message: String, changes: [String])] = {
        var words: [String: (message: String, changes: [String])] = [:]
        var name = ""
        for line in table.split(separator: "\n") {
            if line.hasPrefix(" ") {
                words[name]?.changes.append(String(line.dropFirst(2)))
            } else {
                let parts = line.split(separator: ":", maxSplits: 1)
                name = String(parts[0])
                words[name] = (String(parts[1].dropFirst()), [])
            }
        }
        return words
    }()

    /// For each meaning, a line with its name and what the message means, and a line for each change that may help.
    private static let table = """
        mismatch: no key that was compared is pinned for the host
        tlsa-record: no certificate or key of the chain is in a TLSA record of the host
          publish a TLSA record of the server's key before a certificate with that key is in use
        fingerprint: no certificate has the pinned fingerprint, the hash of a whole certificate; every renewal \
        changes it
          pin the fingerprint of the new certificate, or better, the hash of its key, which a renewal can keep
        untrusted: the chain is not trusted, for a reason that the message does not give, and no pin was compared
          look for the reason in the lines around the message, or connect with another client, which may say more
        distrust: the platform does not trust the chain, or the app's library found no pinned key in it; the error \
        does not say which
          check the chain first; if a browser on the device trusts it, compare the pins
        revoked: a certificate was revoked, or may have been; no pin was compared
          if the certificate was revoked, get a new one; if not, make the CA's current revocation lists reachable, \
        and replace outdated list files
        missing-issuer: the chain does not lead to a trusted CA, and no pin was compared
          if the server does not send its intermediate certificates, configure it to send them
          if a proxy intercepts the connection, connect without it
          if the CA is private, let the app or the device trust it; a pin does not make a chain trusted
        self-signed: the chain ends in a self-signed certificate that is not trusted, and no pin was compared
          if a proxy intercepts the connection, connect without it
          if the CA is private, let the app or the device trust it; a pin does not make a chain trusted
        expired: a certificate has expired or is not yet valid according to the device's clock, and no pin was \
        compared
          renew the certificate, or set the clock; the pin stays the same if the key does
        host-name: the certificate is for another host name, and no pin was compared
          connect to a name in the certificate, or issue a certificate for this host
        client-certificate: the pins are not at fault; the server did not get a client certificate that it accepts
          give the app a client certificate, or the right one, with its private key
        peer-refused: the other side did not accept the certificate, for example because it does not trust the CA \
        or pins another key
          look at the other side's error, which gives the reason
          if a proxy shows this message, connect the app without the proxy
        canceled: the app or its pinning library canceled the request, as it does for a wrong pin; the error does \
        not say why
          look in the log, before the error, for lines from the pinning library; a request that the app cancels \
        itself ends the same way
        transport-security: App Transport Security refused the connection: the chain is not trusted, or no \
        certificate in it has a key that NSPinnedDomains pins; the error does not say which
          check the chain first; if a browser on the device trusts it, compare the pins
        unsupported-key: TrustKit cannot hash a key of the chain, and blocks the connection, even if a key lower \
        in the chain is pinned
          pin a key higher in the chain, which TrustKit compares first, or let the server use RSA-2048, RSA-4096, \
        P-256 or P-384
          if the key already has one of these types, update TrustKit
        few-pins: a host needs a second pin, for a backup key
          add the pin of a backup key, or of a CA above the certificate
        invalid-pin: a pin is not 32 bytes in base64
        missing-prefix: a pin does not begin with sha256/
        digest-length: a pin decodes to the wrong number of bytes; expected 32
        digest-algorithm: a pin names another digest instead of SHA-256
          write digest="SHA-256", and compute the pin with SHA-256
        expiration: the expiration of a pin-set is not a valid date
          write the date as yyyy-MM-dd, such as expiration="2027-01-31"
        duplicate-domain: the domain is in two domain-config elements
          remove one of the elements, or merge their pins
        invalid-domain: the domain is not a host name, or is a suffix under which anyone can register names
          write a host name that you own, without scheme, port or path, and with an asterisk only as its first label
        no-domains: the configuration has no pinned domains under TSKPinnedDomains
          put the domains with their pins under TSKPinnedDomains
        no-certificates: the app has no certificate or key to compare with the server's
          add the certificate to the app's bundle in DER, as .cer, .crt or .der; Alamofire does not read PEM
        no-evaluator: every host needs an evaluator, and this host has none
          add an evaluator for the host, or set allHostsMustBeEvaluated to false
        configuration: the configuration could not be read
          correct the configuration at the place that the message names
        """
}

extension PinFailure.Source {
    /// The consumer whose pins the software compares; `nil` if it is none of them.
    var consumer: PinConsumer? {
        switch self {
        case .ktor: .okHttp
        case .curl: .curl
        default: PinConsumer(rawValue: rawValue)
        }
    }
}
