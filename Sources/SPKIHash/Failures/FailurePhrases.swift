// Messages that contain no host and no pin, and the words that libraries use for errors in a chain.
extension FailureMessage {
    /// Messages that are identified only by their wording, from the same software as the other rows.
    static let plain: [FailureMessage] =
        rows(
            .alamofire, .noCertificates, "No certificates were found or provided for evaluation",
            "No public keys were found or provided for evaluation",
            "ServerTrustFailureReason.noPublicKeysFound",
            "ServerTrustFailureReason.noCertificatesFound")
        + rows(.chromium, .mismatch, "ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN", "net_error -150")
        + rows(.chromium, .missingIssuer, "ERR_CERT_AUTHORITY_INVALID", "net_error -202")
        + rows(.chromium, .expired, "ERR_CERT_DATE_INVALID", "net_error -201")
        + rows(.chromium, .hostName, "ERR_CERT_COMMON_NAME_INVALID", "net_error -200")
        + rows(.chromium, .revoked, "ERR_CERT_REVOKED", "net_error -206")
        + rows(.firefox, .mismatch, "MOZILLA_PKIX_ERROR_KEY_PINNING_FAILURE")
        + rows(.chromium, .revoked, "ERR_CERT_UNABLE_TO_CHECK_REVOCATION", "ERR_CERT_NO_REVOCATION_MECHANISM")
        + rows(.chromium, .clientCertificate, "ERR_BAD_SSL_CLIENT_AUTH_CERT")
        + rows(.firefox, .missingIssuer, "SEC_ERROR_UNKNOWN_ISSUER", "SEC_ERROR_UNTRUSTED_ISSUER")
        + rows(.firefox, .selfSigned, "MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT")
        + rows(
            .firefox, .expired, "SEC_ERROR_EXPIRED_CERTIFICATE", "SEC_ERROR_EXPIRED_ISSUER_CERTIFICATE",
            "MOZILLA_PKIX_ERROR_NOT_YET_VALID_CERTIFICATE", "MOZILLA_PKIX_ERROR_NOT_YET_VALID_ISSUER")
        + rows(.firefox, .revoked, "SEC_ERROR_REVOKED_CERTIFICATE")
        + rows(.firefox, .hostName, "SSL_ERROR_BAD_CERT_DOMAIN")
        + rows(
            .curl, .untrusted, "server certificate verification failed. CAfile: ",
            "SSL peer certificate or SSH remote key was not OK")
        + rows(
            .curl, .missingIssuer, "Peer's Certificate issuer is not recognized",
            "server certificate verification failed. CAfile: none",
            "server verification failed: certificate signer not trusted")
        + rows(.gnuTLS, .missingIssuer, "Peer's certificate issuer is unknown")
        + rows(
            .openLDAP, .hostName, "hostname does not match CN in peer certificate",
            "hostname does not match name in peer certificate")
        + rows(.openLDAP, .untrusted, "TLS: peer cert untrusted or revoked")
        + rows(
            .windows, .missingIssuer,
            "terminated in a root certificate which is not trusted by the trust provider",
            "certificate chain could not be built to a trusted root authority")
        + rows(.windows, .hostName, "certificate's CN name does not match the passed value")
        + rows(.windows, .expired, "required certificate is not within its validity period")
        + erlang
        + rows(
            .curl, .hostName, "SSL: unable to obtain common name from peer certificate",
            "requested domain name does not match the server's certificate")
        + rows(
            .mbedTLS, .untrusted, "X509 - Certificate verification failed",
            "mbedtls_ssl_handshake returned -0x2700", isGeneral: true)
        + rows(
            .envoy, .mismatch, "verify cert failed: cert hash and spki",
            "CERTIFICATE_VERIFY_FAILED:verify cert failed: cert hash and spki")
        + rows(
            .envoy, .hostName, "verify cert failed: verify SAN list",
            "CERTIFICATE_VERIFY_FAILED:verify cert failed: verify SAN list")
        + rows(.flutter, .fingerprint, "CertificateNotVerifiedException")
        + rows(
            .flutter, .canceled, "The certificate of the response is not approved",
            "DioException [bad certificate]", "DioExceptionType.badCertificate")
        + rows(.node, .missingIssuer, "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT")
        + rows(.node, .selfSigned, "SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT")
        + rows(.node, .expired, "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID")
        + rows(.node, .revoked, "CERT_REVOKED")
        + rows(.go, .expired, "x509: certificate has expired or is not yet valid")
        + rows(.go, .hostName, "because it doesn't contain any IP SANs")
        + rows(
            .go, .peerRefused, "remote error: tls: bad certificate", "remote error: tls: unknown certificate",
            "remote error: tls: expired certificate")
        + rows(
            .go, .clientCertificate, "remote error: tls: certificate required",
            "tls: client didn't provide a certificate")
        + rows(.php, .fingerprint, "peer_fingerprint match failure")
        + rows(
            .java, .missingIssuer, "PKIX path building failed",
            "Path does not chain with any of the trust anchors",
            "the trustAnchors parameter must be non-empty")
        + rows(
            .java, .expired, "CertPathValidatorException: timestamp check failed",
            "CertPathValidatorException: validity check failed", "CertificateExpiredException: ",
            "CertificateNotYetValidException: ", isGeneral: true)
        + rows(
            .java, .hostName, "CertificateException: No subject alternative names present",
            "No subjectAltNames on the certificate match")
        + rows(
            .java, .untrusted, "SSLPeerUnverifiedException: peer not authenticated",
            "SSLPeerUnverifiedException: No peer certificate", isGeneral: true)
        + rows(
            .java, .peerRefused, "Received fatal alert: certificate_unknown",
            "Received fatal alert: bad_certificate", "Received fatal alert: unknown_ca",
            "Received fatal alert: certificate_expired")
        + rows(
            .rustls, .peerRefused, "received fatal alert: BadCertificate", "received fatal alert: UnknownCA",
            "received fatal alert: CertificateUnknown")
        + rows(
            .openSSL, .peerRefused, "alert unknown ca", "alert certificate unknown", "alert bad certificate",
            "_ALERT_UNKNOWN_CA", "_ALERT_CERTIFICATE_UNKNOWN", "_ALERT_BAD_CERTIFICATE", isGeneral: true)
        + rows(
            .openSSL, .clientCertificate, "process_client_certificate:certificate verify failed",
            "could not accept SSL connection: certificate verify failed")
        + rows(
            .dotNet, .untrusted, "Error: TrustFailure", "The remote certificate is invalid ",
            "Could not establish trust relationship for the SSL/TLS secure channel")
        + rows(.dotNet, .canceled, "rejected by the provided RemoteCertificateValidationCallback")
        // A message may consist of these words only; other messages contain the words and say more.
        + rows(
            .java, .missingIssuer, "unable to find valid certification path to requested target",
            isGeneral: true)
        + ["Error: ", "error: ", "reason: "].flatMap { (prefix) in
            [
                ("unable to verify the first certificate", PinFailure.Meaning.missingIssuer),
                ("Unable to verify the first certificate", .missingIssuer),
                ("unable to get local issuer certificate", .missingIssuer),
                ("self signed certificate", .selfSigned), ("self-signed certificate", .selfSigned),
                ("certificate has expired", .expired),
            ].map { row(.openSSL, $1, prefix + $0, isGeneral: true) }
        }

