import DERKit

/// A language of source code, as far as its text literals differ from those of the others.
enum SourceLanguage {
    case kotlin, java, swift, objectiveC

    /// True if a dollar sign puts a value into a text.
    fileprivate var hasTemplates: Bool { self == .kotlin }
    /// True if `\(` puts a value into a text.
    fileprivate var hasInterpolation: Bool { self == .swift }
}

/// What a text literal stands for: its escapes resolved, the indentation of a text block removed.
struct SourceText {
    /// A piece of the text.
    enum Part: Hashable {
        case text(String)
        /// The name of a value that is put in, without the dots.
        case name(ArraySlice<String>)
        /// Any other expression.
        case unknown
    }

    private(set) var parts: [Part] = []
    private var octets: [UInt8] = []

    /// The text, without the values that are put in.
    var text: String {
        var text = ""
        for case .text(let part) in parts { text += part }
        return text
    }

    /// The longest expression in a text that is examined, so that no text is examined repeatedly.
    private static let longestExpression = 200

    /// - Parameter raw: what is between the quotes; `isBlock` if these are three each.
    init(_ raw: ArraySlice<UInt8>, _ language: SourceLanguage, isBlock: Bool) {
        var raw = raw
        if isBlock, language == .java || language == .swift {
            raw = SourceText.withoutIndentation(raw, language)[...]
        }
        let hasEscapes = !isBlock || language == .java || language == .swift
        var place = raw.startIndex
        while place < raw.endIndex {
            if let end = SourceText.endOfExpression(raw, place, language) {
                finishText()
                parts.append(SourceText.name(raw[place..<end]))
                place = end
            } else if hasEscapes, raw[place] == UInt8(ascii: "\\"), place + 1 < raw.endIndex {
                place = escape(raw, place + 1)
            } else {
                octets.append(raw[place])
                place += 1
            }
        }
        finishText()
    }

    private mutating func finishText() {
        if !octets.isEmpty { parts.append(.text(String(decoding: octets, as: UTF8.self))) }
        octets = []
    }

    /// The end of an expression that begins at `place`: `$name`, `${…}` or `\(…)`; nil if none does.
    static func endOfExpression(
        _ text: ArraySlice<UInt8>, _ place: Int, _ language: SourceLanguage
    ) -> Int? {
        guard place + 1 < text.endIndex else { return nil }
        let next = text[place + 1]
        if language.hasTemplates, text[place] == UInt8(ascii: "$") {
            if next == UInt8(ascii: "{") { return closing(text, place + 1, UInt8(ascii: "}")) }
            guard isWordCharacter(next), !(0x30...0x39).contains(next) else { return nil }
            return text[(place + 1)...].firstIndex { !isWordCharacter($0) } ?? text.endIndex
        }
        if language.hasInterpolation, text[place] == UInt8(ascii: "\\"), next == UInt8(ascii: "(") {
            return closing(text, place + 1, UInt8(ascii: ")"))
        }
        return nil
    }

    /// After the bracket that closes the one at `place`, which has to be on its line.
    private static func closing(_ text: ArraySlice<UInt8>, _ place: Int, _ bracket: UInt8) -> Int? {
        var depth = 0
        for index in place..<min(place + longestExpression, text.endIndex) {
            if text[index] == 0x0a { return nil }
            if text[index] == text[place] { depth += 1 }
            if text[index] == bracket {
                depth -= 1
                if depth == 0 { return index + 1 }
            }
        }
        return nil
    }

    private static func name(_ expression: ArraySlice<UInt8>) -> Part {
        let name = expression.filter { isWordCharacter($0) || $0 == UInt8(ascii: ".") }
        // The signs around a name: one or three.
        let signs = expression.count - name.count
        guard signs == 1 || signs == 3, name.last != UInt8(ascii: ".") else { return .unknown }
        let words = name.split(separator: UInt8(ascii: "."))
        return .name(words.map { String(decoding: $0, as: UTF8.self) }[...])
    }

    // MARK: Escapes

    /// Takes what a backslash stands for whose letter is at `place`, and returns the place after it. A letter that
    /// stands for nothing special is itself.
    private mutating func escape(_ text: ArraySlice<UInt8>, _ place: Int) -> Int {
        switch text[place] {
        case 0x0a: break
        case UInt8(ascii: "n"): octets.append(0x0a)
        case UInt8(ascii: "r"): octets.append(0x0d)
        case UInt8(ascii: "t"): octets.append(0x09)
        case UInt8(ascii: "s"): octets.append(0x20)
        case UInt8(ascii: "u"):
            let rest = text[(place + 1)...]
            let isInBraces = rest.first == UInt8(ascii: "{")
            let digits = rest.dropFirst(isInBraces ? 1 : 0).prefix(isInBraces ? 8 : 4).prefix {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
            }
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            octets += String(code.flatMap(Unicode.Scalar.init) ?? "\u{fffd}").utf8
            return text[digits.endIndex...].first == UInt8(ascii: "}") && isInBraces
                ? digits.endIndex + 1 : digits.endIndex
        default: octets.append(text[place])
        }
        return place + 1
    }

    // MARK: Text blocks

    /// A text block without the indentation that its lines share, Java Language Specification section 3.10.6, or
    /// that is before its closing quotes, as in Swift.
    private static func withoutIndentation(
        _ raw: ArraySlice<UInt8>, _ language: SourceLanguage
    ) -> [UInt8] {
        var lines = raw.filter { $0 != 0x0d }.split(separator: 0x0a, omittingEmptySubsequences: false)
        // Nothing but white space may follow the opening quotes.
        guard lines.count > 1 else { return Array(raw) }
        lines.removeFirst()
        func indentation(_ line: ArraySlice<UInt8>) -> Int { line.prefix(while: isBlank).count }
        let last = lines.count - 1
        var shared = indentation(lines[last])
        if language == .java {
            for (index, line) in lines.enumerated() where index == last || !line.allSatisfy(isBlank) {
                shared = min(shared, indentation(line))
            }
        }
        var result: [UInt8] = []
        for (index, line) in lines.enumerated() {
            if index == last, language == .swift { break }
            if index > 0 { result.append(0x0a) }
            var line = line.dropFirst(min(shared, indentation(line)))
            if language == .java { while let end = line.last, isBlank(end) { line.removeLast() } }
            result += line
        }
        return result
    }

    private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }

    /// The text without the indentation that its lines share, as Kotlin's `trimIndent` has it: the first and the
    /// last line are left out if they are blank.
    static func trimmingIndent(_ text: String) -> String {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
        let shared = lines.filter { !$0.allSatisfy { $0.isWhitespace } }
            .map { (line) in line.prefix { $0.isWhitespace }.count }.min()
        if lines.last?.allSatisfy({ $0.isWhitespace }) == true { lines.removeLast() }
        if lines.first?.allSatisfy({ $0.isWhitespace }) == true { lines.removeFirst() }
        return lines.map { $0.dropFirst(shared ?? 0) }.joined(separator: "\n")
    }
}
