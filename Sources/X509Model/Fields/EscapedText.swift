import DERKit

/// Returns a displayable form of octets that should be text: printable ASCII other than backslashes unchanged, and
/// everything else as `\XX`.
package func escaped(_ octets: [UInt8]) -> String {
    text(of: octets, escape: { "\\" + upperHex($0) }) { (0x20...0x7e).contains($0) && $0 != 0x5c }
}

/// Returns octets as text, with an escape of four or fewer characters for each octet that is not plain.
private func text(
    of octets: [UInt8], escape: (UInt8) -> String, where isPlain: (UInt8) -> Bool
) -> String {
    var text = ""
    text.reserveCapacity(octets.count + 3 * octets.count { !isPlain($0) })
    for octet in octets {
        if isPlain(octet) {
            text.unicodeScalars.append(Unicode.Scalar(octet))
        } else {
            text += escape(octet)
        }
    }
    return text
}

/// Returns whether a character is not displayed as itself: a control or format character, a separator other than the
/// ASCII space, a private-use or unassigned character, or an invisible or blank one.
package func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned,
        .spaceSeparator:
        return true
    default: return scalar.properties.isDefaultIgnorableCodePoint || blankScalars.contains(scalar.value)
    }
}

/// Letters, marks and symbols that are displayed as blank space: the Braille pattern without dots, the Khitan filler,
/// blank hieroglyphs, and the musical null notehead. Unicode has no property for them.
private let blankScalars: Set<UInt32> = [0x2800, 0x16fe4, 0x13441, 0x13442, 0x1d159]

private func upperHex(_ octet: UInt8) -> String { hex([octet], uppercase: true) }

/// Returns text that is safe to display on one line: characters that are not displayed as themselves, marks beyond the
/// 30th on one letter, and backslashes become one `\XX` per octet of their UTF-8.
///
/// - Parameter keepsBackslash: whether to keep backslashes, because they belong to existing escapes.
package func escapedForDisplay(_ text: String, keepsBackslash: Bool = false) -> String {
    var marks = MarkRun()
    let needsEscape = text.unicodeScalars.contains {
        marks.isTooLong(with: $0) || isUnsafe($0) || $0 == "\\" && !keepsBackslash
    }
    guard needsEscape else { return text }
    marks = MarkRun()
    var result = ""
    for scalar in text.unicodeScalars {
        let isTooLong = marks.isTooLong(with: scalar)
        if isTooLong || isUnsafe(scalar) || scalar == "\\" && !keepsBackslash {
            for octet in String(scalar).utf8 { result += "\\" + upperHex(octet) }
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// A run of combining marks on one letter, counted scalar by scalar.
///
/// Runs of more than 30 marks do not occur in any language (UAX #15 section 13, Stream-Safe Text Format), and would
/// cover other lines on a screen. Comparing, hashing and splitting text takes time quadratic in the length of a run, so
/// strings that are processed must not contain longer runs.
package struct MarkRun {
    /// The maximum number of marks on one letter.
    package static let longest = 30

    private var count = 0

    package init() {}

    /// Counts the next scalar of a text, and returns whether it is a mark that exceeds the limit.
    package mutating func isTooLong(with scalar: Unicode.Scalar) -> Bool {
        guard MarkRun.isMark(scalar) else {
            count = 0
            return false
        }
        count += 1
        return count > MarkRun.longest
    }

    /// Returns whether a scalar takes part in canonical ordering: a non-starter, or one of the three Tibetan
    /// starters whose decompositions are non-starters.
    package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.value {
        case 0xf73, 0xf75, 0xf81: return true
        default: return scalar.properties.canonicalCombiningClass != .notReordered
        }
    }

    /// Returns the UTF-8 offset of the first mark that exceeds the limit, or `nil` if there is none.
    package static func end(in text: String) -> Int? {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var run = MarkRun()
        var offset = 0
        for scalar in text.unicodeScalars {
            if run.isTooLong(with: scalar) { return offset }
            offset += UTF8.width(scalar)
        }
        return nil
    }
}

/// The content of an IA5String, usually ASCII. Other octets occur in practice and are kept.
public struct IA5Text: Sendable, Hashable, CustomStringConvertible {
    /// The octets.
    public let bytes: [UInt8]

    /// Creates text from its octets.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The unescaped characters, including control characters, for programs rather than terminals. Octets above 7F,
    /// which an IA5String must not contain, are read as UTF-8 if the whole text is valid UTF-8; otherwise each becomes
    /// `\xNN`.
    public var text: String {
        decodedAsUTF8 ?? X509Model.text(of: bytes, escape: { "\\x" + hex($0) }) { $0 < 0x80 }
    }

    /// The octets as UTF-8 text; `nil` if they are not valid UTF-8.
    private var decodedAsUTF8: String? {
        bytes.span.isASCII ? bytes.span.text : strictUTF8(bytes[...])
    }

    /// The text, safe to display: backslashes and characters that are not displayed as themselves become one `\XX` per
    /// octet. If the octets are not text, every octet that is not printable ASCII becomes `\XX`.
    public var description: String { decodedAsUTF8.map { escapedForDisplay($0) } ?? escaped(bytes) }
}
