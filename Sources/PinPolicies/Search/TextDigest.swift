import SPKIHash

/// A digest of 32 octets in text: base64, or hex with or without separators, in any spelling that a consumer uses.
package struct TextDigest {
    /// The way in which a digest is written.
    enum Spelling: String {
        /// `sha256/…`, as in OkHttp.
        case slash = "sha256/"
        /// `sha256//…`, as in curl.
        case twoSlashes = "sha256//"
        /// `pin-sha256="…"` (RFC 7469).
        case directive = "pin-sha256"
        /// `sha1/…`, the SHA-1 of a key, which OkHttp also reads.
        case sha1 = "sha1/"
        case base64
        case hex
        /// Hex with a colon, a hyphen or a space between the octets.
        case octets = "hex octets"
        /// The data of a TLSA record (RFC 6698).
        case tlsa = "TLSA"

        /// A Boolean value that indicates whether the spelling itself shows that the digest is a pin.
        var isNamed: Bool { [.slash, .twoSlashes, .sha1, .directive, .tlsa].contains(self) }
    }

    /// The digest; `nil` if a prefix is not followed by a pin.
    let pin: Pin?
    /// The range, including the prefix.
    let range: Range<Int>
    let spelling: Spelling
    /// The record to which the data belong.
    var record: TextRecord?

    /// Returns the digest that a run of letters represents, if any, and the end of the run.
    static func read(_ text: [UInt8], at first: Int, before end: Int) -> (digest: TextDigest?, end: Int) {
        var (start, plain) = (first, first)
        while plain < end, Base64.isDigit(text[plain]) { plain += 1 }
        if let digest = octets(text, start..<plain, before: end) { return (digest, digest.range.upperBound) }
        // In a compiled program, other letters may precede the prefix, but a pin ends where the letters end.
        if plain - start > 50 {
            let places = max(start + 1, plain - 60)..<plain
            start = places.last { text[$0..<plain].starts(with: "sha256/".utf8) } ?? start
        }
        let next = plain < end ? text[plain] : 0
        let prefix = endOfPrefix(text, start, end)
        let isNamed = prefix != nil
        if plain - start == 32, text[start..<plain].starts(with: "sha1/".utf8), next == UInt8(ascii: "=") {
            return (TextDigest(pin: nil, range: start..<(plain + 1), spelling: .sha1), plain + 1)
        }
        guard plain - start >= 40 || isNamed || "\\%&".utf8.contains(next) else { return (nil, plain) }
        guard plain - start <= 128 else { return (nil, plain) }
        if plain - start == 64, let pin = hex(text[start..<plain]) {
            return (TextDigest(pin: pin, range: start..<plain, spelling: .hex), plain)
        }
        let (letters, last) = letters(text, prefix ?? start, end, isURL: isNamed)
        var digest = isNamed ? named(letters, text, start..<last) : bare(letters, text, start..<last)
        // OkHttp decodes a second prefix as part of the digest.
        if isNamed, digest?.pin != nil, text[..<start].suffix(7).elementsEqual("sha256/".utf8) {
            digest = TextDigest(pin: nil, range: start..<last, spelling: .slash)
        }
        return (digest, last)
    }

    /// Returns the pin after `sha256/`, a result without a pin if at least 20 other letters follow, or `nil`. In a
    /// literal, the letters end where the literal ends.
    private static func named(_ letters: [UInt8], _ text: [UInt8], _ range: Range<Int>) -> TextDigest? {
        let body = String(decoding: letters, as: UTF8.self)
        if (43...44).contains(body.utf8.count), let pin = try? Pin(body) {
            return TextDigest(pin: pin, range: range, spelling: .slash)
        }
        if body.hasPrefix("/"), (44...45).contains(body.utf8.count), let pin = try? Pin(body.dropFirst()) {
            return TextDigest(pin: pin, range: range, spelling: .twoSlashes)
        }
        let quote = text[..<range.lowerBound].last.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
        let rest = text[range.upperBound...].prefix(64).prefix {
            quote == nil ? $0 > 0x20 && !"\"'<,;".utf8.contains($0) : $0 != quote && $0 != 0x0a
        }
        // An expression, as in `sha256/${PIN}`, or words are not a digest.
        guard !body.isEmpty, body.utf8.count + rest.count >= 20,
            !rest.contains(where: { "$\\{}()[]#% ".utf8.contains($0) })
        else { return nil }
        return TextDigest(pin: nil, range: range.lowerBound..<rest.endIndex, spelling: .slash)
    }

    /// Returns the digest that base64 without a prefix encodes; in a literal, the padding may be missing.
    ///
    /// Subresource Integrity digests, `sha256-…`, are digests of files, not of keys.
    private static func bare(_ letters: [UInt8], _ text: [UInt8], _ range: Range<Int>) -> TextDigest? {
        let isPadded = letters.count == 44 && letters.last == UInt8(ascii: "=")
        guard isPadded || letters.count == 43 && text.isQuoted(range),
            let pin = try? Pin(String(decoding: letters, as: UTF8.self))
        else { return nil }
        let before = text[..<range.lowerBound].suffix(16).map { $0 | 0x20 }
        // A name in code may have 43 letters, and the last line of PEM 44 characters.
        guard !before.suffix(7).elementsEqual("sha256-".utf8),
            !letters.allSatisfy(isASCIILetter) || pin.beginsKey,
            text[range.upperBound...].prefix(11).firstIndex(ofText: "-----END") == nil,
            !continuesRun(text[..<range.lowerBound])
        else { return nil }
        let word = before.filter { !"\"' =:\\|}".utf8.contains($0) }
        let isDirective = word.suffix(10).elementsEqual("pin-sha256".utf8)
        return TextDigest(pin: pin, range: range, spelling: isDirective ? .directive : .base64)
    }

    /// Returns whether the digest after a text may belong to a longer run of base64, such as a key: as its last line,
    /// after a slash in it, or after an escape, such as `%2B`.
    private static func continuesRun(_ text: ArraySlice<UInt8>) -> Bool {
        let before = Array(text.suffix(60).reversed())
        let near = before.first == UInt8(ascii: "/") ? before.dropFirst().first : before.first
        if near == UInt8(ascii: "%") || near.map(Base64.isDigit) == true { return true }
        // A line of PEM before it may be damaged.
        let line = text.dropLast().suffix(80).lastLine
        if before.first == 0x0a, line.count > 60, line.count(where: Base64.isDigit) + 4 >= line.count {
            return true
        }
        return (0...12).contains { (gap) in
            before.count >= gap + 48 && before[gap..<gap + 48].allSatisfy(Base64.isDigit)
                && !before[..<gap].contains(UInt8(ascii: "="))
        }
    }

    /// Returns the digest that 32 hex octets with one kind of separator encode.
    private static func octets(_ text: [UInt8], _ first: Range<Int>, before end: Int) -> TextDigest? {
        let last = first.lowerBound + 95
        guard first.count == 2, last <= end, ":- ".utf8.contains(text[first.upperBound]) else { return nil }
        let separator = text[first.upperBound]
        // A longer dump is not a digest.
        let before = text[..<first.lowerBound].suffix(4).dropLast().reversed()
        let digitsBefore = before.prefix { hexDigit($0) != nil }.count
        let isStart =
            first.lowerBound == 0 || text[first.lowerBound - 1] != separator || digitsBefore == 0
            || digitsBefore == 1 && separator == UInt8(ascii: " ")
            || before.dropFirst(digitsBefore).first.map(Base64.isDigit) ?? (digitsBefore == 3)
        let after = text[last..<end].prefix(2)
        let isEnd =
            after.first.map { $0 != separator && hexDigit($0) == nil } ?? true
            || separator == UInt8(ascii: " ") && (after.dropFirst().first.map { hexDigit($0) == nil } ?? true)
        let dump = text[first.lowerBound..<last].enumerated()
        guard isStart, isEnd, dump.allSatisfy({ $0.offset % 3 != 2 || $0.element == separator }) else {
            return nil
        }
        return hex(dump.filter { $0.offset % 3 != 2 }.map { $0.element }[...]).map {
            TextDigest(pin: $0, range: first.lowerBound..<last, spelling: .octets)
        }
    }

    /// Returns the digest that 64 hex digits encode.
    static func hex(_ digits: ArraySlice<UInt8>) -> Pin? {
        guard digits.count == 64 else { return nil }
        return bytes(hex: String(decoding: digits, as: UTF8.self)).flatMap { Pin(bytes: $0) }
    }

    /// Returns the end of the prefix `sha256/` at a place, in upper or lower case, possibly with an escaped slash or a
    /// hyphen; `nil` if the prefix is not there.
    private static func endOfPrefix(_ text: [UInt8], _ start: Int, _ end: Int) -> Int? {
        guard start + 8 <= end else { return nil }
        for name in ["sha256", "sha-256"]
        where text[start..<min(end, start + name.utf8.count)].elementsEqual(
            name.utf8, by: { $0 | 0x20 == $1 | 0x20 })
        {
            let place = start + name.utf8.count
            guard let (letter, width) = letter(text, place, end), letter == UInt8(ascii: "/") else {
                return nil
            }
            return place + width
        }
        return nil
    }

    /// Returns up to 256 letters, including padding, from a place on, with escapes decoded.
    private static func letters(
        _ text: [UInt8], _ start: Int, _ end: Int, isURL: Bool
    ) -> (letters: [UInt8], end: Int) {
        var letters: [UInt8] = []
        var (place, padding) = (start, false)
        while place < end, letters.count < 256, let (letter, width) = letter(text, place, end) {
            let isPadding = letter == UInt8(ascii: "=")
            guard isPadding || !padding else { break }
            guard isPadding || Base64.isDigit(letter) || isURL && "-_".utf8.contains(letter) else { break }
            padding = isPadding
            letters.append(letter)
            place += width
        }
        return (letters, place)
    }

    /// Returns the character at a place, which may be escaped as in JSON, a URL, or XML.
    private static func letter(_ text: [UInt8], _ place: Int, _ end: Int) -> (letter: UInt8, width: Int)? {
        guard place < end else { return nil }
        guard "\\%&".utf8.contains(text[place]) else { return (text[place], 1) }
        return EscapedCharacter.read(text[place..<end]).map { ($0.character, $0.end - place) }
    }

    /// Lowercase words in the names that people give to pins. `pin` must be a separate word.
    private static let signs = [
        "spki", "hpkp", "publickeyhash", "public_key_hash", "public-key-hash", "fingerprint", "thumbprint",
        "certhash", "cert_hash", "cert-hash", "certificatehash", "sha256/", "tlsa", "tskpublic",
    ]
    /// Words in the names of secrets and of other digests.
    private static let otherSigns = [
        "privatekey", "private_key", "private-key", "private key", "private value", "private exponent",
        "privateexponent", "privkey", "token", "hmac", "nonce", "salt", "integrity", "checksum", "sshfp",
    ]

    /// Returns the line before a digest, or the line above if nothing precedes the digest.
    static func line(before range: Range<Int>, in text: [UInt8]) -> ArraySlice<UInt8> {
        var line = text[..<range.lowerBound].suffix(80)
        while let last = line.last, Base64.isWhiteSpace(last) { line.removeLast() }
        return line.lastLine
    }

    /// Returns whether the words before a digest name a secret or the digest of something else.
    static func isOther(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        let line = line(before: range, in: text)
        return namesKey(text, range)
            || namesOther(words(line)) && namesOther(words(withoutHosts(line, of: text)))
    }

    /// Returns a line without its hosts, such as `api.saltbank.com`, whose letters are not words.
    private static func withoutHosts(_ line: ArraySlice<UInt8>, of text: [UInt8]) -> ArraySlice<UInt8> {
        let parts = line.split { !isWordCharacter($0) && !"-.".utf8.contains($0) }
        let others = parts.filter { TextHost(text, in: $0.startIndex..<$0.endIndex)?.isCertain != true }
        return ArraySlice(others.joined(separator: [0x20]))
    }

    /// Returns whether words name a secret or the digest of something other than a key.
    package static func namesOther(_ words: ArraySlice<UInt8>) -> Bool {
        let lower = folded(words)
        return (otherSigns + secretWords).contains { lower.firstIndex(ofText: $0) != nil }
    }

    /// Returns whether the name before a digest is that of a key, `signatureKey` or `PUBLIC_KEY`, rather than of a pin.
    static func namesKey(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        let before = text[..<range.lowerBound].suffix(80).reversed().drop {
            " \t\"':=(@\\>,".utf8.contains($0)
        }
        let name = Array(before.prefix { isWordCharacter($0) || $0 == UInt8(ascii: "-") }.reversed())[...]
        let lower = folded(name)
        return secretNames.contains { lower.elementsEqual($0.utf8) }
            || keyWords.contains { lower.firstIndex(ofText: $0) != nil }
            || lower.suffix(3).elementsEqual("key".utf8) && !namesPin(name)
    }

    /// Returns whether something near an unnamed digest, such as the last pin before it, indicates that it is a pin.
    static func isSigned(_ text: [UInt8], _ range: Range<Int>, after last: TextMention?) -> Bool {
        if let last, last.isSigned || last.isOfHost, range.lowerBound - last.range.upperBound < 200 {
            return true
        }
        // At its far end, each part of the text may begin or end inside another digest.
        let before = text[..<range.lowerBound].suffix(200).drop(while: Base64.isDigit)
        let after = text[range.upperBound...].prefix(40).prefix { $0 != 0x0a }
        let end = after.reversed().prefix(while: Base64.isDigit).count
        return namesPin(words(before)) || namesPin(words(after.count < 40 ? after : after.dropLast(end)))
    }

    /// Returns a text whose runs of 40 or more base64 digits are blank, because the letters of digests are not words.
    private static func words(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let runs = text.split(omittingEmptySubsequences: false) { !Base64.isDigit($0) }
        return ArraySlice(runs.map { $0.count < 40 ? $0 : [] }.joined(separator: [0x20]))
    }

    /// Returns whether a literal in a list of pins looks like a truncated digest or a digest of another length.
    static func resembles(_ literal: ArraySlice<UInt8>) -> Bool {
        (24...128).contains(literal.count)
            && literal.allSatisfy { Base64.isDigit($0) || $0 == UInt8(ascii: "=") }
            && literal.contains { (0x30...0x39).contains($0) } && !literal.starts(with: "sha".utf8)
            && (literal.allSatisfy { hexDigit($0) != nil }
                || literal.contains { (0x41...0x5a).contains($0) } && literal.contains { $0 > 0x60 })
    }

    /// Returns the rest of a name without the words and numbers for pins and their roles: `api` for `API_BACKUP_PIN2`.
    /// The result is empty for the name of a root.
    static func withoutRoles(_ name: ArraySlice<UInt8>) -> String {
        var rest = folded(name).filter(isASCIILetter)[...]
        // The name of a CA does not say which host has its pin.
        if rest.firstIndex(ofText: "root") != nil { return "" }
        for word in roles {
            while let start = rest.firstIndex(ofText: word) {
                rest.removeSubrange(start..<(start + word.utf8.count))
            }
        }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Words in the names of single pins.
    private static let roles = [
        "primary", "secondary", "backup", "current", "previous", "active", "standby", "next", "leaf",
        "intermediate", "fingerprint", "certificate", "cert", "publickey", "spki", "hash", "sha", "pinned",
        "pins", "pin", "base", "ssl", "tls", "new", "old",
    ]

    private static func folded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }[...]
    }

    private static let pinWords = [
        "pins", "pinning", "pinner", "pinned", "pinset", "pinsha", "pinhash", "pinlist", "pindig", "pinmap",
        "pinkey", "pinval", "pinstr",
    ]

    /// Returns whether words of code or prose name a pin: `PINS`, `serverPin`, `pinnedKeys`, but not `spinner`.
    package static func namesPin(_ words: ArraySlice<UInt8>) -> Bool {
        let lower = folded(words)
        if signs.contains(where: { lower.firstIndex(ofText: $0) != nil }) { return true }
        var rest = lower
        while let start = rest.firstIndex(ofText: "pin") {
            let place = words.startIndex + (start - lower.startIndex)
            let isCapital = (0x41...0x5a).contains(words[place])
            let before = place > words.startIndex ? words[place - 1] : 0x20
            let startsWord =
                !isASCIILetter(before) || isCapital && before | 0x20 == before
                || isCapital && (place + 1 >= words.endIndex || words[place + 1] | 0x20 == words[place + 1])
            let endsWord =
                lower[(start + 3)...].first.map { !isASCIILetter($0) } ?? true
                || pinWords.contains { lower[start...].starts(with: $0.utf8) }
            if startsWord, endsWord { return true }
            rest = rest[(start + 3)...]
        }
        return false
    }
}

