/// The calls of `add` in Kotlin or Java that are a `CertificatePinner.Builder`'s, as far as the text says it.
/// Headers, lists and many others have an `add` too.
struct PinnerCalls {
    /// A call of `add` that is read.
    struct Call {
        /// The line that it stands on, from 1.
        let line: Int
        /// The arguments, none of them empty.
        let arguments: [ArraySlice<SourceToken>]
    }

    /// How much is known of what an `add` belongs to.
    private enum Receiver {
        /// It stands in the chain of calls behind `CertificatePinner.Builder()`.
        case builder
        /// It belongs to a variable of a name that a builder has somewhere in the file.
        case variable
        case unknown
    }

    /// The calls in their order.
    private(set) var calls: [Call] = []
    /// How many builders are made in the file.
    private(set) var builders = 0
    /// The lines of calls that add a pin to something that has no hosts.
    private(set) var linesWithoutHost: [Int] = []

    private let tokens: [SourceToken]
    /// For the place of each opening parenthesis or brace that of its closing one.
    private let ends: [Int: Int]
    private var receivers: [Int: Receiver] = [:]
    /// The braces in which an `add` without a receiver is a builder's, as behind `apply`.
    private var scopes: Set<Int> = []
    private var variables: Set<String> = []

    /// - Throws: ``PolicyError`` for an `add(` without its closing parenthesis.
    init(_ tokens: [SourceToken], in scanner: TextScanner) throws(PolicyError) {
        self.tokens = tokens
        ends = SourceToken.endsOfBrackets(tokens)
        findBuilders()
        for place in tokens.indices
        where tokens[place].kind == .word && variables.contains(tokens[place].text) {
            _ = follow(from: place + 1, as: .variable)
        }
        var scopeEnd = -1
        for place in tokens.indices {
            if scopes.contains(place), let end = ends[place] { scopeEnd = max(scopeEnd, end) }
            guard tokens[place].isWord("add"), isSign(place + 1, "(") else { continue }
            guard let end = ends[place + 1] else {
                throw scanner.error("add( without its closing bracket", at: tokens[place].offset)
            }
            var receiver = receivers[place] ?? .unknown
            let isImplicit = !isSign(place - 1, ".") || isWord(place - 2, "this") || isWord(place - 2, "it")
            if place < scopeEnd, isImplicit { receiver = .builder }
            take(place, arguments(place + 2..<end), receiver)
        }
    }

    private mutating func take(_ place: Int, _ arguments: [ArraySlice<SourceToken>], _ receiver: Receiver) {
        let line = tokens[place].line
        let first = arguments.first?.text
        if receiver != .builder, first.map(PinnerCalls.isDigest) == true {
            linesWithoutHost.append(line)
        } else if receiver == .builder || isPinners(arguments, receiver) {
            calls.append(Call(line: line, arguments: arguments))
        }
    }

    /// True where the arguments alone say that the call is a pinner's, or leave it open and must not be passed over.
    private func isPinners(_ arguments: [ArraySlice<SourceToken>], _ receiver: Receiver) -> Bool {
        guard let host = arguments.first, arguments.count > 1 else { return false }
        let texts = arguments.dropFirst().map { $0.text }
        if texts.contains(where: { $0.map(PinnerCalls.isDigest) == true }) { return true }
        guard let name = host.text else { return receiver == .variable }
        guard let pattern = try? HostPattern(name), pattern.host.labels.count > 1 else { return false }
        return receiver == .variable || texts.contains(nil)
    }

    /// True for what begins as a pin in OkHttp does, whatever the digest: `sha256/`, `sha1/`.
    private static func isDigest(_ text: String) -> Bool {
        let start = text.utf8.prefix(4).map { $0 | 0x20 }
        return start.count == 4 && start.starts(with: "sha".utf8)
            && start.last.map { (0x30...0x39).contains($0) } == true
    }

    // MARK: Builders and their chains

