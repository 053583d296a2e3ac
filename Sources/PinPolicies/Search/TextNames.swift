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
    let owners: TextOwners
    /// The maximum number of names; a text with more names is data, not code.
    private static let mostNames = 10_000

    init(_ owners: TextOwners) { self.owners = owners }

    /// Notes the host for a name, both with and without its type; in a function, the host counts only there.
    mutating func define(
        _ name: ArraySlice<UInt8>, in type: ArraySlice<UInt8>?, function: Int?, as host: TextHost,
        of text: [UInt8], isConstant: Bool
    ) {
        let local = function.map { [TextConstants.key(name, $0)] }
        for name in local ?? TextNames.keys(name, in: type) {
            guard var value = values[name] else {
                if values.count < TextConstants.mostNames {
                    values[name] = Value(host: host, isConstant: isConstant)
                }
                continue
            }
            guard let first = value.host, !text.isSame(first, host) else { continue }
            if first.isBeside(host) { value.isList = true } else { value.isAmbiguous = true }
            values[name] = value
        }
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
                ?? TextNames.value(of: name, in: values, owners),
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
    let owners: TextOwners
    /// The lengths of the names, for a quick test, because most words are not names.
    private var lengths: Set<Int> = []

    init(_ owners: TextOwners) { self.owners = owners }

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
            && TextNames.value(of: word, in: definitions, owners) != nil
    }

    /// Returns the definition that applies to a word: the last one before it or, if there is none, the first one after
    /// it.
    func definition(of word: ArraySlice<UInt8>) -> Definition? {
        let known = TextNames.value(of: word, in: definitions, owners) ?? []
        return known[..<known.indices.firstPlace { known[$0].place > word.startIndex }].last ?? known.first
    }

    /// Returns a name with and without the type that defines it: `HOST` and `Config.HOST`.
    static func keys(_ name: ArraySlice<UInt8>, in type: ArraySlice<UInt8>?) -> [String] {
        let name = String(decoding: name, as: UTF8.self)
        return [name] + (type.map { [String(decoding: lastPart($0), as: UTF8.self) + "." + name] } ?? [])
    }

    /// Returns the value of the last part of a path. If the text defines the type before that part, only the value in
    /// that type counts; if it does not define what that part is, there is no value.
    static func value<Value>(
        of word: ArraySlice<UInt8>, in values: [String: Value], _ owners: TextOwners
    ) -> Value? {
        let part = lastPart(word)
        let name = String(decoding: part, as: UTF8.self)
        guard part.startIndex > word.startIndex + 1 else { return values[name] }
        // In `"api.$domain"`, the name is a part of a host.
        guard word[..<part.startIndex].last == UInt8(ascii: ".") else { return nil }
        let owner = String(decoding: lastPart(word[..<part.startIndex].dropLast()), as: UTF8.self)
        // As in `config.HOST`, where `config` is a `Config`.
        let type = owner.prefix(1).uppercased() + owner.dropFirst()
        if let value = values[owner + "." + name] ?? values[type + "." + name] { return value }
        return owners.isType(owner) || values[name] == nil || !owners.isDefined(owner) ? nil : values[name]
    }

    /// Returns the last part of a path: `HOST` for `Config.HOST`.
    static func lastPart(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let dot = word.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }) else {
            return word
        }
        return word[(dot + 1)...]
    }
}
