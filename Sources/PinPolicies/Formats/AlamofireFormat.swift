import DERKit
import SPKIHash
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
}
