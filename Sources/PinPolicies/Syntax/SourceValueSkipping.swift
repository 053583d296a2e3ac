import SPKIHash

/// Skips the parts of an expression that do not affect its value.
extension SourceValueReader {
    /// Moves past the bracket that closes the one here.
    mutating func skipGroup() throws(PolicyError) {
        var open = 0
        repeat {
            guard let token else { throw error("unexpected end of file; expected a closing bracket") }
            if token.kind == .sign {
                switch token.text {
                case "(", "[", "{": open += 1
                case ")", "]", "}": open -= 1
                default: break
                }
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
        var open = 0
        repeat {
            guard let token else { throw error("unexpected end of file; expected a type") }
            if token.isSign("[") { open += 1 }
            if token.isSign("]") { open -= 1 }
            place += 1
        } while open > 0
        if file.language == .javaScript, isNext("<") { try skipTypeArguments() }
    }

    /// Moves past `<` and what belongs to it.
    mutating func skipTypeArguments() throws(PolicyError) {
        var open = 0
        repeat {
            guard let token else { throw error("unexpected end of file; expected '>'") }
            if token.isSign("<") { open += 1 }
            if token.isSign(">") { open -= 1 }
            place += 1
            try file.spend(1)
        } while open > 0
    }
}