    /// The alerts in Erlang's ssl_alert.erl, which the program itself or its peer raises.
    private static let erlang: [FailureMessage] =
        [
            ("Unknown CA", PinFailure.Meaning.missingIssuer), ("Certificate Expired", .expired),
            ("Certificate Revoked", .revoked), ("Bad Certificate", .untrusted),
            ("Certificate Unknown", .untrusted),
        ].flatMap { (alert, meaning) in
            [
                row(.erlang, meaning, "generated CLIENT ALERT: Fatal - " + alert),
                row(.erlang, .clientCertificate, "generated SERVER ALERT: Fatal - " + alert),
                row(.erlang, .peerRefused, "received CLIENT ALERT: Fatal - " + alert),
                row(.erlang, .peerRefused, "received SERVER ALERT: Fatal - " + alert),
            ]
        } + rows(.erlang, .hostName, "{bad_cert,hostname_check_failed}")

    /// The errors that libraries report about a chain, introduced by their own words or by those of curl, Wget, Dart,
    /// Python and other programs: OpenSSL's x509_txt.c, BoringSSL, GnuTLS, rustls, .NET's SslStream, and nginx.
    static let certificateErrors: [FailureMessage] =
        [row(.chromium, .untrusted, "ERR_CERT_", unless: ["_DATABASE_CHANGED"], reading: .words)]
        + [
            (PinFailure.Source.openSSL, "CERTIFICATE_VERIFY_FAILED", nil as String?),
            (.openSSL, "CERTIFICATE_VERIFY_FAILED] certificate verify failed", nil),
            (.openSSL, ":certificate verify failed", nil), (.openSSL, ": certificate verify failed", nil),
            (.openSSL, "'certificate verify failed'", nil), (.openSSL, "(certificate verify failed)", nil),
            (.openSSL, "reason: \"certificate verify failed\"", nil),
            (.openSSLCommand, "verify error:num=", nil), (.openSSLCommand, "depth lookup:", nil),
            (.openSSLCommand, "Verification error: ", nil),
            (.curl, "SSL certificate problem: ", nil), (.mitmproxy, "Certificate verify failed: ", nil),
            (.curl, "ERROR: The certificate of ", "ERROR: The certificate of "),
            (.nginx, "upstream SSL certificate verify error: (", nil),
            (.nginx, "fetch SSL certificate verify error: (", nil),
            (.nginx, "lua ssl certificate verify error: (", nil),
            (.openSSL, "Fatal error: Certificate verification: ", nil),
            (.mbedTLS, "! The certificate ", nil),
            (.rustls, "invalid peer certificate: ", nil), (.rustls, "invalid certificate: ", nil),
            (.openConnect, "Server certificate verify failed: ", nil), (.urlSession, "” has errors: ", nil),
        ].map { (source, sign, host) in row(source, .untrusted, sign, host: host, reading: .verification) }
        + [
            row(
                .curl, .untrusted, "ERROR: cannot verify ", host: "ERROR: cannot verify ", detail: "’:",
                reading: .verification),
            row(.openVPN, .untrusted, "VERIFY ERROR: depth=", detail: "error=", reading: .verification),
            row(.gnuTLS, .untrusted, "The certificate is NOT trusted. ", reading: .list),
            row(.rustls, .untrusted, "WebPKIError(", reading: .known),
        ]
        + [
            "because of errors in the certificate chain: ", "according to the validation procedure: ",
        ].map { row(.dotNet, .untrusted, "The remote certificate is invalid " + $0, reading: .list) }
        + [
            (PinFailure.Source.go, "x509: “"), (.go, "x509: certificate specifies an incompatible key usage"),
            (.go, "x509: certificate relies on legacy Common Name field"),
            (.go, "x509: certificate is not authorized to sign"), (.go, "x509: too many intermediates"),
            (.go, "x509: a root or intermediate certificate is not authorized"),
            (.python, "SSLCertVerificationError: “"), (.node, "INVALID_PURPOSE"), (.node, "CERT_UNTRUSTED"),
            (.node, "CERT_SIGNATURE_FAILURE"), (.firefox, "MOZILLA_PKIX_ERROR_"),
            (.chromium, "ERR_SSL_KEY_USAGE_INCOMPATIBLE"),
            (.java, "CertPathValidatorException: signature check failed"),
            (.java, "CertPathValidatorException: Algorithm constraints check failed"),
            (.conscrypt, "Certificate chain does not conform to required transparency policy"),
            (.openVPN, "VERIFY KU ERROR"), (.openVPN, "VERIFY EKU ERROR"),
            (.openVPN, "VERIFY nsCertType ERROR"),
        ].map { row($0, .untrusted, $1, reading: .words) }

