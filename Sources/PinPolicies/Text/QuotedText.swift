import SPKIHash

/// Text in double quotes with JSON escapes: always one line of printable ASCII and letters.
///
enum QuotedText {
    /// Returns text as JSON, Kotlin and Java read it. Dollar signs, which begin a variable in Kotlin, and
    /// consecutive hyphens, which XML forbids in comments, are written as code units.
    static func json(_ text: String) -> String {
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

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { (unit) in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
