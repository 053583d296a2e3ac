extension FailureMessage {
    /// The messages of programs and libraries that print the error of a TLS library in words of their own.
    static let programs = """
        # getdns or Stubby: getdns' tls.c
        untrusted known|*Failure* - (
        mismatch|*Failure* - Pinset validation failure
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
