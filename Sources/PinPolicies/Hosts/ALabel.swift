import SPKIHash
import X509Model

/// The ASCII form of an internationalized label, RFC 3492 and RFC 5890.
enum ALabel {
    /// Returns `xn--` and the Punycode of a label with non-ASCII characters, or the label itself if it has
    /// none.
    ///
    /// The label must be in lower case and composed (Unicode form C). Returns `nil` if the label has a
    /// character that is not allowed in host names, or if the result would be too long.
    static func encode(_ label: String) -> String? {
        let scalars = Array(label.lowercased().unicodeScalars)
        guard scalars.contains(where: { !$0.isASCII }) else { return label.lowercased() }
        guard scalars.allSatisfy(isPermitted), let code = Punycode.encode(scalars) else { return nil }
        return "xn--" + String(decoding: code, as: UTF8.self)
    }

    /// Returns whether RFC 5892 roughly permits a character: letters, marks, digits and the two joiners.
    /// Marks of the Latin block are excluded, because they occur only in names that are not composed, which
    /// would give a different label.
    private static func isPermitted(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            switch scalar {
            case "a"..."z", "0"..."9", "-", "_": return true
            default: return false
            }
        }
        guard !(0x300...0x36f).contains(scalar.value) else { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
            return true
        default: return scalar.value == 0x200c || scalar.value == 0x200d || scalar.value == 0xb7
        }
    }
}
