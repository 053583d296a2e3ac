import X509Model

/// Finds the messages in text by their signs, in time linear in the length of the text.
struct FailureReader {
    let text: FailureText
    var found: [(failure: PinFailure, isGeneral: Bool)] = []
    /// The end of the last message that was read completely.
    private var end = 0
    /// The end of the last object that may be a report.
    var reportEnd = 0
    /// The certificates in TrustKit's log since its last verdict, the CA's first.
    var logged: [PinFailure.Certificate] = []
    var loggedName: String?

    init(_ bytes: [UInt8]) { text = FailureText(bytes) }

    mutating func failures() -> [PinFailure] {
        let bytes = text.bytes
        for place in bytes.indices.dropLast(2) {
            let key = FailureReader.key(bytes[place], bytes[place + 1], bytes[place + 2])
            guard FailureReader.isKey[key] else { continue }
            for sign in FailureReader.signs[key] ?? [] where place >= end {
                guard let after = text.end(of: sign.letters[...], at: place) else { continue }
                // If a longer sign is in code, so are the shorter signs at its beginning.
                if text.isInCode(sign.letters, place, after) { break }
                if sign.rows.contains(where: { read($0, at: place, after) }) { break }
            }
        }
        return withoutRepetitions
    }

    /// The failures, without those from messages that say less than other messages about the same failure.
    private var withoutRepetitions: [PinFailure] {
        // The hosts in messages that are not general, by software and by meaning. A message without a reason is
        // superfluous if any other message about the host gives one; a general message is superfluous if a message from
        // the same software or with the same meaning says more.
        var (bySource, byMeaning) = (
            [PinFailure.Source: Set<String?>](), [PinFailure.Meaning: Set<String?>]()
        )
        var said: Set<String?> = []
        for (failure, isGeneral) in found {
            let saysNothing = failure.saysNothing(isGeneral)
            if !saysNothing { said.insert(failure.host) }
            guard !isGeneral else { continue }
            if !saysNothing { bySource[failure.source, default: []].insert(failure.host) }
            byMeaning[failure.meaning, default: []].insert(failure.host)
        }
        var kept: [(failure: PinFailure, isGeneral: Bool)] = []
        for (var failure, isGeneral) in found {
            if failure.saysNothing(isGeneral), failure.isAmong(said) { continue }
            let others = [bySource[failure.source], byMeaning[failure.meaning]].compactMap { $0 }
            if isGeneral, others.contains(where: failure.isAmong) { continue }
            // Of several general messages about one failure, the last says most.
            if isGeneral, let last = kept.last, last.isGeneral, last.failure.isSame(as: failure) {
                kept.removeLast()
                failure.host = failure.host ?? last.failure.host
            }
            kept.append((failure, isGeneral))
        }
        return kept.map { $0.failure }
    }

    private typealias Sign = (letters: [UInt8], rows: [FailureMessage])

    /// The signs by their first three bytes, longer signs first, each with its rows.
    private static let signs: [Int: [Sign]] = {
        var signs: [Int: [Sign]] = [:]
        for row in FailureMessage.all {
            let letters = Array(row.sign.utf8)
            let key = key(letters[0], letters[1], letters[2])
            if let known = signs[key]?.firstIndex(where: { $0.letters == letters }) {
                signs[key]?[known].rows.append(row)
            } else {
                signs[key, default: []].append((letters, [row]))
            }
        }
        return signs.mapValues { (list) in list.sorted { $0.letters.count > $1.letters.count } }
    }()

    /// For each key, a Boolean value that indicates whether any signs have it; most keys have none.
    private static let isKey: [Bool] = {
        var isKey = [Bool](repeating: false, count: 4096)
        for key in signs.keys { isKey[key] = true }
        return isKey
    }()

    /// Returns a number below 4096 for three bytes with which a sign may begin. Any white space counts as one space.
    private static func key(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
        let (second, third) = second <= 0x20 ? (0x20, 0x20) : (second, max(third, 0x20))
        return (Int(first) << 5 ^ Int(second) << 3 ^ Int(third)) & 0xfff
    }

    /// The words that describe errors in a chain, by their first byte.
    private static let words: [[(letters: [UInt8], meaning: PinFailure.Meaning)]] = {
        let words = FailureMessage.verifyErrors.map { (letters: Array($0.text.utf8), meaning: $0.meaning) }
        return (0..<256).map { (first) in words.filter { $0.letters.first.map(Int.init) == first } }
    }()

