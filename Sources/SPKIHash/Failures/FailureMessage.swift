/// A message that software writes when pinning fails: its wording, its source, and its meaning.
struct FailureMessage: Sendable {
    /// The way to read the rest of a message.
    enum Reading: Sendable {
        /// Only the phrases of the row are read.
        case phrases
        case okHttpChain, trustKitAndroid, report, urlSession
        /// A line of TrustKit's log: the name of a certificate, its digest, or the end of an accepted connection.
        case logName, logDigest, logAccepted
        /// The line that ends TrustKit's log of a refused connection.
        case logEnd
        /// An error number in SecureTransport.h, which determines the meaning.
        case streamCode
        /// The result of a verification, in the words of ``FailureMessage/verifyErrors`` or in other words. The
        /// result follows the sign or the phrase in ``detail``.
        case verification
        /// The result of a verification in another form: a list, known words only, words that begin with the sign, or
        /// the causes of an exception, of which the last counts.
        case list, known, words, trace
    }

    let source: PinFailure.Source
    let meaning: PinFailure.Meaning
    /// The text to search for.
    let sign: String
    /// Texts that must be near the sign. If a text begins with a space, it must follow the word after the sign.
    var also: [String] = []
    /// Texts that must not be near the sign. If a text begins with a space or a comma, it must not follow the sign.
    var unless: [String] = []
    /// The phrases that precede the host, the pin that was sent, the pin that was expected, and other details.
    var host: String?
    var sent: String?
    var pinned: String?
    var detail: String?
    var reading = Reading.phrases
    /// A Boolean value that indicates whether this message is superfluous if other messages about the same failure say
    /// more.
    var isGeneral = false
}

// Each section describes the messages of the software that it names. Most rows were written without access to the
// source code.
extension FailureMessage {
    static let all: [FailureMessage] = [
        okHttp, android, trustKit, apple, alamofire, tools, languages, hosts, hostsWithin, files,
        plain, certificateErrors, programs,
    ].flatMap { $0 }

    static func row(
        _ source: PinFailure.Source, _ meaning: PinFailure.Meaning, _ sign: String, also: [String] = [],
        unless: [String] = [], host: String? = nil, sent: String? = nil, pinned: String? = nil,
        detail: String? = nil,
        reading: Reading = .phrases, isGeneral: Bool = false
    ) -> FailureMessage {
        FailureMessage(
            source: source, meaning: meaning, sign: sign, also: also, unless: unless, host: host, sent: sent,
            pinned: pinned, detail: detail, reading: reading, isGeneral: isGeneral)
    }

    static func rows(
        _ source: PinFailure.Source, _ meaning: PinFailure.Meaning, _ signs: String...,
        isGeneral: Bool = false
    ) -> [FailureMessage] {
        signs.map { row(source, meaning, $0, isGeneral: isGeneral) }
    }

    /// Messages of OkHttp's CertificatePinner.kt and OkHostnameVerifier.kt; Ktor's CertificatePinner.kt writes the
    /// same.
    private static let okHttp: [FailureMessage] = [
        row(.okHttp, .mismatch, "Peer certificate chain:", reading: .okHttpChain),
        row(.okHttp, .mismatch, "Certificate pinning failure!", isGeneral: true),
        row(.okHttp, .missingPrefix, "pins must start with 'sha256/' or 'sha1/'", pinned: "'sha1/': "),
        row(.okHttp, .invalidPin, "Invalid pin hash: sha", pinned: "Invalid pin hash: "),
        row(.okHttp, .invalidDomain, "Exception: Unexpected pattern: "),
        row(
            .okHttp, .hostName, "Hostname ", also: [" not verified"], host: "Hostname ", sent: "certificate: "
        ),
    ]

    /// Messages of AOSP (NetworkSecurityTrustManager.java, XmlConfigSource.java) and Conscrypt (TrustManagerImpl.java).
    private static let android: [FailureMessage] = [
        row(.android, .mismatch, "Exception: Pin verification failed", unless: ["Configured pins:"]),
        row(.conscrypt, .mismatch, "Certificate path is not properly pinned"),
        row(.android, .missingIssuer, "Trust anchor for certification path not found"),
        row(.android, .untrusted, "Exception: Chain validation failed", reading: .trace),
        row(.android, .mismatch, "certificate chain, error: Pin verification failed"),
        row(
            .android, .digestLength, "digest length ", also: ["does not match expected length for "],
            detail: "digest length "),
        row(.android, .digestAlgorithm, "Unsupported pin digest algorithm: ", detail: "algorithm: "),
        row(.android, .invalidPin, "ParserException: Missing pin digest"),
        row(.android, .invalidPin, "ParserException: Invalid pin digest"),
        row(.android, .expiration, "Invalid expiration date in pin-set"),
        row(
            .android, .configuration, "XmlConfigSource$ParserException: ", detail: "ParserException: ",
            isGeneral: true),
        row(
            .android, .configuration, "Failed to parse XML configuration from ",
            detail: "Failed to parse XML configuration from ", isGeneral: true),
    ]

