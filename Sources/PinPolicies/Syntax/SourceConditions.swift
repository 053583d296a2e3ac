/// The code in a source file that does not always run: after `if` and `else`, in the branches of `when` and
/// `switch`, after `?` of a ternary and `?:`, and between `#if` and `#endif`.
struct SourceConditions {
    /// The ranges in order, without nesting.
    private var ranges: [Range<Int>] = []

    init(_ file: SourceFile) {
        var directives: [Int] = []
        var found: [Range<Int>] = []
        // Nested conditions add nothing and are skipped, so that no token is examined repeatedly.
        var end = 0
        for place in file.tokens.indices {
            if file.has(place - 1, "#") {
                SourceConditions.follow(file.tokens[place].text, place, file, &directives, &found)
            } else if place >= end, let last = SourceConditions.end(ofConditionAt: place, file) {
                found.append(place..<max(place, last))
                end = last
            }
        }
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, last.upperBound >= range.upperBound { continue }
            ranges.append(range)
        }
    }

    func contains(_ place: Int) -> Bool {
        let next = ranges.firstPlace { $0.upperBound > place }
        return next < ranges.count && ranges[next].contains(place)
    }

    /// Returns the end of the code that depends on the condition at a place, or `nil` if there is no
    /// condition.
    private static func end(ofConditionAt place: Int, _ file: SourceFile) -> Int? {
        let token = file.tokens[place]
        if token.kind == .sign {
            return isTernary(place, file) ? endOfStatement(from: place + 1, file) : nil
        }
        guard token.kind == .word, !file.has(place - 1, ".") else { return nil }
        switch token.text {
        case "if", "guard":
            let body = file.has(place + 1, "(") ? (file.ends[place + 1] ?? place) + 1 : place + 1
            return endOfBranch(from: body, file)
        case "else": return endOfBranch(from: place + 1, file)
        case "when", "switch": return brace(from: place + 1, file).map { file.ends[$0] ?? file.tokens.count }
        default: return nil
        }
    }

    private static func follow(
        _ word: String, _ place: Int, _ file: SourceFile, _ open: inout [Int], _ ranges: inout [Range<Int>]
    ) {
        switch word {
        case "if", "ifdef", "ifndef":
            // An include guard covers the whole header and is not a condition.
            let isGuard = word == "ifndef" && file.has(place + 2, "#") && file.has(place + 3, "define")
            open.append(isGuard ? file.tokens.count : place)
        case "endif": if let start = open.popLast(), start < place { ranges.append(start..<place) }
        default: break
        }
    }

    /// Returns whether a question mark is between values, rather than part of a type or a name.
    private static func isTernary(_ place: Int, _ file: SourceFile) -> Bool {
        guard file.has(place, "?"), place > 0 else { return false }
        if file.has(place + 1, ":") { return true }
        let bytes = file.scanner.bytes
        let offset = file.tokens[place].offset
        guard offset > 0, offset + 1 < bytes.count else { return false }
        let isApart = bytes[offset - 1] <= 0x20 || file.language == .java
        return isApart && !file.has(place - 1, "<") && !file.has(place - 1, ",")
    }

    /// Returns the end of the block or statement that a condition controls.
    private static func endOfBranch(from start: Int, _ file: SourceFile) -> Int {
        if file.has(start, "{") { return file.ends[start] ?? file.tokens.count }
        // In Swift, conditions need no parentheses.
        if file.language == .swift, let brace = brace(from: start, file) {
            return file.ends[brace] ?? file.tokens.count
        }
        return endOfStatement(from: start, file)
    }

    private static let longestCondition = 200

    /// Returns the brace that begins the block of a keyword, skipping brackets before it.
    private static func brace(from start: Int, _ file: SourceFile) -> Int? {
        var place = start
        for _ in 0..<longestCondition where place < file.tokens.count {
            if file.has(place, "{") { return place }
            if file.has(place, ";") || file.has(place, "}") { return nil }
            place = (file.ends[place] ?? place) + 1
        }
        return nil
    }

    /// Returns the end of the statement at a place: a semicolon, a closing bracket of the enclosing code, or
    /// the end of a line that the next line does not continue.
    private static func endOfStatement(from start: Int, _ file: SourceFile) -> Int {
        var place = start
        while place < file.tokens.count {
            let token = file.tokens[place]
            if token.kind == .sign, [";", ")", "]", "}"].contains(token.text) { return place }
            let isContinued = token.isCode(".") || token.isCode("?") || token.isCode(":")
            if place > start, file.language != .java, !isContinued,
                token.line > file.tokens[place - 1].line, !file.has(place - 1, ".")
            {
                return place
            }
            place = (file.ends[place] ?? place) + 1
        }
        return place
    }
}
