import DERKit

/// The constants in a text that stand for hosts.
struct TextConstants {
    /// The host that a name stands for, or the first host of a list. A property is less certain than a constant.
    private struct Value {
        /// The host; `nil` for the parameter of a function.
        let host: TextHost?
        let isConstant: Bool
        var isAmbiguous = false
        var isList = false
    }

    private var values: [String: Value] = [:]
    /// The names of the types in the text.
    private(set) var types: Set<String> = []
    /// The maximum number of names; a text with more names is data, not code.
    private static let mostNames = 10_000

    mutating func add(type: ArraySlice<UInt8>) {
        guard types.count < TextConstants.mostNames else { return }
        types.insert(String(decoding: TextNames.lastPart(type), as: UTF8.self))
    }

    /// Notes the host for a name, both with and without its type; in a function, the host counts only there.
    mutating func define(
        _ name: ArraySlice<UInt8>, in type: ArraySlice<UInt8>?, function: Int?, as host: TextHost,
        of text: [UInt8], isConstant: Bool
    ) {
        let local = function.map { [TextConstants.key(name, $0)] }
        for name in local ?? TextNames.keys(name, in: type) {
            define(name, as: host, of: text, isConstant: isConstant)
        }
    }

    private mutating func define(_ name: String, as host: TextHost, of text: [UInt8], isConstant: Bool) {
        guard var value = values[name] else {
            if values.count < TextConstants.mostNames {
                values[name] = Value(host: host, isConstant: isConstant)
            }
            return
        }
        guard let first = value.host, !text.isSame(first, host) else { return }
        if first.isBeside(host) { value.isList = true } else { value.isAmbiguous = true }
        values[name] = value
    }

    /// Returns the host that a name stands for, or the first host of a list, and whether the name is a constant; `nil`
    /// if the name does not stand for a host or stands for several.
    ///
    /// - Parameter function: the place of the function that contains the name.
    func host(
        _ name: ArraySlice<UInt8>, in function: Int?, orList: Bool = false
    ) -> (host: TextHost, isConstant: Bool)? {
        guard !values.isEmpty,
            let value = function.flatMap({ values[TextConstants.key(name, $0)] })
                ?? TextNames.value(of: name, in: values, types),
            let host = value.host, !value.isAmbiguous, orList || !value.isList
        else { return nil }
        return (host, value.isConstant)
    }

    /// Notes a parameter of the function at a place, whose value is unknown.
    mutating func hide(_ name: ArraySlice<UInt8>, in function: Int) {
        if values.count < TextConstants.mostNames {
            values[TextConstants.key(name, function)] = Value(host: nil, isConstant: false)
        }
    }

    /// Returns the key of a variable of the function at a place.
    private static func key(_ name: ArraySlice<UInt8>, _ function: Int) -> String {
        "\(function)/" + String(decoding: name, as: UTF8.self)
    }
}

/// Names that stand for pins, with the places that define them.
struct TextNames {
    /// A definition of a name: its place, and the pins that the name then stands for.
    struct Definition {
        let place: Int
        let isProperty: Bool
        var pins: [Int]
    }

    private(set) var definitions: [String: [Definition]] = [:]
    /// The names of the types in the text.
    let types: Set<String>
    /// The lengths of the names, for a quick test, because most words are not names.
    private var lengths: Set<Int> = []

    init(_ types: Set<String>) { self.types = types }

    var isEmpty: Bool { definitions.isEmpty }

    /// Notes that the name of a mention stands for pins.
    mutating func add(_ pins: [Int], named range: Range<Int>, by mention: TextMention, in text: [UInt8]) {
        let part = TextNames.lastPart(text[range])
        guard part.count > 1 else { return }
        lengths.insert(part.count)
        for name in TextNames.keys(part, in: mention.type.map { text[$0] }) {
            var known = definitions[name] ?? []
            if known.last?.place == range.lowerBound {
                known[known.count - 1].pins += pins
            } else {
                known.append(Definition(place: range.lowerBound, isProperty: mention.isProperty, pins: pins))
            }
            definitions[name] = known
        }
    }

    func contains(_ word: ArraySlice<UInt8>) -> Bool {
        lengths.contains(TextNames.lastPart(word).count)
            && TextNames.value(of: word, in: definitions, types) != nil
    }

    /// Returns the definition that applies to a word: the last one before it or, if there is none, the first one after
    /// it.
    func definition(of word: ArraySlice<UInt8>) -> Definition? {
        let known = TextNames.value(of: word, in: definitions, types) ?? []
        return known[..<known.indices.firstPlace { known[$0].place > word.startIndex }].last ?? known.first
    }

    /// Returns a name with and without the type that defines it: `HOST` and `Config.HOST`, or `.HOST` outside all types.
    static func keys(_ name: ArraySlice<UInt8>, in type: ArraySlice<UInt8>?) -> [String] {
        let name = String(decoding: name, as: UTF8.self)
        return [name, String(decoding: type.map(lastPart) ?? [], as: UTF8.self) + "." + name]
    }

    /// Returns the value of the last part of a path. If the part before it is a type, only the value in that type counts,
    /// or one outside all types if the text does not define that type.
    static func value<Value>(
        of word: ArraySlice<UInt8>, in values: [String: Value], _ types: Set<String>
    ) -> Value? {
        let part = lastPart(word)
        let name = String(decoding: part, as: UTF8.self)
        guard part.startIndex > word.startIndex else { return values[name] }
        let type = String(decoding: lastPart(word[..<(part.startIndex - 1)]), as: UTF8.self)
        if let value = values[type + "." + name] { return value }
        if types.contains(type) { return nil }
        let isType = type.utf8.first.map { (0x41...0x5a).contains($0) } ?? false
        return values[isType && !["Self", "Companion"].contains(type) ? "." + name : name]
    }

    /// Returns the last part of a path: `HOST` for `Config.HOST`.
    static func lastPart(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let dot = word.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }) else {
            return word
        }
        return word[(dot + 1)...]
    }
}
