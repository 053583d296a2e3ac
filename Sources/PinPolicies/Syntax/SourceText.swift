import DERKit

/// A programming language, as far as its string literals differ from others.
enum SourceLanguage {
    case kotlin, java, swift, objectiveC, dart
    /// JavaScript, TypeScript and JSON.
    case javaScript

    /// A Boolean value that indicates whether comments may be nested; otherwise, the first `*/` ends a comment.
    var nestsComments: Bool { self == .kotlin || self == .swift || self == .dart }
    /// A Boolean value that indicates whether single quotes delimit strings rather than characters.
    var hasSingleQuotes: Bool { self == .dart || self == .javaScript }
    /// A Boolean value that indicates whether indentation is removed from strings in triple quotes.
    fileprivate var trimsBlocks: Bool { self == .java || self == .swift }
}

/// The delimiters of a string literal, and the rules for its contents.
struct SourceQuotes {
    let closing: [UInt8]
    /// A Boolean value that indicates whether the string may have several lines.
    let isBlock: Bool
    /// A Boolean value that indicates whether a backslash begins an escape.
    let hasEscapes: Bool
    let expression: Expression

    enum Expression {
        case none
        /// `$name` and `${…}`.
        case dollar
        /// Only `${…}`.
        case braces
        /// `\(…)`.
        case backslash
    }

    /// The quotes of a language.
    ///
    /// - Parameters:
    ///   - quote: the first of them.
    ///   - isBlock: true for three of them, or a backtick.
    ///   - isRaw: true for text without escapes.
    init(_ quote: UInt8, _ language: SourceLanguage, isBlock: Bool, isRaw: Bool = false) {
        let isBacktick = quote == UInt8(ascii: "`")
        closing = [UInt8](repeating: quote, count: isBlock && !isBacktick ? 3 : 1)
        self.isBlock = isBlock
        hasEscapes = !isRaw && (!isBlock || language != .kotlin && language != .objectiveC)
        expression =
            switch language {
            case .kotlin: .dollar
            case .dart: isRaw ? .none : .dollar
            case .javaScript: isBacktick ? .braces : .none
            case .swift: .backslash
            case .java, .objectiveC: .none
            }
    }
}

/// The value of a string literal, with escapes resolved and the indentation of a text block removed.
struct SourceText {
    /// A piece of the text.
    enum Part: Hashable {
        case text(String)
        /// The name of an interpolated value, split at the dots.
        case name(ArraySlice<String>)
        /// Any other expression.
        case unknown
    }

    private(set) var parts: [Part] = []
    private var octets: [UInt8] = []

    /// The text, without interpolated values.
    var text: String {
        var text = ""
        for case .text(let part) in parts { text += part }
        return text
    }

    /// The maximum length of an interpolated expression, so that no text is examined repeatedly.
    private static let longestExpression = 200

    /// - Parameter raw: the text between the quotes; `isBlock` is true for triple quotes.
    init(_ raw: ArraySlice<UInt8>, _ language: SourceLanguage, _ quotes: SourceQuotes) {
        var raw = raw
        if quotes.isBlock, language.trimsBlocks { raw = SourceText.withoutIndentation(raw, language)[...] }
        var place = raw.startIndex
        while place < raw.endIndex {
            if let end = SourceText.endOfExpression(raw, place, quotes.expression) {
                finishText()
                parts.append(SourceText.name(raw[place..<end]))
                place = end
            } else if quotes.hasEscapes, raw[place] == UInt8(ascii: "\\"), place + 1 < raw.endIndex {
                place = escape(raw, place + 1)
            } else {
                octets.append(raw[place])
                place += 1
            }
        }
        finishText()
    }

    private mutating func finishText() {
        if !octets.isEmpty { parts.append(.text(String(decoding: octets, as: UTF8.self))) }
        octets = []
    }

    /// Returns the end of the expression at `place`, `$name`, `${…}` or `\(…)`, or `nil`.
    static func endOfExpression(
        _ text: ArraySlice<UInt8>, _ place: Int, _ expression: SourceQuotes.Expression
    ) -> Int? {
        guard expression != .none, place + 1 < text.endIndex else { return nil }
        let next = text[place + 1]
        guard expression != .backslash else {
            return text[place] == UInt8(ascii: "\\") && next == UInt8(ascii: "(")
                ? closing(text, place + 1, UInt8(ascii: ")")) : nil
        }
        guard text[place] == UInt8(ascii: "$") else { return nil }
        if next == UInt8(ascii: "{") { return closing(text, place + 1, UInt8(ascii: "}")) }
        guard expression == .dollar, isWordCharacter(next), !(0x30...0x39).contains(next) else { return nil }
        return text[(place + 1)...].firstIndex { !isWordCharacter($0) } ?? text.endIndex
    }

