import SPKIHash

/// The manifest: a JSON document that contains a whole policy and is the source for every other format.
///
///     {
///       "schema": "pemtool-policy/1",
///       "unlisted_hosts": "accept",
///       "hosts": [
///         {
///           "host": "**.example.com",
///           "expires": "2027-06-30",
///           "pins": [
///             { "pin": "sha256/7zwAM/…", "label": "key of 2026", "role": "active" },
///             { "pin": "sha256/azE5Ew…", "label": "offline key", "role": "backup" }
///           ]
///         }
///       ]
///     }
///
/// Instead of `pins`, a host may have `strategies`, each with `kind` (`public-key` or `certificate`), `position`
/// (`any`, `leaf` or `ca`) and `pins`; `match` (`any` or `all`) specifies how they are combined. A pinned certificate
/// has `certificate_sha256` in hex, or its DER as `certificate_base64`. `enforce` is true by default. An unknown name
/// is an error, so that a typo never changes the policy silently.
enum ManifestFormat {
    static let row = PolicyFormat.Row(
        capabilities: .everything("manifest"),
        // The signs match every version, so that the reader can say which one it supports. Many JSON writers escape the
        // slash.
        signs: ["\"pemtool-policy/", "\"pemtool-policy\\/", "\"unlisted_hosts\""], rank: 0,
        read: { (text) throws(PolicyError) in try read(text) }, emit: emit)

