/// A message that software writes if pinning fails: how it reads, who writes it, and what it means.
struct FailureMessage: Sendable {
    /// How the rest of a message is read.
    enum Reading: Sendable {
        /// A message that the phrases of the row alone identify.
        case phrases
        case okHttpChain, trustKitAndroid, report, urlSession
        /// A line of TrustKit's log: the name of a certificate, its digest, or the end of an accepted connection.
        case logName, logDigest, logAccepted
        /// The line that ends TrustKit's log of a refused connection.
        case logEnd
    }

    let source: PinFailure.Source
    let meaning: PinFailure.Meaning
    /// The text that is looked for.
    let sign: String
    /// Texts near the sign without which it is not this message.
    var also: [String] = []
    /// The text near the sign with which it is another message.
    var unless: String?
    /// The phrases in front of the host, of a pin that was sent, of a pinned one, and of what else is worth telling.
    var host: String?
    var sent: String?
    var pinned: String?
    var detail: String?
    var reading = Reading.phrases
    /// A Boolean value that indicates whether the message says less than others about the same failure, which make it
    /// superfluous.
    var isGeneral = false
}

// The rows are written after the software that their sections name, most of them without its source at hand.
extension FailureMessage {
    static let all: [FailureMessage] = [
        okHttp, android, trustKit, apple, alamofire, tools, languages, certificateErrors,
    ].flatMap { $0 }

    private static func row(
        _ source: PinFailure.Source, _ meaning: PinFailure.Meaning, _ sign: String, also: [String] = [],
        unless: String? = nil,
        host: String? = nil, sent: String? = nil, pinned: String? = nil, detail: String? = nil,
        reading: Reading = .phrases, isGeneral: Bool = false
    ) -> FailureMessage {
        FailureMessage(
            source: source, meaning: meaning, sign: sign, also: also, unless: unless, host: host, sent: sent,
            pinned: pinned, detail: detail, reading: reading, isGeneral: isGeneral)
    }

    /// OkHttp's CertificatePinner.kt and OkHostnameVerifier.kt; Ktor's CertificatePinner.kt writes the same.
    private static let okHttp: [FailureMessage] = [
        row(.okHttp, .mismatch, "Peer certificate chain:", reading: .okHttpChain),
        row(.okHttp, .mismatch, "Certificate pinning failure!", isGeneral: true),
        row(.okHttp, .missingPrefix, "pins must start with 'sha256/' or 'sha1/'", pinned: "'sha1/': "),
        row(.okHttp, .invalidPin, "Invalid pin hash: ", pinned: "Invalid pin hash: "),
        row(.okHttp, .invalidDomain, "Exception: Invalid pattern: ", host: "Invalid pattern: "),
        row(.okHttp, .invalidDomain, "Exception: Unexpected pattern: "),
        row(
            .okHttp, .hostName, "Hostname ", also: [" not verified"], host: "Hostname ", sent: "certificate: "
        ),
    ]

    /// AOSP: NetworkSecurityTrustManager.java, XmlConfigSource.java; Conscrypt: TrustManagerImpl.java.
    private static let android: [FailureMessage] = [
        row(.android, .mismatch, "Pin verification failed", unless: "Configured pins:"),
        row(.conscrypt, .mismatch, "Certificate path is not properly pinned"),
        row(.android, .missingIssuer, "Trust anchor for certification path not found"),
        row(.android, .untrusted, "SSLHandshakeException: Chain validation failed"),
        row(
            .android, .digestLength, "digest length ", also: ["does not match expected length for "],
            detail: "digest length "),
        row(.android, .digestAlgorithm, "Unsupported pin digest algorithm: ", detail: "algorithm: "),
        row(.android, .invalidPin, "ParserException: Missing pin digest"),
        row(.android, .invalidPin, "ParserException: Invalid pin digest"),
        row(.android, .expiration, "Invalid expiration date in pin-set"),
        row(
            .android, .duplicateDomain, "ParserException: ", also: [" has already been specified"],
            host: "ParserException: "),
        row(
            .android, .configuration, "XmlConfigSource$ParserException: ", detail: "ParserException: ",
            isGeneral: true),
        row(
            .android, .configuration, "Failed to parse XML configuration from ",
            detail: "Failed to parse XML configuration from ", isGeneral: true),
    ]

