// Messages of programs and libraries that print the error of a TLS library in words of their own.
extension FailureMessage {
    static let programs: [FailureMessage] = verified + mail + libraries + systems + fingerprints

    /// Programs that introduce OpenSSL's or another library's words for the result of a verification: libsvn_ra_serf's
    /// util.c; curl's mbedtls.c and bearssl.c, and Unity's; MongoDB's ssl_manager_openssl.cpp; FreeRDP's x509_utils.c;
    /// Exim's tls-openssl.c; stunnel's verify.c; wpa_supplicant's tls_openssl.c; fetchmail's socket.c; getdns' tls.c;
    /// aria2's SocketCore.cc; MariaDB's ma_tls.c; OfflineIMAP's imaplibutil.py.
    private static let verified: [FailureMessage] =
        [
            (PinFailure.Source.curl, "Cert verify failed: ", Reading.verification),
            (.curl, "Cert verify failed. ", .verification), (.curl, "mbedTLS: ", .known),
            (.curl, "SSL: X.509 verification: ", .verification),
            (.subversion, "Server SSL certificate verification failed: ", .list),
            (.subversion, "Server certificate verification failed: ", .list),
            (.mongoDB, "SSL peer certificate validation failed: ", .verification),
            (.freeRDP, "Certificate verification failure '", .verification),
            (.stunnel, "CERT: Pre-verification error: ", .verification),
            (.wpaSupplicant, "TLS: Certificate verification failed, error ", .verification),
            (.fetchmail, "Server certificate verification error: ", .verification),
            (.getDNS, "*Failure* - (", .known), (.aria2, "SSL/TLS handshake failure: ", .known),
            (.mySQL, "TLS/SSL error: Certificate verification failure: ", .known),
            (.offlineIMAP, "CA Cert verifying failed: ", .verification),
            (.mbedTLS, "MBEDTLS_ERR_X509_CERT_VERIFY_FAILED; ", .list),
            (.haskell, "certificate rejected: [", .known),
        ].map { row($0, .untrusted, $1, reading: $2) }
        + [
            row(.exim, .untrusted, "SSL verify error: depth=", detail: "error=", reading: .verification),
            row(
                .wpaSupplicant, .untrusted, "CTRL-EVENT-EAP-TLS-CERT-ERROR reason=", detail: "err=",
                reading: .verification),
        ]

    /// Postfix's tls_verify.c; fetchmail's socket.c; Subversion's prompt.c; LWP's http.pm with IO::Socket::SSL.
    private static let mail: [FailureMessage] =
        [
            row(
                .postfix, .untrusted, "certificate verification failed for ", also: ["]:"],
                host: "certificate verification failed for ", detail: "]:", reading: .verification),
            row(.fetchmail, .hostName, "Server CommonName mismatch: ", host: " != "),
            row(
                .perl, .hostName, "Can't connect to ", also: ["hostname verification failed"],
                host: "Can't connect to "),
        ]
        + [
            ("is not issued by a trusted authority", PinFailure.Meaning.missingIssuer),
            ("hostname does not match", .hostName), ("has expired", .expired),
            ("is not yet valid", .expired),
        ].map {
            row(
                .subversion, $1, "- The certificate " + $0,
                host: "Error validating server certificate for '")
        }