    /// The meanings of the libraries' words for errors; `untrusted` for words that say nothing about the chain.
    static let verifyErrors: [(text: String, meaning: PinFailure.Meaning)] = [
        ("unable to get local issuer certificate", .missingIssuer),
        ("unable to get issuer certificate", .missingIssuer),
        ("unable to verify the first certificate", .missingIssuer),
        ("locally verify the issuer", .missingIssuer), ("signer not found", .missingIssuer),
        ("have a known issuer", .missingIssuer), ("issuer is unknown", .missingIssuer),
        ("UnknownIssuer", .missingIssuer), ("unknown issuer", .missingIssuer),
        ("PartialChain", .missingIssuer), ("PARTIAL_CHAIN", .missingIssuer),
        ("UNTRUSTED_ROOT", .missingIssuer), ("Root is not trusted", .missingIssuer),
        ("certificate is not trusted", .missingIssuer), ("PKIX path building failed", .missingIssuer),
        ("not correctly signed by the trusted CA", .missingIssuer),
        ("Path does not chain with any of the trust anchors", .missingIssuer),
        ("issuer is not trusted", .missingIssuer), ("untrusted issuer", .missingIssuer),
        ("issuer is not known", .missingIssuer), ("linked to a trust anchor", .missingIssuer),
        ("CERT_NOT_TRUSTED", .missingIssuer), ("FLAG_NOT_TRUSTED", .missingIssuer),
        ("UnknownCA", .missingIssuer), ("no matching DANE TLSA records", .record),
        ("self signed certificate", .selfSigned), ("elf-signed certificate", .selfSigned),
        ("UntrustedRoot", .selfSigned), ("SelfSigned", .selfSigned), ("’ is not trusted", .untrusted),
        ("certificate is NOT trusted", .untrusted), ("FLAG_USER_ERROR", .distrust),
        ("RemoteCertificateChainErrors", .untrusted),
        ("has expired", .expired), ("is expired", .expired), ("not yet valid", .expired),
        ("expired certificate", .expired), ("certificate expired", .expired), ("Expired", .expired),
        ("CERT_EXPIRED", .expired), ("FLAG_EXPIRED", .expired), ("_FUTURE", .expired), ("InFuture", .expired),
        ("validity starts in the future", .expired), ("expired or not yet valid", .expired),
        ("NotTimeValid", .expired), ("NotValidYet", .expired),
        ("not valid yet", .expired), ("not activated", .expired), ("NotYetValid", .expired),
        ("timestamp check failed", .expired), ("validity check failed", .expired),
        ("The CRL is not correctly signed by the trusted CA", .revoked), ("The CRL is ", .revoked),
        ("BADCRL_", .revoked), ("CRL has expired", .revoked), ("CRL is not yet valid", .revoked),
        ("certificate CRL", .revoked),
        ("revoked", .revoked), ("Revoked", .revoked), ("evocation", .revoked), ("REVOCATION", .revoked),
        ("_REVOKED", .revoked),
        ("Response is unreliable", .revoked), ("ostname mismatch", .hostName),
        ("IP address mismatch", .hostName), ("name does not match", .hostName),
        ("not match hostname", .hostName), ("does not match the expected", .hostName),
        ("(CN) does not match", .hostName), ("not valid for name", .hostName), ("NotValidForName", .hostName),
        ("NameMismatch", .hostName), ("WRONG_PRINCIPAL", .hostName), ("CN_MISMATCH", .hostName),
        ("issued for a different hostname", .hostName), ("no matching domain name", .hostName),
        ("server name was not found in the chain", .hostName),
    ]
}
