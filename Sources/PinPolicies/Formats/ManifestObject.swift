import DERKit
import SPKIHash

/// An object of a manifest, with access to its fields by name.
struct ManifestObject {
    let name: String
    private let members: [String: DataValue.Entry]
    /// The position of its first field; `nil` for an empty object.
    let position: TextPosition?

    init(_ value: DataValue, _ name: String) throws(PolicyError) {
        guard let members = value.entries else {
            throw PolicyError(.syntax, "\(name) is not a JSON object", hint: "write it as { … }")
        }
        var fields: [String: DataValue.Entry] = [:]
        for member in members { fields[member.key] = member }
        self.init(fields, name, members.first?.position)
    }

    private init(_ members: [String: DataValue.Entry], _ name: String, _ position: TextPosition?) {
        self.members = members
        self.name = name
        self.position = position
    }

    func named(_ name: String) -> ManifestObject { ManifestObject(members, name, position) }

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

    /// Returns a field whose value is a case of a type, or the default if the field is absent.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ field: String, default value: Choice
    ) throws(PolicyError) -> Choice where Choice.RawValue == String {
        has(field) ? try choice(field) : value
    }

    /// Returns a field whose value is a case of a type.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ field: String
    ) throws(PolicyError) -> Choice where Choice.RawValue == String {
        let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        guard let text = try optionalText(field) else {
            throw PolicyError(
                .missingField, "\(name): missing field '\(field)'",
                hint: "set it to \(choices); it has no default", position: position)
        }
        guard let choice = Choice(rawValue: text) else {
            throw wrong(field, choices)
        }
        return choice
    }

    private func missing(_ field: String) -> PolicyError {
        PolicyError(
            .missingField, "\(name): missing field '\(field)'",
            hint: "add \"\(field)\" and its value", position: position)
    }

    private func wrong(_ field: String, _ expected: String) -> PolicyError {
        PolicyError(
            .syntax, "\(name): invalid value for '\(field)'; expected \(expected)", hint: "write \(expected)",
            position: members[field]?.position)
    }
}
