// The names that a text defines, and the values that it gives to them.
extension TextPass {
    // MARK: Values

    /// The name of the innermost type around this place.
    var type: Range<Int>? { scopes.reversed().prefix(16).lazy.compactMap { $0.type }.first }

    /// The place at which the body of the innermost function begins.
    var function: Int? { scopes.last { $0.content == .function }?.place }

    /// Notes the constant to which a host is assigned.
    mutating func define(_ host: TextHost) {
        for place in scopes.indices.reversed().prefix(4) {
            guard !scopes[place].isEnclosure else { return }
            if let name = scopes[place].name {
                // A value with pins, as in `pins = {pin: "a.example.com"}`, is not a host.
                let host = scopes[place].nameStart == mentions.count ? host : nil
                let isConstant =
                    scopes[place].nameSign == UInt8(ascii: "=") && place >= top - 1
                    && scopes[place].kind != .bracket(UInt8(ascii: "("))
                scopes[place].isDefined = true
                return define(name, at: place, as: host, isConstant: isConstant)
            }
            if scopes[place].content != .values { return }
        }
    }

    /// Notes a value of the name in a scope: that of a member if the name is a path or in the braces of a value.
    private mutating func define(_ name: Range<Int>, at place: Int, as host: TextHost?, isConstant: Bool) {
        let part = TextNames.lastPart(text[name])
        let isInValue =
            place > 0 && scopes[place].content == .values && scopes[place].kind != .bracket(UInt8(ascii: "("))
        let owner =
            NameContext.owner(of: text[name]) ?? (isInValue ? scopes[place - 1].name : nil).map { text[$0] }
        // `self.host` is not a variable of the function.
        let isMember = owner != nil || part.count < name.count
        let context = NameContext(owner: owner ?? type.map { text[$0] }, function: isMember ? nil : function)
        constants.define(text[name], in: context, as: host, of: text, isConstant: isConstant)
    }

    /// Ends the current item. A name with a value other than hosts or pins no longer stands for a host.
    mutating func endItem() {
        defineUnknown()
        scopes[top].endItem()
    }

    /// Notes that the value of the current item's name is neither a host nor a pin.
    mutating func defineUnknown() {
        if let name = scopes[top].declared {
            scopes[top].declared = nil
            if !scopes[top].isDefined || scopes[top].name != name { hide([name]) }
        }
        guard let name = scopes[top].name, !scopes[top].isDefined, scopes[top].nameStart == mentions.count
        else { return }
        let isStatement =
            scopes[top].isIndented
            || scopes[top].kind == .bracket(UInt8(ascii: "{")) && scopes[top].content != .values
        guard scopes[top].nameSign == UInt8(ascii: "=") ? isStatement : scopes[top].content == .type else {
            return
        }
        define(name, at: top, as: nil, isConstant: false)
    }

    // MARK: Declarations

    /// Notes a name that is declared here, so that it may hide another one: after a type or a keyword, as in
    /// `String host` and `for host in`, or as the parameter of a closure.
    mutating func declare(_ name: Range<Int>) {
        let next = text[name.upperBound..<end].prefix(16).drop { $0 == 0x20 }
        // As in `hosts.forEach { host in … }` and `hosts.each { |host| … }`, but not in `isTest || host`.
        let isFirst = scopes[top].pieces == 0 && !scopes[top].isIndented
        let bars = text[..<name.lowerBound].suffix(2)
        let bar = UInt8(ascii: "|")
        let isInBars = bars.last == bar && bars.first != bar && "|:,".utf8.contains(next.first ?? 0)
        if isFirst && next.isOfLoop || isInBars { return hide([name]) }
        guard case .name(let before) = scopes[top].last, !isInComment,
            !text[before].contains(UInt8(ascii: ".")), !text[name].contains(UInt8(ascii: "$"))
        else { return }
        let word = String(decoding: text[before].prefix(12), as: UTF8.self)
        // As in `case .server(let host)` and `val host get() = …`.
        let isKeyword = ["let", "val", "var"].contains(word)
        // The parameters of a function are those of its body.
        let isOfStatement = scopes[top].kind != .bracket(UInt8(ascii: "("))
        let isBeforeValue = next.isOfLoop || next.first.map({ "=:;),{".utf8.contains($0) }) ?? false
        if isKeyword
            || isBeforeValue && scopes[top].declared == nil && !TextPass.operators.contains(word)
                && (isOfStatement || scopes[top - 1].statement.isBlock || scopes[top - 1].statement.isType)
        {
            scopes[top].declared = name
        }
    }

    /// The words before a name that is used rather than declared.
    private static let operators: Set<String> = [
        "and", "assert", "await", "case", "default", "delete", "do", "echo", "elif", "else", "guard", "if",
        "import", "in", "instanceof", "is", "match", "new", "not", "of", "or", "print", "puts", "raise",
        "range", "return", "switch", "then", "throw", "throws", "to", "try", "typeof", "unless", "until",
        "when", "where", "while", "yield",
    ]

    /// Notes that the values of names are unknown here, as in `const { host } = options`.
    mutating func hide(_ names: [Range<Int>]) {
        guard interest == nil else { return }
        // The parameters after the name of a type are its members.
        let isOfType = scopes[top].kind == .bracket(UInt8(ascii: "("))
        let type = (isOfType ? scopes[top - 1].statement.type : nil) ?? self.type
        let context = NameContext(owner: type.map { text[$0] }, function: function)
        for name in names {
            constants.define(text[name], in: context, as: nil, of: text, isConstant: false)
        }
    }

    /// Notes that the names before the last one in `host, port = value` have no known values.
    mutating func hideList(before name: Range<Int>) {
        let before = text[..<name.lowerBound]
        guard scopes[top].kind != .bracket(UInt8(ascii: "(")),
            before.suffix(16).last(where: { $0 != 0x20 }) == UInt8(ascii: ",")
        else { return }
        let names = before.suffix(128).lastLine
        let isList = names.allSatisfy { ", \t".utf8.contains($0) || TextPass.isWord($0) }
        guard isList else { return }
        let words = names.split(separator: UInt8(ascii: ","))
        hide(words.compactMap { $0.split(whereSeparator: Base64.isWhiteSpace).last?.indices })
    }

    /// Notes the names in brackets before a sign of assignment or the arrow of a function. The parameters of a function
    /// with a body are those of the body.
    mutating func closePattern(_ scope: TextScope, _ bracket: UInt8) {
        let next = text[place..<end].dropFirst().prefix(8).drop { $0 == 0x20 }
        let isArrow = ["=>", "->"].contains { next.starts(with: $0.utf8) }
        let hasBody = isArrow && next.dropFirst(2).first { $0 != 0x20 } == UInt8(ascii: "{")
        let isAssigned = next.first == UInt8(ascii: "=") && next.dropFirst().first != UInt8(ascii: "=")
        // `PINS[HOST] =` uses the name.
        let isPattern = bracket != UInt8(ascii: "[") || scope.words.count > 1
        if isPattern, !hasBody, isAssigned || isArrow || next.isOfLoop { hide(scope.words) }
        // As in `({ host }) => …`.
        guard bracket != UInt8(ascii: "("), case .bracket = scopes[top].kind else { return }
        scopes[top].words += scope.words.prefix(max(0, 16 - scopes[top].words.count))
    }
}

extension ArraySlice<UInt8> {
    /// A Boolean value that indicates whether the keyword of a loop over values follows the name of each.
    var isOfLoop: Bool {
        let next = drop { $0 == 0x20 }
        return ["in ", "of "].contains { next.starts(with: $0.utf8) }
    }
}
