import X509Model

// Messages that list the certificates that were sent, and the pins.
extension FailureReader {
    /// The failure in a message (`nil` if the message is not about certificates), and the place where the message ends.
    typealias Read = (failure: PinFailure?, end: Int)

    /// Reads OkHttp's message after its first title: a pin and a subject per certificate,
    /// `Pinned certificates for HOST:`, and the pins, each on its own line or separated by spaces.
    func okHttp(_ row: FailureMessage, _ start: Int) -> Read? {
        var sent: [PinFailure.Certificate] = []
        var place = start
        while let entry = entry(from: place) {
            let (name, end) = name(from: entry.end)
            guard let name else { break }
            sent.append(PinFailure.Certificate(pin: PinSpelling(entry.text).pin, name: name))
            place = end
        }
        let title = "Pinned certificates for "
        let isKtor = text.end(of: "io.ktor", near: start, from: 0) != nil
        let source = isKtor ? PinFailure.Source.ktor : row.source
        let next = gap(from: place)
        guard let after = text.end(of: title, in: next) else {
            // The list of pins may be missing only from a message that a log has cut.
            guard !sent.isEmpty else { return nil }
            var failure = PinFailure(source: source, meaning: row.meaning, host: nil)
            failure.sent = sent
            return (failure, place)
        }
        let word = text.word(at: after)
        guard word.text.hasSuffix(":"), let host = text.host(at: after) else { return nil }
        var failure = PinFailure(source: source, meaning: row.meaning, host: host)
        failure.sent = sent
        place = word.end
        var isIndented = false
        while let entry = entry(from: place), nameStart(entry.end) == nil {
            let before = text.bytes[place..<entry.start]
            let indent = before.reversed().prefix { $0 == 0x20 }.count
            if failure.pinned.isEmpty { isIndented = indent > 1 }
            // A pin that is not indented, on a later line, is that of another message.
            guard !isIndented || indent > 1 || !before.contains(0x0a) else { break }
            failure.pinned.append(entry.text)
            place = entry.end
        }
        return failure.pinned.isEmpty && sent.isEmpty ? nil : (failure, place)
    }

    /// Returns the range in which the next entry of a list must be: the rest of the line at `place` and the next three
    /// lines, because a name may be broken across lines. The range ends before a second chain, which belongs to another
    /// message.
    private func gap(from place: Int) -> Range<Int> {
        let end = (0..<3).reduce(text.lineEnd(place)) { (end, _) in text.nextLineEnd(end) }
        let gap = place..<min(end, place + FailureText.reach)
        return place..<(text.range(of: FailureReader.chainTitle, in: gap)?.lowerBound ?? gap.upperBound)
    }

    private static let chainTitle = "Peer certificate chain:"

    /// Returns the next pin in a list. The pin has OkHttp's prefix, and spaces or words that a log adds may precede it.
    private func entry(from place: Int) -> (text: String, start: Int, end: Int)? {
        let gap = gap(from: place)
        let ends = ["sha256/", "sha1/"].compactMap { (prefix) in
            text.end(of: prefix, in: gap).map { (start: $0 - prefix.utf8.count, digits: $0) }
        }
        guard let first = ends.min(by: { $0.start < $1.start }) else { return nil }
        let between = text.bytes[place..<first.start]
        // A log may add words before the pin. If it also joined the lines, the pin must be near.
        let isNear = between.contains(0x0a) || between.count <= 120
        guard isNear, between.firstIndex(ofText: "Pinned certificates for ") == nil else { return nil }
        let end =
            text.bytes[first.digits...].firstIndex { !FailureReader.isPinCharacter($0) } ?? text.bytes.count
        guard end - first.digits >= FailureReader.shortestPin else { return nil }
        return (String(decoding: text.bytes[first.start..<end], as: UTF8.self), first.start, end)
    }

    /// The minimum number of digits in a pin that a log has cut. Fewer are a word, such as the title of a private key.
    private static let shortestPin = 8

    private static func isPinCharacter(_ octet: UInt8) -> Bool {
        isWordCharacter(octet) || "+/=-.".utf8.contains(octet) || octet >= 0x80
    }

