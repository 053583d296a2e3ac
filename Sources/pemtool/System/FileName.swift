import DERKit

/// File names generated from the contents of certificates.
enum FileName {
    /// The maximum length of the part taken from a certificate, in bytes.
    private static let longestTitle = 60

    /// Returns a name such as `01-github.com.pem`: a number that keeps the order and makes the name unique,
    /// then the letters, digits, dots, dashes and underscores of the title. Everything else, including
    /// slashes, becomes a dash.
    static func make(number: Int, of count: Int, title: String, fileExtension: String) -> String {
        let digits = String(number)
        let lead = String(repeating: "0", count: max(0, max(2, String(count).count) - digits.count)) + digits
        return "\(lead)-\(readable(title)).\(fileExtension)"
    }

    private static func readable(_ title: String) -> String {
        var name: [UInt8] = []
        for character in title.replacingWildcard.utf8.prefix(longestTitle) {
            switch character {
            case _ where isWordCharacter(character): name.append(character)
            case UInt8(ascii: ".")
            where !name.isEmpty && name.last != UInt8(ascii: ".") && name.last != UInt8(ascii: "-"):
                name.append(character)
            default:
                if let last = name.last, last != UInt8(ascii: "-") { name.append(UInt8(ascii: "-")) }
            }
        }
        while let last = name.last, last == UInt8(ascii: "-") || last == UInt8(ascii: ".") {
            name.removeLast()
        }
        return name.isEmpty ? "object" : String(decoding: name, as: UTF8.self)
    }
}

extension String {
    /// The text with `wildcard.example.com` for `*.example.com`.
    fileprivate var replacingWildcard: String {
        utf8.starts(with: "*.".utf8) ? "wildcard\(Substring(unicodeScalars.dropFirst()))" : self
    }
}
