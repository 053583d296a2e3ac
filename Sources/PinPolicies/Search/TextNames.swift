import DERKit

/// The part of a text in which a name counts.
struct NameContext {
    /// The innermost type or object around the name.
    var owner: ArraySlice<UInt8>?
    /// The place at which the body of the innermost function around the name begins.
    var function: Int?

    /// The objects that stand for the type around a name. `local` is Terraform's.
    private static let implicit: Set<String> = [
        "self", "Self", "this", "cls", "super", "companion", "Companion", "local", "static", "parent",
    ]

    /// Returns the keys of a name that is defined here: those of a variable of the function, of a member of the type,
    /// which other parts of the text may use without its type, or of a name of the text.
    func keys(_ name: ArraySlice<UInt8>) -> [String] {
        let name = String(decoding: name, as: UTF8.self)
        if let function { return ["\(function)/\(name)"] }
        return member(name).map { [$0, "/" + name] } ?? [name]
    }

    private func member(_ name: String) -> String? {
        owner.map { String(decoding: TextNames.lastPart($0), as: UTF8.self) + "." + name }
    }

    /// Returns the last type or object in a path; `nil` for a name without a path, and for a path from the type around
    /// it, such as `self.host`.
    static func owner(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let rest = path[..<TextNames.lastPart(path).startIndex]
        let owner = TextNames.lastPart(rest.dropLast(rest.reversed().prefix(while: TextNames.isMark).count))
        guard isPath(rest), !owner.isEmpty else { return nil }
        return implicit.contains(String(decoding: owner, as: UTF8.self)) ? nil : owner
    }

    /// Returns whether text before a name ends with the sign of a member: `Config.`, `Config::`, or PHP's `Config::$`. In
    /// `"api.$domain"`, the name is a part of a host.
    private static func isPath(_ before: ArraySlice<UInt8>) -> Bool {
        before.last == UInt8(ascii: ".") || before.suffix(2).contains(UInt8(ascii: ":"))
    }

    /// Returns the value of a name or path that is used here. A path, such as `Config.HOST`, has a value only if the text
    /// defines the member of that type or object.
    func value<Value>(of word: ArraySlice<UInt8>, in values: [String: Value]) -> Value? {
        let part = TextNames.lastPart(word)
        let name = String(decoding: part, as: UTF8.self)
        let own = member(name).flatMap { values[$0] }
        guard part.startIndex > word.startIndex + 1 else {
            return function.flatMap { values["\($0)/\(name)"] } ?? own ?? values[name] ?? values["/" + name]
        }
        guard NameContext.isPath(word[..<part.startIndex]) else { return nil }
        guard let path = NameContext.owner(of: word).map({ String(decoding: $0, as: UTF8.self) }) else {
            return owner == nil ? values[name] : own
        }
        // As in `config.HOST`, where `config` is a `Config`.
        let type = path.prefix(1).uppercased() + path.dropFirst()
        return values[path + "." + name] ?? values[type + "." + name]
    }
}

/// The constants in a text that stand for hosts.
struct TextConstants {
    /// The host that a name stands for, or the first host of a list. A property is less certain than a constant.
    private struct Value {
        /// The host; `nil` for a value that the text does not contain.
        let host: TextHost?
        let isConstant: Bool
        var isAmbiguous = false
        var isList = false
    }

    private var values: [String: Value] = [:]
    /// The hosts by the words that their names share with those of their pins, as `api` in `API_HOST` and `API_PIN`.
    private var namesakes: [String: Value] = [:]
    /// The ends of these hosts' names. There are more than in ``TextPass/prefixedHost(_:)``, because a pin has to have the
    /// same name.
    private static let endings = ["hostname", "host", "hosts", "domain", "domains", "url"]
    /// The maximum number of names; a text with more names is data, not code.
    private static let mostNames = 10_000

    /// Notes a value of a name or a path: a host, or `nil` for a value that the text does not contain, as that of a
    /// parameter.
    mutating func define(
        _ name: ArraySlice<UInt8>, in context: NameContext, as host: TextHost?, of text: [UInt8],
        isConstant: Bool
    ) {
        let value = Value(host: host, isConstant: isConstant)
        for name in context.keys(TextNames.lastPart(name)) {
            TextConstants.add(value, to: &values, named: name, in: text)
        }
        let words = TextDigest.withoutRoles(name.prefix(64))
        guard host != nil, namesakes.count < TextConstants.mostNames,
            let ending = TextConstants.endings.first(where: words.hasSuffix)
        else { return }
        // As in `API_HOST` for `API_PIN` and `API_HOST_PIN`, and in `HOST_1` for `PIN_1`.
        let rest = TextConstants.words(String(words.dropLast(ending.count)), of: name)
        for name in words == ending ? [rest] : [rest, words] where !name.isEmpty {
            TextConstants.add(value, to: &namesakes, named: name, in: text)
        }
    }

