// Messages without a place for hosts and pins, and the words of libraries about a chain.
extension FailureMessage {
    /// Messages that nothing but their words identifies, of the software of the other rows.
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
        + rows(.firefox, .missingIssuer, "SEC_ERROR_UNKNOWN_ISSUER")
        + rows(.firefox, .selfSigned, "MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT")
        + rows(.firefox, .expired, "SEC_ERROR_EXPIRED_CERTIFICATE")
        + rows(.firefox, .hostName, "SSL_ERROR_BAD_CERT_DOMAIN")
        + rows(
            .curl, .untrusted, "server certificate verification failed. CAfile: ",
            "SSL peer certificate or SSH remote key was not OK")
        + rows(.curl, .hostName, "SSL: unable to obtain common name from peer certificate")
        + rows(
            .mbedTLS, .untrusted, "X509 - Certificate verification failed",
            "mbedtls_ssl_handshake returned -0x2700")
        + rows(
            .envoy, .mismatch, "verify cert failed: cert hash and spki",
            "CERTIFICATE_VERIFY_FAILED:verify cert failed: cert hash and spki")
        + rows(
            .envoy, .hostName, "verify cert failed: verify SAN list",
            "CERTIFICATE_VERIFY_FAILED:verify cert failed: verify SAN list")
        + rows(.flutter, .fingerprint, "CONNECTION_NOT_SECURE", "CertificateNotVerifiedException")
        + rows(.flutter, .canceled, "The certificate of the response is not approved")
        + rows(.node, .missingIssuer, "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT")
        + rows(.node, .selfSigned, "SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT")
        + rows(.node, .expired, "CERT_HAS_EXPIRED")
        + rows(.go, .missingIssuer, "x509: certificate signed by unknown authority")
        + rows(.go, .expired, "x509: certificate has expired or is not yet valid")
        + rows(
            .go, .hostName, "because it doesn't contain any IP SANs",
            "x509: certificate relies on legacy Common Name field")
        + rows(
            .go, .peerRefused, "remote error: tls: bad certificate", "remote error: tls: unknown certificate")
        + rows(.php, .fingerprint, "peer_fingerprint match failure")
        + rows(
            .java, .missingIssuer, "PKIX path building failed",
            "Path does not chain with any of the trust anchors",
            "the trustAnchors parameter must be non-empty")
        + rows(
            .java, .expired, "CertPathValidatorException: timestamp check failed",
            "CertPathValidatorException: validity check failed", "CertificateExpiredException: ",
            "CertificateNotYetValidException: ")
        + rows(.java, .hostName, "CertificateException: No subject alternative names present")
        + rows(
            .java, .peerRefused, "Received fatal alert: certificate_unknown",
            "Received fatal alert: bad_certificate", "Received fatal alert: unknown_ca")
        + rows(
            .openSSL, .peerRefused, "alert unknown ca", "alert certificate unknown", "alert bad certificate",
            isGeneral: true)
        + rows(.nginx, .clientCertificate, "client SSL certificate verify error: (")
        + rows(
            .dotNet, .untrusted, "Error: TrustFailure",
            "Could not establish trust relationship for the SSL/TLS secure channel")
        + rows(.dotNet, .canceled, "rejected by the provided RemoteCertificateValidationCallback")
        // What libraries say by themselves, less than the words around it.
        + rows(
            .openSSL, .missingIssuer, "Error: unable to verify the first certificate",
            "Error: unable to get local issuer certificate", isGeneral: true)
        + rows(
            .java, .missingIssuer, "unable to find valid certification path to requested target",
            isGeneral: true)
        + rows(
            .openSSL, .selfSigned, "Error: self signed certificate", "Error: self-signed certificate",
            isGeneral: true)
        + rows(.openSSL, .expired, "Error: certificate has expired", isGeneral: true)

    /// What libraries say about a chain, after their own words or those of curl, Wget, Dart, Python and others: OpenSSL's
    /// x509_txt.c, BoringSSL, GnuTLS, rustls, .NET's SslStream, and nginx.
    static let certificateErrors: [FailureMessage] = [
        (PinFailure.Source.openSSL, "CERTIFICATE_VERIFY_FAILED", nil as String?),
        (.openSSL, ":certificate verify failed", nil), (.openSSL, "'certificate verify failed'", nil),
        (.openSSL, "state=error: certificate verify failed", nil),
        (.openSSL, "state=SSLv3 read server certificate B: certificate verify failed", nil),
        (.curl, "SSL certificate problem: ", nil),
        (.curl, "ERROR: The certificate of ", "ERROR: The certificate of "),
        (.curl, "ERROR: cannot verify ", "ERROR: cannot verify "),
        (.openVPN, "VERIFY ERROR: depth=", nil), (.nginx, "upstream SSL certificate verify error: (", nil),
        (.gnuTLS, "The certificate is NOT trusted. ", nil), (.rustls, "invalid peer certificate: ", nil),
        (.rustls, "invalid certificate: ", nil), (.openConnect, "Server certificate verify failed: ", nil),
        (.dotNet, "The remote certificate is invalid ", nil), (.go, "x509: “", nil),
    ].map { (source, sign, host) in row(source, .untrusted, sign, host: host, reading: .verification) }

    /// What such words say about the chain.
    static let verifyErrors: [(text: String, meaning: PinFailure.Meaning)] = [
        ("unable to get local issuer certificate", .missingIssuer),
        ("unable to get issuer certificate", .missingIssuer),
        ("unable to verify the first certificate", .missingIssuer),
        ("locally verify the issuer", .missingIssuer), ("signer not found", .missingIssuer),
        ("have a known issuer", .missingIssuer), ("issuer is unknown", .missingIssuer),
        ("UnknownIssuer", .missingIssuer), ("PartialChain", .missingIssuer),
        ("self signed certificate", .selfSigned), ("elf-signed certificate", .selfSigned),
        ("UntrustedRoot", .selfSigned),
        ("has expired", .expired), ("is expired", .expired), ("not yet valid", .expired),
        ("expired certificate", .expired), ("certificate expired", .expired), (": Expired", .expired),
        ("CertExpired", .expired), ("NotTimeValid", .expired),
        ("revoked", .revoked), ("Revoked", .revoked), ("Revocation", .revoked), ("certificate CRL", .revoked),
        ("ostname mismatch", .hostName), ("IP address mismatch", .hostName),
        ("name does not match", .hostName),
        ("does not match the expected", .hostName), ("not valid for name", .hostName),
        ("NotValidForName", .hostName), ("RemoteCertificateNameMismatch", .hostName),
    ]
}
