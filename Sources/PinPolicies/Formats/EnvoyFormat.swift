import DERKit
import SPKIHash

/// Envoy's `UpstreamTlsContext`, one YAML document per host, with digests of keys in base64 and of
/// certificates in hex. A match in either list is enough; Envoy compares the certificate that the server
/// presents.
enum EnvoyFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "Envoy", reaches: [.exact], hostRule: "one host name, the sni", keys: [.leaf],
            certificates: [.leaf], matches: [.any], holds: [.labels, .overlap],
            words: [.keys: "in verify_certificate_spki in base64"]),
        signs: [keyList, certificateList, "verifyCertificateSpki", "verifyCertificateHash"], rank: 60,
        pins: .envoy,
        read: { (text, _) throws(PolicyError) in try read(text) }, emit: { (policy, _) in emit(policy) })

    static let keyList = "verify_certificate_spki"
    static let certificateList = "verify_certificate_hash"

    static func emit(_ policy: PinPolicy) -> String {
        policy.rules.map { (rule) in
            var lines = [
                "transport_socket:", "  name: envoy.transport_sockets.tls", "  typed_config:",
                #"    "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext"#,
                #"    sni: "\#(rule.pattern.host)""#, "    common_tls_context:", "      validation_context:",
            ]
            for strategy in rule.strategies {
                lines.append("        \(strategy.pinSet == nil ? certificateList : keyList):")
                lines += strategy.lines(comment: { "# \($0)" }) { "        - \"\($0)\"" }
            }
            return lines.map { $0 + "\n" }.joined()
        }.joined(separator: "---\n")
    }
}

extension EnvoyFormat {
    /// Reads the TLS contexts of a configuration in YAML or JSON: each has the host as `sni` and the lists of
    /// digests. Field names may have either form that protobuf's JSON mapping accepts,
    /// `verify_certificate_spki` and `verifyCertificateSpki`.
    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        var reader = EnvoyReader()
        for document in try DataValue.yaml(text, separator: "transport_socket") {
            try reader.visit(document, in: nil, under: "")
        }
        return try reader.findings.reading(reader.strategies, unenforced: reader.unenforced)
    }
}

/// A TLS context: the mapping that contains `sni`, and everything below it.
private final class EnvoyContext {
    let host: HostName
    let position: TextPosition?
    var found: [PinStrategy] = []
    /// A Boolean value that indicates whether the context accepts untrusted chains, which also lets a pin
    /// mismatch pass (default_validator.cc).
    var acceptsUntrusted = false

    init(_ host: HostName, _ position: TextPosition?) {
        self.host = host
        self.position = position
    }
}

/// Reads the TLS contexts of a configuration.
private struct EnvoyReader {
    let findings = ReadingFindings(.envoy)
    var strategies = Grouped<HostName, PinStrategy>()
    var unenforced: Set<HostName> = []

    /// common.proto and tls.proto of envoy/extensions/transport_sockets/tls/v3.
    private static let fields: [String: [String]] = [
        "validation_context": validationFields, "default_validation_context": validationFields,
        "combined_validation_context": [
            "default_validation_context", "validation_context_sds_secret_config",
            "validation_context_certificate_provider", "validation_context_certificate_provider_instance",
        ],
        "common_tls_context": [
            "tls_params", "tls_certificates", "tls_certificate_sds_secret_configs",
            "tls_certificate_provider_instance", "tls_certificate_certificate_provider",
            "tls_certificate_certificate_provider_instance", "custom_tls_certificate_selector",
            "validation_context", "validation_context_sds_secret_config", "combined_validation_context",
            "validation_context_certificate_provider", "validation_context_certificate_provider_instance",
            "alpn_protocols", "custom_handshaker", "key_log",
        ],
    ]
    private static let validationFields = [
        "trusted_ca", "ca_certificate_provider_instance", "system_root_certs", "watched_directory",
        EnvoyFormat.keyList, EnvoyFormat.certificateList, "verify_subject_alt_name",
        "match_typed_subject_alt_names", "match_subject_alt_names", "require_ocsp_staple",
        "require_signed_certificate_timestamp", "crl", "allow_expired_certificate",
        "trust_chain_verification", "custom_validator_config", "only_verify_leaf_cert_crl",
        "max_verify_depth",
        "auto_sni_san_match",
    ]
    private static let contextFields = [
        "@type", "common_tls_context", "sni", "auto_host_sni", "auto_sni_san_validation",
        "allow_renegotiation",
        "max_session_keys", "enforce_rsa_key_usage",
        // Envoy nests these more deeply; a sample may leave out the levels between.
        EnvoyFormat.keyList, EnvoyFormat.certificateList,
    ]
    /// The fields on the way to the pins; a misspelling is reported anywhere.
    private static let onTheWay = [
        "transport_socket", "typed_config", "common_tls_context", "validation_context",
        "combined_validation_context", "default_validation_context", EnvoyFormat.keyList,
        EnvoyFormat.certificateList, "trust_chain_verification",
    ]
    /// The fields of the oneof validation_context_type, of which a message has one.
    private static let contextTypes: Set<String> = [
        "validation_context", "combined_validation_context", "validation_context_sds_secret_config",
        "validation_context_certificate_provider", "validation_context_certificate_provider_instance",
    ]
    private static let lists = [EnvoyFormat.keyList, EnvoyFormat.certificateList]

