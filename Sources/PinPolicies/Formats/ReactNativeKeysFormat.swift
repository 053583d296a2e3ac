import SPKIHash

/// The options of `initializeSslPinning` in react-native-ssl-public-key-pinning: hosts, each with its pins in base64
/// (README and src/types.ts). On Android, the options are passed to OkHttp's `CertificatePinner`, and on iOS to
/// TrustKit.
enum ReactNativeKeysFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "react-native-ssl-public-key-pinning", reaches: [.exact, .subdomains],
            hostRule: "one host, with or without all its subdomains (includeSubdomains)",
            subdomainFlag: "includeSubdomains: true", keys: [.any], holds: [.labels, .expiration],
            pins: .trustKit,
            isHostForm: { $0 == $1 }, rebuildsHeaders: true),
        signs: ["initializeSslPinning"], rank: 14, emit: emit)

    @Sendable private static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            PolicyFormat.notice,
            "import { initializeSslPinning } from 'react-native-ssl-public-key-pinning';", "",
            "export function initializePinning() {", "  return initializeSslPinning({",
        ]
        for rule in policy.rules {
            lines.append("    '\(rule.pattern.host)': {")
            lines.append("      includeSubdomains: \(rule.pattern.reach == .subdomains),")
            if let day = rule.expiration { lines.append("      expirationDate: '\(PolicyDate.write(day))',") }
            lines.append("      publicKeyHashes: [")
            lines += rule.strategies.lines { "        '\($0)'," }
            lines += ["      ],", "    },"]
        }
        return (lines + ["  });", "}", ""]).joined(separator: "\n")
    }
}
