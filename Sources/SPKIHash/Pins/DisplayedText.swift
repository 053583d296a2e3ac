import DERKit
import X509Model

/// Returns text from a file or the command line for display in a message: escaped, without keys, and truncated if it is
/// long.
///
/// The limit counts Unicode scalars, because a single Character can be as long as a file.
package func displayed(_ text: String) -> String { displayed(scalars: text.unicodeScalars) }

/// Returns the first sixty scalars as text for a message, or only an ellipsis if they look like binary data. More scalars
/// are read only to find out whether a key begins in the first sixty.
func displayed(scalars: some Sequence<Unicode.Scalar>) -> String {
    let read = String.UnicodeScalarView(scalars.prefix(longestRead))
    let controls = read.count { $0.properties.generalCategory == .control && !$0.properties.isWhitespace }
    guard controls < 3 || 12 * controls < read.count else { return "…" }
    let isWhole = read.count < longestRead
    let known = withoutKeys(String(read), isCut: !isWhole).unicodeScalars
    let shown = known.prefix(longestDisplayed)
    let isCut = shown.endIndex != known.endIndex || !isWhole && shown.last != "…"
    return escapedForDisplay(String(shown)) + (isCut ? "…" : "")
}

/// Returns text in which anything that may be a private key is cut to its first four digits. Such text consists of
/// base64 or hex digits that are neither words nor a single hash. People do enter keys where a pin, a host or a name is
/// expected.
///
/// - Parameter shortest: the minimum number of such digits that count as a key. After a key, ``Pin/shortestKey`` digits
///   count as another part of that key.
package func withoutKeys(_ text: String, shortest: Int = shortestKey) -> String {
    let known = withoutKeys(text, shortest, isCut: false)
    return known == text || shortest <= Pin.shortestKey
        ? known : withoutKeys(known, Pin.shortestKey, isCut: false)
}

/// Returns text in which keys of at least `shortest` digits are cut.
///
/// - Parameter isCut: whether the text is only the beginning of a longer one, so that a list or a number at its end may
///   continue.
private func withoutKeys(_ text: String, _ shortest: Int = shortestKey, isCut: Bool) -> String {
    let text = withoutLists(text, isPin: shortest < shortestKey, isCut)
    guard text.utf8.count >= shortest else { return text }
    let octets = Array(text.utf8)
    // In text about a secret, a number that is as long as a hash is not a hash.
    lazy var isSecret = namesSecret(octets)
    let runs = octets.split { !isKeyDigit($0) }.filter { $0.contains(where: isWordCharacter) }.map {
        DigitRun($0, isWhole: !isCut || $0.endIndex != octets.count, isSecret: isSecret)
    }.filter { $0.isDigits }
    var (shown, place, first) = ([UInt8](), 0, 0)
    while first < runs.count {
        // Runs that are close together may be the lines of a key, or the parts of its text in source code.
        var end = first + 1
        while end < runs.count, runs[end].digits.startIndex - runs[end - 1].digits.endIndex <= longestGap {
            end += 1
        }
        let group = runs[first..<end]
        if group.reduce(0, { $0 + $1.keyDigits }) >= shortest || DigitRun.areLines(group) {
            shown += octets[place..<min(runs[first].start + 4, runs[first].digits.endIndex)] + Array("…".utf8)
            place = runs[end - 1].digits.endIndex
        }
        first = end
    }
    return String(decoding: shown + octets[place...], as: UTF8.self)
}

/// The maximum number of bytes between two lines or literals of one key.
private let longestGap = 12

/// An uninterrupted run of letters, digits and signs that base64 and hex use.
private struct DigitRun {
    let digits: ArraySlice<UInt8>
    /// The place where the digits begin, after any part that ``isPrefix(_:in:)`` recognizes.
    private(set) var start: Int
    /// The number of digits that are not part of a word or a hash.
    private(set) var keyDigits = 0
    /// A Boolean value that indicates whether the run consists of more than words.
    private(set) var isDigits = false

