/// The header `Public-Key-Pins`, RFC 7469 section 2.1. Browsers have dropped it; proxies and scanners have not.
enum HPKPFormat {
    static func emit(_ policy: PinPolicy, maxAge: Int) -> String {
        policy.rules.map { (rule) in
            let pins = rule.strategies.compactMap { $0.pinSet }.flatMap { $0.members }.map {
                $0.pin.formatted(.hpkp)
            }
            let directives =
                pins + ["max-age=\(max(0, maxAge))"]
                + (rule.pattern.reach == .subdomains ? ["includeSubDomains"] : [])
            let name = rule.isEnforced ? "Public-Key-Pins" : "Public-Key-Pins-Report-Only"
            return "\(name): " + directives.joined(separator: "; ") + "\n"
        }.joined()
    }

    static func read(_ text: [UInt8], for pattern: HostPattern?) throws(PolicyError) -> PolicyReading {
        guard let pattern else { throw .hostNeeded("the header of RFC 7469") }
        let line = try TextScanner(text).text().trimmed
        guard !line.contains(where: { $0.isNewline }) else {
            throw PolicyError(.syntax, "more than one line", hint: "give the header Public-Key-Pins alone")
        }
        var value = line[...]
        var isEnforced = true
        if let colon = line.firstIndex(of: ":"), line[..<colon].lowercased().hasPrefix("public-key-pins") {
            isEnforced = !line[..<colon].lowercased().hasSuffix("-report-only")
            value = line[line.index(after: colon)...]
        }
        var pins: [Pin] = []
        var includesSubdomains = false
        var findings = ReadingFindings(.hpkp)
        var maxAge: UInt64?
        for part in value.split(separator: ";") {
            let directive = String(part).trimmed
            // Names of directives are equal in any case, section 2.1.
            switch String(directive.prefix { $0 != "=" }).trimmed.lowercased() {
            case "pin-sha256": pins.append(try findings.pin(directive, in: "\(pattern)"))
            case "includesubdomains": includesSubdomains = true
            case "max-age":
                let digits = directive.drop { $0 != "=" }.dropFirst().filter { !"\" ".contains($0) }
                let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
                maxAge = isNumber ? UInt64(digits) ?? .max : nil
            default: findings.notRead("\(displayed(directive)) is not part of a policy")
            }
        }
        // Section 2.1.2; in the header that only reports the directive says nothing.
        switch isEnforced ? maxAge : 1 {
        case nil:
            findings.notRead(
                "no max-age in seconds, without which browsers ignore the header", .error,
                hint: "add max-age=5184000, 60 days")
        case 0:
            findings.notRead(
                "max-age=0 takes the pins away: the host is not pinned any more", .error,
                hint: "write the seconds for which the pins hold")
        default: break
        }
        let reach: HostPattern.Reach = includesSubdomains ? .subdomains : .exact
        return PolicyReading(
            policy: try PinPolicy(
                [
                    PinPolicy.Rule(
                        try HostPattern(pattern.host, reach), [.publicKey(PinSet(pins), at: .any)],
                        isEnforced: isEnforced)
                ], unlistedHosts: .accept), findings: findings.all)
    }
}
