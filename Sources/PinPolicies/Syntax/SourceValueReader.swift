import DERKit
import SPKIHash

/// Reads a value, and applies known operators and methods to it.
struct SourceValueReader {
    let file: SourceFile
    var place: Int

    init(_ file: SourceFile, at place: Int) {
        self.file = file
        self.place = place
    }

    private var tokens: [SourceToken] { file.tokens }
    private static let deepest = 32
    /// The first characters of operators between two values.
    private static let operators: Set<String> = ["+", "-", "*", "/", "%", "?", "=", "<", ">", "&", "|"]
    /// Functions that return the list of their arguments.
    private static let listMakers: Set<String> = [
        "listOf", "arrayOf", "setOf", "mutableListOf", "arrayListOf", "List.of", "Set.of", "Arrays.asList",
        "Collections.singletonList", "Array", "Set",
    ]
    /// Functions whose value is their argument.
    private static let wrappers: Set<String> = ["Object.freeze", "List.unmodifiable", "Map.unmodifiable"]
    /// Methods that leave a list unchanged.
    private static let listMethods: Set<String> = [
        "toTypedArray", "toList", "toSet", "toArray", "asList", "af", "publicKeys", "copy",
    ]

    var token: SourceToken? { tokens.indices.contains(place) ? tokens[place] : nil }

    func error(_ message: String) -> PolicyError {
        // The token knows its position; counting lines from the start each time would take quadratic time.
        PolicyError(.syntax, message, position: token?.position ?? tokens.last?.position)
    }

    func isNext(_ sign: String) -> Bool { token?.isCode(sign) == true }

    mutating func take(_ sign: String) -> Bool {
        guard isNext(sign) else { return false }
        place += 1
        return true
    }

    mutating func value(depth: Int = 0) throws(PolicyError) -> SourceValue {
        guard depth <= SourceValueReader.deepest else { throw error("brackets nested too deeply") }
        var value = try part(depth: depth)
        while let token, token.kind == .sign, SourceValueReader.operators.contains(token.text) {
            guard token.text == "+" else {
                try skipExpression()
                return SourceValue(kind: .word(SourceValue.expression), position: value.position)
            }
            place += 1
            let next = try part(depth: depth)
            try file.spend((value.array?.count ?? 0) + 1)
            value = value.adding(next)
        }
        return value
    }

    /// Reads a value between two operators, with its members and its type.
    private mutating func part(depth: Int) throws(PolicyError) -> SourceValue {
        var value = try operand(depth: depth)
        while true {
            if take("!") { continue }
            if let token, token.isCode("as") || token.isCode("satisfies") && file.language == .javaScript {
                try skipType()
            } else if take(".") {
                guard let method = token, method.kind == .word else {
                    throw error("expected a name after the dot")
                }
                place += 1
                value = try member(method.text, of: value)
            } else if isGroupOnLine {
                try skipGroup()
                value = SourceValue(
                    kind: .word(value.word ?? SourceValue.expression), position: value.position)
            } else {
                return value
            }
        }
    }

    private mutating func operand(depth: Int) throws(PolicyError) -> SourceValue {
        guard let token else { throw error("unexpected end of file; expected a literal") }
        try file.spend(1)
        switch token.kind {
        case .string:
            place += 1
            let kind = try text(token)
            guard file.language == .dart, self.token?.kind == .string else {
                return SourceValue(kind: kind, position: token.position)
            }
            // Adjacent strings in Dart form a single string.
            let rest = try operand(depth: depth)
            return SourceValue(kind: kind, position: token.position).adding(rest)
        case .word: return try named(token, depth: depth)
        case .sign:
            if take("{") { return try list(depth: depth, until: "}", token.position) }
            if take("[") { return try list(depth: depth, until: "]", token.position) }
            if file.language == .dart, isNext("<") {
                try skipTypeArguments()
                return try operand(depth: depth)
            }
            if take("(") {
                let value = try self.value(depth: depth + 1)
                guard take(")") else { throw error("expected ')'") }
                return value
            }
            throw error("unexpected '\(displayed(token.text))'; expected a literal")
        }
    }

    /// Returns a string with its interpolated constants.
    private func text(_ token: SourceToken) throws(PolicyError) -> SourceValue.Kind {
        var text = ""
        for part in token.parts {
            switch part {
            case .text(let piece): text += piece
            case .name(let path):
                guard let piece = try file.constant(path, at: place - 1)?.string?.text else {
                    return .word(SourceValue.expression)
                }
                text += piece
            case .unknown: return .word(SourceValue.expression)
            }
        }
        // The scanner has checked the pieces, but not their boundaries.
        return .string(try file.scanner.checked(text, at: token.offset), comment: token.comment)
    }

