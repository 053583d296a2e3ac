import DERKit

/// The constants of a text that stand for hosts.
struct TextConstants {
    /// The hosts that a name stands for; a property is less certain than a constant.
    private struct Value {
        let host: TextHost
        let isConstant: Bool
        var isAmbiguous = false
    }

    private var values: [String: Value] = [:]
    /// The maximum number of names; a text with more is data, not code.
    private static let mostNames = 10_000

    mutating func define(_ name: ArraySlice<UInt8>, as host: TextHost, of text: [UInt8], isConstant: Bool) {
        let name = String(decoding: name, as: UTF8.self)
        guard var value = values[name] else {
            if values.count < TextConstants.mostNames {
                values[name] = Value(host: host, isConstant: isConstant)
            }
            return
        }
        guard !text.isSame(value.host, host) else { return }
        value.isAmbiguous = true
        values[name] = value
    }

    /// Returns the host that a name stands for, and whether it is a constant; `nil` if it stands for none, or for
    /// several.
    func host(_ name: ArraySlice<UInt8>) -> (host: TextHost, isConstant: Bool)? {
        guard !values.isEmpty, let value = values[String(decoding: TextNames.lastPart(name), as: UTF8.self)],
            !value.isAmbiguous
        else { return nil }
        return (value.host, value.isConstant)
    }
}

/// Names that stand for pins, and where the text says so.
struct TextNames {
    /// The pins that a name stands for where it is defined.
    struct Definition {
        let place: Int
        let isProperty: Bool
        var pins: [Int]
    }

    private(set) var definitions: [String: [Definition]] = [:]
    /// The lengths of the names, because most words are not names.
    private var lengths: Set<Int> = []

    var isEmpty: Bool { definitions.isEmpty }

    /// Notes that a name stands for pins.
    mutating func add(_ pins: [Int], named range: Range<Int>, isProperty: Bool, in text: [UInt8]) {
        let part = TextNames.lastPart(text[range])
        guard part.count > 1 else { return }
        lengths.insert(part.count)
        let name = String(decoding: part, as: UTF8.self)
        var known = definitions[name] ?? []
        if known.last?.place == range.lowerBound {
            known[known.count - 1].pins += pins
        } else {
            known.append(Definition(place: range.lowerBound, isProperty: isProperty, pins: pins))
        }
        definitions[name] = known
    }

    func contains(_ word: ArraySlice<UInt8>) -> Bool {
        let part = TextNames.lastPart(word)
        return lengths.contains(part.count) && definitions[String(decoding: part, as: UTF8.self)] != nil
    }

    /// Returns the definition that counts at a place: the last one before it.
    func definition(of word: ArraySlice<UInt8>) -> Definition? {
        let known = definitions[String(decoding: TextNames.lastPart(word), as: UTF8.self)] ?? []
        return known[..<known.firstPlace { $0.place > word.startIndex }].last ?? known.first
    }

    /// Returns the last part of a path: `HOST` of `Config.HOST`.
    static func lastPart(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let dot = word.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }) else {
            return word
        }
        return word[(dot + 1)...]
    }
}