    /// Returns the words that names share or, if there are none, the number in a name.
    private static func words(_ words: String, of name: ArraySlice<UInt8>) -> String {
        words.isEmpty ? String(decoding: name.filter(isDecimalDigit), as: UTF8.self) : words
    }

    private static func add(
        _ new: Value, to values: inout [String: Value], named name: String, in text: [UInt8]
    ) {
        guard var value = values[name] else {
            if values.count < mostNames { values[name] = new }
            return
        }
        guard let first = value.host, new.host.map({ text.isSame(first, $0) }) != true else { return }
        if let host = new.host, first.isBeside(host) { value.isList = true } else { value.isAmbiguous = true }
        values[name] = value
    }

    /// Returns the host whose name has the same words as that of a pin, as `API_HOST` has for `API_PIN`; `nil` if there
    /// is none.
    func namesake(of pin: ArraySlice<UInt8>) -> TextHost? {
        guard !namesakes.isEmpty else { return nil }
        return namesakes[TextConstants.words(TextDigest.withoutRoles(pin), of: pin)].flatMap {
            $0.isAmbiguous ? nil : $0.host
        }
    }

    /// Returns the host that a name stands for, or the first host of a list, and whether the name is a constant; `nil`
    /// if the name does not stand for a host or stands for several.
    func host(
        _ name: ArraySlice<UInt8>, in context: NameContext, orList: Bool = false
    ) -> (host: TextHost, isConstant: Bool)? {
        guard !values.isEmpty, let value = context.value(of: name, in: values), let host = value.host,
            !value.isAmbiguous, orList || !value.isList
        else { return nil }
        return (host, value.isConstant)
    }
}

/// Names that stand for pins, with the places that define them.
struct TextNames {
    /// A definition of a name: its place, its type, and the pins that the name then stands for.
    struct Definition {
        let place: Int
        let type: ArraySlice<UInt8>?
        let isProperty: Bool
        var pins: [Int]
    }

    private(set) var definitions: [String: [Definition]] = [:]
    /// The lengths of the names, for a quick test, because most words are not names.
    private var lengths: Set<Int> = []

    /// Notes that the name of a mention stands for pins.
    mutating func add(_ pins: [Int], named range: Range<Int>, by mention: TextMention, in text: [UInt8]) {
        let part = TextNames.lastPart(text[range])
        guard part.count > 1 else { return }
        lengths.insert(part.count)
        let type = mention.type.map { text[$0] }
        for name in NameContext(owner: type).keys(part) {
            if let last = definitions[name]?.indices.last, definitions[name]?[last].place == range.lowerBound
            {
                definitions[name]?[last].pins += pins
            } else {
                definitions[name, default: []].append(
                    Definition(
                        place: range.lowerBound, type: type, isProperty: mention.isProperty, pins: pins))
            }
        }
    }

    func contains(_ word: ArraySlice<UInt8>, in type: ArraySlice<UInt8>?) -> Bool {
        lengths.contains(TextNames.lastPart(word).count) && definition(of: word, in: type) != nil
    }

    /// Returns the definition that applies to a word in a type: the last one before it or, if there is none, the first
    /// one after it. If several other types have the name, none applies.
    func definition(of word: ArraySlice<UInt8>, in type: ArraySlice<UInt8>?) -> Definition? {
        let known = NameContext(owner: type).value(of: word, in: definitions) ?? []
        guard known.first?.type == known.last?.type else { return nil }
        return known[..<known.indices.firstPlace { known[$0].place > word.startIndex }].last ?? known.first
    }

    /// Returns the last part of a path: `HOST` for `Config.HOST`.
    static func lastPart(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let mark = word.lastIndex(where: isMark) else { return word }
        return word[(mark + 1)...]
    }

    /// Returns whether an octet separates the parts of a path: `Config.HOST`, `Config::HOST`, `$config`.
    static func isMark(_ byte: UInt8) -> Bool { ".:$".utf8.contains(byte) }
}
