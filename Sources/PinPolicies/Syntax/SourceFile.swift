import DERKit
import SPKIHash

/// A file of source code: its tokens, which brackets belong together, and the constants that are in it.
final class SourceFile {
    let scanner: TextScanner
    let tokens: [SourceToken]
    let language: SourceLanguage
    /// For the place of each opening parenthesis or brace that of its closing one.
    let ends: [Int: Int]
    let declarations: SourceDeclarations
    /// Where code does not always run.
    private(set) lazy var conditions = SourceConditions(self)
    /// Values of constants by the place where they begin; nil for one that is not known, or is being read: none is a
    /// part of itself.
    private var values: [Int: SourceValue?] = [:]
    /// How many constants are being read, each for the one before it.
    private var depth = 0
    /// How much of the values of constants may still be read: a short text can ask for much by naming a constant
    /// again and again.
    private var budget: Int

    /// - Throws: ``PolicyError`` for a text or comment without its end.
    init(_ text: [UInt8], _ language: SourceLanguage) throws(PolicyError) {
        let tokens = try SourceToken.read(
            text, nestsComments: language == .kotlin || language == .swift, language: language)
        scanner = TextScanner(text)
        self.tokens = tokens
        self.language = language
        ends = SourceFile.endsOfBrackets(tokens)
        declarations = SourceDeclarations(tokens, ends, language)
        budget = 100 * tokens.count + 10_000
    }

    /// Counts work against what a file of this length may cost.
    ///
    /// - Throws: ``PolicyError``, `limit`.
    func spend(_ count: Int) throws(PolicyError) {
        budget -= min(count, budget + 1)
        guard budget >= 0 else {
            throw PolicyError(
                .limit, "the constants of the file expand to too much text", hint: "split the file")
        }
    }

    /// Reads the literal that begins at `tokens[place]`, and moves `place` past it.
    ///
    /// - Throws: ``PolicyError`` if no literal is there.
    func value(at place: inout Int) throws(PolicyError) -> SourceValue {
        var reader = SourceValueReader(self, at: place)
        let value = try reader.value()
        place = reader.place
        return value
    }

    /// The value of the constant that a name stands for at `place`; nil if the file does not say it.
    func constant(_ path: ArraySlice<String>, at place: Int) throws(PolicyError) -> SourceValue? {
        var result: SourceValue?
        for start in declarations.starts(of: path, at: place) {
            guard let value = try value(ofConstantAt: start) else { return nil }
            if let result, !result.isSameText(as: value) { return nil }
            result = value
        }
        if let result { try spend(result.size) }
        return result
    }

    private func value(ofConstantAt start: Int) throws(PolicyError) -> SourceValue? {
        if let known = values[start] { return known }
        values[start] = .some(nil)
        guard depth < 32 else { return nil }
        depth += 1
        defer { depth -= 1 }
        var place = start
        let value: SourceValue
        do throws(PolicyError) {
            value = try self.value(at: &place)
        } catch {
            guard error.code != .limit else { throw error }
            return nil
        }
        try spend(value.size)
        // What goes on after the literal is more than it.
        let isWhole =
            !tokens.indices.contains(place) || [";", "}", ","].contains(tokens[place].text)
            || tokens[place].line > tokens[max(start, place - 1)].line
        guard isWhole, value.size < SourceValue.largest,
            value.string != nil || value.array != nil || value.entries != nil
        else { return nil }
        values[start] = value
        return value
    }

    func isSign(_ place: Int, _ sign: String) -> Bool {
        tokens.indices.contains(place) && tokens[place].isSign(sign)
    }

    func isWord(_ place: Int, _ word: String) -> Bool {
        tokens.indices.contains(place) && tokens[place].isWord(word)
    }

    func isWord(_ place: Int) -> Bool { tokens.indices.contains(place) && tokens[place].kind == .word }

    private static func endsOfBrackets(_ tokens: [SourceToken]) -> [Int: Int] {
        var parentheses: [Int] = []
        var braces: [Int] = []
        var ends: [Int: Int] = [:]
        for (place, token) in tokens.enumerated() where token.kind == .sign {
            switch token.text {
            case "(": parentheses.append(place)
            case "{": braces.append(place)
            case ")": if let start = parentheses.popLast() { ends[start] = place }
            case "}": if let start = braces.popLast() { ends[start] = place }
            default: break
            }
        }
        return ends
    }
}

extension SourceValue {
    /// The size from which on a value is not a constant of a policy.
    fileprivate static let largest = 10_000

    /// The number of values that this one is made of, as far as ``largest``.
    fileprivate var size: Int {
        var count = 0
        var rest = [self]
        while count < SourceValue.largest, let next = rest.popLast() {
            count += 1
            if let values = next.array { rest += values }
            for (key, value) in next.entries ?? [] { rest += [key, value] }
            for (_, value) in next.arguments ?? [] { rest.append(value) }
        }
        return count
    }

    /// True if both are the same text.
    fileprivate func isSameText(as other: SourceValue) -> Bool {
        string.map { $0.text == other.string?.text } ?? false
    }
}
