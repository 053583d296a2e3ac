import SPKIHash

/// Reads the syntax of objects and lists in JavaScript and Dart, and of messages in Objective-C.
extension SourceValueReader {
    /// Reads a property of an object. A name is a key even if a constant has the same name, `[NAME]` is the
    /// value of a constant, and `{ name }` is short for `{ name: name }`.
    mutating func property(depth: Int) throws(PolicyError) -> (key: SourceValue, value: SourceValue) {
        guard let token else { throw error("unexpected end of file; expected a property") }
        if token.kind == .word {
            let key = SourceValue(kind: .string(token.text, comment: nil), position: token.position)
            guard file.has(place + 1, ":") else { return (key, try value(depth: depth + 1)) }
            place += 2
            return (key, try value(depth: depth + 1))
        }
        var key = try value(depth: depth + 1)
        if token.isCode("["), let only = key.array, only.count == 1 { key = only[0] }
        guard take(":") else { throw error("expected ':'") }
        return (key, try value(depth: depth + 1))
    }

    /// Reads `...VALUE`, if present, into the enclosing list or entries.
    mutating func spread(
        into values: inout [SourceValue], _ entries: inout [(key: SourceValue, value: SourceValue)],
        depth: Int
    ) throws(PolicyError) -> Bool {
        guard file.tokens.has(place, ".", ".", ".") else { return false }
        place += 3
        _ = take("?")
        let more = try value(depth: depth + 1)
        if let added = more.entries, more.array == nil {
            try file.spend(added.count)
            entries += added
        } else if let added = more.array {
            try file.spend(added.count)
            values += added
        } else {
            throw error("expected a list or an object after '...'")
        }
        return true
    }

    /// Reads the rest of an Objective-C message after its receiver, such as `[NSNumber numberWithBool:YES]`,
    /// up to the bracket.
    mutating func message(
        to receiver: SourceValue, depth: Int
    ) throws(PolicyError) -> SourceValue {
        var arguments: [(label: String?, value: SourceValue)] = []
        while let token, token.kind == .word {
            place += 1
            guard take(":") else { continue }
            arguments.append((token.text, try value(depth: depth + 1)))
            while take(",") { arguments.append((nil, try value(depth: depth + 1))) }
        }
        guard take("]") else { throw error("expected ']'") }
        return SourceValue(
            kind: .call(receiver.word ?? SourceValue.expression, arguments), position: receiver.position)
    }
}

/// Skips the parts of an expression that do not affect its value.
extension SourceValueReader {
    /// Moves past the bracket that closes the one here, or past a single token.
    mutating func skipGroup(
        _ opening: [String] = ["(", "[", "{"], _ closing: [String] = [")", "]", "}"],
        expected: String = "a closing bracket"
    ) throws(PolicyError) {
        var open = 0
        repeat {
            guard let token else { throw error("unexpected end of file; expected \(expected)") }
            if token.kind == .sign {
                if opening.contains(token.text) { open += 1 }
                if closing.contains(token.text) { open -= 1 }
            }
            place += 1
            try file.spend(1)
        } while open > 0
    }

    /// Moves to the comma or bracket that ends an expression of which the literal is only a part.
    mutating func skipExpression() throws(PolicyError) {
        var open = 0
        while let token {
            if token.kind == .sign {
                switch token.text {
                case "(", "[", "{": open += 1
                case ")", "]", "}": open -= 1
                default: break
                }
                if open < 0 || open == 0 && (token.text == "," || token.text == ";") { return }
            }
            place += 1
            try file.spend(1)
        }
    }

    /// Moves past `as` and a type: a name, or brackets with their contents.
    mutating func skipType() throws(PolicyError) {
        place += 1
        try skipGroup(["["], ["]"], expected: "a type")
        if file.language == .javaScript, isNext("<") { try skipTypeArguments() }
    }

    /// Moves past `<` and what belongs to it.
    mutating func skipTypeArguments() throws(PolicyError) { try skipGroup(["<"], [">"], expected: "'>'") }
}
