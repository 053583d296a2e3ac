/// The fields of the JSON that the tool prints, schema `pemtool/1`: a contract, only ever added to.
enum JSONContract {
    /// Each field with its meaning, in the order of the output.
    static let fields: [(name: String, meaning: String)] = [
        ("schema", "pemtool/1"),
        ("file", "the file as it was named; - for standard input"),
        ("index", "position of the object in the file, from 0"),
        ("offset", "byte at which the object begins in the file"),
        ("label", "the label of its PEM block; absent for DER"),
        ("container", "index of the container that holds the object; absent for one that stands by itself"),
        ("ok", "true where the object was read"),
        ("kind", "certificate, public-key and so on"),
        ("sha256", "SHA-256 of the object's DER, lower-case hex"),
        ("sha1", "SHA-1 of a certificate's DER, lower-case hex"),
        (
            "pin",
            "SHA-256 of the exact SubjectPublicKeyInfo bytes, base64; null where there is no key; "
                + "diagnose: the text that was given"
        ),
        ("openssl_pin", "what openssl's pipeline prints where that is something else; null for nothing"),
        (
            "openssl_pin_known",
            "false where it is not known what openssl's pipeline prints; absent for most keys"
        ),
        ("raw_key_sha256", "SHA-256 of what is inside the key's BIT STRING, base64; not a pin"),
        ("version", "1, 2 or 3"),
        ("serial", "serial number, upper-case hex, a leading - where it is negative"),
        ("subject", "RFC 4514"),
        ("issuer", "RFC 4514"),
        ("not_before", "ISO 8601 in UTC; null where the date is malformed"),
        ("not_after", "ISO 8601 in UTC; null where the date is malformed"),
        ("ca", "true where the basic constraints say that it is a CA"),
        ("self_signed", "true where issuer and subject are one, by their names and key identifiers"),
        ("signature_algorithm", "oid and name of the signature's algorithm"),
        ("public_key", "oid, name, bits and curve of the key, modulus and exponent of RSA, raw_key in hex"),
        ("extensions", "list of oid, name, critical and value"),
        ("subject_alt_names", "list, as in DNS:example.com, IP:192.0.2.1, URI:..., email:..."),
        ("signature", "lower-case hex"),
        ("form", "of a private key: pkcs8, sec1 and so on"),
        ("encryption_algorithm", "of an encrypted private key: oid and name"),
        ("dek_info", "of an encrypted private key in the older form: its header"),
        ("trust", "of a trusted certificate: what it is trusted for, a list of oid and name"),
        ("reject", "of a trusted certificate: what it is not trusted for"),
        ("alias", "of a trusted certificate: its name there"),
        ("attributes", "of a request: list of oid, name and values"),
        ("this_update", "of a revocation list: ISO 8601 in UTC"),
        ("next_update", "of a revocation list: ISO 8601 in UTC; null where there is none"),
        ("entry_count", "of a revocation list: number of entries"),
        ("entries", "of a revocation list, with --entries: list of serial, revocation_date, extensions"),
        ("certificates", "of a container: number of certificates"),
        ("crls", "of a container: number of revocation lists"),
        ("signatures", "of a container: number of signatures"),
        ("encrypted_parts", "of a PKCS #12 container: number of parts that take a password"),
        ("private_keys", "of a PKCS #12 container: number of private keys in parts without"),
        ("curve", "of elliptic curve parameters: the name of the curve"),
        ("notes", "list of code, message, offset and path: what is odd, or was repaired"),
        ("ct", "of a log's entry: index, timestamp (ms), entry_type, issuer_key_hash and chain"),
        ("input", "with --lines, of a JSON object: its other fields, as they are written"),
        ("key_name", "explain, wrap: what people call the key, as in P-256"),
        ("spki", "explain, wrap: the SubjectPublicKeyInfo, hex"),
        ("header", "explain, wrap: what stands before the raw key in it, hex"),
        ("raw_key", "explain: the raw key, hex"),
        ("header_fields", "explain: list of offset, depth, bytes, type and value"),
        ("forms", "explain: the forms in which APIs give the key: name, byte_count, sha256, pin, sources"),
        ("rsa2048_header_is_right", "explain: true where the constant of many tutorials is the key's header"),
        ("rsa2048_header_sha256", "explain: SHA-256 of that constant and the raw key, base64"),
        ("trustkit", "explain: header, other-header or no-header"),
        ("openssl", "explain: same, or why OpenSSL writes other bytes or none"),
        ("swift", "explain: the header as a Swift constant"),
        ("kotlin", "explain: the header as a Kotlin constant"),
        ("pem", "wrap: the key in PEM"),
        ("right", "diagnose: true where the text is the pin of one of the objects"),
        ("verdict", "diagnose: right, misspelled, explained, unexplained or not-a-pin"),
        (
            "spelling",
            "diagnose: pin that the text stands for, complaint, oddities (codes), and consumers that take it so"
        ),
        (
            "complete",
            "diagnose: false where something given was not compared, so that nothing follows from no match"
        ),
        (
            "missing_issuers",
            "diagnose: list of index, file and issuer: certificates whose issuer was not given, whose pin it may be"
        ),
        ("problem", "diagnose: code and message of what makes the text no pin; null where it may be one"),
        (
            "matches",
            "diagnose: the recipes that give the text: recipe, object, message, made_by, command, right_pin"
        ),
        (
            "owner",
            "diagnose: the CA whose key has the pin: name, organization, role, not_before, not_after, table"
        ),
        ("objects", "diagnose: what the text was compared with: file, index, kind, pin"),
        ("tried", "diagnose: objects, inputs, digests, sources, digest_kinds, encodings"),
        ("accepted", "verify: true where the chain has what is pinned"),
        ("host", "verify: the host that was asked for; null without a policy"),
        (
            "reason",
            "verify: matched, mismatched, undecided, empty-chain, unlisted, expired or policy-refused"
        ),
        ("matched_certificates", "verify: list of index, file, pin or certificate_sha256, label and role"),
        (
            "mismatched_certificates",
            "verify: list of index, file, pin, certificate_sha256, why and what belongs to it"
        ),
        ("undecided_by", "verify: list of cause and what belongs to it"),
        (
            "chain",
            "verify: in_order, leaves, paths, order, strangers and duplicates, each certificate as index and file"
        ),
        ("ca_keys", "verify: the pins that are of keys of public CAs: list of pin and owner, as in diagnose"),
        ("findings", "verify: what is odd about pins and chain: list of rule, severity, message, hint"),
        ("expired", "verify: the day on which the rule expired"),
        (
            "pattern",
            "verify, policy: the pattern of hosts of a rule; null where it is about the whole policy"
        ),
        ("rule", "policy check: the code of the rule, as --rules lists it"),
        ("severity", "policy check: error, warning or note"),
        ("consumer", "policy check: the format whose rule it is; null for a rule of pinning itself"),
        ("message", "verify, policy: the answer in one sentence"),
        ("hint", "policy check: what to change"),
        ("source", "policy check: where the rule comes from"),
        ("action", "policy check: the change for a program: kind and what belongs to it; absent for most"),
        ("code", "policy diff: what kind of difference, as in pin-added"),
        ("error", "where ok is false: code, message, offset, path, line, column, hint"),
    ]

    /// The names of values inside the objects of some fields, with the field's name and a dot before them.
    static let innerNames = [
        "signature_algorithm.oid", "signature_algorithm.name", "public_key.oid", "public_key.name",
        "public_key.bits", "public_key.curve", "public_key.modulus", "public_key.exponent",
        "public_key.raw_key", "encryption_algorithm.oid", "encryption_algorithm.name",
    ]
}