    /// - Parameter isSecret: whether the text is about a private key, so that a hash counts as digits.
    init(_ run: ArraySlice<UInt8>, isWhole: Bool, isSecret: @autoclosure () -> Bool) {
        digits = run.drop { "-=".utf8.contains($0) }
        start = digits.startIndex
        var (next, hasPrefix) = (start, true)
        for part in digits.split(whereSeparator: { !isWordCharacter($0) || $0 == UInt8(ascii: "_") }) {
            // After words, such as those of a path, the whole rest of the run may be a hash, because base64 contains
            // the same signs as paths.
            if isWhole, !isDigits, hasPrefix,
                Self.isHash(digits[next...]) || Self.isHash(digits[part.startIndex...]),
                !isSecret()
            {
                isDigits = true
                return
            }
            next = part.endIndex + 1
            hasPrefix = hasPrefix && Self.isPrefix(part, in: digits)
            if hasPrefix { start = next }
            // Only a few digits begin a SEQUENCE or the name of OpenSSH's format, in base64 or hex.
            if "M3b6".utf8.contains(digits[part.startIndex]), part.count > 8,
                beginsPrivateKey(digits: digits[part.startIndex...])
            {
                (isDigits, keyDigits) = (true, digits.endIndex - part.startIndex)
                return
            }
            guard !Self.isWord(part) else { continue }
            isDigits = true
            if !isWhole || !Self.isHexHash(part) || isSecret() { keyDigits += part.count }
        }
    }

    /// Returns whether a part precedes digits but does not belong to them, such as `sha256/`, `pin=` or a folder.
    private static func isPrefix(_ part: ArraySlice<UInt8>, in digits: ArraySlice<UInt8>) -> Bool {
        part.endIndex < digits.endIndex - 4 && "/=".utf8.contains(digits[part.endIndex]) && isWord(part)
            && part.allSatisfy { $0 & 0x20 != 0 }
    }

    /// Returns whether the runs are two or more lines of hex, the first of which begins like a SEQUENCE.
    static func areLines(_ runs: ArraySlice<DigitRun>) -> Bool {
        guard let first = runs.first, runs.count > 1 else { return false }
        return first.digits.starts(with: "30".utf8)
            && runs.allSatisfy { $0.digits.allSatisfy { hexDigit($0) != nil } }
    }

    /// Returns whether digits have the length of a SHA-1 or SHA-256 in hex or base64 and do not begin like a private
    /// key.
    private static func isHash(_ digits: ArraySlice<UInt8>) -> Bool {
        guard !isHexHash(digits) else { return true }
        let hasPadding = digits.last == UInt8(ascii: "=")
        return (digits.count == (hasPadding ? 44 : 43) || hasPadding && digits.count == 28)
            && !digits.dropLast(2).contains(UInt8(ascii: "=")) && !beginsPrivateKey(digits: digits)
    }

    private static func isHexHash(_ digits: ArraySlice<UInt8>) -> Bool {
        [40, 64].contains(digits.count) && digits.allSatisfy { hexDigit($0) != nil }
            && !beginsPrivateKey(digits: digits)
    }

    /// Returns whether letters and digits look like a word: they have no number of more than ``longestNumeral`` digits,
    /// and few changes between lower case, upper case and numerals, not counting those from upper case to lower case.
    /// In base64 and hex, about every second character is a change. A long run of one case with numerals may be base32.
    private static func isWord(_ part: ArraySlice<UInt8>) -> Bool {
        var (changes, last, numerals, count) = (0, UInt8(0), 0, 0)
        for place in part.indices {
            let octet = part[place]
            if place == part.startIndex || octet != part[place - 1] { count += 1 }
            let kind = octet & 0x40 == 0 ? UInt8(1) : octet & 0x20 == 0 ? 2 : 3
            if last != 0, kind != last, (last, kind) != (2, 3) { changes += 1 }
            numerals = kind == 1 ? numerals + 1 : 0
            last = kind
            if numerals > longestNumeral { return false }
        }
        let isBase32 =
            part.count >= shortestKey && part.contains { $0 & 0x40 == 0 }
            && !(part.contains { $0 & 0x60 == 0x40 } && part.contains { $0 & 0x60 == 0x60 })
        // The beginning of a SEQUENCE in hex has few letters.
        let isSequence =
            part.count > 8 && part.starts(with: "30".utf8) && part.allSatisfy { hexDigit($0) != nil }
        guard !isBase32, !isSequence else { return false }
        return changes <= max(1, count / 6)
    }