/// A TLSA record, whose digest follows in one or more parts (RFC 6698 section 2.2).
final class TextRecord {
    /// The host, or the relative name of the record in a zone whose name the text does not state.
    let owner: HostMention?
    /// The usage, the selector and the matching type.
    private(set) var numbers: [UInt8] = []
    private var digits: [UInt8] = []
    private var (start, end) = (0, 0)
    private var last = -1

    init(owner: HostMention?) { self.owner = owner }

    /// Takes a number or digits, and returns the digest once it is complete.
    func take(_ word: Range<Int>, of text: [UInt8]) -> TextDigest? {
        if numbers.count < 3 {
            guard word.count == 1, let digit = text[word].first, (0x30...0x33).contains(digit) else {
                return nil
            }
            numbers.append(digit - 0x30)
            last = word.lowerBound
            return nil
        }
        guard digits.count < 64, text[word].allSatisfy({ hexDigit($0) != nil }) else { return nil }
        if digits.isEmpty { start = word.lowerBound }
        // White space, parentheses and quotation marks may be between the parts (RFC 1035 section 5.1).
        let isNext =
            digits.isEmpty
            || word.lowerBound - end < 4096
                && text[end..<word.lowerBound].allSatisfy {
                    Base64.isWhiteSpace($0) || "()\"".utf8.contains($0)
                }
        guard isNext else { return nil }
        digits += text[word]
        (last, end) = (word.lowerBound, word.upperBound)
        // A record with any other digest is not a pin.
        guard numbers[1] < 2, numbers[2] == 1, let pin = TextDigest.hex(digits[...]) else { return nil }
        return TextDigest(pin: pin, range: start..<word.upperBound, spelling: .tlsa, record: self)
    }

    /// Returns whether the word at a place was taken.
    func hasTaken(_ place: Int) -> Bool { last == place }
}
