/// OkHttp's `CertificatePinner` in Kotlin or Java: one `add` for each pin.
enum OkHttpFormat {
    enum Language { case kotlin, java }

    static func emit(_ policy: PinPolicy, _ language: Language) -> String {
        let adds = policy.rules.flatMap { (rule) in
            rule.strategies.compactMap(\.pinSet).flatMap(\.members).map { (member) in
                let comment = member.annotation.map { " // \($0)" } ?? ""
                return "        .add(\"\(rule.pattern)\", \"\(member.pin.formatted(.okhttp))\")\(comment)"
            }
        }
        let notice = "// Made from a pin policy; edit the policy, not this file."
        switch language {
        case .kotlin:
            return
                ([
                    notice, "import okhttp3.CertificatePinner", "",
                    "val certificatePinner: CertificatePinner = CertificatePinner.Builder()",
                ]
                + adds + ["        .build()", ""]).joined(separator: "\n")
        case .java:
            return
                ([
                    notice, "import okhttp3.CertificatePinner;", "", "final class PinnedHosts {",
                    "    private PinnedHosts() {}", "",
                    "    static final CertificatePinner CERTIFICATE_PINNER = new CertificatePinner.Builder()",
                ]
                + adds + ["        .build();", "}", ""]).joined(separator: "\n")
        }
    }

    /// Reads every `add("pattern", "sha256/…", …)`; other arguments than texts are noted.
    static func read(_ text: [UInt8], _ language: Language) throws(PolicyError) -> PolicyReading {
        let tokens = try SourceToken.read(text, nestsComments: language == .kotlin)
        let ends = endsOfParentheses(tokens)
        var order: [HostPattern] = []
        var pins: [HostPattern: [PinSet.Member]] = [:]
        var findings = ReadingFindings(language == .kotlin ? .okhttpKotlin : .okhttpJava)
        for place in tokens.indices where tokens[place].isWord("add") {
            guard place > 0, tokens[place - 1].isSign("."), place + 1 < tokens.count,
                tokens[place + 1].isSign("(")
            else { continue }
            let line = tokens[place].line
            guard let end = ends[place + 1] else {
                throw TextScanner(text).error("add( without its closing bracket", at: tokens[place].offset)
            }
            let arguments = arguments(tokens, (place + 2)..<end, ends)
            guard let first = arguments.first, let host = literal(tokens[first]) else {
                findings.notRead("line \(line): the host is no text, so that its pins are not read")
                continue
            }
            let pattern = try HostPattern(host.text)
            if pins[pattern] == nil { order.append(pattern) }
            for argument in arguments.dropFirst() {
                guard let literal = literal(tokens[argument]) else {
                    let token = tokens[argument.lowerBound]
                    let name = token.kind == .word ? displayed(token.text) : "an expression"
                    findings.notRead("line \(line): \(name) is no text and not read as a pin")
                    continue
                }
                pins[pattern, default: []].append(
                    PinSet.Member(
                        try findings.pin(literal.text, in: "line \(line)"), comment: literal.comment))
            }
        }
        let shared = try SharedPins.share(order.map { ($0, PinSet(pins[$0] ?? [])) })
        let rules = shared.map { PinPolicy.Rule($0.pattern, [.publicKey($0.pins, at: .any)]) }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
    }

    /// The token of an argument that is a text and nothing else.
    private static func literal(_ argument: ArraySlice<SourceToken>) -> SourceToken? {
        guard argument.count == 1, let token = argument.first, token.kind == .string else { return nil }
        return token
    }

    /// For the place of each opening parenthesis that of its closing one.
    private static func endsOfParentheses(_ tokens: [SourceToken]) -> [Int: Int] {
        var open: [Int] = []
        var ends: [Int: Int] = [:]
        for (place, token) in tokens.enumerated() {
            if token.isSign("(") {
                open.append(place)
            } else if token.isSign(")"), let start = open.popLast() {
                ends[start] = place
            }
        }
        return ends
    }

    /// The arguments of a call, none of them empty. What stands in parentheses inside is passed over in one
    /// step, so that calls in calls are not read again and again.
    private static func arguments(
        _ tokens: [SourceToken], _ range: Range<Int>, _ ends: [Int: Int]
    ) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start = range.lowerBound
        var place = start
        while place < range.upperBound {
            if tokens[place].isSign(",") {
                if start < place { result.append(start..<place) }
                start = place + 1
            }
            place = (ends[place] ?? place) + 1
        }
        if start < range.upperBound { result.append(start..<range.upperBound) }
        return result
    }
}
