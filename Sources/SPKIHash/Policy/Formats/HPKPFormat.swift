/// The header `Public-Key-Pins`, RFC 7469 section 2.1. Browsers have dropped it; proxies and scanners have not.
enum HPKPFormat {
    static func emit(_ policy: PinPolicy, maxAge: Int) -> String {
        policy.rules.map { (rule) in
            let pins = rule.strategies.compactMap(\.pinSet).flatMap(\.members).map {
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
        let line = String(decoding: text, as: UTF8.self).trimmed
        guard !line.contains(where: \.isNewline) else {
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
        var notes: [String] = []
        for part in value.split(separator: ";") {
            let directive = String(part).trimmed
            // Names of directives are equal in any case, section 2.1.
            switch directive.prefix(while: { $0 != "=" }).lowercased() {
            case "pin-sha256": pins.append(try Pin(policyText: directive, in: "\(pattern)"))
            case "includesubdomains": includesSubdomains = true
            case "max-age": break
            default: notes.append("\(displayed(directive)) is not part of a policy")
            }
        }
        let reach: HostPattern.Reach = includesSubdomains ? .subdomains : .exact
        return PolicyReading(
            policy: try PinPolicy(
                [
                    PinPolicy.Rule(
                        try HostPattern(pattern.host, reach), [.publicKey(PinSet(pins), at: .any)],
                        isEnforced: isEnforced)
                ], unlistedHosts: .accept), notes: notes)
    }
}
