import DERKit
import X509Model

/// Alamofire's `ServerTrustManager`. Alamofire has no pins by digest: it compares certificates, or the keys of
/// certificates, which the app ships; here they stand in the source, their DER in base64.
enum AlamofireFormat {
    static func emit(_ policy: PinPolicy, _ known: KnownCertificates) throws(PolicyError) -> String {
        let heading = [
            "// Made from a pin policy; edit the policy, not this file.", "import Alamofire",
            "import Foundation", "import Security", "",
            "/// Certificates by their SHA-256: their DER in base64.",
        ]
        var lines = [
            "let serverTrustManager = ServerTrustManager(",
            "    allHostsMustBeEvaluated: \(policy.unlistedHosts == .refuse),",
            "    evaluators: [" + (policy.rules.isEmpty ? ":" : ""),
        ]
        // Each certificate stands in the file once, however many rules have it.
        var constants: [String] = []
        var named: Set<CertificateFingerprint> = []
        for rule in policy.rules {
            let host = QuotedText.swift(rule.pattern.host.description)
            for strategy in rule.strategies {
                var members: [(certificate: Certificate?, annotation: String?)]
                switch strategy {
                case .publicKey(let pins, _):
                    lines.append("        \(host): PublicKeysTrustEvaluator(keys: [")
                    members = pins.members.map { (known[$0.pin], $0.annotation) }
                case .certificate(let set, _):
                    lines.append("        \(host): PinnedCertificatesTrustEvaluator(certificates: [")
                    members = set.members.map {
                        ($0.certificate ?? known[$0.fingerprint], $0.annotation)
                    }
                }
                for (certificate, annotation) in members {
                    guard let certificate else {
                        throw PolicyError(
                            .notExpressible,
                            "Alamofire has no pins by digest, and a certificate for a pin of \(rule.pattern) was not given",
                            hint: "give the certificates that the pins come from")
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

    private static let function = [
        "/// The certificate with that SHA-256.",
        "private func pinnedCertificate(_ sha256: String) -> SecCertificate {",
        "    guard let base64 = certificates[sha256], let der = Data(base64Encoded: base64),",
        "        let certificate = SecCertificateCreateWithData(nil, der as CFData)",
        "    else { preconditionFailure(\"a pinned certificate cannot be read\") }",
        "    return certificate",
        "}",
    ]

    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        let scanner = TextScanner(text)
        let tokens = try SourceToken.read(text, nestsComments: true)
        guard let start = tokens.firstIndex(where: { $0.isWord("ServerTrustManager") }) else {
            throw PolicyError(.missingField, "no ServerTrustManager in the source")
        }
        var place = start
        let call = try SourceValue.read(tokens, at: &place, in: scanner)
        guard case .dictionary(let evaluators)? = call["evaluators"] ?? .dictionary([]) else {
            throw PolicyError(
                .syntax, "evaluators is no dictionary literal",
                position: scanner.position(of: tokens[start].offset))
        }
        let constants = constants(tokens, in: scanner)
        var rules: [PinPolicy.Rule] = []
        for (key, evaluator) in evaluators {
            guard let host = key.string?.text else {
                throw PolicyError(.syntax, "an evaluator whose host is no text literal")
            }
            rules.append(
                PinPolicy.Rule(try HostPattern(host), [try strategy(evaluator, displayed(host), constants)]))
        }
        // Without the argument Alamofire asks for an evaluator for every host.
        let refuses = call["allHostsMustBeEvaluated"]?.word != "false"
        return PolicyReading(policy: try PinPolicy(rules, unlistedHosts: refuses ? .refuse : .accept))
    }

    /// The certificates that stand in the file once, by their names, each read once.
    private static func constants(
        _ tokens: [SourceToken], in scanner: TextScanner
    ) -> [String: Certificate] {
        guard
            let name = tokens.indices.first(where: {
                $0 > 0 && tokens[$0 - 1].isWord("let") && tokens[$0].isWord("certificates")
            }), let equals = tokens[name...].firstIndex(where: { $0.isSign("=") })
        else { return [:] }
        var place = equals + 1
        var result: [String: Certificate] = [:]
        guard case .dictionary(let entries)? = try? SourceValue.read(tokens, at: &place, in: scanner) else {
            return [:]
        }
        for (key, value) in entries {
            if let name = key.string?.text, let text = value.string?.text { result[name] = certificate(text) }
        }
        return result
    }

    private static func certificate(_ base64: String) -> Certificate? {
        (try? Base64.decode(base64)).flatMap { try? Certificate(der: $0) }
    }

    private static func strategy(
        _ evaluator: SourceValue, _ host: String, _ constants: [String: Certificate]
    ) throws(PolicyError) -> PinStrategy {
        let literals = (evaluator["certificates"] ?? evaluator["keys"])?.array
        guard case .call(let name, _) = evaluator, let literals else {
            throw PolicyError(
                .notExpressible, "\(host): an evaluator whose certificates do not stand in the source",
                hint: "Alamofire's list from the bundle says nothing of what is in it")
        }
        var members: [CertificateSet.Member] = []
        for literal in literals {
            guard case .call(_, let arguments) = literal, let (text, comment) = arguments.first?.value.string,
                let certificate = constants[text] ?? certificate(text)
            else {
                throw PolicyError(
                    .badPin, "\(host): an entry that is no certificate in base64",
                    hint: "write pinnedCertificate(\"BASE64 OF THE DER\")")
            }
            let annotation = Annotation(comment: comment)
            members.append(
                CertificateSet.Member(certificate, label: annotation.label, role: annotation.role))
        }
        if name == "PinnedCertificatesTrustEvaluator" {
            return .certificate(CertificateSet(members), at: .any)
        }
        return .publicKey(
            PinSet(
                members.compactMap { (member) in
                    member.certificate.map {
                        PinSet.Member($0.pin, label: member.label, role: member.role)
                    }
                }), at: .any)
    }
}
