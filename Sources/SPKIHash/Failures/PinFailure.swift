import X509Model

/// A failure that a message of an app or tool describes: what was sent, what was pinned, and what the message means.
package struct PinFailure: Sendable, Hashable {
    /// The software that wrote the message, by its name in the tables of messages. The constants are for software whose
    /// messages are read, or whose pins are written, in a way of its own.
    package struct Source: Sendable, Hashable {
        package let rawValue: String

        package static let okHttp = Source(rawValue: "OkHttp")
        package static let ktor = Source(rawValue: "Ktor")
        package static let urlSession = Source(rawValue: "NSURLSession")
        package static let curl = Source(rawValue: "curl or Wget")
        package static let openConnect = Source(rawValue: "openconnect")
        package static let openVPN = Source(rawValue: "OpenVPN")
        package static let envoy = Source(rawValue: "Envoy")
        package static let go = Source(rawValue: "Go")
        package static let kubeadm = Source(rawValue: "kubeadm")
        package static let openSSL = Source(rawValue: "OpenSSL or BoringSSL")
        /// The commands `verify` and `s_client`.
        package static let openSSLCommand = Source(rawValue: "openssl")
        package static let gnuTLS = Source(rawValue: "GnuTLS")
        package static let wolfSSL = Source(rawValue: "wolfSSL")

        /// A Boolean value that indicates whether servers write the same message about their clients.
        package var isOfEitherSide: Bool { [.openVPN, .wolfSSL].contains(self) }

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
        /// A certificate was not accepted; the message may give a reason in its own words. Pins were not compared.
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
        package private(set) var part: Part?
        /// The name of the subject in the message.
        package let name: String
        /// The certificate, if the message contains it.
        package private(set) var certificate: X509Model.Certificate?
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

extension PinFailure.Certificate {
    package init(_ certificate: X509Model.Certificate) {
        self.init(pin: certificate.pin, name: certificate.subject.description, certificate: certificate)
    }
}