    /// Reads a dotted name, a call, or the value of a constant.
    private mutating func named(_ start: SourceToken, depth: Int) throws(PolicyError) -> SourceValue {
        if start.text == "new", file.isWord(place + 1) { place += 1 }
        if file.language == .dart, start.text == "const" {
            place += 1
            return try operand(depth: depth + 1)
        }
        let first = place
        let path = try self.path()
        let name = path.last ?? ""
        let isListMaker =
            SourceValueReader.listMakers.contains(path.suffix(2).joined(separator: "."))
            || SourceValueReader.listMakers.contains(name)
        // The type of the elements does not matter.
        if isListMaker, isNext("<"), tokens.has(place + 2, ">") { place += 3 }
        // `new String[] { … }`
        if tokens.has(place, "[", "]", "{") {
            place += 3
            return try list(depth: depth, until: "}", start.position)
        }
        if isNext("(") {
            // A method of a constant: `PINS.toTypedArray()`.
            if path.count > 1, let receiver = try file.constant(path.dropLast(), at: first) {
                return try member(name, of: receiver.at(start.position))
            }
            return try call(path, isListMaker: isListMaker, depth: depth, start.position)
        }
        if let value = try file.constant(path[...], at: first) {
            // The comment on the constant describes the pin, unless there is one here.
            return value.at(start.position)
        }
        // `PINS.api`, of an object that is a constant.
        if file.language == .javaScript, path.count > 1,
            let entries = try file.constant(path.dropLast(), at: first)?.entries,
            let entry = entries.last(where: { $0.key.string?.text == name })
        {
            return entry.value.at(start.position)
        }
        return SourceValue(kind: .word(name), position: start.position, path: path)
    }

    private mutating func path() throws(PolicyError) -> [String] {
        var path = [tokens[place].text]
        place += 1
        while isNext(".") {
            guard file.isWord(place + 1) else {
                place += 1
                throw error("expected a name after the dot")
            }
            path.append(tokens[place + 1].text)
            place += 2
        }
        return path
    }

    /// Reads a call, from its opening parenthesis on.
    private mutating func call(
        _ path: [String], isListMaker: Bool, depth: Int, _ position: TextPosition
    ) throws(PolicyError) -> SourceValue {
        place += 1
        let arguments = try arguments(depth: depth)
        if SourceValueReader.wrappers.contains(path.suffix(2).joined(separator: ".")), arguments.count == 1 {
            return arguments[0].value.at(position)
        }
        let values = SourceValue.Kind.array(arguments.map { $0.value })
        return SourceValue(
            kind: isListMaker ? values : .call(path.last ?? "", arguments), position: position, path: path)
    }

    /// Returns the value of a member: some members return the same list or the trimmed text; all others are
    /// unknown.
    private mutating func member(_ name: String, of value: SourceValue) throws(PolicyError) -> SourceValue {
        let isCall = isNext("(")
        if isCall { try skipGroup() }
        if value.array != nil, SourceValueReader.listMethods.contains(name) { return value }
        if isCall, case .string(let text, let comment) = value.kind {
            let trimmed: String? =
                switch name {
                case "trimIndent", "stripIndent": SourceText.trimmingIndent(text)
                case "trim", "strip": text.trimmed
                default: nil
                }
            if let trimmed {
                return SourceValue(kind: .string(trimmed, comment: comment), position: value.position)
            }
        }
        if case .call = value.kind, !isCall { return value }
        return SourceValue(kind: .word(isCall ? SourceValue.expression : name), position: value.position)
    }

    /// A Boolean value that indicates whether a bracket is on the line of the preceding token, as for an
    /// index or a closure.
    private var isGroupOnLine: Bool {
        guard let token, place > 0, token.position.line == tokens[place - 1].position.line else {
            return false
        }
        return token.isCode("[") || token.isCode("{") && tokens[place - 1].kind != .string
            || token.isCode("(")
    }

    private mutating func arguments(depth: Int) throws(PolicyError) -> [(label: String?, value: SourceValue)]
    {
        var result: [(label: String?, value: SourceValue)] = []
        while !take(")") {
            var label: String?
            if let token, token.kind == .word, tokens.has(place + 1, ":") {
                label = token.text
                place += 2
            }
            // Kotlin's spread operator puts the elements of a list among the arguments.
            let isSpread = take("*")
            let value = try value(depth: depth + 1)
            if isSpread, let values = value.array {
                try file.spend(values.count)
                result += values.map { (nil, $0) }
            } else {
                result.append((label, value))
            }
            guard take(",") || isNext(")") else { throw error("expected ',' or ')'") }
        }
        return result
    }

    private mutating func list(
        depth: Int, until end: String, _ position: TextPosition
    ) throws(PolicyError) -> SourceValue {
        if take(end) { return SourceValue(kind: .array([]), position: position) }
        if take(":") {
            guard take(end) else { throw error("expected '\(end)'") }
            return SourceValue(kind: .dictionary([]), position: position)
        }
        var values: [SourceValue] = []
        var entries: [(key: SourceValue, value: SourceValue)] = []
        while !take(end) {
            if file.language.hasSingleQuotes, try spread(into: &values, &entries, depth: depth) {
                guard take(",") || isNext(end) else { throw error("expected ',' or '\(end)'") }
                continue
            }
            if file.language == .javaScript, end == "}" {
                entries.append(try property(depth: depth))
                guard take(",") || isNext(end) else { throw error("expected ',' or '\(end)'") }
                continue
            }
            let first = try value(depth: depth + 1)
            if end == "]", values.isEmpty, entries.isEmpty, token?.kind == .word {
                return try message(to: first, depth: depth)
            }
            if take(":") {
                entries.append((first, try value(depth: depth + 1)))
            } else {
                values.append(first)
            }
            guard take(",") || isNext(end) else { throw error("expected ',' or '\(end)'") }
        }
        guard values.isEmpty || entries.isEmpty else {
            throw error("values with and without keys in one list")
        }
        return SourceValue(
            kind: entries.isEmpty ? .array(values) : .dictionary(entries), position: position)
    }
}
