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
        var order: [HostPattern] = []
        var pins: [HostPattern: [PinSet.Member]] = [:]
        var notes: [String] = []
        for place in tokens.indices where tokens[place].isWord("add") {
            guard place > 0, tokens[place - 1].isSign("."), place + 1 < tokens.count,
                tokens[place + 1].isSign("(")
            else { continue }
            let line = tokens[place].line
            let arguments = tokens[(place + 2)...].prefix { !$0.isSign(")") }.filter { !$0.isSign(",") }
            guard let host = arguments.first, host.kind == .string else {
                notes.append("line \(line): the host is no text, so that its pins are not read")
                continue
            }
            let pattern = try HostPattern(host.text)
            if pins[pattern] == nil { order.append(pattern) }
            for argument in arguments.dropFirst() {
                guard argument.kind == .string else {
                    notes.append("line \(line): \(displayed(argument.text)) is no text and not read as a pin")
                    continue
                }
                pins[pattern, default: []].append(
                    PinSet.Member(
                        try Pin(policyText: argument.text, in: "line \(line)"), comment: argument.comment))
            }
        }
        var rules: [PinPolicy.Rule] = []
        for pattern in order {
            rules.append(PinPolicy.Rule(pattern, [.publicKey(PinSet(pins[pattern] ?? []), at: .any)]))
        }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), notes: notes)
    }
}
