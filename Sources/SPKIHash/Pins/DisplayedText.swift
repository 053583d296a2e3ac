import DERKit
import X509Model

/// Text from a file or the command line as a message shows it: escaped, and cut if it is long.
///
/// It is cut by Unicode scalars: one Character can be as long as a file, and to count them takes its length.
package func displayed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex),
        end != scalars.endIndex
    else { return escapedForDisplay(text) }
    return escapedForDisplay(String(scalars[..<end])) + "…"
}

extension Pin {
    /// The longest text that is shown where a pin is expected: that of a pin in base64 with the least in front.
    private static let longestShown = 50

    /// A text that is not a pin, for the beginning of a sentence: in quotes, or its length alone if it may be
    /// a key. Base64 of a private key is where a pin should surprisingly often.
    package static func shown(_ text: String) -> String {
        let count = text.unicodeScalars.count
        guard count <= longestShown, !mayBeKey(text) else {
            return "text of \(count == 1 ? "1 character" : "\(count) characters")"
        }
        return "'\(displayed(text))'"
    }

    /// A Boolean value that indicates whether `text`, or the part of it after a prefix, is base64 or hex of a SEQUENCE, whole or cut:
    /// the tag is 0x30, so that hex begins with 30, and base64 with M and a letter from A to P.
    private static func mayBeKey(_ text: String) -> Bool {
        let letters = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "\"" && $0 != "'" }
        let starts = letters.indices.filter { (place) in
            place == letters.startIndex
                || "/=:".unicodeScalars.contains(letters[letters.index(before: place)])
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
