import DERKit
import X509Model

/// Returns text from a file or the command line for a message: escaped, and truncated if it is long.
///
/// It is truncated by Unicode scalars, because a single Character can be as long as a file.
package func displayed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex),
        end != scalars.endIndex
    else { return escapedForDisplay(text) }
    return escapedForDisplay(String(scalars[..<end])) + "…"
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

    /// Returns text that should be a pin or a word of the command line, or only its length if it may be a private
    /// key.
    package static func disclosed(_ text: String) -> String {
        guard text.utf8.count > longestShown, hasStartOfKey(text),
            text.containsText("PRIVATE KEY") || mayBeKey(text)
        else { return text }
        if let octets = (try? Base64.decode(text)) ?? DERKit.bytes(hex: text),
            TreeDisclosure.isSurelyPublic(octets)
        {
            return text
        }
        return "text of \(text.unicodeScalars.count) characters"
    }

    /// Returns whether the digits with which a SEQUENCE begins are anywhere in `text`. Names of files pass here often.
    private static func hasStartOfKey(_ text: String) -> Bool {
        var last: UInt8 = 0
        for octet in text.utf8 {
            if last == UInt8(ascii: "M"), (UInt8(ascii: "A")...UInt8(ascii: "P")).contains(octet) {
                return true
            }
            if last == UInt8(ascii: "3"), octet == UInt8(ascii: "0") { return true }
            last = octet
        }
        return false
    }

    /// Returns whether `text`, or the part after a prefix, is base64 or hex of a SEQUENCE, complete or
    /// truncated: the tag is 0x30, so hex begins with 30, and base64 with M and a letter from A to P.
    private static func mayBeKey(_ text: String) -> Bool {
        let letters = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "\"" && $0 != "'" }
        let starts = letters.indices.filter { (place) in
            place == letters.startIndex
                || "/=:-".unicodeScalars.contains(letters[letters.index(before: place)])
        }
        return starts.contains { (start) in
            let rest = Array(letters[start...].prefix { isBase64($0) })
            guard rest.count >= 4 else { return false }
            return rest[0] == "M" && ("A"..."P").contains(rest[1]) || rest[0] == "3" && rest[1] == "0"
        }
    }

    private static func isBase64(_ scalar: Unicode.Scalar) -> Bool {
        UInt8(exactly: scalar.value).map { isWordCharacter($0) || "+/-".utf8.contains($0) } ?? false
    }
}