    static let schema = "pemtool-policy/1"

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let root = try ManifestObject(try DataValue.json(text), "the manifest")
        let found = try root.text("schema")
        guard found == schema else {
            throw PolicyError(
                .unknownSchema, "unsupported schema '\(displayed(found))'",
                hint: "this version reads \(schema)")
        }
        let findings = ReadingFindings(.manifest)
        try findings.entry(at: nil) { () throws(PolicyError) -> Void? in
            try root.allow(["schema", "unlisted_hosts", "hosts"])
        }
        let unlisted: PinPolicy.UnlistedHosts = try root.choice("unlisted_hosts")
        let rules = try findings.entries(try root.array("hosts"), at: { $0.entries?.first?.position }) {
            (value) throws(PolicyError) in
            try rule(try ManifestObject(value, "a host"))
        }
        return try findings.reading(rules, unlistedHosts: unlisted)
    }

    private static func rule(_ unnamed: ManifestObject) throws(PolicyError) -> PinPolicy.Rule {
        var object = unnamed
        let host = try object.text("host")
        let pattern = try HostPattern(host)
        object.name = displayed(host)
        do throws(PolicyError) { return try rule(object, pattern) } catch { throw error.about(pattern) }
    }

    private static func rule(
        _ object: ManifestObject, _ pattern: HostPattern
    ) throws(PolicyError) -> PinPolicy.Rule {
        try object.allow(["host", "expires", "enforce", "match", "pins", "position", "strategies"])
        let strategies: [PinStrategy]
        if object.has("strategies") {
            guard !object.has("pins"), !object.has("position") else {
                throw PolicyError(
                    .unknownField, "\(object.name): has both 'pins' and 'strategies'",
                    hint: "move the pins into a strategy")
            }
            strategies = try object.array("strategies").map { (value) throws(PolicyError) in
                let part = try ManifestObject(value, object.name)
                try part.allow(["kind", "position", "pins"])
                return try strategy(part, kind: try part.text("kind"))
            }
        } else {
            strategies = [try strategy(object, kind: "public-key")]
        }
        if strategies.count > 1, !object.has("match") {
            throw PolicyError(
                .missingField, "\(object.name): several strategies without 'match'",
                hint: "write \"match\": \"any\" or \"match\": \"all\"")
        }
        return PinPolicy.Rule(
            pattern, strategies, match: try object.choice("match", default: .any),
            expiration: object.has("expires") ? try PolicyDate.read(try object.text("expires")) : nil,
            isEnforced: try object.bool("enforce") ?? true)
    }

    private static func strategy(_ object: ManifestObject, kind: String) throws(PolicyError) -> PinStrategy {
        let position = try object.choice("position", default: ChainPosition.any)
        let members = try object.array("pins")
        switch kind {
        case "public-key":
            let pins = try members.map { (member) throws(PolicyError) in
                if let (text, _) = member.string {
                    return PinSet.Member(try Pin(policyText: text, in: object.name))
                }
                let entry = try ManifestObject(member, object.name)
                try entry.allow(["pin", "label", "role"])
                return PinSet.Member(
                    try Pin(policyText: try entry.text("pin"), in: object.name),
                    label: try entry.optionalText("label") ?? "",
                    role: try entry.choice("role", default: .active))
            }
            let set = PinSet(pins)
            guard let twice = pins.first(where: { set.member($0.pin) != $0 }) else {
                return .publicKey(set, at: position)
            }
            throw PolicyError(
                .badPin, "\(object.name): \(twice.pin) is listed twice, with different labels or roles",
                hint: "keep one of them")
        case "certificate":
            let certificates = try members.map { (member) throws(PolicyError) in
                try certificate(try ManifestObject(member, object.name))
            }
            return .certificate(CertificateSet(certificates), at: position)
        default:
            throw PolicyError(
                .unknownField, "\(object.name): unknown kind '\(displayed(kind))'",
                hint: "write 'public-key' or 'certificate'")
        }
    }

    private static func certificate(_ entry: ManifestObject) throws(PolicyError) -> CertificateSet.Member {
        try entry.allow(["certificate_sha256", "certificate_base64", "label", "role"])
        let label = try entry.optionalText("label") ?? ""
        let role = try entry.choice("role", default: PinRole.active)
        let fingerprint = try entry.optionalText("certificate_sha256").map {
            (text) throws(PolicyError) -> CertificateFingerprint in
            guard let fingerprint = CertificateFingerprint(hex: text) else {
                throw PolicyError(
                    .badPin, "\(entry.name): \(Pin.shown(text)) is not a SHA-256 in hex",
                    hint: "openssl x509 -noout -fingerprint -sha256 prints it")
            }
            return fingerprint
        }
        guard let text = try entry.optionalText("certificate_base64") else {
            guard let fingerprint else {
                throw PolicyError(
                    .missingField, "\(entry.name): missing certificate_sha256",
                    hint: "add certificate_sha256 or certificate_base64")
            }
            return CertificateSet.Member(fingerprint, label: label, role: role)
        }
        guard let derBytes = try? Base64.decode(text), let certificate = try? Certificate(der: derBytes),
            fingerprint == nil || fingerprint == CertificateFingerprint(certificate)
        else {
            throw PolicyError(
                .badPin, "\(entry.name): certificate_base64 does not match certificate_sha256",
                hint: "write that certificate's DER in base64")
        }
        return CertificateSet.Member(certificate, label: label, role: role)
    }

    // MARK: Writing

    @Sendable private static func emit(_ policy: PinPolicy) -> String {
        let hosts = policy.rules.map { (rule) in
            var fields = ["\"host\": \(QuotedText.json(rule.pattern.description))"]
            if let day = rule.expiration { fields.append("\"expires\": \"\(PolicyDate.write(day))\"") }
            if !rule.isEnforced { fields.append("\"enforce\": false") }
            if rule.strategies.count == 1, case .publicKey(let pins, .any) = rule.strategies[0] {
                fields.append("\"pins\": \(list(pins.members.map(self.pin), "      "))")
            } else {
                if rule.strategies.count > 1 { fields.append("\"match\": \"\(rule.match.rawValue)\"") }
                fields.append("\"strategies\": \(list(rule.strategies.map(self.strategy), "      "))")
            }
            return "{\n      " + fields.joined(separator: ",\n      ") + "\n    }"
        }
        return """
            {
              "schema": "\(schema)",
              "unlisted_hosts": "\(policy.unlistedHosts.rawValue)",
              "hosts": \(list(hosts, "  "))
            }

            """
    }

    private static func list(_ values: [String], _ indent: String) -> String {
        guard !values.isEmpty else { return "[]" }
        return "[\n" + values.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)]"
    }

    private static func strategy(_ strategy: PinStrategy) -> String {
        let (kind, members) =
            switch strategy {
            case .publicKey(let pins, _): ("public-key", pins.members.map(self.pin))
            case .certificate(let set, _): ("certificate", set.members.map(self.certificate))
            }
        return "{ \"kind\": \"\(kind)\", \"position\": \"\(strategy.position.rawValue)\", \"pins\": "
            + list(members, "        ") + " }"
    }

    private static func pin(_ member: PinSet.Member) -> String {
        "{ \"pin\": \"\(member.pin)\"\(annotation(member.label, member.role)) }"
    }

    private static func certificate(_ member: CertificateSet.Member) -> String {
        let whole = member.certificate.map { ", \"certificate_base64\": \"\(Base64.encode($0.derBytes))\"" }
        return "{ \"certificate_sha256\": \"\(member.fingerprint)\"\(whole ?? "")"
            + "\(annotation(member.label, member.role)) }"
    }

    private static func annotation(_ label: String, _ role: PinRole) -> String {
        (label.isEmpty ? "" : ", \"label\": \(QuotedText.json(label))") + ", \"role\": \"\(role.rawValue)\""
    }
}