    /// TrustKit: ssl_pin_verifier.m, TSKSPKIHashCache.m, parse_configuration.m; TrustKit-Android:
    /// PinningTrustManager.java, DomainPinningPolicy.java, PublicKeyPin.java; reports: RFC 7469 section 3.
    private static let trustKit: [FailureMessage] = [
        row(.trustKitAndroid, .mismatch, "Configured pins:", reading: .trustKitAndroid),
        row(.trustKitAndroid, .fewPins, "Less than two pins were supplied", host: "for domain "),
        row(.trustKitAndroid, .invalidPin, "Invalid pin: length is not 32 bytes"),
        row(.report, .mismatch, "\"known-pins\"", reading: .report),
        row(.trustKitLog, .mismatch, "Checking certificate with CN: ", reading: .logName),
        row(.trustKitLog, .mismatch, "Testing SSL Pin ", reading: .logDigest),
        row(.trustKitLog, .mismatch, "SSL Pin found for ", reading: .logAccepted),
        row(
            .trustKitLog, .mismatch, "SSL Pin not found for ", host: "SSL Pin not found for ",
            reading: .logEnd),
        row(
            .trustKitLog, .unsupportedKey, "could not generate the SPKI hash",
            host: "could not generate the SPKI hash for ", reading: .logEnd),
        row(
            .trustKitLog, .unsupportedKey, "public key algorithm or length is not supported", isGeneral: true),
        row(.trustKitLog, .unsupportedKey, "Tried to generate the SPKI hash for an unsupported"),
        row(.trustKitLog, .unsupportedKey, "TSKTrustEvaluationErrorCouldNotGenerateSpkiHash"),
        row(
            .trustKitLog, .untrusted, "default SSL validation failed for ",
            host: "default SSL validation failed for "),
        row(.trustKitLog, .untrusted, "TSKTrustEvaluationFailedInvalidCertificateChain"),
        row(.trustKitLog, .mismatch, "TSKTrustEvaluationFailedNoMatchingPin"),
        row(
            .trustKitLog, .mismatch, "Pin validation failed for ", host: "Pin validation failed for ",
            reading: .logEnd, isGeneral: true),
        row(.trustKitLog, .fewPins, "TrustKit was initialized with less than ", host: "for domain "),
        row(
            .trustKitLog, .invalidPin, "TrustKit was initialized with an invalid Pin ", host: "for domain ",
            pinned: "an invalid Pin "),
        row(.trustKitLog, .noDomains, "TrustKit was initialized with no pinned domains"),
        row(
            .trustKitLog, .invalidDomain, "TrustKit was initialized with an invalid domain ",
            host: "an invalid domain "),
        row(
            .trustKitLog, .invalidDomain,
            "TrustKit was initialized with includeSubdomains for a domain suffix ", host: "a domain suffix "),
        row(
            .trustKitLog, .configuration, "TrustKit was initialized with an invalid value for ",
            host: "for domain ", detail: "an invalid value for "),
    ]

    /// Errors of `NSURLErrorDomain`, NSURLError.h, and lines of CFNetwork's log.
    private static let apple: [FailureMessage] = [
        row(.urlSession, .canceled, "NSURLErrorDomain Code=", reading: .urlSession),
        row(.urlSession, .canceled, "NSURLErrorDomain error ", reading: .urlSession),
        row(
            .urlSession, .transportSecurity, "_kCFStreamErrorCodeKey=-9802",
            host: "NSErrorFailingURLStringKey=", isGeneral: true),
        row(.urlSession, .transportSecurity, "TLS Trust encountered error 3:-9802", isGeneral: true),
        row(.urlSession, .transportSecurity, "(error code: -1200 [3:-9802])", isGeneral: true),
        row(.urlSession, .transportSecurity, "ATS failed system trust", isGeneral: true),
    ]

