/// The fields of the JSON that the tool prints, schema `pemtool/1`. They are a contract: future versions only add to
/// them.
enum JSONContract {
    /// The fields and their meanings, in the order of the output. They are split as octets, because each `inspect`
    /// does it at its start.
    static let fields: [(name: String, meaning: String)] = text.utf8.split(separator: UInt8(ascii: "\n"))
        .reduce(into: []) { (fields, line) in
            if line.starts(with: "  ".utf8), !fields.isEmpty {
                fields[fields.count - 1].meaning += Substring(line.dropFirst())
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                let meaning = line[colon...].dropFirst(2)
                fields.append((String(Substring(line[..<colon])), String(Substring(meaning))))
            }
        }

    /// One line per field; an indented line continues the meaning on the line before it.
    private static let text = """
        schema: pemtool/1
        file: the file as given; - for standard input; for a file in an archive, the paths of both:
          `app.ipa: Payload/a.pem`
        index: position of the object in the file, counted from 0
        offset: byte offset of the object in the file
        label: label of the PEM block; absent for DER
        container: index of the container that contains the object; absent if there is none
        friendly_name: friendly name or alias of the object in its container; absent if there is none
        local_key_id: hex value shared by a certificate and its key in a PKCS #12 file; absent if there is
          none
        ok: true if the object was read
        kind: certificate, public-key and so on
        sha256: SHA-256 of the object's DER, lowercase hex
        sha1: SHA-1 of a certificate's DER, lowercase hex
        pin: SHA-256 of the exact SubjectPublicKeyInfo bytes, base64; null if there is no key; diagnose: the
          given text
        openssl_pin: the hash that the usual openssl pipeline prints, if that hash differs from pin; null if the pipeline prints nothing
        openssl_pin_known: false if the output of the usual openssl pipeline is unknown; absent for most keys
        raw_key_sha256: SHA-256 of the content of the key's BIT STRING, base64; not a pin
        version: version of the object, such as 3; check: the name given to the policy, as in NAME=POLICY; null if none
          was given
        serial: serial number, uppercase hex; a leading - if negative
        subject: name of the subject, as in RFC 4514
        issuer: name of the issuer, as in RFC 4514
        not_before: ISO 8601 in UTC; null if the date is malformed
        not_after: ISO 8601 in UTC; null if the date is malformed
        ca: true if the basic constraints say that the certificate is a CA
        role: of a certificate: leaf, ca or root
        self_signed: true if issuer and subject are the same, by name and key identifier
        signature_algorithm: oid and name of the signature algorithm
        public_key: oid, name, bits and curve of the key; modulus and exponent for RSA; raw_key in hex
        extensions: list of oid, name, critical and value
        subject_alt_names: list, as in DNS:example.com, IP:192.0.2.1, URI:..., email:...
        signature: the signature, lowercase hex
        form: of a private key: pkcs8, sec1 and so on
        encryption_algorithm: of an encrypted private key: oid and name
        dek_info: of an encrypted private key in the older form: its DEK-Info header
        trust: of a trusted certificate: the purposes that it is trusted for, as a list of oid and name
        reject: of a trusted certificate: the purposes that it is not trusted for, as a list of oid and name
        alias: of a trusted certificate: the name in its trust settings
        attributes: of a request: list of oid, name and values
        this_update: of a CRL: ISO 8601 in UTC
        next_update: of a CRL: ISO 8601 in UTC; null if there is none
        entry_count: of a CRL: number of entries
        entries: of a CRL, with --entries: list of serial, revocation_date, extensions
        certificates: of a container: number of certificates
        crls: of a container: number of CRLs
        signatures: of a container: number of signatures
        encrypted_parts: of a PKCS #12 container: number of encrypted parts
        private_keys: of a PKCS #12 container: number of private keys in unencrypted parts
        locks: of an encrypted object: how its parts are encrypted, as a list of part, algorithm, derivation and
          iterations
        lock_notes: of an encrypted object: the programs that cannot open it, as a list of code, message and source
        format: of a key store: JKS, JCEKS or BKS
        verified: of a key store: true if a password proved that it is unchanged
        key_store_entries: of a key store: list of alias, kind and certificates
        curve: of elliptic curve parameters: name of the curve
        notes: oddities and repairs: list of code, message, offset and path
        key_name: inspect, explain, wrap: usual name of this kind of key, such as P-256
        spki: explain, wrap: the SubjectPublicKeyInfo, hex
        header: explain, wrap: the bytes before the raw key in the SPKI, hex
        raw_key: explain: the raw key, hex
        header_fields: explain: the fields of the header: list of offset, depth, bytes, type and value
        forms: explain: the forms in which APIs return the key: list of name, byte_count, sha256, pin and sources
        rsa2048_header_is_right: explain: true if the constant from many tutorials is the key's header
        rsa2048_header_sha256: explain: SHA-256 of that constant followed by the raw key, base64
        trustkit: explain: whether TrustKit has the key's header: header, other-header (another kind of key's header) or no-header
        trustkit_message: explain: `trustkit` in words
        openssl: explain: same if OpenSSL writes the same bytes; otherwise a code for the reason why it writes
          different bytes or none
        openssl_message: explain: the reason in `openssl`, in words; null if the bytes are the same
        swift: explain: the header as a Swift constant
        kotlin: explain: the header as a Kotlin constant
        spellings: explain: the pin as each platform or library spells it: list of consumer and text
        object_fields: explain: every byte of the object once: list of field, part (header, raw-key or
          null), offset, depth, bytes, type and value
        pem: wrap: the key in PEM
        title: a readable name: a server's first host, or the common name; diagnose: the verdict; dump: the PEM
          block and its line, null for DER
        byte_count: dump: number of bytes in the DER
        values: dump: the tree in the order of its bytes: list of offset, depth, header, length (null if
          indefinite), content_length, name, tag, value, content (for a string that contains DER, only the
          bytes before the DER; null if constructed or hidden) and hidden (private, unknown or null)
        damage: dump: why part of the DER could not be read; null if everything was read
        right: diagnose: true if the text is the pin of one of the objects
        verdict: diagnose: right, fingerprint, misplaced (a TLSA record with the wrong usage), misspelled,
          explained, unexplained, server (a host name or URL) or not-a-pin; check: accepted, refused, undecided or not-pinned
        spelling: diagnose: how the text is spelled: pin, complaint, oddities (codes), and the
          consumers that accept this spelling
        complete: diagnose: false if part of the input was not compared, so that a missing match proves
          nothing
        missing_issuers: diagnose: the certificates whose issuer is missing: list of index, file and issuer; the pin
          may be for such an issuer
        problem: diagnose: the reason why the text is not a pin: code and message; null if it may be one
        matches: diagnose: the mistakes that produce the text: list of recipe, object, message, made_by, command and
          right_pin
        owner: the public CA whose key has the pin: name, organization, role, not_before, not_after, table;
          null or absent if there is none
        objects: diagnose: the objects that the text was compared with: list of file, index, kind, pin
        tried: diagnose: the numbers of objects, inputs and digests tried, and lists of sources, digest_kinds and
          encodings
        consumer: check: the platform or library whose rules were applied; null if the policy was
          applied as written, or if the check concerns pinning itself
        host: check: the host that was judged; null if a pin was given without a host
        pattern: check, policy diff: the host pattern of the rule; null if there is none
        chain: check: the chain that was checked: name, in_order, leaves, paths, order, strangers (certificates outside
          the paths) and duplicates, each certificate as index and file
        is_next: check: true for a chain from --next
        reason: check: matched, mismatched, undecided, unlisted, expired, invalid-chain, chain-too-long,
          key-without-header, policy-refused or empty-chain
        matched_certificates: check: the certificates that match a pin: list of index, file, pin or certificate_sha256,
          label and role
        mismatched_certificates: check: the certificates that do not match: list of index, file, pin, why (such as
          not-pinned) and its details
        undecided_by: check: why the verdict is undecided: list of cause and its details
        expired: check: the date on which the host rule expired
        flaws: check: why TLS clients refuse the chain, whatever is pinned: list of code, index and file
        refused_by: check: the codes of the failed checks that keep the app from using the pins
        message: check, policy: the answer in one sentence
        hint: check: the recommended change; empty if there is none
        action: check: the recommended change, for programs: its kind and details; usually absent
        rule: check: the code of the check, or of an error in the policy, such as bad-pin
        severity: check: error, warning or hint
        source: check: the basis of the check, such as a section of an RFC
        code: policy diff: kind of difference, such as pin-added
        entry: policy read: the path of a file inside an archive; null for a file on disk
        line: policy read: the line of a pin in its text, from 1
        column: policy read: the column of a pin in its line, from 1
        hosts: policy read, diagnose: the hosts of the pin
        host_from: policy read: exact if the host is the dictionary key or argument of the pin, nearby if it
          is the nearest host, option if it is from --host; null if there is none
        format: policy read: the format of the file; null if it has none
        report: diagnose: the rows below the title: list of name, text and copy (the part of the text to copy); a row with an empty
          name continues the row above
        reported_by: diagnose, of a failure: the software that wrote the message
        fingerprint_digest: diagnose, of a fingerprint: the name of its digest
        fingerprint_of: diagnose, of a fingerprint: the certificates that it belongs to: list of file, index
          and pin
        meaning: diagnose, of a failure: a code for its meaning, such as mismatch, untrusted or few-pins
        sent: diagnose, of a failure: the keys that were sent: list of pin, subject and owner
        pinned: diagnose, of a failure: the pins of the host: list of text, pin, sent, owner, message and right_pin
        changes: diagnose, of a failure: changes that may help
        error: if ok is false: code, message, offset, path, line, column, hint
        """

    /// The names of nested values, each after the field's name and a dot.
    static let innerNames = [
        "signature_algorithm.oid", "signature_algorithm.name", "public_key.oid", "public_key.name",
        "public_key.bits", "public_key.curve", "public_key.modulus", "public_key.exponent",
        "public_key.raw_key", "encryption_algorithm.oid", "encryption_algorithm.name",
    ]
}