    /// The number of digits in the longest number that is not a key: the largest 64-bit number.
    private static let longestNumeral = 20
}

/// The maximum number of scalars of a text that a message shows.
private let longestDisplayed = 60

/// The number of scalars of a text that are read to find out whether a key is in it. Part of a key may look like words.
private let longestRead = longestDisplayed + 4 * shortestKey

/// The minimum number of digits that count as a key in any text. A UUID has 36 characters.
package let shortestKey = 37

func isKeyDigit(_ octet: UInt8) -> Bool { isWordCharacter(octet) || "+/=-%".utf8.contains(octet) }

/// Returns whether octets begin as a private key does: a SEQUENCE whose first value is the version, an INTEGER of one
/// octet (RFC 5208, RFC 5915, RFC 8017 appendix A.1.2), or the name of OpenSSH's format. One in 2^30 hashes also begins
/// like this.
func beginsPrivateKey(_ octets: [UInt8]) -> Bool {
    if octets.starts(with: "openssh-key-v1".utf8) { return true }
    guard octets.first == 0x30, octets.count > 8 else { return false }
    let content = octets[1] < 0x80 ? 2 : 2 + Int(octets[1] & 3)
    return octets[content...].starts(with: [2, 1]) && octets[content + 2] < 2
}

/// Returns whether digits are the beginning of a private key in hex or base64, with or without the prefix of a pin.
package func beginsPrivateKey(digits: some Collection<UInt8>) -> Bool {
    let hasPrefix = digits.starts(with: "sha256/".utf8)
    let digits = digits.dropFirst(hasPrefix ? 7 : 0).drop { hasPrefix && $0 == UInt8(ascii: "/") }.prefix(40)
    let text = String(decoding: digits.prefix(digits.count & ~3), as: UTF8.self)
    return [bytes(hex: text), PinSpelling.base64(text)].contains { $0.map(beginsPrivateKey) ?? false }
}

/// Returns whether text is marked as containing a private key: PEM, JSON Web Keys, .NET's XML, DNSSEC, PuTTY, the output
/// of `openssl pkey -text`, or words for such a key. A 32-byte number in such text may be the key, although it looks like
/// a pin.
package func saysPrivateKey(_ text: [UInt8]) -> Bool {
    let lower = text.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }[...]
    return privateWords.contains { lower.firstIndex(ofText: $0) != nil }
}

/// Words for a private key in lowercase, and the names of its parts in JSON (RFC 7517) in any quotation marks.
private let privateWords = [
    "private key", "private%20key", "private-key", "private-lines", "private-mac", "private_key",
    "privatekey", "private value",
    "private exponent",
    "privkey", "priv:", "\"d\"", "'d'", "d\\\"", "&quot;d&quot;", "\"kty\"", "kty:", "kty'", "kty\\",
    "\"crv\"",
    "\"x\"", "<d>", "keyvalue>",
]

/// Returns whether words name a secret. Only the text right next to a number is examined in this way, because a file with
/// pins may also have passwords.
func namesSecret(_ text: [UInt8]) -> Bool {
    let lower = text.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }[...]
    // The letters of a number are not words.
    let runs = lower.split { !isKeyDigit($0) || $0 == UInt8(ascii: "=") }.filter { $0.count < 40 }
    return saysPrivateKey(text)
        || (secretWords + keyWords).contains { (word) in runs.contains { $0.firstIndex(ofText: word) != nil }
        }
        || namesSecretNumber(lower)
}