    /// Returns the name of a field in the form with underscores; protobuf's JSON mapping accepts both.
    private static func field(_ key: String) -> String {
        guard !key.utf8.contains(UInt8(ascii: "_")), key.utf8.first != UInt8(ascii: "@") else { return key }
        var name = ""
        for character in key {
            if character.isUppercase, character.isASCII {
                name += "_" + character.lowercased()
            } else {
                name.append(character)
            }
        }
        return name
    }

    // MARK: The tree

    mutating func visit(_ node: DataValue, in context: EnvoyContext?, under parent: String)
        throws(PolicyError)
    {
        switch node.kind {
        case .array(let items):
            for item in items { try visit(item, in: context, under: "") }
        case .reference(let name):
            guard EnvoyReader.onTheWay.contains(parent) || parent == "<<" else { return }
            findings.omit(
                "\(parent): the value '*\(displayed(name))' is defined elsewhere",
                hint: "write the value itself here",
                at: node.position)
        case .dictionary(let entries): try visit(entries, in: context, under: parent)
        default:
            // Text is useless where a mapping or a list is expected.
            guard EnvoyReader.fields[parent] != nil, node.string != nil else { return }
            findings.omit(
                "\(parent) is a string; expected its fields", hint: "write each field on its own line",
                at: node.position)
        }
    }

    private mutating func visit(
        _ entries: [DataValue.Entry], in outer: EnvoyContext?, under parent: String
    ) throws(PolicyError) {
        let fields = entries.map { (EnvoyReader.field($0.key), $0) }
        guard !fields.contains(where: EnvoyReader.isDownstream) else {
            return findings.notRead(
                "a DownstreamTlsContext: its pins are for clients", .note,
                hint: "ignore this if you check the pins of servers")
        }
        checkNames(fields, under: parent)
        let types = fields.filter { EnvoyReader.contextTypes.contains($0.0) }
        if types.count > 1, let (_, second) = types.dropFirst().first {
            findings.omit(
                "\(types.map { $0.0 }.joined(separator: " and ")) appear together, but Envoy accepts only one of them",
                hint: "keep one of them", at: second.position)
        }
        var context = outer
        if let (_, entry) = fields.first(where: { $0.0 == "sni" }) {
            context = try self.context(entry)
        }
        for (name, entry) in fields {
            if EnvoyReader.lists.contains(name) {
                try read(entry, isKey: name == EnvoyFormat.keyList, into: context)
            } else if name == "trust_chain_verification" {
                readTrust(entry, context)
            } else {
                try visit(entry.value, in: context, under: name)
            }
        }
        if let context, context !== outer { finish(context) }
    }

    private static func isDownstream(_ field: (String, DataValue.Entry)) -> Bool {
        field.0 == "@type" && field.1.value.string?.text.hasSuffix(".DownstreamTlsContext") == true
    }