    private mutating func findBuilders() {
        for place in tokens.indices
        where tokens[place].isWord("CertificatePinner") && isSign(place + 1, ".")
            && isWord(place + 2, "Builder")
        {
            guard isSign(place + 3, "(") else {
                // A type: `val pins: CertificatePinner.Builder` in Kotlin, `CertificatePinner.Builder pins` in Java.
                if place + 3 < tokens.count, tokens[place + 3].kind == .word {
                    variables.insert(tokens[place + 3].text)
                }
                if let start = startOfName(endingAt: place), isSign(start - 1, ":") { name(start - 2) }
                continue
            }
            builders += 1
            guard let end = ends[place + 3] else { continue }
            let last = follow(from: end + 1, as: .builder)
            if last != "build", var start = startOfName(endingAt: place) {
                if isWord(start - 1, "new") { start -= 1 }
                guard isSign(start - 1, "=") else { continue }
                // `builder = `, or with its type, `builder: okhttp3.CertificatePinner.Builder = `.
                name(start - 2)
                if let type = startOfName(endingAt: start - 2), isSign(type - 1, ":") { name(type - 2) }
            }
        }
    }

    private mutating func name(_ place: Int) {
        if tokens.indices.contains(place), tokens[place].kind == .word {
            variables.insert(tokens[place].text)
        }
    }

    /// Where a name with dots begins whose last word stands at `place`; nil where it has many parts.
    private func startOfName(endingAt place: Int) -> Int? {
        var start = place
        for _ in 0..<8 {
            guard isSign(start - 1, "."), start >= 2, tokens[start - 2].kind == .word else { return start }
            start -= 2
        }
        return nil
    }

    /// Follows `.name(…)` and `.name { … }` as long as they come, and returns the last name.
    private mutating func follow(from place: Int, as receiver: Receiver) -> String? {
        var place = place
        var last: String?
        while true {
            while isSign(place, "!") || isSign(place, "?") { place += 1 }
            guard isSign(place, "."), place + 1 < tokens.count, tokens[place + 1].kind == .word,
                let end = ends[place + 2]
            else { break }
            last = tokens[place + 1].text
            if receivers[place + 1] != .builder { receivers[place + 1] = receiver }
            if isSign(place + 2, "{"), receiver == .builder { scopes.insert(place + 2) }
            place = end + 1
        }
        // `with(CertificatePinner.Builder()) { … }`
        if receiver == .builder, isSign(place, ")"), isSign(place + 1, "{") { scopes.insert(place + 1) }
        return last
    }

    private func isSign(_ place: Int, _ sign: String) -> Bool {
        tokens.indices.contains(place) && tokens[place].isSign(sign)
    }

    private func isWord(_ place: Int, _ word: String) -> Bool {
        tokens.indices.contains(place) && tokens[place].isWord(word)
    }

    /// The arguments of a call. What stands in brackets inside is passed over in one step, so that calls in calls
    /// are not read again and again.
    private func arguments(_ range: Range<Int>) -> [ArraySlice<SourceToken>] {
        var result: [ArraySlice<SourceToken>] = []
        var start = range.lowerBound
        var place = start
        while place < range.upperBound {
            // Kotlin's names of arguments, `pattern = "a.com"`, say nothing here.
            if place == start, tokens[place].kind == .word, isSign(place + 1, "="),
                place + 2 < range.upperBound
            {
                start = place + 2
                place = start
            }
            if tokens[place].isSign(",") {
                if start < place { result.append(tokens[start..<place]) }
                start = place + 1
            }
            place = (ends[place] ?? place) + 1
        }
        if start < range.upperBound { result.append(tokens[start..<range.upperBound]) }
        return result
    }
}

extension ArraySlice<SourceToken> {
    /// The token of an argument that is a text and nothing else.
    var literal: SourceToken? {
        guard count == 1, let token = first, token.kind == .string, !token.hasPlaceholder else { return nil }
        return token
    }

    fileprivate var text: String? { literal?.text }
}

extension SourceToken {
    /// For the place of each opening parenthesis or brace that of its closing one.
    fileprivate static func endsOfBrackets(_ tokens: [SourceToken]) -> [Int: Int] {
        var parentheses: [Int] = []
        var braces: [Int] = []
        var ends: [Int: Int] = [:]
        for (place, token) in tokens.enumerated() where token.kind == .sign {
            switch token.text {
            case "(": parentheses.append(place)
            case "{": braces.append(place)
            case ")": if let start = parentheses.popLast() { ends[start] = place }
            case "}": if let start = braces.popLast() { ends[start] = place }
            default: break
            }
        }
        return ends
    }
}
