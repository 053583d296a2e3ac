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
