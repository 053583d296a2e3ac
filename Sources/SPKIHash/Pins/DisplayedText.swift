import DERKit
import X509Model

/// Returns text from a file or the command line for a message: escaped, without keys, and truncated if it is long.
///
/// It is truncated by Unicode scalars, because a single Character can be as long as a file.
package func displayed(_ text: String) -> String { displayed(scalars: text.unicodeScalars) }

/// Returns the first sixty of the scalars as text for a message; no more are read than it takes to see whether a key
/// begins among them.
func displayed(scalars: some Sequence<Unicode.Scalar>) -> String {
    let read = String.UnicodeScalarView(scalars.prefix(longestDisplayed + shortestKey))
    let isWhole = read.count < longestDisplayed + shortestKey
    let known = withoutKeys(String(read), isCut: !isWhole).unicodeScalars
    let shown = known.prefix(longestDisplayed)
    let isCut = shown.endIndex != known.endIndex || !isWhole && shown.last != "…"
    return escapedForDisplay(String(shown)) + (isCut ? "…" : "")
}

/// Returns text in which only the first four digits are left of whatever may be a private key: base64 or hex of a
/// SEQUENCE, complete or truncated. People do give keys where a pin, a host or a name belongs.
package func withoutKeys(_ text: String) -> String { withoutKeys(text, isCut: false) }

/// - Parameter isCut: true for the beginning of a text, in which a list may begin that is longer.
private func withoutKeys(_ text: String, isCut: Bool) -> String {
    let text = withoutLists(text, isCut)
    guard text.utf8.count >= shortestKey else { return text }
    let octets = Array(text.utf8)
    var (shown, place, isKey) = ([UInt8](), 0, false)
    while place < octets.count {
        let digits = octets[place...].prefix { isKeyDigit($0) }
        // The lines of a key.
        isKey = isKey && !digits.isEmpty
        if isKey {
            place = digits.endIndex
        } else if let start = startOfKey(in: digits, isEscaped: shown.last == UInt8(ascii: "\\")) {
            shown += digits[..<(start + 4)] + Array("…".utf8)
            (place, isKey) = (digits.endIndex, true)
        } else {
            shown += digits
            place = digits.endIndex
        }
        let between = octets[place...].prefix { !isKeyDigit($0) }
        // An escaped line end leaves its letter in front of the next line.
        isKey =
            isKey && !between.isEmpty && between.allSatisfy { " \t\r\n\\".utf8.contains($0) }
            && (between.count > 1 || between.first != UInt8(ascii: " "))
        if !isKey { shown += between }
        place = between.endIndex
    }
    return String(decoding: shown, as: UTF8.self)
}

/// Returns text in which only the first two of a list of more than 32 bytes are left, which may be a key: each byte in
/// hex or decimal, with colons, commas, spaces, percent signs or escapes between.
private func withoutLists(_ text: String, _ isCut: Bool) -> String {
    guard text.utf8.count > 2 * longestList else { return text }
    let octets = Array(text.utf8)
    var (shown, place) = ([UInt8](), 0)
    while place < octets.count {
        let isStart = place == 0 || !isWordCharacter(octets[place - 1])
        if isStart, let list = list(in: octets[place...], isCut) {
            shown += octets[place..<list.second] + Array("…".utf8)
            place = list.end
        } else {
            shown.append(octets[place])
            place += 1
        }
    }
    return String(decoding: shown, as: UTF8.self)
}

/// The number of bytes of the longest list that is shown: a SHA-256.
private let longestList = 32

/// Returns where a list of bytes ends, and its second byte; `nil` if it is not longer than ``longestList``.
private func list(in text: ArraySlice<UInt8>, _ isCut: Bool) -> (second: Int, end: Int)? {
    var (count, second, end, place) = (0, text.startIndex, text.startIndex, text.startIndex)
    while place < text.endIndex {
        var digits = text[place...].prefix { isWordCharacter($0) }
        // `0x30`, and the letter of `\\x30`.
        if digits.starts(with: "0x".utf8) { digits = digits.dropFirst(2) }
        if digits.first == UInt8(ascii: "x") { digits = digits.dropFirst() }
        guard (1...3).contains(digits.count), digits.allSatisfy({ hexDigit($0) != nil }) else { break }
        count += 1
        end = digits.endIndex
        if count == 2 { second = end }
        place =
            text[end...].prefix(8).firstIndex { !" \t\r\n,:;-|%\\[]{}()\"'".utf8.contains($0) }
            ?? text.endIndex
    }
    let goesOn = isCut && text.endIndex - place < 4
    return count > longestList || goesOn && count > longestList / 4 ? (second, end) : nil
}

