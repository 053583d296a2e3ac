import DERKit
import SPKIHash

/// The header `Public-Key-Pins`, RFC 7469 section 2.1. Browsers no longer support it, but some proxies and
/// scanners do.
enum HPKPFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "HPKP", reaches: [.exact, .subdomains],
            hostRule: "the host that sends it, with or without all its subdomains (includeSubDomains)",
            keys: [.any], holds: [.reportOnly, .overlap],
            words: [.enforcement: "send the header Public-Key-Pins instead"], hasHost: false),
        signs: [], foldedSigns: ["pin-sha256="], rank: 70, pins: .hpkp, read: read,
        emit: { (policy, emission) in emit(policy, maxAge: emission.maxAge) })

    static func emit(_ policy: PinPolicy, maxAge: Int) -> String {
        policy.rules.map { (rule) in
            let pins = rule.pins.map { $0.pin.formatted(.hpkp) }
            let directives =
                pins + ["max-age=\(max(0, maxAge))"]
                + (rule.pattern.reach == .subdomains ? ["includeSubDomains"] : [])
            let name = rule.isEnforced ? "Public-Key-Pins" : "Public-Key-Pins-Report-Only"
            return "\(name): " + directives.joined(separator: "; ") + "\n"
        }.joined()
    }

    static func read(_ text: [UInt8], for pattern: HostPattern?) throws(PolicyError) -> PolicyReading {
        guard let pattern else { throw .hostNeeded("an HPKP header") }
        let line = try TextScanner(text).text().trimmed
        guard !line.contains(where: { $0.isNewline }) else {
            throw PolicyError(.syntax, "more than one line", hint: "provide only the Public-Key-Pins header")
        }
        let findings = ReadingFindings(.hpkp)
        let (value, isEnforced) = try header(line[...])
        let (pins, includesSubdomains, maxAge) = try read(directives(value), of: pattern, findings)
        guard !pins.isEmpty else {
            guard findings.omissions.isEmpty else { return try findings.reading([]) }
            throw PolicyError(
                .noPins, "\(pattern) has an empty list of pins", hint: "add pins, or remove it")
        }
        // Section 2.1.2; in the report-only header, the directive has no meaning.
        switch isEnforced ? maxAge : 1 {
        case nil:
            findings.notRead(
                "missing max-age; browsers ignore the header without it", .error,
                hint: "add max-age=5184000, 60 days")
        case 0:
            findings.notRead(
                "max-age=0 removes the pins, so the host is no longer pinned", .error,
                hint: "set max-age to the lifetime of the pins in seconds")
        default: break
        }
        let reach: HostPattern.Reach = includesSubdomains ? .subdomains : .exact
        return try findings.reading([
            PinPolicy.Rule(
                try HostPattern(pattern.host, reach), [.publicKey(PinSet(pins), at: .any)],
                isEnforced: isEnforced)
        ])
    }

    /// Returns the pins and the other settings of the directives, RFC 7469 section 2.1.
    private static func read(
        _ directives: [String], of pattern: HostPattern, _ findings: ReadingFindings
    ) throws(PolicyError) -> (pins: [Pin], includesSubdomains: Bool, maxAge: UInt64?) {
        var pins: [Pin] = []
        var includesSubdomains = false
        var maxAge: UInt64?
        var seen: Set<String> = []
        for directive in directives {
            let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // Names of directives are case-insensitive, section 2.1.
            let name = String(parts.first ?? "").trimmed.lowercased()
            let argument = parts.count > 1 ? String(parts[1]).trimmed : nil
            if name != "pin-sha256", !seen.insert(name).inserted {
                findings.omit(
                    "duplicate directive '\(displayed(name))'",
                    hint: "write it once (RFC 7469 section 2.1)",
                    at: TextPosition(line: 1, column: 1))
                continue
            }
            switch name {
            case "pin-sha256":
                let pin = try findings.entry(at: nil) { () throws(PolicyError) in
                    try findings.pin(directive, in: "\(pattern)")
                }
                if let pin { pins.append(pin) }
            case "includesubdomains" where argument == nil: includesSubdomains = true
            case "max-age":
                let digits = (argument ?? "").filter { $0 != "\"" }
                let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
                maxAge = isNumber ? UInt64(digits) ?? .max : nil
            case "report-uri", "strict": findings.notRead("\(displayed(directive)) is not part of a policy")
            default: findings.unknownDirective(directive, name)
            }
        }
        return (pins, includesSubdomains, maxAge)
    }

    /// Returns the value of the header, and false if it only reports. A line without a name is all value.
    private static func header(_ line: Substring) throws(PolicyError) -> (Substring, Bool) {
        guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains("=") else { return (line, true) }
        let value = line[line.index(after: colon)...]
        switch String(line[..<colon]).trimmed.lowercased() {
        case "public-key-pins": return (value, true)
        case "public-key-pins-report-only": return (value, false)
        default:
            throw PolicyError(
                .notUnderstood, "unknown header '\(displayed(String(line[..<colon])))'",
                hint: "write Public-Key-Pins or Public-Key-Pins-Report-Only",
                position: TextPosition(line: 1, column: 1))
        }
    }

    /// Returns the parts between semicolons; a semicolon in quotes does not separate.
    private static func directives(_ value: Substring) -> [String] {
        var isQuoted = false
        return value.split { (character) in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }.map { String($0).trimmed }.filter { !$0.isEmpty }
    }
}

extension ReadingFindings {
    /// Reports a directive that browsers skip, section 2.1, because a pin in it would be lost.
    fileprivate func unknownDirective(_ directive: String, _ name: String) {
        guard !name.hasPrefix("pin-sha") || Spelling.nearest(to: name, among: ["pin-sha256"]) != nil else {
            return omit(
                "unsupported digest '\(displayed(name))'", hint: "write pin-sha256",
                at: TextPosition(line: 1, column: 1), .unsupportedDigest)
        }
        unknownKey(
            name, in: "Public-Key-Pins",
            known: ["pin-sha256", "max-age", "includeSubDomains", "report-uri", "strict"],
            at: TextPosition(line: 1, column: 1))
    }
}
