import SPKIHash

/// The hosts that source code of an unknown format gives its pins: as the key in a map, as a property of the
/// same object, or as an argument of the same call.
///
///     const pins = { 'api.example.com': ['sha256/…'] };
///     { host: 'api.example.com', pins: ['sha256/…'] }
///     mapOf("api.example.com" to listOf("sha256/…"))
///     put(API_HOST, "sha256/…")
struct SourceHosts {
    private let file: SourceFile
    private let groups: SourceGroups

    /// The properties and arguments that name a host.
    private static let names = [
        "host", "hostname", "hostName", "domain", "domainName", "pattern", "url", "baseUrl",
    ]
    /// The first labels of the names of packages, and the last labels of the names of files.
    private static let packages: Set<String> = ["com", "org", "net", "io", "dev"]
    private static let extensions: Set<String> = [
        "pem", "crt", "cer", "der", "key", "json", "xml", "plist", "yaml", "yml", "txt", "js", "ts", "kt",
        "java", "swift", "dart",
    ]
    private static let maximumDepth = 8
    private static let maximumArguments = 32

    /// Reads text in any language: strings, brackets and names are the same in most of them.
    init?(_ text: [UInt8]) {
        guard let file = try? SourceFile(text, .javaScript) else { return nil }
        self.file = file
        groups = SourceGroups(file)
    }

    /// Returns the host of the pin at an offset, or `nil` if the code does not show it.
    func pattern(at offset: Int) -> HostPattern? {
        guard var place = string(at: offset) else { return nil }
        for _ in 0..<SourceHosts.maximumDepth {
            if let key = key(before: place) { return key }
            guard let bracket = groups.bracket(around: place) else { return nil }
            for name in SourceHosts.names where !file.has(bracket, "[") {
                if let value = groups.place(of: name, in: bracket), let host = host(at: value) { return host }
            }
            if file.has(bracket, "{") {
                if isBody(bracket) { return nil }
            } else if let argument = argument(before: place, in: bracket) {
                return argument
            }
            place = startOfValue(bracket)
        }
        return nil
    }

    /// Returns the string around an offset.
    private func string(at offset: Int) -> Int? {
        let place = file.tokens.firstPlace { $0.offset > offset } - 1
        // A comment is not a token, and the string before it has ended.
        guard place >= 0, file.tokens[place].kind == .string else { return nil }
        let token = file.tokens[place]
        return offset <= token.offset + 1 + token.text.utf8.count ? place : nil
    }

    /// Returns the host before `:`, `to` or `=>`, or in the index of an assignment.
    private func key(before place: Int) -> HostPattern? {
        if file.has(place - 1, ":") {
            return host(at: file.has(place - 2, "]") ? place - 3 : place - 2)
        }
        if file.has(place - 1, "to") { return host(at: place - 2) }
        if file.has(place - 2, "=", ">") { return host(at: place - 3) }
        guard file.has(place - 2, "]", "=") else { return nil }
        return host(at: place - 3)
    }

    /// Returns whether a brace begins the body of a function or a type, rather than an object or a list.
    private func isBody(_ brace: Int) -> Bool {
        if file.has(brace - 1, ")") || file.has(brace - 1, ">") { return true }
        // `return {` in JavaScript, `[]string{` in Go.
        return file.isWord(brace - 1) && !file.has(brace - 1, "return") && !file.has(brace - 2, "]")
    }

    /// Returns the nearest host among the arguments before a place; in a list, only the first element counts.
    private func argument(before place: Int, in bracket: Int) -> HostPattern? {
        var place = startOfArgument(place).place
        for _ in 0..<SourceHosts.maximumArguments where file.has(place - 1, ",") {
            let (start, label) = startOfArgument(startOfName(endingAt: place - 2))
            let isHost = label.map { SourceHosts.names.contains($0) } ?? true
            if isHost, file.has(bracket, "(") || start == bracket + 1, let host = host(at: place - 2) {
                return host
            }
            place = start
        }
        return nil
    }

    /// Returns the start of an argument, with its name in Kotlin and Python, `host = "…"`.
    private func startOfArgument(_ value: Int) -> (place: Int, label: String?) {
        guard file.has(value - 1, "=") || file.has(value - 1, ":"), file.isWord(value - 2) else {
            return (value, nil)
        }
        return (value - 2, file.tokens[value - 2].text)
    }

    /// Returns the start of a value that begins with a bracket: of `listOf(`, `<String>[` or `new String[] {`.
    private func startOfValue(_ bracket: Int) -> Int {
        var place = bracket
        for _ in 0..<SourceHosts.maximumDepth {
            if file.has(place - 2, "[", "]") {
                place -= 2
            } else if file.has(place - 1, ">"), let start = startOfTypes(endingAt: place - 1) {
                place = start
            } else if file.isWord(place - 1), !file.has(place - 1, "to") {
                place = startOfName(endingAt: place - 1)
            } else {
                break
            }
        }
        return place
    }

    /// Returns the place of `<` before the types in a list, or `nil` for an arrow.
    private func startOfTypes(endingAt place: Int) -> Int? {
        guard !file.has(place - 1, "=") else { return nil }
        return stride(from: place - 1, to: max(0, place - 16), by: -1).first { file.has($0, "<") }
    }

    private func startOfName(endingAt place: Int) -> Int {
        var start = place
        for _ in 0..<SourceHosts.maximumDepth where file.has(start - 1, ".") && file.isWord(start - 2) {
            start -= 2
        }
        return start
    }

    /// Returns the host in a string or the constant whose name ends at a place.
    private func host(at place: Int) -> HostPattern? {
        guard file.tokens.indices.contains(place) else { return nil }
        let token = file.tokens[place]
        switch token.kind {
        case .sign: return nil
        case .string: return host(token.text)
        case .word:
            let start = startOfName(endingAt: place)
            let path = stride(from: start, through: place, by: 2).map { file.tokens[$0].text }
            let value = try? file.constant(path[...], at: place)
            return (value?.string?.text).flatMap { host($0) }
        }
    }

    /// Returns the host of text that cannot be the name of a package or a file.
    private func host(_ text: String) -> HostPattern? {
        guard let pattern = try? HostPattern(SourceAddress.host(of: text) ?? text),
            let first = pattern.host.labels.first, let last = pattern.host.labels.last,
            pattern.host.labels.count > 1, last.utf8.count > 1,
            !SourceHosts.packages.contains(first), !SourceHosts.extensions.contains(last),
            last.utf8.contains(where: { !(0x30...0x39).contains($0) })
        else { return nil }
        return pattern
    }
}
