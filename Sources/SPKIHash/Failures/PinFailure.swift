import X509Model

/// A failure that a message of an app or tool describes: what the server sent, what was pinned, and what the message
/// means.
package struct PinFailure: Sendable, Hashable {
    /// The software that wrote the message.
    package enum Source: String, Sendable, CaseIterable {
        case okHttp = "OkHttp"
        case ktor = "Ktor"
        case android = "Android"
        case conscrypt = "Conscrypt"
        case trustKitAndroid = "TrustKit for Android"
        case report = "TrustKit"
        case trustKitLog = "TrustKit for iOS"
        case urlSession = "NSURLSession"
        case alamofire = "Alamofire"
        case curl = "curl or Wget"
        case openConnect = "openconnect"
        case openVPN = "OpenVPN"
        case chromium = "Chromium or Cronet"
        case firefox = "Firefox"
        case mitmproxy = "mitmproxy"
        case mbedTLS = "Mbed TLS"
        case gRPC = "gRPC"
        case envoy = "Envoy"
        case nginx = "nginx"
        case flutter = "Flutter"
        case node = "Node.js"
        case go = "Go"
        case kubeadm = "kubeadm"
        case php = "PHP"
        case python = "Python"
        case java = "Java"
        case erlang = "Erlang"
        case libpq = "PostgreSQL"
        case openLDAP = "OpenLDAP"
        case windows = "Windows"
        case dotNet = ".NET"
        case openSSL = "OpenSSL or BoringSSL"
        /// The commands `verify` and `s_client`.
        case openSSLCommand = "openssl"
        case gnuTLS = "GnuTLS"
        case rustls
        case wolfSSL
        case bearSSL = "BearSSL"
        case qt = "Qt"
        case perl = "Perl"
        case haskell = "Haskell"
        case webView = "Android's WebView"
        case subversion = "Subversion"
        case postfix = "Postfix"
        case exim = "Exim"
        case fetchmail
        case offlineIMAP = "OfflineIMAP"
        case stunnel
        case wpaSupplicant = "wpa_supplicant"
        case freeRDP = "FreeRDP"
        case haProxy = "HAProxy"
        case aria2
        case getDNS = "getdns or Stubby"
        case mongoDB = "MongoDB"
        case mySQL = "MySQL or MariaDB"
        case oracle = "Oracle"
        case elasticsearch = "Elasticsearch's client"
        case govmomi
        case proxmox = "Proxmox"

        /// A Boolean value that indicates whether the software may continue after its message, because its
        /// configuration need not demand a verified certificate, or because it asks.
        package var mayContinue: Bool {
            [.postfix, .exim, .fetchmail, .freeRDP, .mongoDB, .subversion].contains(self)
        }

        /// A Boolean value that indicates whether servers write the same message about their clients.
        package var isOfEitherSide: Bool {
            [.openVPN, .postfix, .exim, .stunnel, .mongoDB, .wolfSSL].contains(self)
        }

        /// A Boolean value that indicates whether the software compares pins only with the server's own key: curl's
        /// vtls.c, openconnect's main.c, Envoy's default_validator.cc.
        package var comparesOnlyLeaf: Bool { [.curl, .openConnect, .envoy].contains(self) }
    }

    /// The meaning of a message, regardless of its wording.
    package enum Meaning: String, Sendable, CaseIterable {
        /// No certificate of the chain has a pinned key.
        case mismatch
        /// No certificate or key of the chain is in a TLSA record of the host.
        case record = "tlsa-record"
        /// No certificate has a pinned fingerprint, the hash of a whole certificate.
        case fingerprint
        /// A certificate of the chain was not accepted; the message may give a reason in its own words. Pins were not
        /// compared.
        case untrusted
        /// The platform does not trust the chain, or the app's library found no pinned key.
        case distrust
        case revoked
        /// The chain does not lead to a trusted CA.
        case missingIssuer = "missing-issuer"
        /// The chain ends in a self-signed certificate that is not trusted.
        case selfSigned = "self-signed"
        case expired
        case hostName = "host-name"
        case clientCertificate = "client-certificate"
        /// The other side of the connection refused the certificate that it received.
        case peerRefused = "peer-refused"
        /// The app or its library canceled the request for a reason that the message does not give.
        case canceled
        /// App Transport Security refused the chain, or none of the chain's keys is pinned.
        case transportSecurity = "transport-security"
        /// TrustKit cannot hash a key of the chain.
        case unsupportedKey = "unsupported-key"
        case fewPins = "few-pins"
        case invalidPin = "invalid-pin"
        case missingPrefix = "missing-prefix"
        case digestLength = "digest-length"
        case digestAlgorithm = "digest-algorithm"
        case expiration
        case duplicateDomain = "duplicate-domain"
        case invalidDomain = "invalid-domain"
        case noDomains = "no-domains"
        /// The configuration is malformed in another way.
        case configuration
        case noCertificates = "no-certificates"
        case noEvaluator = "no-evaluator"

        /// A Boolean value that indicates whether the failure is about a server's keys, so that certificates and pins
        /// can explain it.
        package var isAboutKeys: Bool {
            [.mismatch, .record, .fingerprint, .transportSecurity, .distrust, .canceled].contains(self)
        }
    }

    /// A certificate that the message mentions.
    package struct Certificate: Sendable, Hashable {
        /// The pin; `nil` if the message does not show the whole pin.
        package let pin: Pin?
        /// The part of the pin that the message shows; `nil` if it shows the whole pin or none.
        package let part: Part?
        /// The name of the subject in the message.
        package let name: String
        /// The certificate, if the message contains it.
        package let certificate: X509Model.Certificate?

        init(pin: Pin?, part: Part? = nil, name: String) {
            (self.pin, self.part, self.name) = (pin, part, name)
            certificate = nil
        }

        package init(_ certificate: X509Model.Certificate) {
            (pin, part) = (certificate.pin, nil)
            name = certificate.subject.description
            self.certificate = certificate
        }
    }

    /// The beginning and end of a digest, as in descriptions of `NSData` since iOS 13, or in a log that truncates it.
    package struct Part: Sendable, Hashable {
        package let head: [UInt8]
        package let tail: [UInt8]

        /// Returns whether the pin has this beginning and end.
        package func matches(_ pin: Pin) -> Bool {
            let bytes = pin.bytes
            return bytes.starts(with: head) && bytes.suffix(tail.count).elementsEqual(tail)
        }
    }

    package let source: Source
    package let meaning: Meaning
    /// The host; `nil` if the message does not name it.
    package internal(set) var host: String?
    /// The certificates in the chain that the platform built, the server's own first.
    package internal(set) var sent: [Certificate] = []
    /// The pins for the host, as written.
    package internal(set) var pinned: [String] = []
    /// Details in the message: the size of a digest, the name of a file, a fingerprint.
    package internal(set) var detail: String?

    /// Returns the failures that a message or log describes, in order. Surrounding text is ignored.
    package static func failures(in text: String) -> [PinFailure] { failures(in: Array(text.utf8)) }

    package static func failures(in text: [UInt8]) -> [PinFailure] {
        // Only text contains messages.
        guard !text.contains(0) else { return [] }
        var reader = FailureReader(text)
        return reader.failures()
    }
}
