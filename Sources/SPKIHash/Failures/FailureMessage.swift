/// A message that software writes if pinning fails: how it reads, who writes it, and what it means.
struct FailureMessage: Sendable {
    /// How the rest of a message is read.
    enum Reading: Sendable {
        /// By the phrases of the row alone.
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

    /// OkHttp's CertificatePinner.kt and OkHostnameVerifier.kt; Ktor's CertificatePinner.kt writes the same.
    private static let okHttp: [FailureMessage] = [
        FailureMessage(
            source: .okHttp, meaning: .mismatch, sign: "Peer certificate chain:", reading: .okHttpChain),
        FailureMessage(
            source: .okHttp, meaning: .mismatch, sign: "Certificate pinning failure!", isGeneral: true),
        FailureMessage(
            source: .okHttp, meaning: .missingPrefix, sign: "pins must start with 'sha256/' or 'sha1/'",
            pinned: "'sha1/': "),
        FailureMessage(
            source: .okHttp, meaning: .invalidPin, sign: "Invalid pin hash: ", pinned: "Invalid pin hash: "),
        FailureMessage(
            source: .okHttp, meaning: .hostName, sign: "Hostname ", also: [" not verified"],
            host: "Hostname ",
            sent: "certificate: "),
    ]

    /// AOSP: NetworkSecurityTrustManager.java, XmlConfigSource.java; Conscrypt: TrustManagerImpl.java.
    private static let android: [FailureMessage] = [
        FailureMessage(
            source: .android, meaning: .mismatch, sign: "Pin verification failed", unless: "Configured pins:"),
        FailureMessage(
            source: .conscrypt, meaning: .mismatch, sign: "Certificate path is not properly pinned"),
        FailureMessage(
            source: .android, meaning: .missingIssuer, sign: "Trust anchor for certification path not found"),
        FailureMessage(
            source: .android, meaning: .untrusted, sign: "SSLHandshakeException: Chain validation failed"),
        FailureMessage(
            source: .android, meaning: .digestLength, sign: "digest length ",
            also: ["does not match expected length for "], detail: "digest length "),
        FailureMessage(
            source: .android, meaning: .digestAlgorithm, sign: "Unsupported pin digest algorithm: ",
            detail: "algorithm: "),
        FailureMessage(source: .android, meaning: .invalidPin, sign: "ParserException: Missing pin digest"),
        FailureMessage(source: .android, meaning: .invalidPin, sign: "ParserException: Invalid pin digest"),
        FailureMessage(source: .android, meaning: .expiration, sign: "Invalid expiration date in pin-set"),
        FailureMessage(
            source: .android, meaning: .duplicateDomain, sign: "ParserException: ",
            also: [" has already been specified"], host: "ParserException: "),
        FailureMessage(
            source: .android, meaning: .configuration, sign: "XmlConfigSource$ParserException: ",
            detail: "ParserException: ", isGeneral: true),
        FailureMessage(
            source: .android, meaning: .configuration, sign: "Failed to parse XML configuration from ",
            detail: "Failed to parse XML configuration from ", isGeneral: true),
    ]

