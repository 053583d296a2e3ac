/// OkHttp's `CertificatePinner` in Kotlin or Java: one `add` for each pin.
enum OkHttpFormat {
    enum Language { case kotlin, java }

    static func emit(_ policy: PinPolicy, _ language: Language) -> String {
        let adds = policy.rules.flatMap { (rule) in
            rule.strategies.compactMap { $0.pinSet }.flatMap { $0.members }.map { (member) in
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

    /// Reads each `add("pattern", "sha256/…", …)` of a pinner; other arguments than texts are noted.
    static func read(_ text: [UInt8], _ language: Language) throws(PolicyError) -> PolicyReading {
        let tokens = try SourceToken.read(text, nestsComments: language == .kotlin)
        let found = try PinnerCalls(tokens, in: TextScanner(text))
        var order: [HostPattern] = []
        var pins: [HostPattern: [PinSet.Member]] = [:]
        var findings = ReadingFindings(language == .kotlin ? .okhttpKotlin : .okhttpJava)
        if found.builders > 1 {
            findings.notRead(
                "\(found.builders) pinners, their pins are read as those of one",
                hint: "check each in a file of its own")
        }
        for call in found.calls {
            let line = call.line
            guard let host = call.arguments.first?.literal else {
                findings.notRead("line \(line): the host is no text, so that its pins are not read")
                continue
            }
            let pattern = try HostPattern(host.text)
            findings.check(host.text, of: pattern.host)
            if call.arguments.count < 2 { findings.notRead("line \(line): no pin for \(pattern)") }
            for argument in call.arguments.dropFirst() {
                guard let literal = argument.literal else {
                    let name = argument.first.flatMap { $0.kind == .word ? displayed($0.text) : nil }
                    findings.notRead(
                        "line \(line): \(name ?? "an expression") is no text and not read as a pin")
                    continue
                }
                if pins[pattern] == nil { order.append(pattern) }
                pins[pattern, default: []].append(
                    PinSet.Member(
                        try findings.pin(literal.text, in: "line \(line)"), comment: literal.comment))
            }
        }
        for line in found.linesWithoutHost {
            findings.notRead("line \(line): a pin is added without a host, and not read")
        }
        if order.isEmpty, findings.all.isEmpty {
            findings.notRead("no pins of a CertificatePinner in the source")
        }
        let shared = try SharedPins.share(order.map { ($0, PinSet(pins[$0] ?? [])) })
        let rules = shared.map { PinPolicy.Rule($0.pattern, [.publicKey($0.pins, at: .any)]) }
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: .accept), findings: findings.all)
    }
}
