extension FailureMessage {
    /// The messages of programs and libraries that print the error of a TLS library in words of their own.
    static let programs = """
        # Subversion: libsvn_ra_serf's util.c, and prompt.c
        untrusted list|Server SSL certificate verification failed: |Server certificate verification failed: |
        missing-issuer|- The certificate is not issued by a trusted authority|host=Error validating server certificate for '
        host-name|- The certificate hostname does not match|host=Error validating server certificate for '
        expired|- The certificate has expired|host=Error validating server certificate for '
        expired|- The certificate is not yet valid|host=Error validating server certificate for '
        # MongoDB: ssl_manager_openssl.cpp
        untrusted verification|SSL peer certificate validation failed: |
        client-certificate|No SSL certificate provided by peer; connection rejected
        client-certificate|no SSL certificate provided by peer; connection rejected
        # FreeRDP: x509_utils.c and tls.c
        untrusted verification|Certificate verification failure '
        untrusted general|The above X.509 certificate could not be verified
        host-name|WARNING: CERTIFICATE NAME MISMATCH!|host=The hostname used for this connection (
        # stunnel: verify.c
        untrusted verification|CERT: Pre-verification error: |
        # wpa_supplicant: tls_openssl.c
        untrusted verification|TLS: Certificate verification failed, error |
        untrusted verification|CTRL-EVENT-EAP-TLS-CERT-ERROR reason=|detail=err=
        # fetchmail: socket.c
        untrusted verification|Server certificate verification error: |
        host-name|Server CommonName mismatch: |host= != |
        # getdns or Stubby: getdns' tls.c
        untrusted known|*Failure* - (
        mismatch|*Failure* - Pinset validation failure
        # aria2: SocketCore.cc
        untrusted known|SSL/TLS handshake failure: |
        # MySQL or MariaDB: MySQL's client.c and MariaDB's ma_tls.c
        untrusted known|TLS/SSL error: Certificate verification failure: |
        host-name|SSL connection error: SSL certificate validation failure
        # OfflineIMAP: imaplibutil.py
        untrusted verification|CA Cert verifying failed: |
        fingerprint detail|Server SSL fingerprint '|also=does not match configured fingerprint|host=for hostname |
        # Haskell
        untrusted known|certificate rejected: [
        # Exim: tls-openssl.c
        untrusted verification|SSL verify error: depth=|detail=error=
        # Postfix: tls_verify.c
        untrusted verification host|certificate verification failed for |also=]:|detail=]:
        # Perl: LWP's http.pm with IO::Socket::SSL
        host-name host|Can't connect to |also=hostname verification failed
        # Qt: qsslerror.cpp
        ## OpenSSL's manual has the words of Qt, with a sentence behind them.
        missing-issuer|issuer certificate of a locally looked up certificate could not be found|unless=This normally means
        self-signed|The root certificate of the certificate chain is self-signed, and untrusted
        self-signed|The certificate is self-signed, and untrusted
        host-name|The host name did not match any of the valid hosts for this certificate
        # wolfSSL: error.c and internal.c
        missing-issuer|ASN no signer error to confirm failure
        self-signed|ASN self-signed certificate error
        expired|ASN date error, current date
        host-name|peer subject name mismatch|peer ip address mismatch
        # BearSSL: its names in ESP8266WiFi
        missing-issuer|Chain could not be linked to a trust anchor
        host-name|Expected server name was not found in the chain
        # HAProxy: connection.h
        client-certificate|SSL client certificate not trusted|SSL client CA chain cannot be verified
        host-name|Server presented an SSL certificate different from the |
        # Oracle
        untrusted general|ORA-29024: |
        # Android's WebView: SslError.java
        expired|primary error: 0 certificate: |primary error: 1 certificate: |primary error: 4 certificate: |host=on URL: |
        host-name|primary error: 2 certificate: |host=on URL: |
        missing-issuer|primary error: 3 certificate: |host=on URL: |
        untrusted|primary error: 5 certificate: |host=on URL: |
        # Elasticsearch's client: elastic-transport-js
        fingerprint|Server certificate CA fingerprint does not match the value configured in caFingerprint
        # Proxmox: proxmox-backup-client's http_client.rs
        fingerprint|WARNING: certificate fingerprint does not match expected fingerprint!
        # govmomi: client.go
        fingerprint host|Host "|host "|also= thumbprint does not match |
        """
}
