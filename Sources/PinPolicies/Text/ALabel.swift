import SPKIHash
import X509Model

/// The form of an internationalized label that goes over the wire, RFC 3492 and RFC 5890.
enum ALabel {
    /// `xn--` and the Punycode of a label with characters outside ASCII; the label itself if it has none.
    ///
    /// The label is taken in lower case and has to be composed (Unicode form C) already. Returns nil if the
    /// label has a character that no host name has, or where its form would be too long to be one.
    static func encode(_ label: String) -> String? {
        let scalars = Array(label.lowercased().unicodeScalars)
        guard scalars.contains(where: { !$0.isASCII }) else { return label.lowercased() }
        guard scalars.allSatisfy(isPermitted), let code = Punycode.encode(scalars) else { return nil }
        return "xn--" + String(decoding: code, as: UTF8.self)
    }

    /// RFC 5892 in the large: letters, marks, digits and the two joiners. Marks of the block for Latin are left
    /// out, since they are in a name only if it was not composed, and then give another label.
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
