import DERKit
import SPKIHash
import X509Model

/// Alamofire's `ServerTrustManager`. Alamofire does not pin digests: it compares certificates, or their keys,
/// with certificates that the app ships. The source contains these as base64 DER.
enum AlamofireFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "Alamofire", reaches: [.exact], hostRule: "one host name", keys: [.any],
            certificates: [.any], holds: [.labels, .unlistedHosts, .overlap]),
        signs: ["ServerTrustManager"], rank: 6, isHostForm: { $0 == $1 },
        read: { (text, _) throws(PolicyError) in try read(text) },
        emit: { (policy, emission) throws(PolicyError) in try emit(policy, emission.known) })

    static func emit(_ policy: PinPolicy, _ known: KnownCertificates) throws(PolicyError) -> String {
        let heading = [
            PolicyFormat.notice, "import Alamofire", "import Foundation", "import Security", "",
            "/// Certificates by their SHA-256: their DER in base64.",
        ]
        var lines = [
            "let serverTrustManager = ServerTrustManager(",
            "    allHostsMustBeEvaluated: \(policy.unlistedHosts == .refuse),",
            "    evaluators: [" + (policy.rules.isEmpty ? ":" : ""),
        ]
        // The file contains each certificate once, however many rules pin it.
        var constants: [String] = []
        var named: Set<CertificateFingerprint> = []
        for rule in policy.rules {
            let host = QuotedText.swift(rule.pattern.host.description)
            for strategy in rule.strategies {
                let (evaluator, members) = evaluator(strategy, known)
                lines.append("        \(host): \(evaluator)")
                for (certificate, annotation) in members {
                    guard let certificate else {
                        throw PolicyError(
                            .notExpressible,
                            "Alamofire does not pin digests, and the certificate for a pin of \(rule.pattern) is missing",
                            hint: "provide the certificates that the pins come from")
                    }
                    let fingerprint = CertificateFingerprint(certificate)
                    if named.insert(fingerprint).inserted {
                        constants.append(
                            "    \"\(fingerprint)\": \"\(Base64.encode(certificate.derBytes))\",")
                    }
                    lines.append(
                        "            pinnedCertificate(\"\(fingerprint)\"),"
                            + (annotation.map { " // \($0)" } ?? ""))
                }
                lines.append(strategy.pinSet == nil ? "        ])," : "        ].af.publicKeys),")
            }
        }
        constants.insert(
            "private let certificates: [String: String] = [" + (constants.isEmpty ? ":" : ""), at: 0)
        lines = heading + constants + ["]", ""] + lines + ["    ])", ""] + function
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns the beginning of the evaluator that pins what `strategy` does, and the certificates for it.
    private static func evaluator(
        _ strategy: PinStrategy, _ known: KnownCertificates
    ) -> (String, [(certificate: Certificate?, annotation: String?)]) {
        switch strategy {
        case .publicKey(let pins, _):
            ("PublicKeysTrustEvaluator(keys: [", pins.members.map { (known[$0.pin], $0.annotation) })
        case .certificate(let set, _):
            (
                "PinnedCertificatesTrustEvaluator(certificates: [",
                set.members.map { ($0.certificate ?? known[$0.fingerprint], $0.annotation) }
            )
        }
    }

    private static let function = [
        "/// The certificate with that SHA-256.",
        "private func pinnedCertificate(_ sha256: String) -> SecCertificate {",
        "    guard let base64 = certificates[sha256], let der = Data(base64Encoded: base64),",
        "        let certificate = SecCertificateCreateWithData(nil, der as CFData)",
        "    else { preconditionFailure(\"a pinned certificate cannot be read\") }",
        "    return certificate",
        "}",
    ]
}

extension AlamofireFormat {
    /// Reads the first `ServerTrustManager` that a source creates.
    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        var reader = AlamofireReader(file: try SourceFile(text, .swift))
        return try reader.read()
    }
}

/// Reads a source, decoding and hashing each certificate once, however many evaluators use it.
private struct AlamofireReader {
    struct Known {
        let certificate: Certificate
        let fingerprint: CertificateFingerprint
        let pin: Pin
    }

    let file: SourceFile
    let findings = ReadingFindings(.alamofire)
    /// Certificates by their name in the file or by their base64; `nil` for text that is not a certificate.
    var known: [String: Known?] = [:]
    var certificates: [Certificate] = []
    var used: Set<CertificateFingerprint> = []

    /// The evaluators that pin certificates or keys, and the argument label of these.
    static let pinning = [
        "PinnedCertificatesTrustEvaluator": "certificates", "PublicKeysTrustEvaluator": "keys",
    ]
    /// Their other arguments: Source/Features/ServerTrustEvaluation.swift.
    static let besidePins = [
        "acceptSelfSignedCertificates", "performDefaultValidation", "validateHost",
    ]

    var tokens: [SourceToken] { file.tokens }