    /// Returns the place after the bracket that closes the one at `place`, which must be on the same line.
    private static func closing(_ text: ArraySlice<UInt8>, _ place: Int, _ bracket: UInt8) -> Int? {
        var depth = 0
        for index in place..<min(place + longestExpression, text.endIndex) {
            if text[index] == 0x0a { return nil }
            if text[index] == text[place] { depth += 1 }
            if text[index] == bracket {
                depth -= 1
                if depth == 0 { return index + 1 }
            }
        }
        return nil
    }

    private static func name(_ expression: ArraySlice<UInt8>) -> Part {
        let name = expression.filter { isWordCharacter($0) || $0 == UInt8(ascii: ".") }
        // The characters around a name: one or three.
        let signs = expression.count - name.count
        guard signs == 1 || signs == 3, name.last != UInt8(ascii: ".") else { return .unknown }
        let words = name.split(separator: UInt8(ascii: "."))
        return .name(words.map { String(decoding: $0, as: UTF8.self) }[...])
    }

    // MARK: Escapes

    /// Appends the character of the escape whose letter is at `place`, and returns the place after it. A
    /// letter without special meaning is itself.
    private mutating func escape(_ text: ArraySlice<UInt8>, _ place: Int) -> Int {
        switch text[place] {
        case 0x0a: break
        case UInt8(ascii: "n"): octets.append(0x0a)
        case UInt8(ascii: "r"): octets.append(0x0d)
        case UInt8(ascii: "t"): octets.append(0x09)
        case UInt8(ascii: "s"): octets.append(0x20)
        case UInt8(ascii: "u"):
            let rest = text[(place + 1)...]
            let isInBraces = rest.first == UInt8(ascii: "{")
            let digits = rest.dropFirst(isInBraces ? 1 : 0).prefix(isInBraces ? 8 : 4).prefix {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
            }
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            octets += String(code.flatMap(Unicode.Scalar.init) ?? "\u{fffd}").utf8
            return text[digits.endIndex...].first == UInt8(ascii: "}") && isInBraces
                ? digits.endIndex + 1 : digits.endIndex
        default: octets.append(text[place])
        }
        return place + 1
    }

    // MARK: Text blocks

    /// Returns a text block without the indentation that its lines share, Java Language Specification section
    /// 3.10.6, or that of its closing quotes, as in Swift.
    private static func withoutIndentation(
        _ raw: ArraySlice<UInt8>, _ language: SourceLanguage
    ) -> [UInt8] {
        var lines = raw.filter { $0 != 0x0d }.split(separator: 0x0a, omittingEmptySubsequences: false)
        // Only white space may follow the opening quotes.
        guard lines.count > 1 else { return Array(raw) }
        lines.removeFirst()
        func indentation(_ line: ArraySlice<UInt8>) -> Int { line.prefix(while: isBlank).count }
        let last = lines.count - 1
        var shared = indentation(lines[last])
        if language == .java {
            for (index, line) in lines.enumerated() where index == last || !line.allSatisfy(isBlank) {
                shared = min(shared, indentation(line))
            }
        }
        var result: [UInt8] = []
        for (index, line) in lines.enumerated() {
            if index == last, language == .swift { break }
            if index > 0 { result.append(0x0a) }
            var line = line.dropFirst(min(shared, indentation(line)))
            if language == .java { while let end = line.last, isBlank(end) { line.removeLast() } }
            result += line
        }
        return result
    }

    private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }

    /// Returns the text without the indentation that its lines share, like Kotlin's `trimIndent`, which also
    /// drops the first and last lines if they are blank.
    static func trimmingIndent(_ text: String) -> String {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
        let shared = lines.filter { !$0.allSatisfy { $0.isWhitespace } }
            .map { (line) in line.prefix { $0.isWhitespace }.count }.min()
        if lines.last?.allSatisfy({ $0.isWhitespace }) == true { lines.removeLast() }
        if lines.first?.allSatisfy({ $0.isWhitespace }) == true { lines.removeFirst() }
        return lines.map { $0.dropFirst(shared ?? 0) }.joined(separator: "\n")
    }
}