    /// Alamofire: AFError.swift.
    private static let alamofire: [FailureMessage] = [
        row(.alamofire, .mismatch, "Public key pinning failed for host ", host: "pinning failed for host "),
        row(
            .alamofire, .fingerprint, "Certificate pinning failed for host ", host: "pinning failed for host "
        ),
        row(.alamofire, .mismatch, "publicKeyPinningFailed(host: \"", host: "publicKeyPinningFailed(host: "),
        row(
            .alamofire, .fingerprint, "certificatePinningFailed(host: \"",
            host: "certificatePinningFailed(host: "),
        row(.alamofire, .noCertificates, "No certificates were found or provided for evaluation"),
        row(.alamofire, .noCertificates, "No public keys were found or provided for evaluation"),
        row(
            .alamofire, .noEvaluator, "A ServerTrustEvaluating value is required for host ",
            host: "is required for host "),
        row(
            .alamofire, .untrusted, "Default evaluation failed for host ",
            host: "Default evaluation failed for host "),
        row(.alamofire, .hostName, "certificate name does not match input"),
        row(.alamofire, .untrusted, "SecTrust evaluation failed with error: ", isGeneral: true),
    ]

    /// curl: vtls.c; Wget: openssl.c; openconnect: main.c, gnutls.c; OpenVPN: ssl_verify.c; Chromium:
    /// net_error_list.h; Gecko: mozpkix; mitmproxy: tls.py; Mbed TLS: error.c; Envoy: cert_validator.
    private static let tools: [FailureMessage] = [
        row(
            .curl, .mismatch, "public key does not match pinned public key", host: "* Connected to ",
            sent: "public key hash: "),
        row(.curl, .mismatch, "CURLE_SSL_PINNEDPUBKEYNOTMATCH", isGeneral: true),
        row(
            .curl, .hostName, "no alternative certificate subject name matches target host name ",
            host: "target host name "),
        row(.curl, .hostName, "does not match target host name ", host: "target host name "),
        row(
            .curl, .hostName, "certificate's owner does not match hostname ",
            unless: "does not match pinned public key", host: "does not match hostname "),
        row(
            .openConnect, .mismatch, "Server SSL certificate didn't match: ", host: "SSL negotiation with ",
            sent: "certificate didn't match: "),
        row(
            .openConnect, .mismatch, "fingerprint(s) specified via --servercert match",
            host: "SSL negotiation with ", sent: "server's certificate: "),
        row(
            .openConnect, .untrusted, "Certificate from VPN server ", also: [" failed verification"],
            host: "Certificate from VPN server ", sent: "--servercert "),
        row(
            .openVPN, .fingerprint, "certificate hash verification failed",
            detail: "got certificate fingerprint: "),
        row(.chromium, .mismatch, "ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN"),
        row(.chromium, .missingIssuer, "ERR_CERT_AUTHORITY_INVALID"),
        row(.chromium, .expired, "ERR_CERT_DATE_INVALID"),
        row(.chromium, .hostName, "ERR_CERT_COMMON_NAME_INVALID"),
        row(.firefox, .mismatch, "MOZILLA_PKIX_ERROR_KEY_PINNING_FAILURE"),
        row(
            .mitmproxy, .untrusted, "The client does not trust the proxy's certificate for ",
            host: "certificate for "),
        row(.curl, .untrusted, "server certificate verification failed. CAfile: "),
        row(.curl, .missingIssuer, "schannel: ", also: ["SEC_E_UNTRUSTED_ROOT"]),
        row(.curl, .expired, "schannel: ", also: ["SEC_E_CERT_EXPIRED"]),
        row(.curl, .hostName, "schannel: ", also: ["SEC_E_WRONG_PRINCIPAL"]),
        row(.gnuTLS, .untrusted, "Error in the certificate verification", isGeneral: true),
        row(.mbedTLS, .untrusted, "X509 - Certificate verification failed"),
        row(.envoy, .mismatch, "verify cert failed: cert hash and spki"),
    ]

