/// The fields of the JSON that the tool prints, schema `pemtool/1`: a contract, only ever added to.
enum JSONContract {
    /// Each field with its meaning, in the order of the output.
    static let fields: [(name: String, meaning: String)] = [
        ("schema", "pemtool/1"),
        ("file", "the file as it was named; - for standard input"),
        ("index", "position of the object in the file, from 0"),
        ("offset", "byte at which the object begins in the file"),
        ("ok", "true where the object was read"),
        ("kind", "certificate, public-key and so on"),
        ("sha256", "SHA-256 of the object's DER, lower-case hex"),
        ("pin", "SHA-256 of the exact SubjectPublicKeyInfo bytes, base64"),
        ("raw_key_sha256", "SHA-256 of what is inside the key's BIT STRING, base64; not a pin"),
        ("version", "1, 2 or 3"),
        ("serial", "serial number, upper-case hex, a leading - where it is negative"),
        ("subject", "RFC 4514"),
        ("issuer", "RFC 4514"),
        ("not_before", "ISO 8601 in UTC; null where the date is malformed"),
        ("not_after", "ISO 8601 in UTC; null where the date is malformed"),
        ("signature_algorithm", "oid and name of the signature's algorithm"),
        ("public_key", "oid and name of the key's algorithm"),
        ("extensions", "list of oid, critical and value"),
        ("error", "where ok is false: code, message, offset, path, line, column, hint"),
    ]
}