    /// Returns the place of the name that follows a pin, or `nil` if there is none.
    private func nameStart(_ place: Int) -> Int? { text.end(of: Array(": ".utf8)[...], at: place) }

    /// Returns the name after a pin, up to the end of its line, the next pin or the next title.
    private func name(from place: Int) -> (name: String?, end: Int) {
        guard let start = nameStart(place) else { return (nil, place) }
        let line = start..<min(text.lineEnd(start), start + FailureText.reach)
        let stops =
            [" sha256/", " sha1/", FailureReader.chainTitle, "Pinned certificates for "]
            + FailureText.memberEnds
        let end = stops.compactMap { text.range(of: $0, in: line)?.lowerBound }.min()
        let name = String(decoding: text.bytes[start..<(end ?? line.upperBound)], as: UTF8.self).trimmed
        return (name, end ?? line.upperBound)
    }

    /// Reads TrustKit's message on Android after its first title: pins separated by spaces, then
    /// `Peer certificate chain: ` and a pin and a subject per certificate.
    func trustKitAndroid(_ row: FailureMessage, _ start: Int) -> Read? {
        guard text.bytes[start..<text.lineEnd(start)].contains(where: { $0 > 0x20 }) else { return nil }
        let lists = start..<min(text.bytes.count, start + 16 * FailureText.reach)
        guard let chain = text.range(of: FailureReader.chainTitle, in: lists) else { return nil }
        let lines = text.bytes[start..<chain.lowerBound]
        let pins = lines.prefix { $0 != 0x0a }.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
        guard !pins.isEmpty else { return nil }
        var failure = PinFailure(source: row.source, meaning: row.meaning, host: nil)
        failure.pinned = pins.map { String(decoding: $0, as: UTF8.self) }
        var place = chain.upperBound
        while let (certificate, end) = namedEntry(from: place) {
            failure.sent.append(certificate)
            place = end
        }
        return failure.sent.isEmpty ? nil : (failure, place)
    }

    /// Reads `PIN - SUBJECT`, where the subject ends at the end of its line or before the next pin.
    private func namedEntry(from place: Int) -> (PinFailure.Certificate, Int)? {
        let gap = gap(from: place)
        guard let dash = text.range(of: " - ", in: gap) else { return nil }
        let after = dash.upperBound
        let before = text.bytes[place..<dash.lowerBound]
        guard let word = before.split(whereSeparator: { $0 <= 0x20 }).last,
            let pin = PinSpelling(String(decoding: word, as: UTF8.self)).pin
        else { return nil }
        var end = min(text.lineEnd(after), after + FailureText.reach)
        end =
            FailureText.memberEnds.compactMap { text.range(of: $0, in: after..<end)?.lowerBound }.min() ?? end
        // If the next pin is on the same line, it is the last word before its dash, and not part of the name.
        if let next = text.range(of: " - ", in: after..<end) {
            let name = text.bytes[after..<next.lowerBound]
            if let space = name.lastIndex(of: 0x20),
                PinSpelling(String(decoding: name[(space + 1)...], as: UTF8.self)).pin != nil
            {
                end = space
            }
        }
        let name = String(decoding: text.bytes[after..<end], as: UTF8.self).trimmed
        return (PinFailure.Certificate(pin: pin, name: name), end)
    }

    // MARK: Reports

