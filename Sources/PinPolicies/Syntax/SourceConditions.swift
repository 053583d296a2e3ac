import DERKit

/// The code in a source file that does not always run: after `if` and `else`, in the branches of `when` and
/// `switch`, after `?` of a ternary and `?:`, after `&&` and `||` in JavaScript, between `#if` and `#endif`, and
/// after an `if` that returns in some builds.
struct SourceConditions {
    /// The ranges in order, without nesting.
    private var ranges: [Range<Int>] = []

    /// - Parameter isOfBuilds: true for only the conditions that name a kind of build, such as `__DEV__`.
    init(_ file: SourceFile, ofBuilds isOfBuilds: Bool) {
        var directives: [Int] = []
        var found: [Range<Int>] = []
        var braces: [Int] = []
        // Nested conditions add nothing and are skipped, so that no token is examined repeatedly.
        var end = 0
        for place in file.tokens.indices {
            if file.has(place, "{") { braces.append(place) }
            if file.has(place, "}") { _ = braces.popLast() }
            if file.has(place - 1, "#") {
                SourceConditions.follow(file.tokens[place].text, place, file, &directives, &found)
            } else if place >= end, !isOfBuilds || SourceConditions.namesBuild(place, file),
                let last = SourceConditions.end(ofConditionAt: place, file)
            {
                found.append(place..<max(place, last))
                end = last
                guard SourceConditions.namesBuild(place, file), SourceConditions.returns(place..<last, file)
                else { continue }
                // The rest of the function runs in the other builds only.
                end = braces.last.flatMap { file.ends[$0] } ?? file.tokens.count
                found.append(place..<max(place, end))
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
            let isOperator =
                file.language == .javaScript
                && (file.has(place - 1, "&", "&") || file.has(place - 1, "|", "|"))
            return isOperator || isTernary(place, file) ? endOfStatement(from: place + 1, file) : nil
        }
        guard token.kind == .word, !file.has(place - 1, ".") else { return nil }
        switch token.text {
        case "if", "guard":
            let body = file.has(place + 1, "(") ? (file.ends[place + 1] ?? place) + 1 : place + 1
            var end = endOfBranch(from: body, file)
            // The other branch depends on the same condition.
            let next = file.has(end, "}") || file.has(end, ";") ? end + 1 : end
            if file.has(next, "else") { end = endOfBranch(from: next + 1, file) }
            return end
        case "else": return endOfBranch(from: place + 1, file)
        case "when", "switch": return brace(from: place + 1, file).map { file.ends[$0] ?? file.tokens.count }
        default: return nil
        }
    }

    /// The words of conditions that tell builds apart, besides those with "debug" in them.
    private static let buildWords: Set<String> = [
        "__DEV__", "NODE_ENV", "BuildConfig", "kReleaseMode", "kProfileMode", "fromEnvironment", "Platform",
    ]

    /// Returns whether the condition at a place names a kind of build.
    private static func namesBuild(_ place: Int, _ file: SourceFile) -> Bool {
        let token = file.tokens[place]
        let begins = ["if", "guard", "when", "switch", "?", "&", "|"].contains(token.text)
        return token.kind != .string && begins
            && words(ofConditionAt: place, file).contains { (word) in
                buildWords.contains(word) || word.lowercased().containsText("debug")
            }
    }

    /// Returns the words of a condition: after a keyword, up to the body; before an operator, back to the start of the
    /// expression.
    private static func words(ofConditionAt place: Int, _ file: SourceFile) -> [String] {
        var places: [Int] = []
        if file.tokens[place].kind == .word {
            let end = file.has(place + 1, "(") ? file.ends[place + 1] : nil
            let limit = min(end ?? file.tokens.count, place + longestCondition, file.tokens.count)
            places = (min(place + 1, limit)..<limit).prefix { end != nil || !file.has($0, "{") }
        } else {
            for before in stride(from: place - 1, through: max(0, place - 16), by: -1) {
                guard ![";", "{", "}", ",", ":", "?"].contains(file.tokens[before].text) else { break }
                places.append(before)
            }
        }
        return places.map { file.tokens[$0] }.filter { $0.kind == .word }.map { $0.text }
    }

    /// Returns whether a conditional statement returns from the function around it.
    private static func returns(_ range: Range<Int>, _ file: SourceFile) -> Bool {
        guard file.has(range.lowerBound, "if") || file.has(range.lowerBound, "guard") else { return false }
        let brace = brace(from: range.lowerBound, file).flatMap { range.contains($0) ? $0 : nil }
        var place = brace ?? range.lowerBound
        while place < range.upperBound {
            if file.has(place, "return") { return true }
            place = place == brace ? place + 1 : (file.ends[place] ?? place) + 1
        }
        return false
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
