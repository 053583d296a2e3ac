import X509Model

/// The one value that `--field` asks for: a name of the JSON, or several with dots for a value inside another.
struct FieldPath {
    private let names: [String]

    /// The names of the contract, those of objects inside after a dot.
    static let known = [
        "schema", "file", "index", "offset", "ok", "kind", "sha256", "pin", "raw_key_sha256", "sha1",
        "version",
        "serial",
        "subject", "issuer", "not_before", "not_after", "ca", "self_signed", "signature_algorithm",
        "signature_algorithm.oid", "signature_algorithm.name", "public_key", "public_key.oid",
        "public_key.name", "public_key.bits", "public_key.curve", "public_key.modulus", "public_key.exponent",
        "public_key.raw_key", "extensions", "subject_alt_names", "signature", "notes",
    ]

    /// The path that the options give; nil where they give none.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard let text = arguments["--field"] else { return nil }
        guard !arguments.has("--json"), !arguments.has("--jsonl"), !arguments.has("--full") else {
            throw UsageError("--field excludes --full, --json and --jsonl")
        }
        guard FieldPath.known.contains(text) else {
            throw .unknown(
                "field", text, among: FieldPath.known, help: "the names are those of --json, as in not_after")
        }
        names = text.split(separator: ".").map(String.init)
    }

    /// The value in an object, bare: a line for each member of a list, an empty line where there is none.
    func lines(of fields: [(name: String, value: JSON)]) -> [String] {
        var value = JSON.object(fields)
        for name in names {
            guard case .object(let fields) = value, let field = fields.first(where: { $0.name == name })
            else { return [""] }
            value = field.value
        }
        if case .array(let members) = value { return members.map(FieldPath.bare) }
        return [FieldPath.bare(value)]
    }

    /// A text without its quotes, and safe to show; everything else as in JSON.
    private static func bare(_ value: JSON) -> String {
        switch value {
        case .null: ""
        case .string(let text): withoutControls(text)
        default: value.text
        }
    }

    /// The characters that do not show as themselves as `\XX`; a backslash stays, for it may belong to RFC 4514.
    private static func withoutControls(_ text: String) -> String {
        text.split(separator: "\\", omittingEmptySubsequences: false).map { escapedForDisplay(String($0)) }
            .joined(separator: "\\")
    }
}
