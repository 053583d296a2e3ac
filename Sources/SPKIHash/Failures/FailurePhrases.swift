extension FailureMessage {
    /// The messages of apps' platforms and libraries, of TLS libraries, and of clients.
    static let platforms = """
        # OkHttp: CertificatePinner.kt and OkHostnameVerifier.kt; Ktor's CertificatePinner.kt writes the same
        mismatch okHttpChain|Peer certificate chain:
        mismatch general|Certificate pinning failure!
        missing-prefix|pins must start with 'sha256/' or 'sha1/'|pinned='sha1/': |
        invalid-pin|Invalid pin hash: sha|pinned=Invalid pin hash: |
        invalid-domain|Exception: Unexpected pattern: |
        host-name host|Hostname |also= not verified|sent=certificate: |
        invalid-domain host|Exception: Invalid pattern: |
        host-name host|Hostname |also= was not verified
        # Android: AOSP's NetworkSecurityTrustManager.java and XmlConfigSource.java
        mismatch|Exception: Pin verification failed|unless=Configured pins:
        missing-issuer|Trust anchor for certification path not found
        untrusted trace|Exception: Chain validation failed
        mismatch|certificate chain, error: Pin verification failed
        digest-length detail|digest length |also=does not match expected length for |
        digest-algorithm|Unsupported pin digest algorithm: |detail=algorithm: |
        invalid-pin|ParserException: Missing pin digest|ParserException: Invalid pin digest
        expiration|Invalid expiration date in pin-set
        configuration general|XmlConfigSource$ParserException: |detail=ParserException: |
        configuration general detail|Failed to parse XML configuration from |
        duplicate-domain host|ParserException: |also= has already been specified
        # Conscrypt: TrustManagerImpl.java
        mismatch|Certificate path is not properly pinned
        untrusted words|Certificate chain does not conform to required transparency policy
        # TrustKit for Android: PinningTrustManager.java, DomainPinningPolicy.java and PublicKeyPin.java
        mismatch trustKitAndroid|Configured pins:
        invalid-pin|Invalid pin: length is not 32 bytes
        few-pins host|Less than two pins were supplied for domain |An empty pin-set was supplied for domain |
        untrusted host|CertificateException: Certificate validation failed for |
        invalid-domain host|Tried to pin an invalid domain: |
        duplicate-domain host|Policy contains the same domain defined twice: |
        # TrustKit: its reports, and those of RFC 7469 section 3
        mismatch report|"known-pins"
        # TrustKit for iOS: ssl_pin_verifier.m, TSKSPKIHashCache.m and parse_configuration.m
        mismatch logName|Checking certificate with CN: |
        mismatch logDigest|Testing SSL Pin |
        mismatch logAccepted|SSL Pin found for |
        mismatch logEnd host|SSL Pin not found for |
        unsupported-key logEnd|could not generate the SPKI hash|host=could not generate the SPKI hash for |
        unsupported-key general|public key algorithm or length is not supported
        unsupported-key|Tried to generate the SPKI hash for an unsupported|TSKTrustEvaluationErrorCouldNotGenerateSpkiHash
        untrusted|TSKTrustEvaluationFailedInvalidCertificateChain
        mismatch|TSKTrustEvaluationFailedNoMatchingPin
        mismatch logEnd general host|Pin validation failed for |
        few-pins|TrustKit was initialized with less than |host=for domain |
        invalid-pin|TrustKit was initialized with an invalid Pin |host=for domain |pinned=an invalid Pin |
        expired host|default SSL validation failed for |also=ValidLeaf = 0
        no-domains|TrustKit was initialized with no pinned domains
        configuration|TrustKit was initialized with an invalid value for |host=for domain |detail=an invalid value for |
        configuration|TrustKit was initialized without specifying the kTSK|detail=TrustKit was initialized |
        configuration|TSKExcludeSubdomainFromParentPolicy for domain |host=for domain |detail=for domain |
        untrusted host|default SSL validation failed for |
        invalid-domain host|TrustKit was initialized with an invalid domain |
        invalid-domain host|TrustKit was initialized with includeSubdomains for a domain suffix |
        # NSURLSession: the errors in NSURLError.h, their descriptions, and lines of CFNetwork's log
        canceled urlSession|NSURLErrorDomain Code=|NSURLErrorDomain error |
        canceled urlSession general|NSURLErrorDomain Code: |NSURLErrorDomain |
        ## SocketRocket writes this for a certificate that is not pinned.
        distrust|NSURLErrorDomain Code=-1205 "Invalid server certificate
        distrust general|The certificate for this server is invalid. You might be connecting to a server that is pretending to be |host=pretending to be |
        canceled urlSession general|(error code: |finished with error - code: |finished with error [|[NSURLErrorDomain:
        canceled urlSession general|kCFErrorDomainCFNetwork Code=
        transport-security streamCode general|_kCFStreamErrorCodeKey=|TLS Trust encountered error 3:|encountered error(3:
        transport-security streamCode general|TLS Trust evaluation failed(|SSLHandshake failed (|(kCFStreamErrorDomainSSL, |
        transport-security streamCode general|NSOSStatusErrorDomain Code=
        transport-security general|An SSL error has occurred and a secure connection to the server cannot be made.
        transport-security general|A TLS error caused the secure connection to fail.|ATS failed system trust
        untrusted list|” has errors: |
        # Alamofire: AFError.swift
        untrusted verification general|SecTrust evaluation failed with error: |
        mismatch host|Public key pinning failed for host |publicKeyPinningFailed(host: "
        fingerprint host|Certificate pinning failed for host |certificatePinningFailed(host: "
        no-evaluator host|noRequiredEvaluator(host: "|A ServerTrustEvaluating value is required for host |
        untrusted host|Default evaluation failed for host |
        host-name host|Host validation failed for host |
        no-certificates|No certificates were found or provided for evaluation
        no-certificates|No public keys were found or provided for evaluation|ServerTrustFailureReason.noPublicKeysFound
        no-certificates|ServerTrustFailureReason.noCertificatesFound
        # curl or Wget: curl's vtls.c, openssl.c, mbedtls.c and bearssl.c, Unity's; Wget's openssl.c; NSS's SECerrs.h
        mismatch|public key does not match pinned public key|host=* Connected to |sent=public key hash: |pinned=--pinnedpubkey |
        mismatch general|CURLE_SSL_PINNEDPUBKEYNOTMATCH|unless= 90
        host-name|certificate's owner does not match hostname |unless=does not match pinned public key|host=does not match hostname |
        ## If Wget continues, it writes WARNING instead of ERROR.
        host-name|ERROR: no certificate subject alternative name matches|also=requested host name |host=requested host name |
        host-name|ERROR: certificate common name |also=doesn't match requested host name |host=requested host name |
        untrusted known|schannel: |mbedTLS: |
        host-name host|no alternative certificate subject name matches target host name |does not match target host name |
        configuration|error setting certificate file: |detail=certificate file: |
        configuration|error setting certificate verify locations:|detail=CAfile: |
        configuration|error adding trust anchors from file: |detail=from file: |
        untrusted|server certificate verification failed. CAfile: |SSL peer certificate or SSH remote key was not OK
        missing-issuer|Peer's Certificate issuer is not recognized|server certificate verification failed. CAfile: none
        missing-issuer|server verification failed: certificate signer not trusted
        host-name|SSL: unable to obtain common name from peer certificate
        host-name|requested domain name does not match the server's certificate
        untrusted verification|SSL certificate problem: |Cert verify failed: |Cert verify failed. |SSL: X.509 verification: |
        untrusted verification host|ERROR: The certificate of |
        untrusted verification host|ERROR: cannot verify |detail=’:
        expired|Peer's Certificate has expired
        revoked|Peer's Certificate has been revoked
        # openconnect: main.c and gnutls.c
        mismatch|Server SSL certificate didn't match: |host=SSL negotiation with |sent=certificate didn't match: |
        mismatch|fingerprint(s) specified via --servercert match|host=SSL negotiation with |sent=server's certificate: |
        untrusted verification host|Certificate from VPN server |also= failed verification|sent=--servercert |detail=Reason: |
        untrusted verification|Server certificate verify failed: |
        # OpenVPN: ssl_verify.c
        fingerprint|certificate hash verification failed|detail=got certificate fingerprint: |
        host-name|VERIFY X509NAME ERROR: |also=, must be |
        client-certificate verification|VERIFY ERROR: depth=|also=tls_process_client_certificate|detail=error=
        untrusted verification|VERIFY FAIL: depth=|detail= [
        untrusted verification|VERIFY ERROR: depth=|detail=error=
        untrusted words|VERIFY KU ERROR|VERIFY EKU ERROR|VERIFY nsCertType ERROR
        # OpenSSL or BoringSSL: x509_txt.c, introduced by the words of Dart, Python and other programs
        distrust verification|OPENSSL_internal:CERTIFICATE_VERIFY_FAILED|unless=verify cert failed: cert hash and spki|unless=verify cert failed: verify SAN list
        untrusted known|X509VerifyResult { code:|unless= 0,
        host-name host|hostname |also= does not match the server certificate
        peer-refused general|alert unknown ca|alert certificate unknown|alert bad certificate|_ALERT_UNKNOWN_CA
        peer-refused general|_ALERT_CERTIFICATE_UNKNOWN|_ALERT_BAD_CERTIFICATE
        client-certificate|process_client_certificate:certificate verify failed
        client-certificate|could not accept SSL connection: certificate verify failed
        ## A message may consist of these words only; other messages contain the words and say more.
        missing-issuer general|unable to verify the first certificate|after=Error: |after=error: |after=reason: |
        missing-issuer general|Unable to verify the first certificate|after=Error: |after=error: |after=reason: |
        missing-issuer general|unable to get local issuer certificate|after=Error: |after=error: |after=reason: |
        self-signed general|self signed certificate|self-signed certificate|after=Error: |after=error: |after=reason: |
        expired general|certificate has expired|after=Error: |after=error: |after=reason: |
        untrusted verification|CERTIFICATE_VERIFY_FAILED|CERTIFICATE_VERIFY_FAILED] certificate verify failed|host=certificate is not valid for |
        untrusted verification|:certificate verify failed|: certificate verify failed|'certificate verify failed'
        untrusted verification|(certificate verify failed)|reason: "certificate verify failed"
        untrusted verification|Fatal error: Certificate verification: |
        # GnuTLS: also in QEMU, libvirt and msmtp
        untrusted general|Error in the certificate verification
        missing-issuer|Peer's certificate issuer is unknown|certificate hasn't got a known issuer
        untrusted list|The certificate is NOT trusted. |
        # Flutter: http_certificate_pinning
        fingerprint|CONNECTION_NOT_SECURE|unless=could not be serialized
        fingerprint|CertificateNotVerifiedException
        canceled|The certificate of the response is not approved|DioException [bad certificate]
        canceled|DioExceptionType.badCertificate
        # nginx
        client-certificate verification|client SSL certificate verify error: (
        host-name host|upstream SSL certificate does not match |
        untrusted verification|upstream SSL certificate verify error: (|fetch SSL certificate verify error: (
        untrusted verification|lua ssl certificate verify error: (
        # Go: verify.go
        client-certificate verification|Unable to authenticate the request due to an error: |also=x509: |detail=x509: |
        client-certificate verification|http: TLS handshake error from |also=tls: failed to verify c|also=: x509: |detail=: x509: |
        client-certificate verification|"rejected connection"|also=tls: failed to verify c|also=: x509: |detail=: x509: |
        host-name|x509: certificate is valid for |also=, not |host=, not |
        missing-issuer|x509: certificate signed by unknown authority|unless= (possibly because of |
        untrusted verification|x509: certificate signed by unknown authority (possibly because of |
        host-name host|x509: certificate is not valid for any names, but wanted to match |
        expired|x509: certificate has expired or is not yet valid
        host-name|because it doesn't contain any IP SANs
        peer-refused|remote error: tls: bad certificate|remote error: tls: unknown certificate
        peer-refused|remote error: tls: expired certificate
        client-certificate|remote error: tls: certificate required|tls: client didn't provide a certificate
        untrusted words|x509: “|x509: certificate specifies an incompatible key usage
        untrusted words|x509: certificate relies on legacy Common Name field|x509: certificate is not authorized to sign
        untrusted words|x509: too many intermediates|x509: a root or intermediate certificate is not authorized
        # Node.js: node_errors.h, and the example in https.md
        mismatch|Certificate verification error: |also=does not match our pinned fingerprint|host=The public key of |
        host-name|Hostname/IP doesn't match certificate's altnames|host="Host: |
        untrusted verification|certificate's altnames: Cert is empty|detail=altnames: |
        host-name general|ERR_TLS_CERT_ALTNAME_INVALID|unless=altnames: Cert is empty
        host-name host|Hostname/IP does not match certificate's altnames: Host: |
        missing-issuer|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT
        self-signed|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT
        expired|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID
        revoked|CERT_REVOKED
        untrusted words|INVALID_PURPOSE|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE
        # kubeadm: pubkeypin.go
        mismatch sent|none of the public keys |also= are pinned
        # Python: urllib3's ssl_.py
        fingerprint|Fingerprints did not match. Expected |also=got "b'|detail=got "b'
        fingerprint|Fingerprints did not match. Expected |detail=got |
        fingerprint|<ServerFingerprintMismatch expected=|detail= got=b'
        host-name host|hostname |also= doesn't match |
        untrusted words|SSLCertVerificationError: “
        # Java: PKIXCertPathBuilder, and a library for Certificate Transparency
        untrusted verification|PKIX path validation failed: |detail=Exception: |
        untrusted verification|.validator.ValidatorException:|unless= PKIX
        host-name host|hostname in certificate didn't match: |
        host-name host|Certificate for |also= doesn't match |
        host-name host|No subject alternative DNS name matching |also= found
        host-name host|No subject alternative names matching IP address |No name matching |also= found
        missing-issuer|PKIX path building failed|Path does not chain with any of the trust anchors
        missing-issuer|the trustAnchors parameter must be non-empty
        expired general|CertPathValidatorException: timestamp check failed|CertPathValidatorException: validity check failed
        expired general|CertificateExpiredException: |CertificateNotYetValidException: |
        host-name|CertificateException: No subject alternative names present|No subjectAltNames on the certificate match
        host-name|Failed to validate the server name
        untrusted general|SSLPeerUnverifiedException: peer not authenticated|SSLPeerUnverifiedException: No peer certificate
        peer-refused|Received fatal alert: certificate_unknown|Received fatal alert: bad_certificate
        peer-refused|Received fatal alert: unknown_ca|Received fatal alert: certificate_expired
        missing-issuer general|unable to find valid certification path to requested target
        untrusted words|CertPathValidatorException: signature check failed
        untrusted words|CertPathValidatorException: Algorithm constraints check failed
        untrusted words|SSLPeerUnverifiedException: Certificate transparency failed
        untrusted words|CertificateException: Certificate transparency failed
        # rustls
        untrusted known|InvalidCertificate(|unless=CertificateError::
        peer-refused|received fatal alert: BadCertificate|received fatal alert: UnknownCA
        peer-refused|received fatal alert: CertificateUnknown
        untrusted verification|invalid peer certificate: |invalid certificate: |
        untrusted known|WebPKIError(
        # mitmproxy: tls.py
        peer-refused host|The client does not trust the proxy's certificate for |
        peer-refused host|The client may not trust the proxy's certificate for |
        peer-refused host|The client disconnected during the handshake. If this happens consistently for |
        untrusted verification|Certificate verify failed: |
        # gRPC: ssl_transport_security.cc
        host-name host|Cannot verify hostname: |
        host-name host|Peer name |also= is not in peer certificate
        # Chromium or Cronet: net_error_list.h
        mismatch|ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN|net_error -150
        missing-issuer|ERR_CERT_AUTHORITY_INVALID|net_error -202
        expired|ERR_CERT_DATE_INVALID|net_error -201
        host-name|ERR_CERT_COMMON_NAME_INVALID|net_error -200
        revoked|ERR_CERT_REVOKED|net_error -206|ERR_CERT_UNABLE_TO_CHECK_REVOCATION|ERR_CERT_NO_REVOCATION_MECHANISM
        client-certificate|ERR_BAD_SSL_CLIENT_AUTH_CERT
        untrusted words|ERR_CERT_|unless=_DATABASE_CHANGED
        untrusted words|ERR_SSL_KEY_USAGE_INCOMPATIBLE|ERR_CERTIFICATE_TRANSPARENCY_REQUIRED
        # Firefox: Gecko's mozpkix
        mismatch|MOZILLA_PKIX_ERROR_KEY_PINNING_FAILURE
        missing-issuer|SEC_ERROR_UNKNOWN_ISSUER|SEC_ERROR_UNTRUSTED_ISSUER
        self-signed|MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT
        expired|SEC_ERROR_EXPIRED_CERTIFICATE|SEC_ERROR_EXPIRED_ISSUER_CERTIFICATE
        expired|MOZILLA_PKIX_ERROR_NOT_YET_VALID_CERTIFICATE|MOZILLA_PKIX_ERROR_NOT_YET_VALID_ISSUER
        revoked|SEC_ERROR_REVOKED_CERTIFICATE
        host-name|SSL_ERROR_BAD_CERT_DOMAIN
        untrusted words|MOZILLA_PKIX_ERROR_
        # Windows: the texts and names of Schannel's and WinHTTP's errors; the documentation of SQL Server's drivers
        missing-issuer|terminated in a root certificate which is not trusted by the trust provider
        missing-issuer|certificate chain could not be built to a trusted root authority|ERROR_WINHTTP_SECURE_INVALID_CA
        host-name|certificate's CN name does not match the passed value|SSL Provider: The target principal name is incorrect
        host-name|SSL Provider, error: 0 - The target principal name is incorrect|ERROR_WINHTTP_SECURE_CERT_CN_INVALID
        expired|required certificate is not within its validity period|ERROR_WINHTTP_SECURE_CERT_DATE_INVALID
        expired|The received certificate has expired
        missing-issuer general|authority that is not trusted
        revoked|ERROR_WINHTTP_SECURE_CERT_REVOKED
        # Mbed TLS: error.c
        untrusted general|X509 - Certificate verification failed|mbedtls_ssl_handshake returned -0x2700
        untrusted verification|! The certificate |
        untrusted list|MBEDTLS_ERR_X509_CERT_VERIFY_FAILED; |
        # Envoy: cert_validator
        mismatch|verify cert failed: cert hash and spki|CERTIFICATE_VERIFY_FAILED:verify cert failed: cert hash and spki
        host-name|verify cert failed: verify SAN list|CERTIFICATE_VERIFY_FAILED:verify cert failed: verify SAN list
        # PHP: xp_ssl.c
        fingerprint|peer_fingerprint match failure
        host-name host|did not match expected CN=`
        # .NET: SslStream
        untrusted|Error: TrustFailure|The remote certificate is invalid |
        untrusted|Could not establish trust relationship for the SSL/TLS secure channel
        canceled|rejected by the provided RemoteCertificateValidationCallback
        untrusted list|The remote certificate is invalid because of errors in the certificate chain: |
        untrusted list|The remote certificate is invalid according to the validation procedure: |
        # openssl
        untrusted verification|verify error:num=|depth lookup:|Verification error: |
        """
}