    private func checkNames(_ fields: [(String, DataValue.Entry)], under parent: String) {
        let isContext =
            fields.contains { $0.0 == "common_tls_context" || $0.0 == "sni" } && parent == "typed_config"
        let known = EnvoyReader.fields[parent] ?? (isContext ? EnvoyReader.contextFields : nil)
        var seen: Set<String> = []
        for (name, entry) in fields {
            if !seen.insert(name).inserted {
                findings.omit(
                    "duplicate field '\(name)', in both spellings", hint: "write only one of them",
                    at: entry.position)
            } else if let known {
                if !known.contains(name) {
                    findings.unknownKey(entry.key, in: parent, known: known, at: entry.position)
                }
            } else if !EnvoyReader.onTheWay.contains(name),
                Spelling.nearest(to: name, among: EnvoyReader.onTheWay) != nil
            {
                findings.unknownKey(
                    entry.key, in: parent.isEmpty ? "the configuration" : parent, known: EnvoyReader.onTheWay,
                    at: entry.position)
            }
        }
    }

    // MARK: Contexts

    private func context(_ entry: DataValue.Entry) throws(PolicyError) -> EnvoyContext? {
        guard let (text, _) = entry.value.string else {
            findings.omit("sni is not a string", hint: "write the host name", at: entry.position)
            return nil
        }
        let host = try findings.entry(at: entry.position) { () throws(PolicyError) in
            try findings.host(text)
        }
        return host.map { EnvoyContext($0, entry.position) }
    }

    private func readTrust(_ entry: DataValue.Entry, _ context: EnvoyContext?) {
        switch entry.value.kind {
        case .string("ACCEPT_UNTRUSTED", _), .string("1", _): context?.acceptsUntrusted = true
        case .string("VERIFY_TRUST_CHAIN", _), .string("0", _), .null: break
        default:
            findings.omit(
                "invalid value for \(entry.key)", hint: "write VERIFY_TRUST_CHAIN or ACCEPT_UNTRUSTED",
                at: entry.value.position)
        }
    }

    private func read(
        _ entry: DataValue.Entry, isKey: Bool, into context: EnvoyContext?
    ) throws(PolicyError) {
        switch entry.value.kind {
        case .null: return
        case .array(let items) where items.isEmpty: return
        case .array(let items):
            guard let context else {
                return findings.omit(
                    "pins without an sni, so their host is unknown",
                    hint: "set sni to the host in the TLS context", at: entry.position)
            }
            context.found += try findings.entries(items, at: { $0.position }) { (item) throws(PolicyError) in
                try strategy(item, entry.key, isKey: isKey)
            }
        case .reference(let name):
            findings.omit(
                "\(entry.key): the value '*\(displayed(name))' is defined elsewhere",
                hint: "write the list itself here",
                at: entry.value.position)
        default:
            findings.omit(
                "\(entry.key) is not a list", hint: "write one digest per line, after a hyphen",
                at: entry.value.position)
        }
    }

    private func strategy(
        _ item: DataValue, _ list: String, isKey: Bool
    ) throws(PolicyError) -> PinStrategy {
        guard let (text, comment) = item.string else {
            throw PolicyError(
                .notUnderstood, "\(list): an entry is not a string", hint: "write the digest in quotes",
                position: item.position)
        }
        guard !isKey else {
            return .publicKey(
                PinSet([PinSet.Member(try findings.pin(text, in: list), comment: comment)]), at: .leaf)
        }
        let member = try CertificateSet.Member(policyText: text, in: list, comment: comment)
        return .certificate(CertificateSet([member]), at: .leaf)
    }

    private mutating func finish(_ context: EnvoyContext) {
        guard !context.found.isEmpty else { return }
        let host = context.host
        if context.acceptsUntrusted { unenforced.insert(host) }
        let earlier = strategies[host]
        guard earlier != context.found else { return }
        if !earlier.isEmpty {
            findings.notRead(
                "line \(context.position?.line ?? 0): a second context for \(host); the pins of both are merged",
                hint: "check each context in a separate file")
        }
        for strategy in context.found { strategies.append(strategy, for: host) }
    }
}
