import DERKit
import SPKIHash

/// A file of source code: its tokens, matching brackets, and constants.
final class SourceFile {
    let scanner: TextScanner
    let tokens: [SourceToken]
    let language: SourceLanguage
    /// The place of the closing bracket for the place of each opening parenthesis or brace.
    let ends: [Int: Int]
    let declarations: SourceDeclarations
    /// The code that does not always run.
    private(set) lazy var conditions = SourceConditions(self, ofBuilds: false)
    /// The code that only some builds run.
    private(set) lazy var conditionsOfBuilds = SourceConditions(self, ofBuilds: true)
    /// Values of constants by the place where they begin; `nil` if unknown or currently being read, because no
    /// constant contains itself.
    private var values: [Int: SourceValue?] = [:]
    /// The number of constants being read, each as part of the previous one.
    private var depth = 0
    /// The remaining budget for expanding constants: short text can expand to a lot by repeating a constant.
    private var budget: Int

    init(_ text: [UInt8], _ language: SourceLanguage) throws(PolicyError) {
        let tokens = try SourceToken.read(text, language)
        scanner = TextScanner(text)
        self.tokens = tokens
        self.language = language
        let scopes: [Int]
        (ends, scopes) = SourceFile.brackets(tokens)
        declarations = SourceDeclarations(tokens, ends, scopes, language)
        budget = 100 * tokens.count + 10_000
    }

    /// Counts work against the budget for a file of this length.
    func spend(_ count: Int) throws(PolicyError) {
        budget -= min(count, budget + 1)
        guard budget >= 0 else {
            throw PolicyError(
                .limit, "the constants of the file expand to too much text", hint: "split the file")
        }
    }

    func value(at place: Int) throws(PolicyError) -> SourceValue {
        var place = place
        return try value(at: &place)
    }

    /// Reads the literal that begins at `tokens[place]`, and moves `place` past it.
    func value(at place: inout Int) throws(PolicyError) -> SourceValue {
        var reader = SourceValueReader(self, at: place)
        let value = try reader.value()
        place = reader.place
        return value
    }

    /// Returns the value of the constant that a name refers to at `place`, or `nil` if the file does not define
    /// it.
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
        // If the expression continues after the literal, the literal is not its value.
        let isWhole =
            !tokens.indices.contains(place) || [";", "}", ","].contains(tokens[place].text)
            || tokens[place].line > tokens[max(start, place - 1)].line
        guard isWhole, value.size < SourceValue.largest,
            value.string != nil || value.array != nil || value.entries != nil
        else { return nil }
        values[start] = value
        return value
    }

    /// Returns the place where the value of a constant in Swift begins.
    func startOfConstant(_ name: String) -> Int? {
        guard let start = tokens.indices.first(where: { has($0, "let", name) }),
            let equals = tokens[start...].firstIndex(where: { $0.isCode("=") }), equals + 1 < tokens.count
        else { return nil }
        return equals + 1
    }

    func has(_ place: Int, _ text: String) -> Bool { tokens.has(place, text) }

    func has(_ place: Int, _ first: String, _ second: String) -> Bool { tokens.has(place, first, second) }

    func isWord(_ place: Int) -> Bool { tokens.isWord(place) }

    /// Returns the closing parentheses and braces, and for each token the innermost open brace before it.
    private static func brackets(_ tokens: [SourceToken]) -> (ends: [Int: Int], scopes: [Int]) {
        var parentheses: [Int] = []
        var braces: [Int] = []
        var ends: [Int: Int] = [:]
        var scopes: [Int] = []
        for (place, token) in tokens.enumerated() {
            if token.isCode("}"), let start = braces.popLast() { ends[start] = place }
            scopes.append(braces.last ?? -1)
            guard token.kind == .sign else { continue }
            switch token.text {
            case "(": parentheses.append(place)
            case "{": braces.append(place)
            case ")": if let start = parentheses.popLast() { ends[start] = place }
            default: break
            }
        }
        return (ends, scopes)
    }
}

extension SourceValue {
    /// The size above which a value is not a constant of a policy.
    fileprivate static let largest = 10_000

    /// The number of values that this one consists of, up to ``largest``.
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

    fileprivate func isSameText(as other: SourceValue) -> Bool {
        string.map { $0.text == other.string?.text } ?? false
    }
}
