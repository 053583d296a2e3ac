/// The master file of a zone, RFC 1035 section 5.1, as far as it says whose records there are.
enum ZoneFile {
    /// A record, or what else stands between two ends of lines.
    struct Entry {
        /// The line that it begins on, from 1.
        let line: Int
        /// The name that the record is about, with the origin behind it where that is known; nil where there is none.
        let owner: String?
        /// True where the name has no dot at its end, and no origin is known.
        let isRelative: Bool
        /// All words, the name among them where it is written.
        let fields: [Substring]
        /// The last comment.
        let comment: String?
    }

    /// The entries that are no directive, in their order: a line each, or several where parentheses hold them together.
    /// `$ORIGIN` counts for the names behind it that have no dot at their end; a line that begins with white space has
    /// the name of the one before it, unless a service follows, which is a line that somebody has indented.
    static func entries(_ text: String) -> [Entry] {
        var origin = ""
        var owner: String?
        var isRelative = false
        var result: [Entry] = []
        for (number, line, comment) in lines(text) {
            let fields = line.split(whereSeparator: { $0.isWhitespace })
            guard let first = fields.first else { continue }
            switch first.uppercased() {
            // No name is longer than 255 octets, RFC 1035 section 2.3.4: what is cut is none.
            case "$ORIGIN": origin = fields.count > 1 ? String(fields[1].prefix(256)) : ""
            case "$TTL": break
            default:
                if line.first?.isWhitespace == false || first.first == "_" {
                    owner = first == "@" ? origin : first.last == "." ? String(first) : "\(first).\(origin)"
                    isRelative = first.last != "." && origin.isEmpty
                }
                result.append(
                    Entry(
                        line: number, owner: owner, isRelative: isRelative, fields: fields, comment: comment))
            }
        }
        return result
    }

    private static func lines(_ text: String) -> [(number: Int, line: String, comment: String?)] {
        var result: [(number: Int, pieces: [String], comment: String?)] = []
        var isOpen = false
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
        for (index, line) in lines.enumerated() {
            let parts = line.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let content = String((parts.first ?? "").map { $0 == "(" || $0 == ")" ? " " : $0 })
            let comment = parts.count > 1 ? String(parts[1]) : nil
            if isOpen, !result.isEmpty {
                result[result.count - 1].pieces.append(content)
                if let comment { result[result.count - 1].comment = comment }
            } else {
                result.append((index + 1, [content], comment))
            }
            for character in parts.first ?? "" where character == "(" || character == ")" {
                isOpen = character == "("
            }
        }
        return result.map { ($0.number, $0.pieces.joined(separator: " "), $0.comment) }
    }
}
