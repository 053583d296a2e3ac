import SPKIHash

/// The constants that a source file declares: `const val` and `val` in Kotlin, `static final` in Java, `let`
/// in Swift, `const` and `#define` in Objective-C, `const` and `final` elsewhere. A variable has no known
/// value, and neither does a name that a parameter or variable hides.
struct SourceDeclarations {
    /// A constant: the start of its value, and the brace around its declaration, or -1 for the file itself.
    private struct Constant {
        let start: Int
        let scope: Int
    }

    private let tokens: [SourceToken]
    private let ends: [Int: Int]
    private let language: SourceLanguage
    private var constants: [String: [Constant]] = [:]
    /// The ranges where a parameter or a variable hides the constant of the same name.
    private var hidden: [String: [Range<Int>]] = [:]
    /// For each token, the innermost open brace before it.
    private let scopes: [Int]
    /// The names of the types whose bodies begin at the braces.
    private var types: [Int: String] = [:]

    private static let typeKeywords: Set<String> = [
        "class", "object", "enum", "struct", "interface", "extension", "namespace", "protocol", "actor",
    ]
    private static let constantKeywords: Set<String> = [
        "val", "let", "const", "final", "define", "readonly",
    ]
    private static let functionKeywords: Set<String> = ["fun", "func", "init", "constructor", "class"]
    /// The maximum distance from a keyword to the parts of its declaration, in tokens.
    private static let reach = 24

    init(_ tokens: [SourceToken], _ ends: [Int: Int], _ scopes: [Int], _ language: SourceLanguage) {
        self.tokens = tokens
        self.ends = ends
        self.scopes = scopes
        self.language = language
        for place in tokens.indices where tokens[place].isCode("{") { types[place] = typeName(before: place) }
        for place in tokens.indices {
            let token = tokens[place]
            if token.isCode("(") { hideParameters(place) }
            if token.isCode("-") || token.isCode("="), tokens.has(place + 1, ">") { hideArguments(of: place) }
            guard token.kind == .word else { continue }
            if SourceDeclarations.constantKeywords.contains(token.text) {
                declare(place)
            } else {
                hideVariable(place)
            }
        }
    }

    /// Returns the starts of the values that a name may have at `place`; several if it is declared several
    /// times.
    func starts(of path: ArraySlice<String>, at place: Int) -> [Int] {
        // No real file declares a name that often.
        guard let name = path.last, let all = constants[name], all.count <= 100 else { return [] }
        let own: Set<String> = ["this", "self", "Self", "Companion"]
        let qualifiers = path.dropLast().filter { !own.contains($0) }
        guard qualifiers.isEmpty else {
            return all.filter { typeNames(of: $0.scope).suffix(qualifiers.count) == qualifiers[...] }
                .map { $0.start }
        }
        if path.count == 1, hidden[name]?.contains(where: { $0.contains(place) }) == true { return [] }
        let visible = all.filter { scopeRange(visibility(of: $0.scope)).contains(place) }
        // Of the scopes around a place, the one that begins last is the innermost.
        let innermost = visible.map { visibility(of: $0.scope) }.max()
        return visible.filter { visibility(of: $0.scope) == innermost }.map { $0.start }
    }

    // MARK: Scopes

    /// Returns the name of the type whose body begins at a brace: empty for a companion object, `nil` for any
    /// other block.
    private func typeName(before brace: Int) -> String? {
        var place = brace - 1
        while place >= 0, place > brace - SourceDeclarations.reach {
            let token = tokens[place]
            if token.kind == .sign, [";", "{", "}"].contains(token.text) { return nil }
            if token.kind == .word, SourceDeclarations.typeKeywords.contains(token.text) {
                if place > 0, tokens[place - 1].isCode("companion") { return "" }
                return tokens[place + 1].kind == .word ? tokens[place + 1].text : nil
            }
            place -= 1
        }
        return nil
    }

    /// Returns the scope in which a declaration in `scope` is visible without qualification; for a companion
    /// object, that of its class.
    private func visibility(of scope: Int) -> Int {
        scope >= 0 && types[scope] == "" ? scopes[scope] : scope
    }

    private func typeNames(of scope: Int) -> [String] {
        var names: [String] = []
        var scope = scope
        for _ in 0..<SourceDeclarations.reach where scope >= 0 {
            if let name = types[scope], !name.isEmpty { names.insert(name, at: 0) }
            scope = scopes[scope]
        }
        return names
    }

    // MARK: Declarations

