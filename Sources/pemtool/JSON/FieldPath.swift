import X509Model

/// The one value that `--field` asks for: a name of the JSON, or several with dots for a value inside another.
struct FieldPath {
    private let names: [String]

    /// The names of the contract, those of objects inside after a dot.
    static let known = JSONContract.fields.map { $0.name } + JSONContract.innerNames

    /// The path that the options give; nil if they give none.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard let text = arguments["--field"] else { return nil }
        guard !arguments.has("--json"), !arguments.has("--jsonl"), !arguments.has("--full") else {
            throw UsageError("--field cannot be combined with --full, --json or --jsonl")
        }
        guard FieldPath.known.contains(text) else {
            throw .unknown(
                "field", text, among: FieldPath.known, help: "use a name from --json, such as not_after")
        }
        names = text.split(separator: ".").map(String.init)
    }

    /// The value in an object, bare: a line for each member of a list, an empty line if there is none.
    func lines(of fields: JSON.Fields) -> [String] {
        var value = JSON.object(fields)
        for name in names {
            guard case .object(let fields) = value, let field = fields.first(where: { $0.name == name })
            else { return [""] }
            value = field.value
        }
        if case .array(let members) = value { return members.map(FieldPath.bare) }
        if case .list(let members) = value {
            var lines: [String] = []
            members { lines.append(FieldPath.bare($0)) }
            return lines
        }
        return [FieldPath.bare(value)]
    }

    /// A text without its quotes, and safe to show; everything else as in JSON.
    private static func bare(_ value: JSON) -> String {
        switch value {
        case .null: ""
        // A backslash stays, for it may belong to RFC 4514.
        case .string(let text): escapedForDisplay(text, keepsBackslash: true)
        default: value.text
        }
    }
}
