/// A literal in source code: what dictionary and array literals of Swift and Objective-C, and calls with
/// literals, are made of.
enum SourceValue {
    /// A text, and the comment behind it.
    case string(String, comment: String?)
    /// A name, `true`, `nil` or a number.
    case word(String)
    case array([SourceValue])
    case dictionary([(key: SourceValue, value: SourceValue)])
    /// A call: the last word of its name, and the arguments.
    case call(String, [(label: String?, value: SourceValue)])

    /// Reads the literal that begins at `tokens[place]`, and moves `place` behind it.
    ///
    /// - Throws: ``PolicyError`` where no literal stands there.
    static func read(
        _ tokens: [SourceToken], at place: inout Int, in scanner: TextScanner
    ) throws(PolicyError) -> SourceValue {
        var reader = SourceValueReader(tokens: tokens, place: place, scanner: scanner)
        let value = try reader.value(depth: 0)
        place = reader.place
        return value
    }

    /// The argument with a label.
    subscript(_ label: String) -> SourceValue? {
        guard case .call(_, let arguments) = self else { return nil }
        return arguments.first { $0.label == label }?.value
    }

    var array: [SourceValue]? {
        switch self {
        case .array(let values): values
        case .dictionary(let entries) where entries.isEmpty: []
        default: nil
        }
    }

    var entries: [(key: SourceValue, value: SourceValue)]? {
        switch self {
        case .dictionary(let entries): entries
        case .array(let values) where values.isEmpty: []
        default: nil
        }
    }

    var string: (text: String, comment: String?)? {
        if case .string(let text, let comment) = self { (text, comment) } else { nil }
    }

    var word: String? { if case .word(let word) = self { word } else { nil } }
}

private struct SourceValueReader {
    let tokens: [SourceToken]
    var place: Int
    let scanner: TextScanner

    private static let deepest = 32
    /// The first characters of operators between two values.
    private static let operators: Set<String> = ["+", "-", "*", "/", "%", "?", "=", "<", ">", "&", "|"]

    private var token: SourceToken? { place < tokens.count ? tokens[place] : nil }

    private func error(_ message: String) -> PolicyError {
        scanner.error(message, at: token?.offset ?? scanner.bytes.count)
    }

    private mutating func take(_ sign: String) -> Bool {
        guard let token, token.isSign(sign) else { return false }
        place += 1
        return true
    }

    mutating func value(depth: Int) throws(PolicyError) -> SourceValue {
        guard depth <= SourceValueReader.deepest else { throw error("brackets nested too deep") }
        guard let token else { throw error("the end where a literal is expected") }
        var value: SourceValue
        switch token.kind {
        case .string:
            place += 1
            value =
                token.hasPlaceholder ? .word("an expression") : .string(token.text, comment: token.comment)
        case .word:
            var name = token.text
            place += 1
            while take(".") {
                guard let part = self.token, part.kind == .word else { throw error("a name after the dot") }
                name = part.text
                place += 1
            }
            value = take("(") ? .call(name, try arguments(depth: depth)) : .word(name)
        case .sign:
            if take("{") {
                value = try list(depth: depth, until: "}")
            } else if take("[") {
                value = try list(depth: depth, until: "]")
            } else if take("(") {
                value = try self.value(depth: depth + 1)
                guard take(")") else { throw error("')' is expected") }
            } else {
                throw error("'\(displayed(token.text))' where a literal is expected")
            }
        }
        // Members of the value, as in [...].af.publicKeys, forced unwrapping and its type say nothing here.
        while true {
            if take("!") { continue }
            if let token = self.token, token.isWord("as") {
                try skipType()
                continue
            }
            if let token = self.token, token.kind == .sign, SourceValueReader.operators.contains(token.text) {
                skipExpression()
                return .word("an expression")
            }
            guard take(".") else { return value }
            guard let part = self.token, part.kind == .word else { throw error("a name after the dot") }
            place += 1
        }
    }

    /// Moves to the comma or bracket that ends what a literal is only a part of.
    private mutating func skipExpression() {
        var open = 0
        while let token {
            if token.kind == .sign {
                switch token.text {
                case "(", "[", "{": open += 1
                case ")", "]", "}": open -= 1
                default: break
                }
                if open < 0 || open == 0 && token.text == "," { return }
            }
            place += 1
        }
    }

    /// What follows a receiver in a message of Objective-C, `[NSNumber numberWithBool:YES]`, up to its bracket.
    private mutating func message(to receiver: SourceValue, depth: Int) throws(PolicyError) -> SourceValue {
        var arguments: [(label: String?, value: SourceValue)] = []
        while let token, token.kind == .word {
            place += 1
            guard take(":") else { continue }
            arguments.append((token.text, try value(depth: depth + 1)))
            while take(",") { arguments.append((nil, try value(depth: depth + 1))) }
        }
        guard take("]") else { throw error("']' is expected") }
        return .call(receiver.word ?? "an expression", arguments)
    }

    /// Moves past `as` and a type: a name, or brackets with what is in them.
    private mutating func skipType() throws(PolicyError) {
        place += 1
        var open = 0
        repeat {
            guard let token else { throw error("the end where a type is expected") }
            if token.isSign("[") { open += 1 }
            if token.isSign("]") { open -= 1 }
            place += 1
        } while open > 0
    }

    private mutating func arguments(depth: Int) throws(PolicyError) -> [(label: String?, value: SourceValue)]
    {
        var result: [(label: String?, value: SourceValue)] = []
        while !take(")") {
            var label: String?
            if let token, token.kind == .word, place + 1 < tokens.count, tokens[place + 1].isSign(":") {
                label = token.text
                place += 2
            }
            result.append((label, try value(depth: depth + 1)))
            guard take(",") || token?.isSign(")") == true else { throw error("',' or ')' is expected") }
        }
        return result
    }

    private mutating func list(depth: Int, until end: String) throws(PolicyError) -> SourceValue {
        if take(end) { return .array([]) }
        if take(":") {
            guard take(end) else { throw error("'\(end)' is expected") }
            return .dictionary([])
        }
        var values: [SourceValue] = []
        var entries: [(key: SourceValue, value: SourceValue)] = []
        while !take(end) {
            let first = try value(depth: depth + 1)
            if end == "]", values.isEmpty, entries.isEmpty, token?.kind == .word {
                return try message(to: first, depth: depth)
            }
            if take(":") {
                entries.append((first, try value(depth: depth + 1)))
            } else {
                values.append(first)
            }
            guard take(",") || token?.isSign(end) == true else {
                throw error("',' or '\(end)' is expected")
            }
        }
        guard values.isEmpty || entries.isEmpty else { throw error("values with and without a key") }
        return entries.isEmpty ? .array(values) : .dictionary(entries)
    }
}
