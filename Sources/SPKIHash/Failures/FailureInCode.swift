import DERKit
import X509Model

extension FailureText {
    /// Returns whether a sign occurs in source code or its documentation: as part of another number or name, in a
    /// comment, in a literal that ends a statement, before a placeholder, or as an item in a list, set, table or
    /// enumeration. A sign is also in code if it begins a literal after `(`, `@`, `$`, `=` or `case`, and the literal
    /// ends with the sign or contains a placeholder: `("…`, `(@"…`, `format:@"…`, `code === '…'`.
    func isInCode(_ sign: [UInt8], _ place: Int, _ after: Int) -> Bool {
        let (next, end) = (after < bytes.count ? bytes[after] : 0x0a, sign.last ?? 0x0a)
        if isDecimalDigit(end) && isDecimalDigit(next) || end == UInt8(ascii: "_") && !isWordCharacter(next) {
            return true
        }
        let isName = sign.allSatisfy(isWordCharacter)
        // Only the names of alerts, which begin with an underscore, follow another name (that of a protocol), and only
        // Chromium's names have a qualifier.
        if isName, sign.first != UInt8(ascii: "_"), place > 0, isWordCharacter(bytes[place - 1]) {
            return true
        }
        let qualifier = String(decoding: bytes[..<place].suffix(5), as: UTF8.self).lowercased()
        let isQualified = isName && qualifier == "net::"
        if isName, !isQualified, qualifier.hasSuffix("::") { return true }
        let place = isQualified ? place - 5 : place
        let quote = place > 0 ? bytes[place - 1] : 0x0a
        let isQuoted = "\"'`".utf8.contains(quote)
        let line = bytes[..<(isQuoted ? place - 1 : place)].suffix(160)
            .split(separator: 0x0a, omittingEmptySubsequences: false)
        let before = String(decoding: line.last ?? [], as: UTF8.self).trimmed
        // A comment or heading, and a regular expression.
        if ["//", "# ", "## ", "### "].contains(where: { (before + " ").hasPrefix($0) }) { return true }
        if ["/*", "~ /"].contains(where: { before.hasSuffix($0) }) { return true }
        let rest = bytes[after...].prefix(FailureText.reach).prefix { $0 != 0x0a }
        if endsStatement(rest, before: bytes[(line.last?.startIndex ?? place)..<place]) { return true }
        if FailureText.isPlaceholder(rest) { return true }
        let isAfterWord = ["case", "if", "throws", "return", "==", "!="].contains { before.hasSuffix($0) }
        // A word of code has the same meaning as an opening parenthesis.
        let last = isAfterWord ? UInt8(ascii: "(") : before.utf8.last ?? 0x0a
        guard isQuoted else {
            let isInColumn = last == UInt8(ascii: "|") && rest.first { $0 != 0x20 } == last
            return isName && !isQualified
                && (isAfterWord || isInColumn || before.isEmpty && ",)".utf8.contains(next))
        }
        let literal = rest.prefix { $0 != quote }
        let hasValue =
            literal.contains { "{%$".utf8.contains($0) } || literal.firstIndex(ofText: "(host)") != nil
        if hasValue, "(@$=~,{".utf8.contains(last) { return true }
        // A text may end with punctuation that the sign lacks, except as a value in a line of a log.
        guard literal.isEmpty || last != UInt8(ascii: "=") && !literal.contains(where: isWordCharacter) else {
            return false
        }
        // After a number and a colon, the name is an item of a table; after a word and a colon, it is a value in a
        // message. A line of a log, such as time=… msg="…", is not code.
        let isNumbered = last == UInt8(ascii: ":") && before.utf8.dropLast().last.map(isDecimalDigit) ?? false
        let isLogged =
            before.utf8.count { $0 == UInt8(ascii: "=") } > 1 && !before.utf8.contains(UInt8(ascii: "("))
        return "(@$=~".utf8.contains(last) && !isLogged
            || isName && (isNumbered || "[,|*#='`".utf8.contains(last))
            || last == UInt8(ascii: ",") && rest.dropFirst(literal.count + 1).first == UInt8(ascii: ")")
    }

    /// Returns whether a template placeholder for a value follows: `%s`, `%@`, `{0}`.
    private static func isPlaceholder(_ rest: ArraySlice<UInt8>) -> Bool {
        let value = rest.drop { $0 == 0x20 }.prefix(2)
        return switch value.first {
        case UInt8(ascii: "%"): value.last.map { "s@d".utf8.contains($0) } ?? false
        case UInt8(ascii: "{"): value.last.map { isDecimalDigit($0) || $0 == UInt8(ascii: "}") } ?? false
        default: false
        }
    }

    /// Returns whether a literal around a sign ends a statement: `…");`. In a dictionary's description, `key = "…";`
    /// ends a member instead.
    private func endsStatement(_ rest: ArraySlice<UInt8>, before line: ArraySlice<UInt8>) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard let open = line.lastIndex(of: quote), let close = rest.firstIndex(of: quote),
            rest[(close + 1)...].first(where: { $0 != UInt8(ascii: ")") }) == UInt8(ascii: ";")
        else { return false }
        let words = line[..<open].split { $0 <= 0x20 }
        return words.count != 2 || words.last?.elementsEqual("=".utf8) != true
    }
}