    /// Messages of TrustKit (ssl_pin_verifier.m, TSKSPKIHashCache.m, parse_configuration.m) and TrustKit-Android
    /// (PinningTrustManager.java, DomainPinningPolicy.java, PublicKeyPin.java), and the reports of RFC 7469 section 3.
    private static let trustKit: [FailureMessage] = [
        row(.trustKitAndroid, .mismatch, "Configured pins:", reading: .trustKitAndroid),
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
        row(.trustKitLog, .untrusted, "TSKTrustEvaluationFailedInvalidCertificateChain"),
        row(.trustKitLog, .mismatch, "TSKTrustEvaluationFailedNoMatchingPin"),
        row(
            .trustKitLog, .mismatch, "Pin validation failed for ", host: "Pin validation failed for ",
            reading: .logEnd, isGeneral: true),
        row(.trustKitLog, .fewPins, "TrustKit was initialized with less than ", host: "for domain "),
        row(
            .trustKitLog, .invalidPin, "TrustKit was initialized with an invalid Pin ", host: "for domain ",
            pinned: "an invalid Pin "),
        row(
            .trustKitLog, .expired, "default SSL validation failed for ", also: ["ValidLeaf = 0"],
            host: "default SSL validation failed for "),
        row(.trustKitLog, .noDomains, "TrustKit was initialized with no pinned domains"),
        row(
            .trustKitLog, .configuration, "TrustKit was initialized with an invalid value for ",
            host: "for domain ", detail: "an invalid value for "),
        row(
            .trustKitLog, .configuration, "TrustKit was initialized without specifying the kTSK",
            detail: "TrustKit was initialized "),
        row(
            .trustKitLog, .configuration, "TSKExcludeSubdomainFromParentPolicy for domain ",
            host: "for domain ",
            detail: "for domain "),
    ]

    /// Errors of `NSURLErrorDomain` (NSURLError.h), their descriptions, and lines of CFNetwork's log.
    private static let apple: [FailureMessage] =
        [
            row(.urlSession, .canceled, "NSURLErrorDomain Code=", reading: .urlSession),
            row(.urlSession, .canceled, "NSURLErrorDomain error ", reading: .urlSession),
            // SocketRocket writes this for a certificate that is not pinned.
            row(.urlSession, .distrust, "NSURLErrorDomain Code=-1205 \"Invalid server certificate"),
            row(
                .urlSession, .distrust,
                "The certificate for this server is invalid. You might be connecting to a server that is pretending to be ",
                host: "pretending to be ", isGeneral: true),
        ]
        + [
            "(error code: ", "finished with error - code: ", "finished with error [", "[NSURLErrorDomain:",
            "kCFErrorDomainCFNetwork Code=",
        ].map { row(.urlSession, .canceled, $0, reading: .urlSession, isGeneral: true) }
        + [
            "_kCFStreamErrorCodeKey=", "TLS Trust encountered error 3:", "encountered error(3:",
            "TLS Trust evaluation failed(", "SSLHandshake failed (", "(kCFStreamErrorDomainSSL, ",
            "NSOSStatusErrorDomain Code=",
        ].map { row(.urlSession, .transportSecurity, $0, reading: .streamCode, isGeneral: true) }
        + [
            "An SSL error has occurred and a secure connection to the server cannot be made.",
            "A TLS error caused the secure connection to fail.", "ATS failed system trust",
        ].map { row(.urlSession, .transportSecurity, $0, isGeneral: true) }

    /// Messages of Alamofire (AFError.swift).
    private static let alamofire: [FailureMessage] = [
        row(
            .alamofire, .untrusted, "SecTrust evaluation failed with error: ", reading: .verification,
            isGeneral: true)
    ]

