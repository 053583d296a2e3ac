import PinPolicies

/// The path of the value that `--field` selects: a JSON name, or several separated by dots for a nested value.
struct FieldPath {
    private let names: [String]

    /// The fields of `inspect`, as in Documentation/JSON.md; the name of a nested value follows a dot.
    static let known = [
        "schema", "file", "index", "offset", "label", "container", "friendly_name", "local_key_id", "ok",
        "kind", "sha256", "sha1", "pin", "openssl_pin", "openssl_pin_known", "raw_key_sha256", "version",
        "serial", "subject", "issuer", "not_before", "not_after", "title", "role", "ca", "self_signed",
        "signature_algorithm", "public_key", "extensions", "subject_alt_names", "signature", "form",
        "encryption_algorithm", "dek_info", "trust", "reject", "alias", "attributes", "this_update",
        "next_update", "entry_count", "entries", "certificates", "crls", "signatures", "encrypted_parts",
        "private_keys", "locks", "lock_notes", "format", "verified", "key_store_entries", "curve", "notes",
        "key_name", "owner", "signature_algorithm.oid", "signature_algorithm.name", "public_key.oid",
        "public_key.name", "public_key.bits", "public_key.curve", "public_key.modulus", "public_key.exponent",
        "public_key.raw_key", "encryption_algorithm.oid", "encryption_algorithm.name",
    ]

    /// Creates the path that the options select, or returns `nil` if they do not select any.
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

    /// Returns the lines for the selected value in an object that `write` writes: one per member of a list, one for any
    /// other value, or an empty line if there is no value.
    func lines(of write: (inout JSONWriter) -> Void) -> [String] {
        var json = JSONWriter()
        write(&json)
        let text = json.bytes.span
        var value = JSONScanner.ScannedValue.other(0..<text.count)
        for name in names {
            guard let field = FieldPath.field(name, of: value, in: text) else { return [""] }
            value = field
        }
        guard case .other(let range) = value, text[range.lowerBound] == UInt8(ascii: "[") else {
            return [FieldPath.bare(value, in: text)]
        }
        var lines: [String] = []
        var members = JSONScanner(range.lowerBound + 1..<range.upperBound)
        while let member = try? members.value(in: text) {
            lines.append(FieldPath.bare(member, in: text))
            _ = members.take(UInt8(ascii: ","), in: text)
        }
        return lines
    }

    /// Returns the value of a field, or `nil` if the value is not an object or has no such field.
    private static func field(
        _ name: String, of value: JSONScanner.ScannedValue, in text: Span<UInt8>
    ) -> JSONScanner.ScannedValue? {
        guard case .other(let range) = value, text[range.lowerBound] == UInt8(ascii: "{") else { return nil }
        var scanner = JSONScanner(range)
        return (try? scanner.onlyObject(field: name, in: text)) ?? nil
    }

    /// Returns a string without quotes, escaped for display; an empty string for null; and anything else as JSON.
    private static func bare(_ value: JSONScanner.ScannedValue, in text: Span<UInt8>) -> String {
        switch value {
        case .string(let string):
            let octets = JSONScanner.unescaped(string, in: text)
            // A backslash stays, because it may belong to an RFC 4514 name.
            return escapedForDisplay(String(decoding: octets, as: UTF8.self), keepsBackslash: true)
        case .other(let range):
            let json = String(decoding: text.array(range), as: UTF8.self)
            return json == "null" ? "" : json
        }
    }
}