    /// Reads the report around `"known-pins"`: the JSON object with a list of pins and a list of PEM certificates.
    mutating func report(_ row: FailureMessage, at place: Int) -> Read? {
        // Each object is read only once, whatever it contains.
        guard place >= reportEnd else { return nil }
        let bytes = text.bytes
        let start = bytes[reportEnd..<place].lastIndex(of: UInt8(ascii: "{")) ?? reportEnd
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.count
        let object = start..<end
        reportEnd = end
        guard let pins = list("known-pins", in: object),
            let chain = list("validated-certificate-chain", in: object)
                ?? list("served-certificate-chain", in: object)
        else { return nil }
        // The result of TrustKit's validation; the numbers are in TSKTrustDecision.h and PinningValidationResult.java.
        let result = value(of: "validation-result", in: object)
            .map { bytes[$0...].drop { $0 <= 0x20 }.startIndex }.flatMap { text.number(at: $0) }
        let meaning = result == 2 ? .untrusted : result == 5 ? PinFailure.Meaning.unsupportedKey : row.meaning
        var failure = PinFailure(
            source: row.source, meaning: meaning,
            host: value(of: "hostname", in: object).flatMap { text.host(at: $0) })
        failure.pinned = bytes[pins].split { !Base64.isDigit($0) && !"=-_".utf8.contains($0) }
            .filter { $0.count >= 16 }.map { String(decoding: $0, as: UTF8.self) }
        for case .success(let block) in PEM.Reader(Array(bytes[chain])) {
            if let certificate = try? X509Model.Certificate(der: block.derBytes) {
                failure.sent.append(PinFailure.Certificate(certificate))
            }
        }
        return failure.pinned.isEmpty || failure.sent.isEmpty ? nil : (failure, end)
    }

    /// Returns the place after the colon that follows a name in a JSON object.
    private func value(of name: String, in object: Range<Int>) -> Int? {
        guard let end = text.end(of: "\"\(name)\"", in: object) else { return nil }
        let rest = text.bytes[end...].drop { $0 <= 0x20 }
        return rest.first == UInt8(ascii: ":") ? rest.startIndex + 1 : nil
    }

    /// Returns the range of the list with the given name in a JSON object.
    private func list(_ name: String, in object: Range<Int>) -> Range<Int>? {
        guard let start = value(of: name, in: object), start <= object.upperBound,
            let open = text.bytes[start..<object.upperBound].first(where: { $0 > 0x20 }),
            open == UInt8(ascii: "[")
        else { return nil }
        let close = text.bytes[start..<object.upperBound].firstIndex(of: UInt8(ascii: "]"))
        return start..<(close ?? object.upperBound)
    }

    // MARK: NSURLSession

    /// The codes in NSURLError.h for errors that certificates cause.
    private static let codes: [Int: PinFailure.Meaning] = [
        -999: .canceled, -1012: .canceled, -1200: .transportSecurity, -1201: .expired, -1202: .untrusted,
        -1203: .missingIssuer,
        -1204: .expired, -1205: .clientCertificate, -1206: .clientCertificate,
    ]

    /// The codes in SecureTransport.h for errors that certificates cause.
    static let streamCodes: [Int: PinFailure.Meaning] = [
        -9802: .transportSecurity, -9807: .untrusted, -9808: .untrusted, -9812: .missingIssuer,
        -9813: .missingIssuer,
        -9814: .expired, -9815: .expired, -9825: .peerRefused, -9826: .peerRefused, -9827: .peerRefused,
        -9828: .peerRefused, -9829: .peerRefused, -9831: .peerRefused, -9843: .hostName,
    ]