    /// Messages of curl (vtls.c), Wget (openssl.c), openconnect (main.c, gnutls.c), OpenVPN (ssl_verify.c), Chromium
    /// (net_error_list.h), Gecko (mozpkix), mitmproxy (tls.py), Mbed TLS (error.c), Envoy (cert_validator) and gRPC
    /// (ssl_transport_security.cc).
    private static let tools: [FailureMessage] = [
        row(
            .curl, .mismatch, "public key does not match pinned public key", host: "* Connected to ",
            sent: "public key hash: ", pinned: "--pinnedpubkey "),
        row(.curl, .mismatch, "CURLE_SSL_PINNEDPUBKEYNOTMATCH", unless: [" 90"], isGeneral: true),
        row(
            .curl, .hostName, "certificate's owner does not match hostname ",
            unless: ["does not match pinned public key"], host: "does not match hostname "),
        row(
            .openConnect, .mismatch, "Server SSL certificate didn't match: ", host: "SSL negotiation with ",
            sent: "certificate didn't match: "),
        row(
            .openConnect, .mismatch, "fingerprint(s) specified via --servercert match",
            host: "SSL negotiation with ", sent: "server's certificate: "),
        row(
            .openConnect, .untrusted, "Certificate from VPN server ", also: [" failed verification"],
            host: "Certificate from VPN server ", sent: "--servercert ", detail: "Reason: ",
            reading: .verification),
        row(
            .openVPN, .fingerprint, "certificate hash verification failed",
            detail: "got certificate fingerprint: "),
        // If Wget continues, it writes WARNING instead of ERROR.
        row(
            .curl, .hostName, "ERROR: no certificate subject alternative name matches",
            also: ["requested host name "], host: "requested host name "),
        row(
            .curl, .hostName, "ERROR: certificate common name ", also: ["doesn't match requested host name "],
            host: "requested host name "),
        row(.curl, .untrusted, "schannel: ", reading: .known),
        row(
            .openSSL, .distrust, "OPENSSL_internal:CERTIFICATE_VERIFY_FAILED",
            unless: ["verify cert failed: cert hash and spki", "verify cert failed: verify SAN list"],
            reading: .verification),
        row(.gnuTLS, .untrusted, "Error in the certificate verification", isGeneral: true),
        row(.openVPN, .hostName, "VERIFY X509NAME ERROR: ", also: [", must be "]),
        row(.flutter, .fingerprint, "CONNECTION_NOT_SECURE", unless: ["could not be serialized"]),
        row(
            .openVPN, .clientCertificate, "VERIFY ERROR: depth=", also: ["tls_process_client_certificate"],
            detail: "error=", reading: .verification),
        row(.openVPN, .untrusted, "VERIFY FAIL: depth=", detail: " [", reading: .verification),
        row(.nginx, .clientCertificate, "client SSL certificate verify error: (", reading: .verification),
        row(
            .go, .clientCertificate, "Unable to authenticate the request due to an error: ", also: ["x509: "],
            detail: "x509: ", reading: .verification),
        row(
            .go, .clientCertificate, "http: TLS handshake error from ",
            also: ["tls: failed to verify c", ": x509: "], detail: ": x509: ", reading: .verification),
        row(
            .go, .clientCertificate, "\"rejected connection\"",
            also: ["tls: failed to verify c", ": x509: "], detail: ": x509: ", reading: .verification),
    ]

    /// Messages in which the host follows the sign.
    private static let hosts: [FailureMessage] = [
        (PinFailure.Source.okHttp, PinFailure.Meaning.invalidDomain, "Exception: Invalid pattern: "),
        (.trustKitAndroid, .fewPins, "Less than two pins were supplied for domain "),
        (.trustKitAndroid, .fewPins, "An empty pin-set was supplied for domain "),
        (.trustKitAndroid, .untrusted, "CertificateException: Certificate validation failed for "),
        (.trustKitAndroid, .invalidDomain, "Tried to pin an invalid domain: "),
        (.trustKitAndroid, .duplicateDomain, "Policy contains the same domain defined twice: "),
        (.trustKitLog, .untrusted, "default SSL validation failed for "),
        (.trustKitLog, .invalidDomain, "TrustKit was initialized with an invalid domain "),
        (
            .trustKitLog, .invalidDomain,
            "TrustKit was initialized with includeSubdomains for a domain suffix "
        ),
        (.alamofire, .mismatch, "Public key pinning failed for host "),
        (.alamofire, .mismatch, "publicKeyPinningFailed(host: \""),
        (.alamofire, .fingerprint, "Certificate pinning failed for host "),
        (.alamofire, .fingerprint, "certificatePinningFailed(host: \""),
        (.alamofire, .noEvaluator, "noRequiredEvaluator(host: \""),
        (.alamofire, .noEvaluator, "A ServerTrustEvaluating value is required for host "),
        (.alamofire, .untrusted, "Default evaluation failed for host "),
        (.alamofire, .hostName, "Host validation failed for host "),
        (.curl, .hostName, "no alternative certificate subject name matches target host name "),
        (.curl, .hostName, "does not match target host name "),
        (.mitmproxy, .peerRefused, "The client does not trust the proxy's certificate for "),
        (.mitmproxy, .peerRefused, "The client may not trust the proxy's certificate for "),
        (
            .mitmproxy, .peerRefused,
            "The client disconnected during the handshake. If this happens consistently for "
        ),
        (.nginx, .hostName, "upstream SSL certificate does not match "),
        (.gRPC, .hostName, "Cannot verify hostname: "),
        (.node, .hostName, "Hostname/IP does not match certificate's altnames: Host: "),
        (.go, .hostName, "x509: certificate is not valid for any names, but wanted to match "),
        (.java, .hostName, "hostname in certificate didn't match: "),
        (.libpq, .hostName, "does not match host name "),
    ].map { row($0, $1, $2, host: $2) }

