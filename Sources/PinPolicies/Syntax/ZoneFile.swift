import DERKit
import SPKIHash

/// Reads the master file of a zone, RFC 1035 section 5.1, to find the owners of records.
enum ZoneFile {
    /// A record, or a directive that includes other files.
    struct Entry {
        let position: TextPosition
        /// The owner of the record, followed by the origin if known; `nil` if absent.
        let owner: String?
        /// A Boolean value that indicates whether the name has no trailing dot and no origin is known.
        let isRelative: Bool
        /// The type in upper case, or a directive with its dollar sign.
        let type: String
        let data: ArraySlice<String>
        let comment: String?
    }

    /// Returns the entries in order. `$ORIGIN` and `$TTL` are supported: the origin applies to the following
    /// names without a trailing dot. A line that begins with white space has the name of the previous line,
    /// unless a service follows, in which case the line is merely indented.
    static func entries(_ text: [UInt8]) throws(PolicyError) -> [Entry] {
        _ = try TextScanner(text).text()
        var origin = ""
        var owner: String?
        var isRelative = false
        var result: [Entry] = []
        for line in lines(text) {
            var fields = line.words[...]
            guard let first = fields.first else { continue }
            switch first.uppercased() {
            case "$ORIGIN":
                // No name is longer than 255 octets, RFC 1035 section 2.3.4: anything longer is not a name.
                let name = fields.count > 1 ? String(fields[1].prefix(256)) : ""
                origin = name.last == "." || origin.isEmpty ? name : String("\(name).\(origin)".prefix(256))
                continue
            case "$TTL": continue
            default: break
            }
            if !line.isIndented || first.first == "_" {
                fields.removeFirst()
                owner = first == "@" ? origin : first.last == "." ? first : "\(first).\(origin)"
                isRelative = first.last != "." && origin.isEmpty
            }
            if first.first == "$" {
                fields = [first]
            } else {
                fields = fields.drop(while: isTimeOrClass)
            }
            result.append(
                Entry(
                    position: line.position, owner: owner, isRelative: isRelative,
                    type: (fields.first ?? "").uppercased(), data: fields.dropFirst(), comment: line.comment))
        }
        return result
    }

    /// Returns whether a word is a time to live, such as `3600` or `1h30m`, or a class; the two may be in
    /// either order.
    private static func isTimeOrClass(_ word: String) -> Bool {
        let word = word.uppercased()
        if ["IN", "CH", "HS", "CS", "ANY", "NONE"].contains(word) { return true }
        let digits = { (text: Substring) in
            !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        if word.hasPrefix("CLASS"), digits(word.dropFirst(5)) { return true }
        let isTime = word.utf8.allSatisfy { (0x30...0x39).contains($0) || "SMHDW".utf8.contains($0) }
        return isTime && word.utf8.first.map { (0x30...0x39).contains($0) } == true
    }

    // MARK: Lines

    /// A line, or several lines joined by parentheses.
    private struct Line {
        let position: TextPosition
        var isIndented = false
        var words: [String] = []
        var comment: String?
    }

    private static func lines(_ text: [UInt8]) -> [Line] {
        var scanner = TextScanner(text)
        var result: [Line] = []
        scanner.lines = LineCounter(from: scanner.place)
        var isOpen = false
        var current: Line?
        while let byte = scanner.peek() {
            let start = scanner.place
            switch byte {
            case 0x0a:
                scanner.place += 1
                if !isOpen, let line = current {
                    result.append(line)
                    current = nil
                }
            case UInt8(ascii: ";"):
                let comment = scanner.take { $0 != 0x0a && $0 != 0x0d }.dropFirst()
                current?.comment = String(decoding: comment, as: UTF8.self)
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                scanner.place += 1
                isOpen = byte == UInt8(ascii: "(")
            case _ where Base64.isWhiteSpace(byte): scanner.place += 1
            default:
                let word = word(&scanner)
                if current == nil {
                    let position = scanner.nextPosition(of: start)
                    current = Line(position: position, isIndented: position.column > 1)
                }
                current?.words.append(word)
            }
        }
        if let line = current { result.append(line) }
        return result
    }

    /// Reads a word or a string in quotes, in which semicolons and parentheses have no meaning.
    private static func word(_ scanner: inout TextScanner) -> String {
        let start = scanner.place
        if scanner.peek() == UInt8(ascii: "\"") {
            scanner.place += 1
            while let byte = scanner.peek(), byte != 0x0a {
                scanner.place += byte == UInt8(ascii: "\\") && scanner.peek(1) != nil ? 2 : 1
                if byte == UInt8(ascii: "\"") { break }
            }
        } else {
            while let byte = scanner.peek(), !Base64.isWhiteSpace(byte), !"();\"".utf8.contains(byte) {
                let isEscape = byte == UInt8(ascii: "\\") && scanner.peek(1).map { $0 > 0x20 } == true
                scanner.place += isEscape ? 2 : 1
            }
        }
        return String(decoding: scanner.bytes[start..<scanner.place], as: UTF8.self)
    }
}
