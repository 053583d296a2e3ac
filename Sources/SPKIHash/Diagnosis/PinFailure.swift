import DERKit

/// The message of an app that a server does not match its pins, with the certificates sent and the pins.
///
/// It understands the messages of OkHttp (`CertificatePinner`) and TrustKit for Android
/// (`PinningTrustManager`), and the reports of RFC 7469 section 3, which TrustKit for iOS sends.
package struct PinFailure: Sendable, Hashable {
    /// The software that wrote the message.
    package enum Source: String, Sendable, CaseIterable {
        case okHttp = "OkHttp"
        case trustKitAndroid = "TrustKit for Android"
        case report = "TrustKit"
    }

    /// A certificate that was sent.
    package struct Certificate: Sendable, Hashable {
        package let pin: Pin
        /// The name in the message: the subject or the issuer.
        package let name: String
        /// A Boolean value that indicates whether the name is that of the issuer, as in TrustKit for Android.
        package let isIssuer: Bool
    }

    package let source: Source
    /// The host; `nil` if the message does not name it.
    package let host: String?
    /// The certificates as the platform built the chain, the server's own first.
    package let sent: [Certificate]
    /// The pins for the host, as written.
    package let pinned: [String]

    /// The maximum length of a message.
    private static let longest = 1 << 20

    /// Reads a message, which other text may surround; `nil` for any other text.
    package init?(_ text: String) {
        guard text.utf8.count <= PinFailure.longest else { return nil }
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0) }
        guard
            let failure = PinFailure(okHttp: lines) ?? PinFailure(trustKit: lines) ?? PinFailure(report: text)
        else { return nil }
        self = failure
    }

    private init(_ source: Source, _ host: String?, _ sent: [Certificate], _ pinned: [String]) {
        (self.source, self.host, self.sent, self.pinned) = (source, host, sent, pinned)
    }

    // MARK: Messages

    /// Reads `Peer certificate chain:`, then a pin and a subject per line; `Pinned certificates for HOST:`,
    /// then a pin per line.
    private init?(okHttp lines: [String]) {
        guard let chain = lines.firstIndex(where: { $0.trimmedText == "Peer certificate chain:" }),
            let title = lines[chain...].firstIndex(where: { PinFailure.host(inTitle: $0) != nil })
        else { return nil }
        let sent = lines[(chain + 1)..<title].compactMap { PinFailure.certificate($0, ": ", isIssuer: false) }
        var pinned: [String] = []
        for line in lines[(title + 1)...] {
            let text = line.trimmedText
            guard text.hasPrefix("sha256/") || text.hasPrefix("sha1/") else { break }
            pinned.append(text)
        }
        guard !sent.isEmpty, !pinned.isEmpty else { return nil }
        self.init(.okHttp, PinFailure.host(inTitle: lines[title]), sent, pinned)
    }

    private static func host(inTitle line: String) -> String? {
        let text = line.trimmedText
        let start = "Pinned certificates for "
        guard text.hasPrefix(start), text.hasSuffix(":") else { return nil }
        let host = text.dropFirst(start.count).dropLast()
        return host.isEmpty ? nil : String(host)
    }

    /// Reads `Configured pins: ` and pins separated by spaces; `Peer certificate chain: `, then a pin and an
    /// issuer per line.
    private init?(trustKit lines: [String]) {
        let start = "Configured pins: "
        guard let title = lines.firstIndex(where: { $0.trimmedText.hasPrefix(start) }),
            let chain = lines[title...].firstIndex(where: { $0.trimmedText == "Peer certificate chain:" })
        else { return nil }
        let pinned = lines[title].trimmedText.dropFirst(start.count).split(separator: " ").map { String($0) }
        let sent = lines[(chain + 1)...].map { PinFailure.certificate($0, " - ", isIssuer: true) }
            .prefix { $0 != nil }.compactMap { $0 }
        guard !sent.isEmpty, !pinned.isEmpty else { return nil }
        self.init(.trustKitAndroid, nil, sent, pinned)
    }

    private static func certificate(_ line: String, _ separator: String, isIssuer: Bool) -> Certificate? {
        let text = line.trimmedText
        let letters = Array(separator.utf8)
        let octets = Array(text.utf8)
        guard
            let place = octets.indices.first(where: { octets[$0...].starts(with: letters) }),
            let pin = PinSpelling(String(decoding: octets[..<place], as: UTF8.self)).pin
        else { return nil }
        let name = String(decoding: octets[(place + letters.count)...], as: UTF8.self)
        return Certificate(pin: pin, name: name, isIssuer: isIssuer)
    }

    /// Reads `"known-pins"`, a list of pins, and `"validated-certificate-chain"`, a list of certificates in
    /// PEM, in JSON.
    private init?(report text: String) {
        guard let known = PinFailure.list("known-pins", in: text), !known.isEmpty,
            let chain = PinFailure.list("validated-certificate-chain", in: text)
                ?? PinFailure.list("served-certificate-chain", in: text)
        else { return nil }
        var sent: [Certificate] = []
        for member in chain {
            guard let certificate = PinFailure.certificate(pem: member) else { return nil }
            sent.append(certificate)
        }
        guard !sent.isEmpty else { return nil }
        self.init(.report, PinFailure.text("hostname", in: text), sent, known)
    }
}

extension String {
    /// The text without surrounding white space.
    fileprivate var trimmedText: String {
        var text = self[...]
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
