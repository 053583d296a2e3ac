import X509Model

/// Names of files as text. A system takes any bytes for a name, and a String holds UTF-8 alone, so that a byte that
/// belongs to no character of UTF-8 is stood for by a character of Unicode's last 128, which no one may use as text:
/// U+10FF80 to U+10FFFF for 80 to FF. A name that has such a character itself has its bytes stood for one by one, so
/// that every name comes back as it was.
enum PathName {
    /// The name by which standard input goes on the command line and in JSON.
    static let standardInput = "-"

    /// The name of an input for a person.
    static func ofInput(_ name: String) -> String {
        name == standardInput ? "standard input" : displayed(name)
    }

    /// The text for a name.
    static func text(_ name: [UInt8]) -> String {
        // Nearly every name is plain UTF-8 without a character beyond the planes in use.
        if !name.contains(0xf4), let text = validText(name) { return text }
        var text = String.UnicodeScalarView()
        var place = 0
        while place < name.count {
            let count = characterLength(name[place...])
            if count == 0, let standIn = Unicode.Scalar(standIns + UInt32(name[place])) {
                text.append(standIn)
            } else {
                text += String(decoding: name[place..<place + count], as: UTF8.self).unicodeScalars
            }
            place += max(1, count)
        }
        return String(text)
    }

    /// The name that the text stands for.
    static func bytes(_ text: String) -> [UInt8] {
        guard hasStandIns(text) else { return Array(text.utf8) }
        var name: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = byte(scalar) { name.append(byte) } else { name += String(scalar).utf8 }
        }
        return name
    }

    /// The name for a person: what does not show as itself as `\XX` for each byte.
    static func displayed(_ text: String) -> String {
        guard hasStandIns(text) else { return escapedForDisplay(text) }
        return text.unicodeScalars.map { (scalar) in
            guard let byte = byte(scalar) else { return escapedForDisplay(String(scalar)) }
            return "\\" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// True if a shell takes the name as it is, so that a command to copy can have it.
    static func isPlain(_ text: String) -> Bool {
        !text.hasPrefix("-")
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"),
                    UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// True if the text may stand for other bytes than its own.
    static func hasStandIns(_ text: String) -> Bool { text.utf8.contains(0xf4) }

    private static let standIns: UInt32 = 0x10_ff00

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value >= standIns + 0x80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    private static func validText(_ name: [UInt8]) -> String? {
        let text = String(decoding: name, as: UTF8.self)
        // Where bytes were replaced, the text has others.
        return text.utf8.elementsEqual(name) ? text : nil
    }

    /// Number of bytes of the character that begins here; 0 if none does, and for those that stand for bytes.
    private static func characterLength(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let first = bytes.first else { return 0 }
        let count: Int
        switch first {
        case 0..<0x80: return 1
        case 0xc2...0xdf: count = 2
        case 0xe0...0xef: count = 3
        case 0xf0...0xf4: count = 4
        default: return 0
        }
        guard let text = validText(Array(bytes.prefix(count))), text.unicodeScalars.count == 1,
            let scalar = text.unicodeScalars.first, scalar.utf8.count == count, byte(scalar) == nil
        else { return 0 }
        return count
    }
}