    /// Finds the name and the value after a keyword for constants.
    private mutating func declare(_ keyword: Int) {
        if tokens[keyword].text == "define" {
            // A macro with parameters is not a constant.
            guard tokens.has(keyword - 1, "#"), tokens.isWord(keyword + 1), keyword + 2 < tokens.count,
                !tokens.has(keyword + 2, "("), tokens[keyword + 2].line == tokens[keyword].line
            else { return }
            constants[tokens[keyword + 1].text, default: []].append(Constant(start: keyword + 2, scope: -1))
            return
        }
        var name: Int?
        var generics = 0
        for place in (keyword + 1)..<min(keyword + SourceDeclarations.reach, tokens.count) {
            let token = tokens[place]
            if token.kind == .word {
                // `const val`, `final var`: the next keyword declares the constant.
                if SourceDeclarations.constantKeywords.contains(token.text), name == nil { return }
                if !(name.map { tokens.has($0 + 1, ":") } ?? false) { name = place }
                continue
            }
            switch token.text {
            case "<": generics += 1
            case ">": generics -= 1
            case ",": if generics == 0 { return }
            case "=":
                guard let name, !tokens.has(place + 1, "="), place + 1 < tokens.count else { return }
                constants[tokens[name].text, default: []].append(
                    Constant(start: place + 1, scope: scopes[keyword]))
                return
            case ";", "{", "}", "(", ")": return
            default: break
            }
        }
    }

    /// Hides the name in `var NAME` or an assignment, which has no single value.
    private mutating func hideVariable(_ place: Int) {
        let name = tokens[place].text
        if tokens.has(place - 1, "var") {
            hide(name, scopeRange(scopes[place]))
        } else if tokens.has(place + 1, "="), !tokens.has(place + 2, "="), !tokens.has(place + 2, ">"),
            isStatement(place)
        {
            hide(name, 0..<tokens.count)
        } else if tokens.has(place + 1, "in"), tokens.has(place - 1, "for") || tokens.has(place - 1, "(") {
            hide(name, place..<endOfBody(behind: place))
        }
    }

    /// Returns whether an assignment begins here: at the start of a line, or after a statement or a type.
    private func isStatement(_ place: Int) -> Bool {
        guard place > 0 else { return true }
        let before = tokens[place - 1]
        if before.kind == .word {
            let isConstant = tokens[max(0, place - 6)..<place].contains {
                $0.kind == .word && SourceDeclarations.constantKeywords.contains($0.text)
            }
            return !isConstant && before.line == tokens[place].line
        }
        return [";", "{", "}"].contains(before.text)
            || before.line < tokens[place].line && ![",", "("].contains(before.text)
    }

    /// Hides the parameters of a function whose declaration has its parentheses at `open`.
    private mutating func hideParameters(_ open: Int) {
        guard let close = ends[open], close > open + 1 else { return }
        let keywords = tokens[max(0, open - 6)..<open]
        let isFunction = keywords.contains {
            $0.kind == .word && SourceDeclarations.functionKeywords.contains($0.text)
        }
        let isJava =
            language == .java && (tokens.has(close + 1, "{") || tokens.has(close + 1, "throws"))
            || language.hasSingleQuotes && isParameterList(open, close)
        guard isFunction || isJava else { return }
        let range = open..<endOfBody(behind: close)
        for place in (open + 1)..<min(close, open + 200) where tokens[place].kind == .word {
            let isTyped = !isJava && tokens.has(place + 1, ":")
            let isLast =
                isJava && (tokens.has(place + 1, ",") || place + 1 == close || tokens.has(place + 1, ":"))
            if isTyped || isLast { hide(tokens[place].text, range) }
        }
    }

    /// Returns whether parentheses in Dart or JavaScript are the parameters of a function with a body.
    private func isParameterList(_ open: Int, _ close: Int) -> Bool {
        let statements: Set<String> = ["if", "for", "while", "switch", "catch"]
        if open > 0, tokens[open - 1].kind == .word, statements.contains(tokens[open - 1].text) {
            return false
        }
        return tokens.has(close + 1, "{") || tokens.has(close + 1, "async")
            || tokens.has(close + 1, "=", ">")
    }

    /// Hides the arguments of a closure, before its arrow.
    private mutating func hideArguments(of arrow: Int) {
        var place = arrow - 1
        while place >= 0, place > arrow - SourceDeclarations.reach {
            if tokens[place].kind == .word {
                hide(tokens[place].text, place..<max(place, scopeRange(scopes[place]).upperBound))
            } else if ![",", "(", ")", ":"].contains(tokens[place].text) {
                return
            }
            place -= 1
        }
    }

    private mutating func hide(_ name: String, _ range: Range<Int>) {
        // After this many places, the name counts as unknown everywhere.
        if hidden[name, default: []].count < 100 {
            hidden[name, default: []].append(range)
        } else {
            hidden[name] = [0..<tokens.count]
        }
    }

    private func scopeRange(_ scope: Int) -> Range<Int> {
        scope < 0 ? 0..<tokens.count : scope..<max(scope, ends[scope] ?? tokens.count)
    }

    /// Returns the end of the block after a declaration or, without one, of the enclosing block.
    private func endOfBody(behind place: Int) -> Int {
        for brace in place..<min(place + SourceDeclarations.reach, tokens.count) {
            if tokens[brace].isCode("{") { return max(brace, ends[brace] ?? tokens.count) }
            if tokens[brace].isCode(";") || tokens[brace].isCode("}") { break }
        }
        return max(place, scopeRange(scopes[place]).upperBound)
    }
}
