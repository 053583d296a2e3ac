import DERKit

extension PinFailure {
    /// Reads TrustKit's log on iOS, which starts at the CA: `Checking certificate with CN: NAME`, `Testing
    /// SSL Pin DIGEST`, and at the end `SSL Pin not found for HOST` or `Pin validation failed for HOST`. It
    /// does not contain the app's pins.
    static func trustKitLog(_ lines: [String]) -> [PinFailure] {
        var found: [PinFailure] = []
        var sent: [Certificate] = []
        var name = ""
        for line in lines {
            if let text = text(after: "Checking certificate with CN: ", in: line) {
                name = text
            } else if let text = text(after: "Testing SSL Pin ", in: line) {
                let (pin, part) = digest(text) ?? (nil, nil)
                sent.append(Certificate(pin: pin, part: part, name: name, isIssuer: false))
                name = ""
            } else if let host = text(after: "SSL Pin not found for ", in: line)
                ?? text(after: "Pin validation failed for ", in: line)
            {
                if sent.contains(where: { $0.pin != nil || $0.part != nil }) {
                    found.append(PinFailure(.trustKitLog, host, sent.reversed(), []))
                }
                sent = []
            } else if text(after: "SSL Pin found for ", in: line) != nil {
                // These lines belong to another connection, which was accepted.
                sent = []
            }
        }
        return found
    }

    /// Reads a description of `NSData`: `<0b9fa5a5 …>` with all octets, or `{length = 32, bytes = 0x0b9fa5a5
    /// … }`, where dots replace those between the first 16 and the last 8.
    private static func digest(_ text: String) -> (pin: Pin?, part: Part?)? {
        let digits =
            text.hasPrefix("<")
            ? String(text.dropFirst().prefix { $0 != ">" })
            : PinFailure.text(after: "0x", in: text).map { String($0.prefix { $0 != "}" }) } ?? ""
        let plain = digits.filter { $0 != " " }
        let head = plain.prefix { $0 != "." && $0 != "\u{2026}" }
        let tail = plain.dropFirst(head.count).drop { $0 == "." || $0 == "\u{2026}" }
        guard let first = DERKit.bytes(hex: String(head)), let last = DERKit.bytes(hex: String(tail)) else {
            return nil
        }
        if last.isEmpty { return Pin(bytes: first).map { ($0, nil) } }
        return first.count >= 8 && first.count + last.count < 32 ? (nil, Part(head: first, tail: last)) : nil
    }

    /// Reads the errors of `NSURLSession`, which contain neither keys nor pins.
    static func urlSession(_ text: String) -> [PinFailure] {
        var found: [PinFailure] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let end = rest.dropFirst().firstIndex(ofText: "Error Domain=NSURLErrorDomain") ?? rest.endIndex
            let error = PinFailure(urlSession: String(decoding: rest[..<end], as: UTF8.self))
            if let error { found.append(error) }
            rest = rest[end...]
        }
        return found
    }

    /// Reads the certificates in an error, `<cert(0x…) s: SUBJECT i: ISSUER>`.
    private init?(urlSession text: String) {
        guard PinFailure.text(after: "NSErrorPeerCertificateChainKey", in: text) != nil else { return nil }
        var sent: [Certificate] = []
        var rest = Array(text.utf8)[...]
        while let place = rest.firstIndex(ofText: "<cert(0x") {
            rest = rest[place...].dropFirst()
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { break }
            let entry = String(decoding: rest[..<end], as: UTF8.self)
            guard let names = PinFailure.text(after: ") s: ", in: entry) else { continue }
            let octets = Array(names.utf8)
            let issuer = octets[...].firstIndex(ofText: " i: ") ?? octets.count
            sent.append(
                Certificate(
                    pin: nil, name: String(decoding: octets[..<issuer], as: UTF8.self), isIssuer: false))
        }
        guard !sent.isEmpty else { return nil }
        var host: String?
        if let address = PinFailure.text(after: "NSErrorFailingURLStringKey=https://", in: text) {
            host = String(address.prefix { $0 != "/" && $0 != "," && $0 != ":" && $0 != "}" })
        }
        self.init(.urlSession, host, sent, [])
    }
}