    /// TrustKit: ssl_pin_verifier.m, TSKSPKIHashCache.m, parse_configuration.m; TrustKit-Android:
    /// PinningTrustManager.java, DomainPinningPolicy.java, PublicKeyPin.java; reports: RFC 7469 section 3.
    private static let trustKit: [FailureMessage] = [
        FailureMessage(
            source: .trustKitAndroid, meaning: .mismatch, sign: "Configured pins:", reading: .trustKitAndroid),
        FailureMessage(
            source: .trustKitAndroid, meaning: .fewPins, sign: "Less than two pins were supplied",
            host: "for domain "),
        FailureMessage(
            source: .trustKitAndroid, meaning: .invalidPin, sign: "Invalid pin: length is not 32 bytes"),
        FailureMessage(source: .report, meaning: .mismatch, sign: "\"known-pins\"", reading: .report),
        FailureMessage(
            source: .trustKitLog, meaning: .mismatch, sign: "Checking certificate with CN: ",
            reading: .logName),
        FailureMessage(
            source: .trustKitLog, meaning: .mismatch, sign: "Testing SSL Pin ", reading: .logDigest),
        FailureMessage(
            source: .trustKitLog, meaning: .mismatch, sign: "SSL Pin found for ", reading: .logAccepted),
        FailureMessage(
            source: .trustKitLog, meaning: .mismatch, sign: "SSL Pin not found for ",
            host: "SSL Pin not found for ", reading: .logEnd),
        FailureMessage(
            source: .trustKitLog, meaning: .unsupportedKey, sign: "could not generate the SPKI hash",
            host: "could not generate the SPKI hash for ", reading: .logEnd),
        FailureMessage(
            source: .trustKitLog, meaning: .unsupportedKey,
            sign: "public key algorithm or length is not supported",
            isGeneral: true),
        FailureMessage(
            source: .trustKitLog, meaning: .unsupportedKey,
            sign: "Tried to generate the SPKI hash for an unsupported"),
        FailureMessage(
            source: .trustKitLog, meaning: .unsupportedKey,
            sign: "TSKTrustEvaluationErrorCouldNotGenerateSpkiHash"),
        FailureMessage(
            source: .trustKitLog, meaning: .untrusted, sign: "default SSL validation failed for ",
            host: "default SSL validation failed for "),
        FailureMessage(
            source: .trustKitLog, meaning: .untrusted, sign: "TSKTrustEvaluationFailedInvalidCertificateChain"
        ),
        FailureMessage(
            source: .trustKitLog, meaning: .mismatch, sign: "TSKTrustEvaluationFailedNoMatchingPin"),
        FailureMessage(
            source: .trustKitLog, meaning: .mismatch, sign: "Pin validation failed for ",
            host: "Pin validation failed for ", reading: .logEnd, isGeneral: true),
        FailureMessage(
            source: .trustKitLog, meaning: .fewPins, sign: "TrustKit was initialized with less than ",
            host: "for domain "),
        FailureMessage(
            source: .trustKitLog, meaning: .invalidPin, sign: "TrustKit was initialized with an invalid Pin ",
            host: "for domain ", pinned: "an invalid Pin "),
        FailureMessage(
            source: .trustKitLog, meaning: .noDomains, sign: "TrustKit was initialized with no pinned domains"
        ),
        FailureMessage(
            source: .trustKitLog, meaning: .invalidDomain,
            sign: "TrustKit was initialized with an invalid domain ",
            host: "an invalid domain "),
        FailureMessage(
            source: .trustKitLog, meaning: .invalidDomain,
            sign: "TrustKit was initialized with includeSubdomains for a domain suffix ",
            host: "a domain suffix "),
        FailureMessage(
            source: .trustKitLog, meaning: .configuration,
            sign: "TrustKit was initialized with an invalid value for ",
            host: "for domain ", detail: "an invalid value for "),
    ]

    /// Errors of `NSURLErrorDomain`, NSURLError.h, and lines of CFNetwork's log.
    private static let apple: [FailureMessage] = [
        FailureMessage(
            source: .urlSession, meaning: .canceled, sign: "Error Domain=NSURLErrorDomain Code=",
            reading: .urlSession),
        FailureMessage(
            source: .urlSession, meaning: .transportSecurity, sign: "_kCFStreamErrorCodeKey=-9802",
            host: "NSErrorFailingURLStringKey=", isGeneral: true),
        FailureMessage(
            source: .urlSession, meaning: .transportSecurity, sign: "TLS Trust encountered error 3:-9802",
            isGeneral: true),
        FailureMessage(
            source: .urlSession, meaning: .transportSecurity, sign: "(error code: -1200 [3:-9802])",
            isGeneral: true),
        FailureMessage(
            source: .urlSession, meaning: .transportSecurity, sign: "ATS failed system trust", isGeneral: true
        ),
    ]

    /// Alamofire: AFError.swift.
    private static let alamofire: [FailureMessage] = [
        FailureMessage(
            source: .alamofire, meaning: .mismatch, sign: "Public key pinning failed for host ",
            host: "pinning failed for host "),
        FailureMessage(
            source: .alamofire, meaning: .fingerprint, sign: "Certificate pinning failed for host ",
            host: "pinning failed for host "),
        FailureMessage(
            source: .alamofire, meaning: .mismatch, sign: "publicKeyPinningFailed(host: \"",
            host: "publicKeyPinningFailed(host: "),
        FailureMessage(
            source: .alamofire, meaning: .fingerprint, sign: "certificatePinningFailed(host: \"",
            host: "certificatePinningFailed(host: "),
        FailureMessage(
            source: .alamofire, meaning: .noCertificates,
            sign: "No certificates were found or provided for evaluation"),
        FailureMessage(
            source: .alamofire, meaning: .noCertificates,
            sign: "No public keys were found or provided for evaluation"),
        FailureMessage(
            source: .alamofire, meaning: .noEvaluator,
            sign: "A ServerTrustEvaluating value is required for host ",
            host: "is required for host "),
        FailureMessage(
            source: .alamofire, meaning: .untrusted, sign: "Default evaluation failed for host ",
            host: "Default evaluation failed for host "),
        FailureMessage(
            source: .alamofire, meaning: .hostName, sign: "certificate name does not match input"),
        FailureMessage(
            source: .alamofire, meaning: .untrusted, sign: "SecTrust evaluation failed with error: ",
            isGeneral: true),
    ]