    /// Messages in which words precede and follow the host.
    private static let hostsWithin: [FailureMessage] = [
        (PinFailure.Source.okHttp, PinFailure.Meaning.hostName, "Hostname ", " was not verified"),
        (.android, .duplicateDomain, "ParserException: ", " has already been specified"),
        (.gRPC, .hostName, "Peer name ", " is not in peer certificate"),
        (.openSSL, .hostName, "hostname ", " does not match the server certificate"),
        (.python, .hostName, "hostname ", " doesn't match "),
        (.java, .hostName, "Certificate for ", " doesn't match "),
        (.java, .hostName, "No subject alternative DNS name matching ", " found"),
        (.java, .hostName, "No subject alternative names matching IP address ", " found"),
        (.java, .hostName, "No name matching ", " found"),
    ].map { row($0, $1, $2, also: [$3], host: $2) }

    /// Messages that name the file with the CA certificates: libpq's fe-secure-openssl.c; curl's openssl.c.
    private static let files: [FailureMessage] = [
        (PinFailure.Source.libpq, "root certificate file \"", "root certificate file "),
        (.curl, "error setting certificate file: ", "certificate file: "),
        (.curl, "error setting certificate verify locations:", "CAfile: "),
        (.curl, "error adding trust anchors from file: ", "from file: "),
    ].map { row($0, .configuration, $1, detail: $2) }

    /// Messages of Flutter's http_certificate_pinning, Node.js (node_errors.h, and the example in https.md), kubeadm
    /// (pubkeypin.go), Go (verify.go), PHP (xp_ssl.c), urllib3 (ssl_.py) and Java (PKIXCertPathBuilder).
    private static let languages: [FailureMessage] = [
        row(
            .node, .mismatch, "Certificate verification error: ",
            also: ["does not match our pinned fingerprint"], host: "The public key of "),
        row(.node, .hostName, "Hostname/IP doesn't match certificate's altnames", host: "\"Host: "),
        row(
            .node, .untrusted, "certificate's altnames: Cert is empty", detail: "altnames: ",
            reading: .verification),
        row(
            .node, .hostName, "ERR_TLS_CERT_ALTNAME_INVALID", unless: ["altnames: Cert is empty"],
            isGeneral: true),
        row(
            .kubeadm, .mismatch, "none of the public keys ", also: [" are pinned"],
            sent: "none of the public keys "),
        row(.go, .hostName, "x509: certificate is valid for ", also: [", not "], host: ", not "),
        row(
            .python, .fingerprint, "Fingerprints did not match. Expected ", also: ["got \"b'"],
            detail: "got \"b'"),
        row(.python, .fingerprint, "Fingerprints did not match. Expected ", detail: "got "),
        row(.python, .fingerprint, "<ServerFingerprintMismatch expected=", detail: " got=b'"),
        row(
            .java, .untrusted, "PKIX path validation failed: ", detail: "Exception: ", reading: .verification),
        row(.java, .untrusted, ".validator.ValidatorException:", unless: [" PKIX"], reading: .verification),
        row(
            .go, .missingIssuer, "x509: certificate signed by unknown authority",
            unless: [" (possibly because of "]),
        row(
            .go, .untrusted, "x509: certificate signed by unknown authority (possibly because of ",
            reading: .verification),
        row(.rustls, .untrusted, "InvalidCertificate(", unless: ["CertificateError::"], reading: .known),
        row(.openSSL, .untrusted, "X509VerifyResult { code:", unless: [" 0,"], reading: .known),
    ]
}