    /// Reads the rest of a message as its row specifies.
    ///
    /// - Returns: `false` if the text is not that message.
    private mutating func read(_ row: FailureMessage, at place: Int, _ after: Int) -> Bool {
        switch row.reading {
        case .phrases, .verification, .list, .known, .words, .trace:
            return readPhrases(row, at: place, after)
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

    /// Adds the failure in a message and records where the message ends.
    private mutating func add(_ read: Read?, _ row: FailureMessage) -> Bool {
        guard let read else { return false }
        if let failure = read.failure { found.append((failure, row.isGeneral)) }
        end = max(end, read.end)
        return true
    }

    private mutating func readPhrases(_ row: FailureMessage, at place: Int, _ after: Int) -> Bool {
        // Each of Go's messages is a single line.
        var near = place..<min(row.source == .go ? text.lineEnd(after) : text.bytes.count, after + 400)
        let ends = row.also.map { (phrase) in
            let end =
                phrase.first == " "
                ? text.end(ofWordBefore: phrase, at: after) : text.end(of: phrase, in: near)
            // The line may be broken within a phrase.
            if let end, end > near.upperBound { near = place..<text.lineEnd(end) }
            return end
        }
        guard !ends.contains(nil), !row.unless.contains(where: { isThere($0, after, near) }) else {
            return false
        }
        let start = end
        // A more specific sign may follow a general one, so the text after a general sign is not skipped.
        if !row.isGeneral { end = ends.reduce(max(end, after)) { max($0, $1 ?? 0) } }
        func find(_ phrase: String?) -> Int? { phrase.flatMap { text.end(of: $0, near: place, from: start) } }
        var meaning = row.meaning
        var isGeneral = row.isGeneral
        var (known, reason) = ([PinFailure.Meaning](), nil as String?)
        if row.reading != .phrases {
            guard let finding = finding(row, place, after, near) else {
                end = start
                return false
            }
            (known, reason) = (finding.known, finding.reason?.text)
            end = max(end, finding.end)
            if reason != nil, meaning != .clientCertificate { meaning = .untrusted }
            meaning = known.first ?? meaning
            isGeneral = isGeneral || reason == nil && meaning == row.meaning && known.count < 2
        }
        let host = find(row[.host]).flatMap { text.host(at: $0) }
        // If the host must directly follow the sign, text without a host is source code.
        if host == nil, let phrase = row[.host], row.sign.hasSuffix(phrase) {
            end = start
            return false
        }
        var failure = PinFailure(source: row.source, meaning: meaning, host: host)
        failure.detail =
            row.reading == .phrases ? find(row[.detail]).flatMap { detail(at: $0, meaning) } : reason
        var pinned = find(row[.pinned])
        while let start = pinned {
            let (word, end) = text.word(at: start)
            if isPin(word) { failure.pinned.append(word) }
            pinned = text.bytes[end...].first == UInt8(ascii: ";") ? end + 1 : nil
        }
        if let start = find(row[.sent]) {
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
        // A stack trace repeats the message of its cause, curl's error repeats a line of its log, and openconnect's
        // second message says more than its first.
        if let last = found.last, !last.isGeneral, failure.covers(last.failure) { found.removeLast() }
        if !(found.last?.failure.covers(failure) ?? false) { found.append((failure, isGeneral)) }
        for other in known.dropFirst() {
            var failure = PinFailure(source: row.source, meaning: other, host: host)
            failure.sent = found.last?.failure.sent ?? []
            found.append((failure, false))
        }
        // The rest of the line is about the same certificate.
        if meaning == .clientCertificate { end = max(end, min(text.lineEnd(after), near.upperBound)) }
        return true
    }

    /// Returns whether a text is near a sign, or after the sign if the text begins with a space or a comma.
    private func isThere(_ phrase: String, _ after: Int, _ near: Range<Int>) -> Bool {
        phrase.first == " " || phrase.first == ","
            ? text.end(of: Array(phrase.utf8)[...], at: after) != nil : text.end(of: phrase, in: near) != nil
    }

    /// Returns the meanings of the words after a sign, on its line or after the colon that ends the line, or the words
    /// themselves if they have no known meaning. Returns `nil` if the message is about something else.
    private func finding(_ row: FailureMessage, _ place: Int, _ after: Int, _ near: Range<Int>)
        -> (known: [PinFailure.Meaning], reason: (text: String, end: Int)?, end: Int)?
    {
        let bytes = text.bytes
        var start =
            row.reading == .words ? place : row[.detail].flatMap { text.end(of: $0, in: near) } ?? after
        var end = text.lineEnd(start)
        let isContinued = bytes[place..<end].last { $0 != 0x20 }.map { ":]".utf8.contains($0) } ?? false
        if isContinued { end = text.nextLineEnd(end) }
        end = row.reading == .trace ? traceEnd(start) : min(end, start + 400)
        let rest = bytes[start..<end]
        // A program that continues has not refused anything.
        guard text.range(of: "continuing anyway", in: start..<end) == nil else { return nil }
        var known: [PinFailure.Meaning] = []
        var next = start
        for place in rest.indices where place >= next && row.meaning != .clientCertificate {
            let words = FailureReader.words[Int(bytes[place])].lazy.compactMap { (words) in
                text.end(of: words.letters[...], at: place).map { (words.meaning, $0) }
            }.first
            guard let (meaning, wordsEnd) = words else { continue }
            // Longer words may contain those of another error.
            next = wordsEnd
            guard !known.contains(meaning) else { continue }
            if row.reading == .trace { known = [] }
            known.append(meaning)
            if row.reading != .trace, row.reading != .list { break }
        }
        guard known.isEmpty else { return (known, nil, row.reading == .trace ? end : after) }
        guard row.reading != .known else { return nil }
        while row.reading == .trace, let next = text.end(of: "Exception: ", in: start..<end) {
            start = min(next, end)
        }
        let isName = row.reading == .words && row.sign.utf8.allSatisfy(isWordCharacter)
        let reason = isName ? text.word(at: place) : text.reason(start..<end, isSigned: row.reading == .words)
        // The name may be the beginning of another sign, which a log has cut.
        if isName, let letters = reason?.text.utf8,
            FailureMessage.all.contains(where: {
                $0.sign.utf8.count > letters.count && $0.sign.utf8.starts(with: letters)
            })
        {
            return nil
        }
        // The words give no reason if they only repeat an exception without another cause, or if a log may have cut
        // Envoy's message before a pin.
        let isRepeated = row.reading == .trace && (start == after || row.sign.hasSuffix(reason?.text ?? ""))
        let isCut =
            row.meaning == .distrust && !rest.starts(with: ": ".utf8)
            && rest.firstIndex(ofText: " at depth ") == nil
        return ([], isRepeated || isCut ? nil : reason, row.reading == .trace ? end : reason?.end ?? after)
    }

    /// Returns the end of the lines of an exception, including its causes.
    private func traceEnd(_ place: Int) -> Int {
        var end = text.lineEnd(place)
        while end < text.bytes.count, end - place < 4 * FailureText.reach {
            let next = text.lineEnd(end + 1)
            let line = text.bytes[end..<next]
            let isPart = ["at ", "Caused by: ", " more"].contains { line.firstIndex(ofText: $0) != nil }
            guard isPart else { break }
            end = next
        }
        return end
    }

    /// Returns whether a word where a pin is expected is a pin, possibly truncated or wrong, rather than a host.
    private func isPin(_ word: String) -> Bool {
        let body = PinSpelling(word).body.utf8
        return body.count >= 16 && body.allSatisfy { Base64.isDigit($0) || "=-_:.".utf8.contains($0) }
            && (!body.contains(UInt8(ascii: ".")) || word.hasSuffix("..."))
    }

    /// Returns a detail that is worth reporting; a fingerprint is reported only if it has the length of a digest.
    private func detail(at place: Int, _ meaning: PinFailure.Meaning) -> String? {
        guard meaning != .configuration else { return text.line(from: place, count: 160) }
        let word = text.word(at: place).text
        let isDigest = [16, 20, 32, 48, 64].contains(DERKit.bytes(hex: word.filter { $0 != ":" })?.count)
        return meaning == .fingerprint && !isDigest ? nil : word
    }
}

extension PinFailure {
    /// Returns whether two messages may be about the same failure.
    fileprivate func isSame(as other: PinFailure) -> Bool {
        source == other.source && meaning == other.meaning
            && (host == other.host || host == nil || other.host == nil)
    }

    /// Returns whether a message gives no reason, because it is about a canceled request or comes from a TLS library
    /// whose caller gives the reason.
    fileprivate func saysNothing(_ isGeneral: Bool) -> Bool {
        meaning == .canceled
            || isGeneral && detail == nil && [.untrusted, .distrust].contains(meaning)
                && [.openSSL, .gnuTLS].contains(source)
    }

    /// Returns whether the failure contains everything that another failure says about the same event.
    fileprivate func covers(_ other: PinFailure) -> Bool {
        isSame(as: other) && (other.host == nil || host == other.host)
            && (other.sent.isEmpty || sent == other.sent) && (other.pinned.isEmpty || pinned == other.pinned)
            && (other.detail == nil || detail == other.detail)
    }

    /// Returns whether one of the hosts, or an unnamed host, may be the host of the failure.
    fileprivate func isAmong(_ hosts: Set<String?>) -> Bool {
        host == nil ? !hosts.isEmpty : hosts.contains(host) || hosts.contains(nil)
    }
}