    /// curl: vtls.c; Wget: openssl.c; openconnect: main.c, gnutls.c; OpenVPN: ssl_verify.c; Chromium:
    /// net_error_list.h; Gecko: mozpkix; Envoy: cert_validator.
    private static let tools: [FailureMessage] = [
        FailureMessage(
            source: .curl, meaning: .mismatch, sign: "public key does not match pinned public key",
            host: "* Connected to ", sent: "public key hash: "),
        FailureMessage(
            source: .curl, meaning: .mismatch, sign: "CURLE_SSL_PINNEDPUBKEYNOTMATCH", isGeneral: true),
        FailureMessage(
            source: .openConnect, meaning: .mismatch, sign: "Server SSL certificate didn't match: ",
            host: "SSL negotiation with ", sent: "certificate didn't match: "),
        FailureMessage(
            source: .openConnect, meaning: .untrusted, sign: "Certificate from VPN server ",
            also: [" failed verification"], host: "Certificate from VPN server ", sent: "--servercert "),
        FailureMessage(
            source: .openVPN, meaning: .fingerprint, sign: "certificate hash verification failed",
            detail: "got certificate fingerprint: "),
        FailureMessage(source: .openVPN, meaning: .untrusted, sign: "VERIFY ERROR: depth="),
        FailureMessage(
            source: .chromium, meaning: .mismatch, sign: "ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN"),
        FailureMessage(source: .chromium, meaning: .missingIssuer, sign: "ERR_CERT_AUTHORITY_INVALID"),
        FailureMessage(source: .chromium, meaning: .expired, sign: "ERR_CERT_DATE_INVALID"),
        FailureMessage(source: .chromium, meaning: .hostName, sign: "ERR_CERT_COMMON_NAME_INVALID"),
        FailureMessage(source: .firefox, meaning: .mismatch, sign: "MOZILLA_PKIX_ERROR_KEY_PINNING_FAILURE"),
        FailureMessage(source: .envoy, meaning: .mismatch, sign: "verify cert failed: cert hash and spki"),
    ]

    /// Flutter's http_certificate_pinning; Node.js: the example of https.md, node_errors.h; kubeadm: pubkeypin.go; Go:
    /// verify.go; urllib3: ssl_.py; Java: PKIXCertPathBuilder.
    private static let languages: [FailureMessage] = [
        FailureMessage(source: .flutter, meaning: .fingerprint, sign: "CONNECTION_NOT_SECURE"),
        FailureMessage(source: .flutter, meaning: .fingerprint, sign: "CertificateNotVerifiedException"),
        FailureMessage(
            source: .node, meaning: .mismatch, sign: "Certificate verification error: ",
            also: ["does not match our pinned fingerprint"], host: "The public key of "),
        FailureMessage(source: .node, meaning: .missingIssuer, sign: "UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
        FailureMessage(
            source: .node, meaning: .missingIssuer, sign: "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
        FailureMessage(source: .node, meaning: .selfSigned, sign: "SELF_SIGNED_CERT_IN_CHAIN"),
        FailureMessage(source: .node, meaning: .selfSigned, sign: "DEPTH_ZERO_SELF_SIGNED_CERT"),
        FailureMessage(source: .node, meaning: .expired, sign: "CERT_HAS_EXPIRED"),
        FailureMessage(
            source: .node, meaning: .hostName, sign: "ERR_TLS_CERT_ALTNAME_INVALID", host: "Host: "),
        FailureMessage(
            source: .kubeadm, meaning: .mismatch, sign: "none of the public keys ", also: [" are pinned"],
            sent: "none of the public keys "),
        FailureMessage(
            source: .go, meaning: .missingIssuer, sign: "x509: certificate signed by unknown authority"),
        FailureMessage(
            source: .go, meaning: .expired, sign: "x509: certificate has expired or is not yet valid"),
        FailureMessage(
            source: .go, meaning: .hostName, sign: "x509: certificate is valid for ", also: [", not "],
            host: ", not "),
        FailureMessage(
            source: .python, meaning: .fingerprint, sign: "Fingerprints did not match. Expected ",
            detail: "got "),
        FailureMessage(source: .java, meaning: .missingIssuer, sign: "PKIX path building failed"),
        FailureMessage(source: .java, meaning: .expired, sign: "timestamp check failed"),
    ]

    /// What OpenSSL (x509_txt.c) and BoringSSL say about a chain, after the words of curl, Dart, Python and others.
    private static let certificateErrors: [FailureMessage] = [
        ("CERTIFICATE_VERIFY_FAILED", PinFailure.Source.openSSL), ("SSL certificate problem: ", .curl),
    ].flatMap { (sign, source) in
        verifyErrors.map { (text, meaning) in
            FailureMessage(source: source, meaning: meaning, sign: sign, also: [text])
        } + [FailureMessage(source: source, meaning: .untrusted, sign: sign)]
    }

    private static let verifyErrors: [(text: String, meaning: PinFailure.Meaning)] = [
        ("unable to get local issuer certificate", .missingIssuer),
        ("unable to verify the first certificate", .missingIssuer),
        ("self signed certificate", .selfSigned), ("self-signed certificate", .selfSigned),
        ("certificate has expired", .expired), ("certificate is not yet valid", .expired),
        ("ostname mismatch", .hostName), ("IP address mismatch", .hostName),
    ]
}