/// Returns whether text has the name of a secret and a sign after it: `d: …`, `"k" = …`.
private func namesSecretNumber(_ lower: ArraySlice<UInt8>) -> Bool {
    lower.split { !isKeyDigit($0) || $0 == UInt8(ascii: "=") }.contains { (word) in
        let sign = lower[word.endIndex...].prefix(4).first { !"\"' ".utf8.contains($0) }
        return sign.map { ":=".utf8.contains($0) } ?? false
            && secretNames.contains { word.elementsEqual($0.utf8) }
    }
}

/// Lowercase words in descriptions of secrets.
package let secretWords = [
    "secret", "passw", "passphrase", "psk", "seed", "preshared", "scalar", "nsec", "unseal", "mnemonic",
    "credential", "premaster",
]
/// Lowercase words in the names of keys, which may also be in the names of hosts.
package let keyWords = ["private", "wallet", "privada", "privee"]
/// The names of secrets in JSON Web Keys (RFC 7518 section 6) and elsewhere.
package let secretNames = ["d", "k", "sk", "priv", "prv", "key", "kek", "dek", "cek", "pvk", "xprv"]

extension PinSpelling {
    /// The pin, if the text is shown from which it was read.
    package var disclosedPin: Pin? { Pin.disclosed(text) == text ? pin : nil }
}

extension Pin {
    /// A Boolean value that indicates whether the pin is the first line of a private key: in base64, or in hex digits
    /// that were read as base64.
    package var beginsKey: Bool {
        // The first octets of a SEQUENCE and of OpenSSH's format, and what base64 makes of their digits in hex.
        let first = bytes.first ?? 0
        return [0x30, 0x6f, 0xdf, 0xe9].contains(first) && beginsPrivateKey(digits: base64.utf8)
    }

    /// The maximum length of text that is shown where a pin is expected: that of a base64 pin with a short prefix.
    private static let longestShown = 56

    /// The minimum number of digits that count as a key in text that should be a pin but is not.
    package static let shortestKey = 16

    /// Returns a word from the command line or a file in quotes. Anything in it that may be a key is cut, and the
    /// length of the word follows, because people confuse private keys with pins. If the text is binary or too long to
    /// be a word, only its length is returned.
    package static func shown(_ text: String) -> String {
        let count = text.unicodeScalars.count
        let known = count > longestShown ? text : withoutKeys(text, shortest: shortestKey)
        guard count <= longestShown, !isBinary(text), known == text || escapedForDisplay(text) == text else {
            return "text of \(count) characters"
        }
        return "'\(displayed(known))'" + (known == text ? "" : " (\(count) characters)")
    }

    /// Returns whether more than two characters have no glyph, as in the bytes of a key: control characters and
    /// private-use characters, which represent bytes that are not UTF-8.
    private static func isBinary(_ text: String) -> Bool {
        text.unicodeScalars.lazy.filter {
            $0.value >= 0x10_0000
                || !Base64.isWhiteSpace(UInt8(truncatingIfNeeded: $0.value)) && $0.value < 0x20
        }.prefix(3).count == 3
    }

    /// Returns text that should be a pin or a command-line word, without any keys.
    ///
    /// Text that is marked as private, is too long to be a word, or has line ends may be a key in a form that the
    /// digits alone do not reveal.
    package static func disclosed(_ text: String) -> String {
        let count = text.unicodeScalars.count
        let isKey =
            count > longestShown && saysPrivateKey(Array(text.utf8))
            || count > 2 * longestShown && (count > 4 * longestShown || escapedForDisplay(text) != text)
            || count > shortestKey && isBinary(text)
        return isKey ? "text of \(count) characters" : withoutKeys(text, shortest: shortestKey)
    }
}
