import DERKit

// Finds digests in output lines of tools, headers and source code.
extension PinSpelling {
    struct Token {
        /// The digest and its prefix, in a form that ``Pin`` accepts.
        let text: Substring
        /// The part of the original text from which the token was read.
        let whole: Substring
        var oddities: [Oddity] = []
    }

    /// Returns the text split into parts with one pin each, or the whole text if it has at most one pin or is a private
    /// key, whose lines may look like pins.
    package static func pieces(of text: String) -> [PinSpelling] {
        var found = text.utf8.count <= maximumByteCount ? tokens(of: text[...], [32]).map { $0.whole } : []
        if !found.isEmpty, !text.containsText("-----BEGIN") {
            let parts = text.split { $0.isWhitespace || ",;|&".contains($0) }.map { Pin.trimmed($0) }
            let pins = found
            found += parts.filter { (part) in
                isDamaged(part)
                    && !pins.contains { $0.startIndex < part.endIndex && part.startIndex < $0.endIndex }
            }
            found.sort { $0.startIndex < $1.startIndex }
        }
        guard found.count > 1, !mentionsKey(text) else { return [PinSpelling(joinedLines(of: text) ?? text)] }
        return found.map { PinSpelling($0, in: String(text[..<$0.endIndex])) }
    }

    /// Returns whether a word that is not a pin has the prefix of one, and after it the digits of base64.
    private static func isDamaged(_ word: Substring) -> Bool {
        let parts = Pin.Parts(word)
        return !parts.prefix.isEmpty && parts.body.utf8.count > 11
            && parts.body.utf8.contains(where: isDecimalDigit)
            && parts.body.utf8.contains { (0x41...0x5a).contains($0) }
    }

    /// Returns whether a run of digits in text begins like a private key, perhaps after a path.
    private static func mentionsKey(_ text: String) -> Bool {
        let runs = text.utf8.split { !isKeyDigit($0) || $0 == UInt8(ascii: "=") }
        return runs.contains { (run) in
            beginsPrivateKey(digits: run)
                || run.split(separator: UInt8(ascii: "/")).contains { beginsPrivateKey(digits: $0) }
        }
    }

    /// Joins base64 that was broken into lines of 64 or 76 characters; returns `nil` for any other text.
    private static func joinedLines(of text: String) -> String? {
        let lines = text.utf8.count <= maximumByteCount ? text.split(whereSeparator: { $0.isWhitespace }) : []
        guard lines.count > 1, [64, 76].contains(lines[0].utf8.count),
            lines.dropLast().allSatisfy({ $0.utf8.count == lines[0].utf8.count }),
            base64(lines.joined()) != nil
        else { return nil }
        return lines.joined()
    }

    /// Returns the digests of the given sizes in text, in order.
    static func tokens(of text: Substring, _ counts: Set<Int>) -> [Token] {
        var tokens: [Token] = []
        var start = text.startIndex
        while start < text.endIndex {
            let run = text[start...].prefix { isTokenCharacter($0) }
            guard !run.isEmpty else {
                start = text.index(after: start)
                continue
            }
            start = run.endIndex
            if var token = token(run, in: text, counts) {
                let neighbors = [text[..<run.startIndex].last, text[run.endIndex...].first].compactMap { $0 }
                token.oddities += neighbors.filter { !isDelimiter($0) }.map { .surplusCharacter(String($0)) }
                tokens.append(token)
            }
        }
        return tokens
    }

    /// Returns whether a character may be next to a pin in source code, configuration files or tool output.
    private static func isDelimiter(_ character: Character) -> Bool {
        character.isWhitespace || "\"'`()[]{}<>,;|&\\".contains(character)
    }

    private static func isTokenCharacter(_ character: Character) -> Bool {
        character.asciiValue.map { isWordCharacter($0) || "+/=-:".utf8.contains($0) } ?? false
    }

    /// Returns a run of characters as a token if it encodes a digest of one of the given sizes.
    private static func token(_ run: Substring, in text: Substring, _ counts: Set<Int>) -> Token? {
        let isDigest = { (body: Substring) in
            decode(body).map { counts.contains($0.octets.count) } ?? false
        }
        let parts = Pin.Parts(run)
        let isBare = isDigest(run)
        // A digest name before a colon, as in SHA256:…, belongs to the run; other words do not.
        guard isBare || !parts.prefix.isEmpty && isDigest(parts.body) else {
            let stripped = withoutPrefixes(run)
            if let found = stripped.candidates.first(where: { isDigest($0.body) }) {
                return Token(text: found.body, whole: run, oddities: found.oddities)
            }
            guard let colon = run.lastIndex(of: ":") else { return nil }
            let rest = run[run.index(after: colon)...]
            guard isDigest(rest) else { return nil }
            return Token(text: rest, whole: rest, oddities: prefix(before: text[..<rest.startIndex]))
        }
        guard isBare else { return Token(text: run, whole: run) }
        let before = text[..<run.startIndex]
        if before.suffix(12).lowercased() == "pin-sha256=\"" {
            let after = text[run.endIndex...].prefix { $0 == "\"" }.prefix(1)
            let whole = text[before.suffix(12).startIndex..<after.endIndex]
            return Token(text: whole, whole: whole)
        }
        if let token = record(run, after: before) { return token }
        let isOptional = before.hasSuffix("Optional(") || before.hasSuffix("Optional(\"")
        return Token(text: run, whole: run, oddities: isOptional ? [.optional] : prefix(before: before))
    }

    /// Returns the oddity of a pin after the name of a digest or encoding and separators that neither consumers nor code
    /// use, such as `{sha256}`, `sha256|` or `sha256 / `; empty if there is no such name.
    private static func prefix(before: Substring) -> [Oddity] {
        let near = before.suffix(20)
        var name = near
        while let last = name.last, " \t/\\|)}]:=_-".contains(last) { name.removeLast() }
        let start = name.lastIndex { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }
        let word = start.map { name[name.index(after: $0)...] } ?? name
        let signs = near[name.endIndex...]
        let isEncoding = ["b64", "base64"].contains(word.lowercased()) && !signs.contains(" ")
        guard !signs.isEmpty, isEncoding || digestName(in: word.lowercased()) != nil else { return [] }
        return [.otherPrefix(String(near[word.startIndex...]))]
    }

    /// Returns the digest that follows the three numbers of a TLSA record.
    private static func record(_ run: Substring, after before: Substring) -> Token? {
        let numbers = before.suffix(12).split(whereSeparator: { $0.isWhitespace }).suffix(3)
        guard before.last?.isWhitespace ?? false, let first = numbers.first else { return nil }
        let whole = run.base[first.startIndex..<run.endIndex]
        guard let prefix = Pin.record(whole)?.prefix else { return nil }
        let isTLSA = Pin.isTLSA(prefix)
        return Token(
            text: isTLSA ? Substring("\(prefix)\(run)") : run, whole: whole,
            oddities: isTLSA ? [] : [.otherPrefix(prefix)])
    }
}