/// An object of a manifest, with access to its fields by name.
private struct ManifestObject {
    var name: String
    private var members: [String: DataValue.Entry] = [:]
    /// The position of the object's first field; `nil` for an empty object.
    let position: TextPosition?

    init(_ value: DataValue, _ name: String) throws(PolicyError) {
        guard let entries = value.entries else {
            throw PolicyError(.syntax, "\(name) is not a JSON object", hint: "write it as { … }")
        }
        for entry in entries { members[entry.key] = entry }
        self.name = name
        position = entries.first?.position
    }

    func has(_ field: String) -> Bool { members[field] != nil }

    func allow(_ fields: [String]) throws(PolicyError) {
        guard let other = members.keys.sorted().first(where: { !fields.contains($0) }) else { return }
        let meant = Spelling.nearest(to: other, among: fields)
        throw PolicyError(
            .unknownField, "\(name): unknown field '\(displayed(other))'",
            hint: meant.map { "did you mean '\($0)'?" }
                ?? "expected one of \(fields.joined(separator: ", "))",
            position: members[other]?.position)
    }

    func text(_ field: String) throws(PolicyError) -> String {
        guard let text = try optionalText(field) else { throw missing(field) }
        return text
    }

    func optionalText(_ field: String) throws(PolicyError) -> String? {
        guard let value = members[field]?.value else { return nil }
        guard let (text, _) = value.string else { throw wrong(field, "a string") }
        return text
    }

    func bool(_ field: String) throws(PolicyError) -> Bool? {
        guard let value = members[field]?.value else { return nil }
        guard case .bool(let flag) = value.kind else { throw wrong(field, "true or false") }
        return flag
    }

    func array(_ field: String) throws(PolicyError) -> [DataValue] {
        guard let value = members[field]?.value else { throw missing(field) }
        guard let values = value.array else { throw wrong(field, "a list") }
        return values
    }

    /// Returns the value of a field, which must be one of a type's cases; without a default, the field is required.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ field: String, default value: Choice? = nil
    ) throws(PolicyError) -> Choice where Choice.RawValue == String {
        let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        guard let text = try optionalText(field) else {
            guard let value else { throw missing(field, hint: "set it to \(choices); it has no default") }
            return value
        }
        guard let choice = Choice(rawValue: text) else { throw wrong(field, choices) }
        return choice
    }

    private func missing(_ field: String, hint: String? = nil) -> PolicyError {
        PolicyError(
            .missingField, "\(name): missing field '\(field)'",
            hint: hint ?? "add \"\(field)\" and its value", position: position)
    }

    private func wrong(_ field: String, _ expected: String) -> PolicyError {
        PolicyError(
            .syntax, "\(name): invalid value for '\(field)'; expected \(expected)", hint: "write \(expected)",
            position: members[field]?.position)
    }
}
