import DERKit
import SPKIHash

/// The brackets in source code and the names before colons in each: properties of objects, and labels of arguments.
struct SourceGroups {
    let file: SourceFile
    /// For each token, the innermost open bracket before it, or -1.
    private var around: [Int] = []
    /// The start of the value of each name, by bracket.
    private var places: [Int: [String: Int]] = [:]
    /// The names in each bracket, in order, and their places.
    private var names: [Int: [(name: String, place: Int)]] = [:]

    init(_ file: SourceFile) {
        self.file = file
        var open: [Int] = []
        for (place, token) in file.tokens.enumerated() {
            if token.kind == .sign, [")", "]", "}"].contains(token.text) { _ = open.popLast() }
            let bracket = open.last ?? -1
            around.append(bracket)
            if token.kind == .sign, ["(", "[", "{"].contains(token.text) { open.append(place) }
            guard token.kind != .sign else { continue }
            if file.has(place + 1, ":") {
                add(token.text, place, value: place + 2, in: bracket)
            } else if isShort(place, in: bracket) {
                add(token.text, place, value: place, in: bracket)
            }
        }
    }

    private mutating func add(_ name: String, _ place: Int, value: Int, in bracket: Int) {
        places[bracket, default: [:]][name] = value
        names[bracket, default: []].append((name, place))
    }

    /// Returns whether a name stands alone in braces, as in `{ name }`, which is short for `{ name: name }`
    /// in JavaScript.
    private func isShort(_ place: Int, in bracket: Int) -> Bool {
        file.language == .javaScript && file.isWord(place) && file.has(bracket, "{")
            && (file.has(place - 1, "{") || file.has(place - 1, ","))
            && (file.has(place + 1, ",") || file.has(place + 1, "}"))
    }

    /// Returns the brackets with a name in them, in the order of the file; -1 for names outside of all brackets.
    func brackets(with name: String) -> [Int] {
        places.filter { $0.value[name] != nil }.map { $0.key }.sorted()
    }

    /// Returns the position of a bracket, or `nil` for names outside of all brackets.
    func position(of bracket: Int) -> TextPosition? {
        file.tokens.indices.contains(bracket) ? file.tokens[bracket].position : nil
    }

    func bracket(around place: Int) -> Int? {
        guard around.indices.contains(place), around[place] >= 0 else { return nil }
        return around[place]
    }

    /// Returns whether a place is among the arguments of a call that begins with a host.
    func isInCallWithHost(_ place: Int) -> Bool {
        guard let bracket = bracket(around: place), file.has(bracket, "("), file.isWord(bracket - 1),
            file.tokens[bracket + 1].kind == .string,
            let pattern = try? HostPattern(file.tokens[bracket + 1].text)
        else { return false }
        return pattern.host.labels.count > 1
    }

    func has(_ name: String, in bracket: Int) -> Bool { place(of: name, in: bracket) != nil }

    func names(in bracket: Int) -> [(name: String, place: Int)] { names[bracket] ?? [] }

    /// Returns the value of a name in a bracket, or `nil` if the bracket lacks the name.
    func value(_ name: String, in bracket: Int) throws(PolicyError) -> SourceValue? {
        guard let place = place(of: name, in: bracket) else { return nil }
        return try file.value(at: place)
    }

    /// Returns the place where the value of a name in a bracket begins, or `nil` if the bracket lacks the name.
    func place(of name: String, in bracket: Int) -> Int? { places[bracket]?[name] }

    /// Returns the name whose value begins with a bracket, as in `'api.example.com': {`, or `nil`.
    func name(of bracket: Int) throws(PolicyError) -> SourceValue? {
        guard file.has(bracket - 1, ":"), bracket > 1 else { return nil }
        var place = bracket - 2
        // `[HOST]: {`
        if file.has(place, "]") { place -= 1 }
        guard file.tokens[place].kind != .sign else { return nil }
        if file.tokens[place].kind == .word, !file.has(place + 1, "]") {
            return SourceValue(
                kind: .string(file.tokens[place].text, comment: nil), position: file.tokens[place].position)
        }
        return try file.value(at: &place)
    }
}

/// The host of an address in source code.
enum SourceAddress {
    /// Returns the host of `https://host/…`, or `nil` for text that is not such an address.
    static func host(of text: String) -> String? {
        let scheme = "https://"
        guard text.count > scheme.count, text.prefix(scheme.count).lowercased() == scheme else { return nil }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
        return host.isEmpty ? nil : String(host)
    }
}
