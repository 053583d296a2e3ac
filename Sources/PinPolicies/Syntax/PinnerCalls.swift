import DERKit
import SPKIHash

/// The calls of `add` on a `CertificatePinner.Builder` in Kotlin or Java, as far as the text shows. Headers,
/// lists and many other types have an `add` too.
struct PinnerCalls {
    /// A call of `add`.
    struct Call {
        /// The first token, `add`.
        let token: SourceToken
        let range: Range<Int>
        let arguments: [SourceValue]
    }

    /// The receiver of an `add`, as far as it is known.
    private enum Receiver {
        /// The call is in a chain after `CertificatePinner.Builder()`.
        case builder
        /// The receiver is a variable whose name belongs to a builder somewhere in the file.
        case variable
        /// The receiver is another builder, such as `Headers.Builder()`.
        case other
        case unknown
    }

    private(set) var calls: [Call] = []
    private(set) var builders = 0
    /// Calls that add a pin to something without hosts.
    private(set) var callsWithoutHost: [Call] = []
    /// Calls that only run under a condition.
    private(set) var conditionalCalls: [Call] = []
    /// Calls that add something like a pin to another builder.
    private(set) var callsOfOthers: [Call] = []

    private let file: SourceFile
    private var tokens: [SourceToken] { file.tokens }
    private var receivers: [Int: Receiver] = [:]
    /// The braces in which an `add` without a receiver belongs to a builder, as after `apply`.
    private var scopes: Set<Int> = []
    /// The names of pin builders, and those of other builders.
    private var variables: Set<String> = []
    private var others: Set<String> = []
    /// OkHttp's classes whose builders have another `add`.
    private static let otherClasses: Set<String> = ["Headers", "FormBody", "Request", "HttpUrl"]
    private var pinners: Set<String> = ["CertificatePinner"]

    init(_ file: SourceFile) throws(PolicyError) {
        self.file = file
        findPinners()
        findBuilders()
        others.subtract(variables)
        for place in tokens.indices where tokens[place].kind == .word {
            guard variables.contains(tokens[place].text) else {
                if others.contains(tokens[place].text) { _ = follow(from: place + 1, as: .other) }
                continue
            }
            // A variable, or the call of a function that returns one.
            let end = tokens.has(place + 1, "(") ? (file.ends[place + 1] ?? place) + 1 : place + 1
            _ = follow(from: end, as: .variable)
        }
        try findCalls()
    }

    private mutating func findCalls() throws(PolicyError) {
        var scopeEnd = -1
        for place in tokens.indices {
            if scopes.contains(place), let end = file.ends[place] { scopeEnd = max(scopeEnd, end) }
            guard tokens.has(place, "add", "(") else { continue }
            guard let end = file.ends[place + 1] else {
                throw file.scanner.error("add( without its closing parenthesis", at: tokens[place].offset)
            }
            var receiver = receivers[place] ?? .unknown
            let isImplicit =
                !tokens.has(place - 1, ".") || tokens.has(place - 2, "this") || tokens.has(place - 2, "it")
            if place < scopeEnd, isImplicit { receiver = .builder }
            var values: [SourceValue] = []
            for range in arguments(place + 2..<end) { values += try self.values(range) }
            take(Call(token: tokens[place], range: place..<end, arguments: values), receiver)
        }
    }

    private mutating func take(_ call: Call, _ receiver: Receiver) {
        let texts = call.arguments.map { $0.string?.text }
        let hasPin = texts.contains { $0.map { PinnerCalls.isDigest($0) || PinnerCalls.isBare($0) } == true }
        if receiver == .other {
            if hasPin { callsOfOthers.append(call) }
        } else if receiver != .builder, let first = texts.first, first.map(PinnerCalls.isDigest) == true {
            callsWithoutHost.append(call)
        } else if receiver == .unknown, hasPin, texts.first.map(PinnerCalls.isHeader) == true {
            callsOfOthers.append(call)
        } else if receiver == .builder || isPinners(texts, hasPin, receiver) {
            if file.conditions.contains(call.range.lowerBound) {
                conditionalCalls.append(call)
            } else {
                calls.append(call)
            }
        }
    }

    /// Returns whether the arguments show that the call is a pinner's, or leave it open, so that the call
    /// must not be skipped.
    private func isPinners(_ texts: [String?], _ hasPin: Bool, _ receiver: Receiver) -> Bool {
        guard let host = texts.first, texts.count > 1 else { return false }
        if hasPin { return true }
        guard let name = host else { return receiver == .variable }
        guard let pattern = try? HostPattern(name), pattern.host.labels.count > 1 else { return false }
        return receiver == .variable || texts.dropFirst().contains(nil)
    }

    /// Returns whether a name has only letters, digits and hyphens, as headers and form fields do.
    private static func isHeader(_ text: String?) -> Bool {
        text.map { $0.utf8.allSatisfy { isWordCharacter($0) || $0 == UInt8(ascii: "-") } } ?? false
    }

    /// Returns whether text begins like an OkHttp pin, whatever the digest: `sha256/`, `sha1/`.
    private static func isDigest(_ text: String) -> Bool {
        let start = text.utf8.prefix(4).map { $0 | 0x20 }
        return start.count == 4 && start.starts(with: "sha".utf8)
            && start.last.map { (0x30...0x39).contains($0) } == true
    }

    /// Returns whether text is a pin without the `sha256/` that OkHttp requires.
    private static func isBare(_ text: String) -> Bool {
        text.utf8.count == 44 && text.hasSuffix("=") && (try? Pin(text)) != nil
    }

    // MARK: Arguments