    /// Qt's qsslerror.cpp; wolfSSL's error.c and internal.c; BearSSL's names in ESP8266WiFi; PHP's xp_ssl.c; HAProxy's
    /// connection.h; FreeRDP's tls.c; QEMU, libvirt and msmtp with GnuTLS; NSS's SECerrs.h.
    private static let libraries: [FailureMessage] =
        // OpenSSL's manual has the words of Qt, with a sentence behind them.
        [
            row(
                .qt, .missingIssuer,
                "issuer certificate of a locally looked up certificate could not be found",
                unless: ["This normally means"])
        ]
        + rows(
            .qt, .selfSigned, "The root certificate of the certificate chain is self-signed, and untrusted",
            "The certificate is self-signed, and untrusted")
        + rows(.qt, .hostName, "The host name did not match any of the valid hosts for this certificate")
        + rows(.wolfSSL, .missingIssuer, "ASN no signer error to confirm failure")
        + rows(.wolfSSL, .selfSigned, "ASN self-signed certificate error")
        + rows(.wolfSSL, .expired, "ASN date error, current date")
        + rows(.wolfSSL, .hostName, "peer subject name mismatch", "peer ip address mismatch")
        + rows(.bearSSL, .missingIssuer, "Chain could not be linked to a trust anchor")
        + rows(.bearSSL, .hostName, "Expected server name was not found in the chain")
        + rows(.gnuTLS, .missingIssuer, "certificate hasn't got a known issuer")
        + rows(.curl, .expired, "Peer's Certificate has expired")
        + rows(.curl, .revoked, "Peer's Certificate has been revoked")
        + rows(
            .mongoDB, .clientCertificate, "No SSL certificate provided by peer; connection rejected",
            "no SSL certificate provided by peer; connection rejected")
        + rows(
            .haProxy, .clientCertificate, "SSL client certificate not trusted",
            "SSL client CA chain cannot be verified")
        + rows(.haProxy, .hostName, "Server presented an SSL certificate different from the ")
        + rows(.freeRDP, .untrusted, "The above X.509 certificate could not be verified", isGeneral: true)
        + [
            row(.php, .hostName, "did not match expected CN=`", host: "did not match expected CN=`"),
            row(
                .freeRDP, .hostName, "WARNING: CERTIFICATE NAME MISMATCH!",
                host: "The hostname used for this connection ("),
        ]

    /// The texts and names of Windows for errors of Schannel and WinHTTP; the documentation of the drivers of SQL
    /// Server; MySQL's client.c; Oracle's messages; Android's SslError.java; Java's library for Certificate Transparency.
    private static let systems: [FailureMessage] =
        rows(.windows, .missingIssuer, "authority that is not trusted", isGeneral: true)
        + rows(
            .windows, .hostName, "SSL Provider: The target principal name is incorrect",
            "SSL Provider, error: 0 - The target principal name is incorrect",
            "ERROR_WINHTTP_SECURE_CERT_CN_INVALID")
        + rows(.windows, .missingIssuer, "ERROR_WINHTTP_SECURE_INVALID_CA")
        + rows(.windows, .revoked, "ERROR_WINHTTP_SECURE_CERT_REVOKED")
        + rows(
            .windows, .expired, "ERROR_WINHTTP_SECURE_CERT_DATE_INVALID",
            "The received certificate has expired")
        + rows(.java, .hostName, "Failed to validate the server name")
        + rows(.mySQL, .hostName, "SSL connection error: SSL certificate validation failure")
        + rows(.oracle, .untrusted, "ORA-29024: ", isGeneral: true)
        + [
            ("0", PinFailure.Meaning.expired), ("1", .expired), ("2", .hostName), ("3", .missingIssuer),
            ("4", .expired), ("5", .untrusted),
        ].map { row(.webView, $1, "primary error: \($0) certificate: ", host: "on URL: ") }
        + [
            (PinFailure.Source.java, "SSLPeerUnverifiedException: Certificate transparency failed"),
            (.java, "CertificateException: Certificate transparency failed"),
            (.chromium, "ERR_CERTIFICATE_TRANSPARENCY_REQUIRED"),
        ].map { row($0, .untrusted, $1, reading: .words) }

    /// Comparisons of certificates or keys: getdns' tls.c; OfflineIMAP's imaplibutil.py; govmomi's client.go;
    /// elastic-transport-js; proxmox-backup-client's http_client.rs.
    private static let fingerprints: [FailureMessage] =
        rows(.getDNS, .mismatch, "*Failure* - Pinset validation failure")
        + rows(
            .elasticsearch, .fingerprint,
            "Server certificate CA fingerprint does not match the value configured in caFingerprint")
        + rows(
            .proxmox, .fingerprint, "WARNING: certificate fingerprint does not match expected fingerprint!")
        + [
            row(
                .offlineIMAP, .fingerprint, "Server SSL fingerprint '",
                also: ["does not match configured fingerprint"], host: "for hostname ",
                detail: "Server SSL fingerprint '")
        ]
        + ["Host \"", "host \""].map {
            row(.govmomi, .fingerprint, $0, also: [" thumbprint does not match "], host: $0)
        }
}
