import DERKit

/// A failure of an app: the certificates that the server sent, and the pins that they did not match.
///
/// Reads the messages of OkHttp (`CertificatePinner`) and TrustKit for Android
/// (`PinningTrustManager`), and the reports of RFC 7469 section 3, which TrustKit for iOS sends.
package struct PinFailure: Sendable, Hashable {
    /// The software that wrote the message.
    package enum Source: String, Sendable, CaseIterable {
        case okHttp = "OkHttp"
        case trustKitAndroid = "TrustKit for Android"
        case report = "TrustKit"
        case trustKitLog = "TrustKit for iOS"
        case urlSession = "NSURLSession"
    }

    package struct Certificate: Sendable, Hashable {
        /// The pin; `nil` if the message does not show all of it.
        package let pin: Pin?
        /// The part of the pin that the message shows, if it does not show all of it.
        package let part: Part?
        /// The name in the message: the subject or the issuer.
        package let name: String
        /// A Boolean value that indicates whether the name is that of the issuer, as in TrustKit for Android.
        package let isIssuer: Bool

        init(pin: Pin?, part: Part? = nil, name: String, isIssuer: Bool) {
            (self.pin, self.part, self.name, self.isIssuer) = (pin, part, name, isIssuer)
        }
    }

    /// The beginning and end of a digest, as descriptions of `NSData` contain since iOS 13.
    package struct Part: Sendable, Hashable {
        package let head: [UInt8]
        package let tail: [UInt8]
    }

    package let source: Source
    /// The host; `nil` if the message does not name it.
    package let host: String?
    /// The certificates as the platform built the chain, the server's own first.
    package let sent: [Certificate]
    /// The pins for the host, as written.
    package let pinned: [String]

    private static let longest = 1 << 20

    /// Returns the failures that a message or log tells of, surrounded by other text or not; those of one kind are in
    /// its order. Other text has none.
    package static func failures(in text: String) -> [PinFailure] {
        guard text.utf8.count <= longest else { return [] }
        let lines = lines(of: text)
        let logged = okHttp(lines) + trustKit(lines) + reports(text) + trustKitLog(lines)
        // After TrustKit has refused a connection, its error tells of the same failure again.
        let hosts = Set(logged.compactMap { $0.host })
        return logged
            + urlSession(text).filter { (error) in !(error.host.map { hosts.contains($0) } ?? false) }
    }

    /// Returns the lines of text, whose ends may be written as `\n`, as in JSON strings.
    private static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { (line) -> [String] in
            var lines: [String] = []
            var rest = Array(line.utf8)[...]
            while let place = rest.firstIndex(ofText: "\\n") {
                lines.append(String(decoding: rest[..<place], as: UTF8.self))
                rest = rest[(place + 2)...]
            }
            return lines + [String(decoding: rest, as: UTF8.self)]
        }
    }

    /// Returns the trimmed text after a word in a line, or `nil` if the line does not contain the word.
    static func text(after word: String, in line: String) -> String? {
        let octets = Array(line.utf8)
        guard let place = octets[...].firstIndex(ofText: word) else { return nil }
        return String(decoding: octets[(place + word.utf8.count)...], as: UTF8.self).trimmed
    }

    init(_ source: Source, _ host: String?, _ sent: [Certificate], _ pinned: [String]) {
        (self.source, self.host, self.sent, self.pinned) = (source, host, sent, pinned)
    }

    // MARK: Messages

    /// Reads `Peer certificate chain:`, then a pin and a subject per line; `Pinned certificates for HOST:`,
    /// then a pin per line.
    private static func okHttp(_ lines: [String]) -> [PinFailure] {
        var found: [PinFailure] = []
        var sent: [Certificate] = []
        var pinned: [String] = []
        var host: String?
        var isInChain = false
        for line in lines + [""] {
            let entry = pinAndRest(line)
            if let title = host {
                if let entry {
                    pinned.append(entry)
                    continue
                }
                if !pinned.isEmpty { found.append(PinFailure(.okHttp, title, sent, pinned)) }
                (sent, pinned, host, isInChain) = ([], [], nil, false)
            }
            if isTitleOfChain(line) {
                (sent, isInChain) = ([], true)
            } else if isInChain, let certificate = entry.flatMap({ certificate($0, ": ", isIssuer: false) }) {
                sent.append(certificate)
            } else if !sent.isEmpty {
                host = PinFailure.host(inTitle: line)
            }
        }
        return found
    }

    private static func isTitleOfChain(_ line: String) -> Bool {
        text(after: "Peer certificate chain:", in: line)?.isEmpty ?? false
    }

    /// Reads a line of OkHttp's message, starting at its pin.
    private static func pinAndRest(_ line: String) -> String? {
        for prefix in ["sha256/", "sha1/"] {
            if let text = text(after: prefix, in: line) { return prefix + text }
        }
        return nil
    }

    private static func host(inTitle line: String) -> String? {
        guard let text = text(after: "Pinned certificates for ", in: line), text.hasSuffix(":") else {
            return nil
        }
        let host = text.dropLast()
        return host.isEmpty ? nil : String(host)
    }

    /// Reads `Configured pins: ` and pins separated by spaces; `Peer certificate chain: `, then a pin and an
    /// issuer per line.
    private static func trustKit(_ lines: [String]) -> [PinFailure] {
        var found: [PinFailure] = []
        var sent: [Certificate] = []
        var pinned: [String] = []
        var isInChain = false
        for line in lines + [""] {
            if isInChain, let certificate = certificate(line, " - ", isIssuer: true) {
                sent.append(certificate)
                continue
            }
            if !sent.isEmpty {
                found.append(PinFailure(.trustKitAndroid, nil, sent, pinned))
                (sent, pinned) = ([], [])
            }
            isInChain = !pinned.isEmpty && isTitleOfChain(line)
            guard let pins = text(after: "Configured pins: ", in: line) else { continue }
            pinned = pins.split(separator: " ").map { String($0) }
        }
        return found
    }

    private static func certificate(_ line: String, _ separator: String, isIssuer: Bool) -> Certificate? {
        let text = line.trimmed
        let octets = Array(text.utf8)
        guard
            let place = octets[...].firstIndex(ofText: separator),
            // In a log, other text precedes the pin.
            let word = octets[..<place].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }).last,
            let pin = PinSpelling(String(decoding: word, as: UTF8.self)).pin
        else { return nil }
        let name = String(decoding: octets[place...].dropFirst(separator.utf8.count), as: UTF8.self)
        return Certificate(pin: pin, name: name, isIssuer: isIssuer)
    }
}
