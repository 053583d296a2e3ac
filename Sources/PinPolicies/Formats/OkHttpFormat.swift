import DERKit
import SPKIHash

/// OkHttp's `CertificatePinner` in Kotlin or Java: one `add` per pin.
enum OkHttpFormat {
    enum Language { case kotlin, java }

    static let kotlinRow = row(.kotlin, sign: "CertificatePinner", rank: 8)
    static let javaRow = row(.java, sign: "new CertificatePinner", rank: 7)

    private static func row(_ language: Language, sign: String, rank: Int) -> PolicyFormat.Row {
        PolicyFormat.Row(
            capabilities: PolicyCapabilities(consumer: "OkHttp", keys: [.any], holds: [.labels]),
            signs: [sign], rank: rank, pins: .okHttp,
            // OkHttp makes names in the source canonical, but keeps a trailing dot.
            isHostForm: { (text, _) in text.last != "." },
            read: { (text, _) throws(PolicyError) in try read(text, language) },
            readAsking: { (text, host) throws(PolicyError) in try read(text, language, asking: host) },
            emit: { (policy, _) in emit(policy, language) })
    }

    static func emit(_ policy: PinPolicy, _ language: Language) -> String {
        let adds = policy.rules.flatMap { (rule) in
            rule.lines(.okhttp) { "        .add(\"\(rule.pattern)\", \"\($0)\")" }
        }
        let (opening, closing) =
            switch language {
            case .kotlin:
                (
                    [
                        "import okhttp3.CertificatePinner", "",
                        "val certificatePinner: CertificatePinner = CertificatePinner.Builder()",
                    ], ["        .build()"]
                )
            case .java:
                (
                    [
                        "import okhttp3.CertificatePinner;", "", "final class PinnedHosts {",
                        "    private PinnedHosts() {}", "",
                        "    static final CertificatePinner CERTIFICATE_PINNER = new CertificatePinner.Builder()",
                    ], ["        .build();", "}"]
                )
            }
        return ([PolicyFormat.notice] + opening + adds + closing).map { $0 + "\n" }.joined()
    }

    /// A pin of a pattern, and the pattern as written.
    private struct Entry {
        let text: String
        let pattern: HostPattern
        let member: PinSet.Member
    }

    /// Reads each `add("pattern", "sha256/…", …)` of a pinner; arguments are string literals or constants of
    /// the file.
    static func read(_ text: [UInt8], _ language: Language) throws(PolicyError) -> PolicyReading {
        let (entries, findings) = try entries(text, language)
        return try findings.reading(try rules(entries))
    }

    /// Reads what a pinner requires of one host: all pins of the patterns that match it.
    static func read(
        _ text: [UInt8], _ language: Language, asking host: String
    ) throws(PolicyError) -> PolicyReading {
        let (entries, findings) = try entries(text, language)
        let asked = OkHttpHost(host)
        let members = entries.filter { asked?.matches($0.text) == true }.map { $0.member }
        guard !members.isEmpty else { return try findings.reading([]) }
        let name = try HostName(host)
        var pattern = try HostPattern(name)
        if let closest = try PinPolicy(try rules(entries), unlistedHosts: .accept).rule(for: name) {
            pattern = closest.pattern
        }
        return try findings.reading([PinPolicy.Rule(pattern, [.publicKey(PinSet(members), at: .any)])])
    }

    private static func rules(_ entries: [Entry]) throws(PolicyError) -> [PinPolicy.Rule] {
        var pins = Grouped<HostPattern, PinSet.Member>()
        for entry in entries { pins.append(entry.member, for: entry.pattern) }
        return try SharedPins.share(pins.groups.map { ($0.key, PinSet($0.values)) })
            .map { PinPolicy.Rule($0.pattern, [.publicKey($0.pins, at: .any)]) }
    }