/// The number of scalars that a message shows of a text.
private let longestDisplayed = 60

/// The length of the shortest text that is taken for a key. A pin has 44 digits; the smallest private keys have 64.
private let shortestKey = 48

private func isKeyDigit(_ octet: UInt8) -> Bool { isWordCharacter(octet) || "+/=-%".utf8.contains(octet) }

/// Returns where a key may begin among digits; `nil` if none does.
///
/// - Parameters:
///   - isEscaped: true if a backslash is in front, so that the first two digits may be of an escape.
///   - shortest: the minimum number of digits.
private func startOfKey(
    in digits: ArraySlice<UInt8>, isEscaped: Bool = false, shortest: Int = shortestKey
) -> Int? {
    digits.indices.dropLast(shortest - 1).first { (start) in
        guard
            start == digits.startIndex || isEscaped && start <= digits.startIndex + 2
                || "/=-".utf8.contains(digits[start - 1])
        else { return false }
        let (first, second) = (digits[start], digits[start + 1])
        guard
            first == UInt8(ascii: "M") && (UInt8(ascii: "A")...UInt8(ascii: "P")).contains(second)
                || first == UInt8(ascii: "3") && second == UInt8(ascii: "0")
        else { return false }
        let text = String(decoding: digits[start...], as: UTF8.self)
        guard let octets = (try? Base64.decode(text)) ?? DERKit.bytes(hex: text) else { return true }
        return !TreeDisclosure.isSurelyPublic(octets)
    }
}

/// Returns whether text says that it has a private key: PEM, JSON Web Keys, .NET's XML, DNSSEC, PuTTY, or what
/// `openssl pkey -text` prints. A 32-byte number in it may be that key, and looks like a pin.
package func saysPrivateKey(_ text: [UInt8]) -> Bool {
    [
        "PRIVATE KEY", "PRIVATE%20KEY", "rivateKey", "rivate_key", "rivate-", "priv:", "\"d\"", "\"kty\"",
        "<D>", "KeyValue>",
    ].contains { text[...].firstIndex(ofText: $0) != nil }
}

extension Pin {
    /// The maximum length of text that is shown where a pin is expected: a base64 pin with the shortest
    /// prefix.
    private static let longestShown = 50

    /// Returns text that is not a pin for the start of a sentence: in quotes, or only its length if it may be
    /// a key, because people do confuse base64 private keys with pins.
    package static func shown(_ text: String) -> String {
        let count = text.unicodeScalars.count
        guard count <= longestShown, !mayBeKey(text) else {
            return "text of \(count == 1 ? "1 character" : "\(count) characters")"
        }
        return "'\(displayed(text))'"
    }

    /// Returns a word of the command line in quotes, or only its length if it is longer than such words are, because it
    /// may be a key in any form.
    package static func shownWord(_ text: String) -> String {
        let count = text.unicodeScalars.count
        return count > longestShown ? "text of \(count) characters" : "'\(displayed(text))'"
    }

    /// Returns text that should be a pin or a word of the command line, with any key in it removed.
    ///
    /// Text that says that it is private, or is too long for a word or has line ends, may be a key in a form that its
    /// digits do not show.
    package static func disclosed(_ text: String) -> String {
        let count = text.unicodeScalars.count
        guard count > longestShown else { return withoutKeys(text) }
        let isKey =
            saysPrivateKey(Array(text.utf8))
            || count > 2 * longestShown && (count > 4 * longestShown || escapedForDisplay(text) != text)
        return isKey ? "text of \(count) characters" : withoutKeys(text)
    }

    /// Returns whether `text`, or the part after a prefix, is base64 or hex of a SEQUENCE, complete or
    /// truncated: the tag is 0x30, so hex begins with 30, and base64 with M and a letter from A to P.
    private static func mayBeKey(_ text: String) -> Bool {
        text.utf8.filter { !Base64.isWhiteSpace($0) && !"\"'".utf8.contains($0) }
            .split { !isKeyDigit($0) }.contains { startOfKey(in: $0, shortest: 4) != nil }
    }
}
