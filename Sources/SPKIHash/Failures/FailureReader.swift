import DERKit
import X509Model

/// Finds the messages in text by their signs, in time linear in its length.
struct FailureReader {
    let text: FailureText
    private var found: [(failure: PinFailure, isGeneral: Bool)] = []
    /// The end of the last message that was read whole.
    private var end = 0
    /// The end of the last object that may be a report.
    var reportEnd = 0
    /// The certificates in TrustKit's log since its last verdict, the CA's first.
    private var logged: [PinFailure.Certificate] = []
    private var loggedName: String?

    init(_ bytes: [UInt8]) { text = FailureText(bytes) }

    mutating func failures() -> [PinFailure] {
        let bytes = text.bytes
        for place in bytes.indices {
            for sign in FailureReader.signs[Int(bytes[place])] where place >= end {
                let after = place + sign.letters.count
                guard text.has(sign.letters, at: place), !isInCode(place, after) else { continue }
                if sign.rows.contains(where: { read($0, at: place, after) }) { break }
            }
        }
        return withoutRepetitions
    }

    /// Returns the failures without messages that say less than another about the same failure.
    private var withoutRepetitions: [PinFailure] {
        // The hosts of what others say, by software and by meaning: an error that does not say why is superfluous
        // beside any that does, and what says less, beside the same software's and others of the same meaning.
        var (bySource, byMeaning) = (
            [PinFailure.Source: Set<String?>](), [PinFailure.Meaning: Set<String?>]()
        )
        var said: Set<String?> = []
        for (failure, isGeneral) in found where failure.meaning != .canceled {
            said.insert(failure.host)
            guard !isGeneral else { continue }
            bySource[failure.source, default: []].insert(failure.host)
            byMeaning[failure.meaning, default: []].insert(failure.host)
        }
        var kept: [(failure: PinFailure, isGeneral: Bool)] = []
        for (failure, isGeneral) in found {
            if failure.meaning == .canceled, failure.isAmong(said) { continue }
            let others = (bySource[failure.source] ?? []).union(byMeaning[failure.meaning] ?? [])
            guard !isGeneral || !failure.isAmong(others) else { continue }
            // Of several such lines about one failure, the last says most.
            if isGeneral, let last = kept.last, last.isGeneral, last.failure.isSame(as: failure) {
                kept.removeLast()
                kept.append((failure.host == nil ? failure.with(host: last.failure.host) : failure, true))
            } else {
                kept.append((failure, isGeneral))
            }
        }
        return kept.map { $0.failure }
    }

    /// The signs by their first byte, longer ones first, each with its rows.
    private static let signs: [[(letters: [UInt8], rows: [FailureMessage])]] = {
        var signs = [[(letters: [UInt8], rows: [FailureMessage])]](repeating: [], count: 256)
        for row in FailureMessage.all {
            let letters = Array(row.sign.utf8)
            let first = Int(letters.first ?? 0)
            if let known = signs[first].firstIndex(where: { $0.letters == letters }) {
                signs[first][known].rows.append(row)
            } else {
                signs[first].append((letters, [row]))
            }
        }
        return signs.map { (list) in list.sorted { $0.letters.count > $1.letters.count } }
    }()

    /// Returns whether a sign begins a literal in source code, after `(`, `@`, `$`, `=` or `case`, which ends with the
    /// sign or has the place of a value: `("…`, `(@"…`, `format:@"…`, `code === '…'`.
    private func isInCode(_ place: Int, _ after: Int) -> Bool {
        let bytes = text.bytes
        guard place > 0, "\"'`".utf8.contains(bytes[place - 1]) else { return false }
        let before = bytes[..<(place - 1)].suffix(8).reversed().drop { $0 == 0x20 }
        guard let last = before.first, "(@$=".utf8.contains(last) || before.starts(with: "esac".utf8) else {
            return false
        }
        let rest = bytes[after...].prefix(FailureText.reach).prefix { $0 != bytes[place - 1] && $0 != 0x0a }
        return rest.isEmpty || rest.contains { "{%$".utf8.contains($0) }
            || rest.firstIndex(ofText: "(host)") != nil
    }

    /// Reads a message by its row.
    ///
    /// - Returns: false if it is not that message.
    private mutating func read(_ row: FailureMessage, at place: Int, _ after: Int) -> Bool {
        switch row.reading {
        case .phrases, .verification: return readPhrases(row, at: place, after)
        case .okHttpChain: return add(okHttp(row, after), row)
        case .trustKitAndroid: return add(trustKitAndroid(row, after), row)
        case .report: return add(report(row, at: place), row)
        case .urlSession: return add(urlSession(after), row)
        case .streamCode:
            let meaning = text.number(at: after).flatMap { FailureReader.streamCodes[$0] }
            return add(meaning.map { (PinFailure(source: row.source, meaning: $0, host: nil), after) }, row)
        case .logName:
            loggedName = logName(after)
            return true
        case .logDigest:
            let (pin, part) = digest(text.line(from: after)) ?? (nil, nil)
            logged.append(PinFailure.Certificate(pin: pin, part: part, name: loggedName ?? ""))
            loggedName = nil
            return true
        case .logAccepted:
            (logged, loggedName) = ([], nil)
            return true
        case .logEnd: return readLogEnd(row, at: place, after)
        }
    }

    /// Adds a message and the place where it ends.
    private mutating func add(_ read: Read?, _ row: FailureMessage) -> Bool {
        guard let read else { return false }
        if let failure = read.failure { found.append((failure, row.isGeneral)) }
        end = max(end, read.end)
        return true
    }