    /// Reads an error after `Code=`, with the stream's code, the address, and the certificates as
    /// `<cert(0x…) s: SUBJECT i: ISSUER>`.
    func urlSession(_ start: Int) -> Read? {
        guard let code = text.number(at: start),
            var meaning = FailureReader.codes[code] ?? FailureReader.streamCodes[code]
        else { return nil }
        let near = start..<min(text.bytes.count, start + 4 * FailureText.reach)
        let next = text.end(of: "Error Domain=NSURLErrorDomain", in: near)
        let error = start..<(next ?? near.upperBound)
        let stream =
            text.end(of: "_kCFStreamErrorCodeKey=", in: error)
            ?? text.end(of: " [3:", in: start..<(start + 16))
        if code == -1200 || code == -1202, let number = stream.flatMap({ text.number(at: $0) }),
            number < -2_000
        {
            // The other codes are about protocols and ciphers.
            guard let known = FailureReader.streamCodes[number] else { return (nil, error.upperBound) }
            meaning = known
        }
        let key =
            text.end(of: "NSErrorFailingURLStringKey=", in: error)
            ?? text.end(of: "NSErrorFailingURLKey=", in: error)
        let chain = text.end(of: "<cert(0x", in: error)
        // Libraries create this error themselves, without these details, for a key that is not pinned.
        if code == -1202, stream == nil, chain == nil { meaning = .distrust }
        var failure = PinFailure(
            source: .urlSession, meaning: meaning, host: key.flatMap { text.host(at: $0) })
        var (place, end) = (start, start)
        // A phrase may end after the range in which it begins.
        while let entry = text.end(of: "<cert(0x", in: place..<error.upperBound), entry <= error.upperBound {
            let close =
                text.bytes[entry..<error.upperBound].firstIndex(of: UInt8(ascii: ">")) ?? error.upperBound
            guard let subject = text.end(of: ") s: ", in: entry..<close), subject <= close else { break }
            let issuer = text.range(of: " i: ", in: subject..<close)?.lowerBound ?? close
            let name = String(decoding: text.bytes[subject..<issuer], as: UTF8.self)
            if !failure.sent.contains(where: { $0.name == name }) {
                failure.sent.append(PinFailure.Certificate(pin: nil, name: name))
            }
            (place, end) = (close, close)
        }
        // The stream's code belongs to the same error.
        return (failure, max(end, stream ?? end))
    }

    // MARK: TrustKit's log

    /// Reads the name of a certificate, which ends at the end of the line or before the next words of the log.
    func logName(_ start: Int) -> String {
        let line = text.line(from: start)
        let octets = Array(line.utf8)
        let ends =
            [
                "Generating Subject Public", "Subject Public Key Info", "Testing SSL Pin", "=== TrustKit",
            ] + FailureText.memberEnds
        let end = ends.compactMap { octets[...].firstIndex(ofText: $0) }.min() ?? octets.count
        return String(decoding: octets[..<end], as: UTF8.self).trimmed
    }

    /// Reads the line that ends the log of a refused connection.
    mutating func readLogEnd(_ row: FailureMessage, at place: Int, _ after: Int) -> Bool {
        let host = row[.host].flatMap { text.end(of: $0, in: place..<min(text.bytes.count, after + 64)) }
            .flatMap { text.host(at: $0) }
        guard host != nil || row.meaning == .unsupportedKey else { return false }
        // Without the lines before it, the last line may be about other pins.
        if row.isGeneral, logged.isEmpty, !(host?.utf8.contains(UInt8(ascii: ".")) ?? false) { return false }
        var failure = PinFailure(source: row.source, meaning: row.meaning, host: host)
        failure.sent = logged.reversed()
        if row.meaning == .unsupportedKey { failure.detail = loggedName }
        (logged, loggedName) = ([], nil)
        // The lines before it say more than "Pin validation failed".
        found.append((failure, row.isGeneral && failure.sent.isEmpty))
        return true
    }

    /// Reads the description of a 32-octet `NSData`: all octets in hex or, since iOS 13, the first 16 and the last 8.
    func digest(_ line: String) -> (pin: Pin?, part: PinFailure.Part?)? {
        let octets = Array(line.utf8)
        let start =
            octets[...].firstIndex(ofText: "0x").map { $0 + 2 } ?? octets.firstIndex(of: 0x3c).map { $0 + 1 }
        guard let start, let end = octets[start...].firstIndex(where: { $0 == 0x3e || $0 == 0x7d }) else {
            return nil
        }
        let body = octets[start..<end]
        let dots = body.firstIndex(ofText: "...")
        let head = hexOctets(body[..<(dots ?? body.endIndex)])
        let tail = dots.map { hexOctets(body[$0...].dropFirst(3)) } ?? []
        guard let head, let tail else { return nil }
        if tail.isEmpty { return Pin(bytes: head).map { ($0, nil) } }
        guard head.count >= 8, head.count + tail.count < 32 else { return nil }
        return (nil, PinFailure.Part(head: head, tail: tail))
    }

    private func hexOctets(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        DERKit.bytes(hex: String(decoding: text.filter { $0 != 0x20 }, as: UTF8.self))
    }
}
