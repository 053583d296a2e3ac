import SPKIHash

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