    /// Returns the values of an argument: one, or those of a list of several pins. An expression with an
    /// unknown value is a word.
    private func values(_ range: Range<Int>) throws(PolicyError) -> [SourceValue] {
        let first = tokens[range.lowerBound]
        let unknown = SourceValue(
            kind: .word(first.kind == .word ? first.text : SourceValue.expression), position: first.position)
        var place = range.lowerBound + (first.isCode("*") ? 1 : 0)
        do throws(PolicyError) {
            let value = try file.value(at: &place)
            return place == range.upperBound ? value.array ?? [value] : [unknown]
        } catch {
            guard error.code != .limit else { throw error }
            return [unknown]
        }
    }

    /// Returns the arguments of a call. Nested brackets are skipped in one step, so that nested calls are not
    /// read repeatedly.
    private func arguments(_ range: Range<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = range.lowerBound
        var place = start
        // With Kotlin's argument names, the pattern may come after the pins.
        var pattern: Int?
        while place < range.upperBound {
            // Kotlin's argument names, as in `pattern = "a.com"`, do not matter here.
            if place == start, tokens.isWord(place), tokens.has(place + 1, "="),
                place + 2 < range.upperBound
            {
                if tokens.has(place, "pattern") { pattern = result.count }
                start = place + 2
                place = start
            }
            if tokens[place].isCode(",") {
                if start < place { result.append(start..<place) }
                start = place + 1
            }
            place = (file.ends[place] ?? place) + 1
        }
        if start < range.upperBound { result.append(start..<range.upperBound) }
        if let pattern, pattern < result.count { result.swapAt(0, pattern) }
        return result
    }

    // MARK: Builders and their chains

    /// Finds the other names that Kotlin gives a class: `import okhttp3.CertificatePinner as Pinner`,
    /// `typealias Pinner = okhttp3.CertificatePinner`.
    private mutating func findPinners() {
        for place in tokens.indices where tokens[place].isCode("CertificatePinner") {
            if tokens.has(place + 1, "as"), place + 2 < tokens.count {
                pinners.insert(tokens[place + 2].text)
            }
            if let start = startOfName(endingAt: place), tokens.has(start - 1, "="),
                tokens.has(start - 3, "typealias")
            {
                pinners.insert(tokens[start - 2].text)
            }
        }
    }

    private mutating func findBuilders() {
        for place in tokens.indices where tokens.isWord(place) && tokens.has(place + 1, ".", "Builder") {
            let isPinner = pinners.contains(tokens[place].text)
            // For an unknown class, the arguments decide.
            guard isPinner || PinnerCalls.otherClasses.contains(tokens[place].text) else { continue }
            guard tokens.has(place + 3, "(") else {
                // A type: `val pins: CertificatePinner.Builder` in Kotlin, `CertificatePinner.Builder pins` in Java.
                if place + 3 < tokens.count { name(place + 3, isPinner) }
                if let start = startOfName(endingAt: place), tokens.has(start - 1, ":") {
                    name(start - 2, isPinner)
                }
                continue
            }
            if isPinner { builders += 1 }
            guard let end = file.ends[place + 3] else { continue }
            let last = follow(from: end + 1, as: isPinner ? .builder : .other)
            if last != "build", var start = startOfName(endingAt: place) {
                if tokens.has(start - 1, "new") { start -= 1 }
                if tokens.has(start - 1, "return") || tokens.has(start - 2, ")", "=") {
                    nameFunction(around: start, isPinner)
                }
                guard tokens.has(start - 1, "=") else { continue }
                // `builder = `, or with its type, `builder: okhttp3.CertificatePinner.Builder = `.
                name(start - 2, isPinner)
                if let type = startOfName(endingAt: start - 2), tokens.has(type - 1, ":") {
                    name(type - 2, isPinner)
                }
            }
        }
    }

    private mutating func name(_ place: Int, _ isPinner: Bool) {
        guard tokens.isWord(place) else { return }
        if isPinner { variables.insert(tokens[place].text) } else { others.insert(tokens[place].text) }
    }

    /// Names a function that returns a builder: `fun pins() = CertificatePinner.Builder()`.
    private mutating func nameFunction(around place: Int, _ isPinner: Bool) {
        for start in stride(from: place, to: max(0, place - 16), by: -1) where tokens.has(start, "fun") {
            return name(start + 1, isPinner)
        }
    }

    /// Returns the start of a dotted name whose last word is at `place`, or `nil` if it has many parts.
    private func startOfName(endingAt place: Int) -> Int? {
        var start = place
        for _ in 0..<8 {
            guard tokens.has(start - 1, "."), tokens.isWord(start - 2) else { return start }
            start -= 2
        }
        return nil
    }

    /// Follows a chain of `.name(…)` and `.name { … }`, and returns the last name.
    private mutating func follow(from place: Int, as receiver: Receiver) -> String? {
        var place = place
        var last: String?
        while true {
            while tokens.has(place, "!") || tokens.has(place, "?") { place += 1 }
            guard tokens.has(place, "."), tokens.isWord(place + 1), let end = file.ends[place + 2]
            else { break }
            last = tokens[place + 1].text
            if receivers[place + 1] != .builder { receivers[place + 1] = receiver }
            if tokens.has(place + 2, "{"), receiver != .other { scopes.insert(place + 2) }
            place = end + 1
        }
        // `with(CertificatePinner.Builder()) { … }`, also with the name of a variable.
        let isWith = receiver == .builder || tokens.has(place - 3, "with", "(")
        if receiver != .other, isWith, tokens.has(place, ")", "{") { scopes.insert(place + 1) }
        return last
    }
}
