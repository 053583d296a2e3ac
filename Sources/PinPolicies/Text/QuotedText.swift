import SPKIHash

/// Text in double quotes with JSON escapes: always one line of printable ASCII and letters.
///
/// Kotlin, Java and Swift read the same escapes, except that Swift's `\u` requires braces; for Swift, use
/// ``swift(_:)``.
enum QuotedText {
    /// Returns text as JSON, Kotlin and Java read it. Dollar signs, which begin a variable in Kotlin, and
    /// consecutive hyphens, which XML forbids in comments, are written as code units.
    static func json(_ text: String) -> String {
        quoted(text) { (scalar) in
            String(scalar).utf16.map { "\\u" + hexDigits(UInt32($0), width: 4) }.joined()
        }
    }

    static func swift(_ text: String) -> String {
        quoted(text) { (scalar) in "\\u{" + hexDigits(scalar.value, width: 1) + "}" }
    }

    private static func quoted(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        var result = "\""
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "$": result += escape(scalar)
            case "-" where last == "-": result += escape(scalar)
            case " "..."~": result.unicodeScalars.append(scalar)
            default: result += scalar.properties.isAlphabetic ? String(scalar) : escape(scalar)
            }
            last = scalar
        }
        return result + "\""
    }

    private static func hexDigits(_ value: UInt32, width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
