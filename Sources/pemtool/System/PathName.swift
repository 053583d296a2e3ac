import SPKIHash

/// File names as text. A file name can consist of any bytes, but a `String` is always valid Unicode. A byte that is not
/// part of a UTF-8 character is therefore represented by one of the last 128 private-use characters: U+10FF80 to
/// U+10FFFF for 80 to FF. If a name itself contains such a character, each byte of the character is represented in this
/// way, so that every name can be restored.
enum PathName {
    /// The name of standard input on the command line and in JSON.
    static let standardInput = "-"

    /// Returns the name of an input for messages.
    static func ofInput(_ name: String) -> String {
        name == standardInput ? "standard input" : displayed(name)
    }

    /// Returns whether there is a file, a folder or a stream of this name.
    static func isInput(_ name: String) -> Bool {
        name == standardInput || (try? System.kind(ofPath: name)) != nil
    }

    /// Returns whether the name of a file indicates a certificate or a key.
    static func namesObject(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".pem", ".crt", ".cer", ".der", ".csr", ".p7b", ".p7c", ".p8", ".p12", ".pfx", ".jks"]
            .contains { name.hasSuffix($0) }
    }

    /// Returns the text for a name.
    static func text(_ name: [UInt8]) -> String {
        // Nearly every name is UTF-8 without private-use characters of the last plane.
        if !name.contains(0xf4), let text = strictUTF8(name[...]) { return text }
        var text = String.UnicodeScalarView()
        var place = 0
        while place < name.count {
            var rest = name[place...].makeIterator()
            var parser = UTF8.ForwardParser()
            if case .valid(let octets) = parser.parseScalar(from: &rest), byte(UTF8.decode(octets)) == nil {
                text.append(UTF8.decode(octets))
                place += octets.count
            } else {
                text.append(Unicode.Scalar(standIns + UInt32(name[place])) ?? "\u{fffd}")
                place += 1
            }
        }
        return String(text)
    }

    /// Returns the name that the text represents.
    static func bytes(_ text: String) -> [UInt8] {
        guard hasStandIns(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { (scalar) in
            byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// Returns the name for messages, with `\XX` for each byte that is not UTF-8; an empty name becomes two quotes.
    static func displayed(_ text: String) -> String {
        guard !text.isEmpty else { return "''" }
        let text = disclosed(text)
        guard hasStandIns(text) else { return escapedForDisplay(text) }
        return text.unicodeScalars.map { (scalar) in
            guard let byte = byte(scalar) else { return escapedForDisplay(String(scalar)) }
            return "\\" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// The maximum number of characters in a name that is not UTF-8 but is shown even if the file does not exist.
    private static let longestBinary = 32

    /// The maximum number of characters in a name that is shown even if the file does not exist.
    private static let longestMissing = 64

    /// Returns the name with anything that may be a private key replaced, unless a file or folder has this name.
    private static func disclosed(_ text: String) -> String {
        let isBinary = hasStandIns(text) && text.unicodeScalars.count > longestBinary
        let isLong =
            text.unicodeScalars.count > longestMissing
            && text.unicodeScalars.reversed().prefix { $0 != "/" }.count > longestMissing
        let shown =
            isBinary
            ? "text of \(bytes(text).count) bytes"
            : isLong
                ? "text of \(text.unicodeScalars.count) characters"
                : isPlain(text) ? withoutKeys(text) : Pin.disclosed(text)
        guard shown != text, (try? System.kind(ofPath: text)) == nil else { return text }
        guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")),
            (try? System.kind(ofPath: String(text[..<slash]))) != nil
        else { return shown }
        let rest = text.utf8.index(after: slash)
        return text[..<rest] + disclosed(String(text[rest...]))
    }

    /// Returns whether a shell accepts the name without quotes.
    static func isPlain(_ text: String) -> Bool {
        !text.hasPrefix("-") && text.utf8.allSatisfy { isWordCharacter($0) || "./-".utf8.contains($0) }
    }

    /// Returns the name quoted for a shell, for a command that users can copy, or the placeholder `FILE` if it contains
    /// characters that are not shown.
    static func inCommand(_ text: String) -> String {
        if text == standardInput || isPlain(text) { return text }
        guard !text.isEmpty, displayed(text) == text else { return "FILE" }
        // A name that begins with a hyphen would be read as an option.
        let path = text.hasPrefix("-") ? "./\(text)" : text
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }

    /// Returns whether the text may contain the private-use characters that represent bytes.
    static func hasStandIns(_ text: String) -> Bool { text.utf8.contains(0xf4) }

    private static let standIns: UInt32 = 0x10_ff00

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value >= standIns + 0x80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }
}

extension System {
    /// Returns all bytes of a file, or of standard input for `-`.
    static func contents(ofInput name: String) throws(Failure) -> [UInt8] {
        name == PathName.standardInput ? try standardInput() : try contents(ofPath: name)
    }
}

/// File names generated from the contents of certificates.
enum FileName {
    /// The maximum length of the part taken from a certificate, in bytes.
    private static let longestTitle = 60

    /// Returns a name such as `01-github.com.pem`: a number that preserves the order and makes the name unique,
    /// followed by the letters, digits, dots, dashes and underscores of the title. Everything else, including slashes,
    /// becomes a dash.
    static func make(number: Int, of count: Int, title: String, fileExtension: String) -> String {
        let digits = String(number)
        let lead = String(repeating: "0", count: max(0, max(2, String(count).count) - digits.count)) + digits
        return "\(lead)-\(readable(title)).\(fileExtension)"
    }

    /// Returns the part taken from the title: `wildcard.example.com` for `*.example.com`.
    private static func readable(_ title: String) -> String {
        let isWildcard = title.utf8.starts(with: "*.".utf8)
        var name = Array((isWildcard ? "wildcard" : "").utf8)
        for character in title.utf8.dropFirst(isWildcard ? 1 : 0).prefix(longestTitle - name.count) {
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