    private static func entries(
        _ text: [UInt8], _ language: Language
    ) throws(PolicyError) -> ([Entry], ReadingFindings) {
        let findings = ReadingFindings(language == .kotlin ? .okhttpKotlin : .okhttpJava)
        let file = try SourceFile(text, language == .kotlin ? .kotlin : .java)
        let found = try PinnerCalls(file)
        findings.note(found)
        var entries: [Entry] = []
        for call in found.calls {
            let first = call.arguments.first
            let host = try findings.entry(at: first?.position ?? call.token.position) {
                () throws(PolicyError) in
                let text = try SourceValue.literal(first, for: "host").text
                return (text: text, pattern: try findings.pattern(text))
            }
            guard let (text, pattern) = host else { continue }
            if call.arguments.count < 2 {
                findings.omit(
                    "missing pin for \(pattern)", hint: "add \"sha256/…\" after the host",
                    at: call.token.position
                )
            }
            entries += try findings.entries(Array(call.arguments.dropFirst()), at: { $0.position }) {
                (argument) throws(PolicyError) in
                Entry(text: text, pattern: pattern, member: try findings.member(argument, in: "\(pattern)"))
            }
        }
        let known = found.calls + found.conditionalCalls + found.callsWithoutHost + found.callsOfOthers
        findings.checkUnread(
            in: file, except: known.map { $0.range }, read: Set(entries.map { $0.member.pin }),
            hint: "write add(\"host\", \"sha256/…\") for it, or remove it"
        ) { $0.hasPrefix("sha256/") || entries.isEmpty && $0.hasSuffix("=") }
        findings.checkUses(in: file, ["certificatePinner": "("], "the CertificatePinner is used")
        if entries.isEmpty, findings.all.isEmpty, findings.omissions.isEmpty {
            findings.notRead("missing pins of a CertificatePinner in the source")
        }
        return (entries, findings)
    }
}

extension ReadingFindings {
    /// Reports what a source has besides the calls of one pinner.
    fileprivate func note(_ found: PinnerCalls) {
        if found.builders > 1 {
            notRead(
                "the source has \(found.builders) pinners; their pins are merged",
                hint: "check each in a separate file")
        }
        for call in found.callsWithoutHost {
            omit(
                "a pin is added without a host", hint: "write add(\"host\", \"sha256/…\")",
                at: call.token.position)
        }
        for call in found.conditionalCalls {
            conditional("a pin is added", at: call.token.position)
        }
        for call in found.callsOfOthers {
            notRead(
                "line \(call.token.line): a pin is added to something that is not a CertificatePinner", .note,
                hint: "call add on CertificatePinner.Builder if the host should be pinned")
        }
    }
}

/// A host as OkHttp compares it: `HttpUrl` makes names canonical, but keeps a trailing dot, which counts.
private struct OkHttpHost: Equatable {
    /// The name in lower case with A-labels, and with a trailing dot if there was one.
    let name: String

    /// Creates a host as `HttpUrl` does (Util.canonicalizeHost), or returns `nil` if the text is not a host.
    init?(_ text: some StringProtocol) {
        // java.net.IDN follows IDNA 2003: RFC 3454 table B.1 removes the joiners, and B.2 folds these two
        // letters.
        var folded = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "ß", "ẞ": folded += "ss"
            case "ς": folded += "σ"
            case "\u{200c}", "\u{200d}": break
            default: folded.unicodeScalars.append(scalar)
            }
        }
        guard let host = try? HostName(folded), let last = folded.unicodeScalars.last else { return nil }
        let isAbsolute = [".", "\u{3002}", "\u{ff0e}", "\u{ff61}"].contains(last)
        name = host.description + (isAbsolute ? "." : "")
    }

    /// Returns whether a pinner requires the pins of `pattern` for a connection to this host.
    ///
    /// `*.` works as in OkHttp 3 (CertificatePinner.Pin.matches), where `*.com` also matches the host `com`.
    /// Since OkHttp 4.3, which has `**.`, it does not (CertificatePinner.kt, matchesHostname). No other pair
    /// differs.
    func matches(_ pattern: String) -> Bool {
        if pattern.hasPrefix("**.") {
            guard let suffix = OkHttpHost(pattern.dropFirst(3))?.name else { return false }
            return name == suffix || name.hasSuffix("." + suffix)
        }
        guard pattern.hasPrefix("*.") else { return OkHttpHost(pattern) == self }
        guard let suffix = OkHttpHost(pattern.dropFirst(2))?.name else { return false }
        return (name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name) == suffix
    }
}