    /// Flutter's http_certificate_pinning; Node.js: the example of https.md, node_errors.h; kubeadm: pubkeypin.go; Go:
    /// verify.go; PHP: xp_ssl.c; urllib3: ssl_.py; Java: PKIXCertPathBuilder.
    private static let languages: [FailureMessage] = [
        row(.flutter, .fingerprint, "CONNECTION_NOT_SECURE"),
        row(.flutter, .fingerprint, "CertificateNotVerifiedException"),
        row(.flutter, .canceled, "The certificate of the response is not approved"),
        row(
            .node, .mismatch, "Certificate verification error: ",
            also: ["does not match our pinned fingerprint"], host: "The public key of "),
        row(.node, .missingIssuer, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
        row(.node, .missingIssuer, "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
        row(.node, .selfSigned, "SELF_SIGNED_CERT_IN_CHAIN"),
        row(.node, .selfSigned, "DEPTH_ZERO_SELF_SIGNED_CERT"),
        row(.node, .expired, "CERT_HAS_EXPIRED"),
        row(.node, .hostName, "ERR_TLS_CERT_ALTNAME_INVALID", host: "Host: "),
        row(
            .kubeadm, .mismatch, "none of the public keys ", also: [" are pinned"],
            sent: "none of the public keys "),
        row(.go, .missingIssuer, "x509: certificate signed by unknown authority"),
        row(.go, .expired, "x509: certificate has expired or is not yet valid"),
        row(.go, .hostName, "x509: certificate is valid for ", also: [", not "], host: ", not "),
        row(.php, .fingerprint, "peer_fingerprint match failure"),
        row(.python, .fingerprint, "Fingerprints did not match. Expected ", detail: "got "),
        row(.java, .missingIssuer, "PKIX path building failed"),
        row(.java, .expired, "timestamp check failed"),
        row(
            .java, .hostName, "No subject alternative DNS name matching ", also: [" found"],
            host: "DNS name matching "),
        row(.java, .hostName, "No name matching ", also: [" found"], host: "No name matching "),
        row(.dotNet, .untrusted, "Error: TrustFailure"),
        row(.dotNet, .canceled, "rejected by the provided RemoteCertificateValidationCallback"),
    ]

    /// What libraries say about a chain, after their own words or those of curl, Wget, Dart, Python and others: OpenSSL's
    /// x509_txt.c, BoringSSL, GnuTLS, rustls, .NET's SslStream, and nginx.
    private static let certificateErrors: [FailureMessage] = [
        (PinFailure.Source.openSSL, "CERTIFICATE_VERIFY_FAILED", nil as String?),
        (.curl, "SSL certificate problem: ", nil),
        (.curl, "ERROR: The certificate of ", "ERROR: The certificate of "),
        (.curl, "ERROR: cannot verify ", "ERROR: cannot verify "),
        (.openVPN, "VERIFY ERROR: depth=", nil), (.nginx, "SSL certificate verify error: (", nil),
        (.openSSL, "state=error: certificate verify failed", nil),
        (.gnuTLS, "The certificate is NOT trusted. ", nil), (.rustls, "invalid peer certificate: ", nil),
        (.dotNet, "The remote certificate is invalid ", nil),
    ].flatMap { (source, sign, host) in
        verifyErrors.map { row(source, $0.meaning, sign, also: [$0.text], host: host) }
            + [row(source, .untrusted, sign, host: host)]
    }

    private static let verifyErrors: [(text: String, meaning: PinFailure.Meaning)] = [
        ("unable to get local issuer certificate", .missingIssuer),
        ("unable to verify the first certificate", .missingIssuer),
        ("locally verify the issuer", .missingIssuer),
        ("have a known issuer", .missingIssuer), ("issuer is unknown", .missingIssuer),
        ("UnknownIssuer", .missingIssuer), ("PartialChain", .missingIssuer),
        ("self signed certificate", .selfSigned), ("elf-signed certificate", .selfSigned),
        ("UntrustedRoot", .selfSigned),
        ("has expired", .expired), ("not yet valid", .expired), ("expired certificate", .expired),
        ("certificate expired", .expired), (": Expired", .expired), ("NotTimeValid", .expired),
        ("ostname mismatch", .hostName), ("IP address mismatch", .hostName),
        ("does not match the expected", .hostName), ("not valid for name", .hostName),
        ("NotValidForName", .hostName), ("RemoteCertificateNameMismatch", .hostName),
    ]
}