    mutating func read() throws(PolicyError) -> PolicyReading {
        let calls = tokens.indices.compactMap { placeOfCall($0) }
        guard let place = calls.first else {
            throw PolicyError(
                .missingField, "missing ServerTrustManager in the source",
                hint: "use the file that calls ServerTrustManager(evaluators: …)")
        }
        if calls.count > 1 {
            findings.omit(
                "ServerTrustManager is created \(calls.count) times; only the first is read",
                hint: "check each in a separate file", at: tokens[calls[1]].position)
        }
        if file.conditions.contains(place) {
            findings.conditional("ServerTrustManager is created", at: tokens[place].position)
        }
        let call = try file.value(at: place)
        guard let evaluators = call["evaluators"]?.entries else {
            throw PolicyError(
                .syntax, "evaluators is not a dictionary literal",
                hint: "write the hosts and their evaluators in the call to ServerTrustManager",
                position: tokens[place].position)
        }
        let refuses = unlistedHosts(call)
        readConstants()
        let rules = try findings.entries(evaluators, at: { $0.key.position }) {
            (key, evaluator) throws(PolicyError) in
            try rule(key, evaluator)
        }
        findings.checkUses(in: file, ["serverTrustManager": ":"], "the ServerTrustManager is used")
        return try findings.reading(
            rules, unlistedHosts: refuses ? .refuse : .accept, certificates: certificates)
    }

    /// Reads whether every host needs an evaluator, which is Alamofire's default.
    private func unlistedHosts(_ call: SourceValue) -> Bool {
        for (label, value) in call.arguments ?? [] where label != "evaluators" {
            if label != "allHostsMustBeEvaluated" {
                findings.unknownKey(
                    label ?? "", in: "ServerTrustManager", known: ["allHostsMustBeEvaluated", "evaluators"],
                    at: value.position)
            } else if value.word != "true", value.word != "false" {
                findings.omit(
                    "allHostsMustBeEvaluated is \(value.name); expected true or false",
                    hint: "write true or false", at: value.position)
            }
        }
        return call["allHostsMustBeEvaluated"]?.word != "false"
    }

    private mutating func rule(
        _ key: SourceValue, _ evaluator: SourceValue
    ) throws(PolicyError) -> PinPolicy.Rule {
        let host = try SourceValue.literal(key, for: "host").text
        let pattern = try findings.pattern(host)
        return PinPolicy.Rule(pattern, [try strategy(evaluator, displayed(host))])
    }

    /// Returns the place of the last word before the arguments if a manager is created:
    /// `ServerTrustManager(…)`, `ServerTrustManager.init(…)`, or `.init(…)` after a type. Elsewhere the word
    /// is only a type.
    private func placeOfCall(_ place: Int) -> Int? {
        guard tokens[place].isCode("ServerTrustManager") else { return nil }
        let next = tokens[place...].dropFirst().prefix(5).map { $0.text }
        if next.first == "(" { return place }
        if next.starts(with: [".", "init", "("]) { return place }
        for assignment in [["=", ".", "init", "("], ["?", "=", ".", "init", "("]]
        where next.starts(with: assignment) {
            return place + assignment.count - 1
        }
        return nil
    }

    /// Reads the certificates that the file contains once, by name.
    private mutating func readConstants() {
        guard let start = file.startOfConstant("certificates") else { return }
        let entries = (try? file.value(at: start))?.entries ?? []
        for (key, value) in entries {
            if let name = key.string?.text, let text = value.string?.text, let one = decoded(text) {
                known[name] = one
            }
        }
    }

    private func decoded(_ base64: String) -> Known? {
        guard let der = try? Base64.decode(base64), let certificate = try? Certificate(der: der) else {
            return nil
        }
        return Known(
            certificate: certificate, fingerprint: CertificateFingerprint(certificate), pin: certificate.pin)
    }

    private mutating func certificate(_ text: String) -> Known? {
        if let one = known[text] { return one }
        let one = decoded(text)
        known[text] = .some(one)
        return one
    }

    private mutating func strategy(
        _ evaluator: SourceValue, _ host: String
    ) throws(PolicyError) -> PinStrategy {
        guard case .call(let name, let arguments) = evaluator.kind, let label = AlamofireReader.pinning[name],
            let literals = evaluator[label]?.array
        else {
            throw PolicyError(
                .notExpressible, "\(host): an evaluator whose certificates are not in the source",
                hint:
                    "write PublicKeysTrustEvaluator(keys:) or PinnedCertificatesTrustEvaluator(certificates:) with a list",
                position: evaluator.position)
        }
        for argument in arguments where argument.label != label {
            guard let other = argument.label, !AlamofireReader.besidePins.contains(other) else { continue }
            findings.unknownKey(
                other, in: name, known: [label] + AlamofireReader.besidePins, at: argument.value.position)
        }
        var members: [CertificateSet.Member] = []
        var pins: [PinSet.Member] = []
        for literal in literals {
            guard let (text, comment) = literal.arguments?.first?.value.string, let one = certificate(text)
            else {
                throw AlamofireReader.unread(literal, host)
            }
            if used.insert(one.fingerprint).inserted { certificates.append(one.certificate) }
            let annotation = Annotation(comment: comment)
            members.append(
                CertificateSet.Member(
                    one.certificate, one.fingerprint, label: annotation.label, role: annotation.role))
            pins.append(PinSet.Member(one.pin, label: annotation.label, role: annotation.role))
        }
        return name == "PinnedCertificatesTrustEvaluator"
            ? .certificate(CertificateSet(members), at: .any) : .publicKey(PinSet(pins), at: .any)
    }

    private static func unread(_ literal: SourceValue, _ host: String) -> PolicyError {
        if case .call("pinnedCertificate", _) = literal.kind {
            return PolicyError(
                .badPin, "\(host): invalid entry; expected a certificate in base64",
                hint: "write the base64 of its DER", position: literal.position)
        }
        return PolicyError(
            .notUnderstood, "\(host): unsupported certificate: \(literal.name)",
            hint: "use the certificates that ship with the app", position: literal.position)
    }
}