    private mutating func readPhrases(_ row: FailureMessage, at place: Int, _ after: Int) -> Bool {
        let near = place..<min(text.bytes.count, after + 400)
        let ends = row.also.map { (phrase) in
            phrase.first == " " ? text.end(ofWordBefore: phrase, at: after) : text.end(of: phrase, in: near)
        }
        guard !ends.contains(nil), !row.unless.contains(where: { isThere($0, after, near) }) else {
            return false
        }
        let start = end
        // Behind a general sign there may be a more specific one.
        if !row.isGeneral { end = ends.reduce(max(end, after)) { max($0, $1 ?? 0) } }
        func find(_ phrase: String?) -> Int? { phrase.flatMap { text.end(of: $0, near: place, from: start) } }
        let verified = row.reading == .verification ? verified(place) : nil
        let isGeneral = row.isGeneral || row.reading == .verification && verified == nil
        var meaning = verified ?? row.meaning
        let host = find(row.host).flatMap { text.host(at: $0) }
        // Where the sign ends with the host's place, text without one is source code.
        if host == nil, let phrase = row.host, row.sign.hasSuffix(phrase) {
            end = start
            return false
        }
        var failure = PinFailure(source: row.source, meaning: meaning, host: host)
        failure.detail = find(row.detail).map { detail(at: $0, meaning) }
        if let start = find(row.pinned) {
            failure.pinned = [text.word(at: start).text].filter { !$0.isEmpty }
        }
        if let start = find(row.sent) {
            let (word, wordEnd) = text.word(at: start)
            if !row.isGeneral { end = max(end, wordEnd) }
            if let pin = PinSpelling(word).pin {
                failure.sent = [PinFailure.Certificate(pin: pin, name: "")]
            } else if DERKit.bytes(hex: word)?.count == 20 {
                meaning = .fingerprint
                failure = PinFailure(source: row.source, meaning: meaning, host: host)
                failure.detail = word
            }
        }
        // A trace repeats the message of its cause, and curl that of its log.
        if !(found.last?.failure.covers(failure) ?? false) { found.append((failure, isGeneral)) }
        return true
    }

    /// Returns whether a text is near a sign, or behind it if it begins with a space or a comma.
    private func isThere(_ phrase: String, _ after: Int, _ near: Range<Int>) -> Bool {
        phrase.first == " " || phrase.first == ","
            ? text.has(Array(phrase.utf8), at: after) : text.end(of: phrase, in: near) != nil
    }

    /// Returns what the words after a sign, on its line or after the colon at its end, say about the chain; `nil` if
    /// nothing.
    private func verified(_ place: Int) -> PinFailure.Meaning? {
        let line = text.lineEnd(place)
        let isContinued = text.bytes[..<line].last == UInt8(ascii: ":") && line < text.bytes.count
        let rest = text.bytes[place..<(isContinued ? text.lineEnd(line + 1) : line)].prefix(400)
        let found = FailureMessage.verifyErrors.compactMap { (words, meaning) in
            rest.firstIndex(ofText: words).map { (place: $0, meaning: meaning) }
        }
        return found.min { $0.place < $1.place }?.meaning
    }

    private func detail(at place: Int, _ meaning: PinFailure.Meaning) -> String {
        meaning == .configuration ? text.line(from: place, count: 160) : text.word(at: place).text
    }

    // MARK: TrustKit's log

    /// Reads the name of a certificate, which the rest of the line or the next words of the log follow.
    private func logName(_ start: Int) -> String {
        let line = text.line(from: start)
        let octets = Array(line.utf8)
        let ends = [
            "Generating Subject Public", "Subject Public Key Info", "Testing SSL Pin", "=== TrustKit",
        ]
        let end = ends.compactMap { octets[...].firstIndex(ofText: $0) }.min() ?? octets.count
        return String(decoding: octets[..<end], as: UTF8.self).trimmed
    }

    /// Reads the line that ends the log of a refused connection.
    private mutating func readLogEnd(_ row: FailureMessage, at place: Int, _ after: Int) -> Bool {
        let host = row.host.flatMap { text.end(of: $0, in: place..<min(text.bytes.count, after + 64)) }
            .flatMap { text.host(at: $0) }
        guard host != nil || row.meaning == .unsupportedKey else { return false }
        var failure = PinFailure(source: row.source, meaning: row.meaning, host: host)
        failure.sent = logged.reversed()
        if row.meaning == .unsupportedKey { failure.detail = loggedName }
        (logged, loggedName) = ([], nil)
        // The lines in front say more than "Pin validation failed".
        found.append((failure, row.isGeneral && failure.sent.isEmpty))
        return true
    }

    /// Reads the description of an `NSData` with 32 octets: all of them in hex, or since iOS 13 the first 16 and the
    /// last 8.
    private func digest(_ line: String) -> (pin: Pin?, part: PinFailure.Part?)? {
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

extension PinFailure {
    /// Returns whether two messages may be about the same failure.
    fileprivate func isSame(as other: PinFailure) -> Bool {
        source == other.source && meaning == other.meaning
            && (host == other.host || host == nil || other.host == nil)
    }

    /// Returns whether the failure says all that another says about the same.
    fileprivate func covers(_ other: PinFailure) -> Bool {
        isSame(as: other) && (other.host == nil || host == other.host)
            && (other.sent.isEmpty || sent == other.sent) && (other.pinned.isEmpty || pinned == other.pinned)
            && (other.detail == nil || detail == other.detail)
    }

    /// Returns whether one of the hosts, or one that is not named, may be the host of the failure.
    fileprivate func isAmong(_ hosts: Set<String?>) -> Bool {
        host == nil ? !hosts.isEmpty : hosts.contains(host) || hosts.contains(nil)
    }

    fileprivate func with(host: String?) -> PinFailure {
        var failure = self
        failure.host = host
        return failure
    }
}
