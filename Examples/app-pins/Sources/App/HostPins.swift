// Generated from a pin policy; edit the policy, not this file.

/// Hosts, and the SHA-256 of the SubjectPublicKeyInfo of their keys in base64.
enum HostPins {
    /// What happens to hosts without a rule: "accept" or "refuse".
    static let unlistedHosts = "accept"

    /// The pins of the hosts that match a pattern; "**." includes all subdomains.
    struct Rule: Sendable {
        let host: String
        let match: String
        let expires: String?
        let isEnforced: Bool
        let strategies: [Strategy]
    }

    /// The pins of keys, or the SHA-256 of certificates in hex.
    struct Strategy: Sendable {
        let kind: String
        let position: String
        let pins: [String]
    }

    static let rules: [Rule] = [
        Rule(
            host: "**.example.com", match: "any", expires: nil,
            isEnforced: true,
            strategies: [
                Strategy(
                    kind: "public-key", position: "any",
                    pins: [
                        "8/7s7u2MtkBJqKDAvJEtGMXQm1xoF9TG2hbbWIE4Vds=", // active "server key of 2026"
                        "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=", // backup "offline key, vault 2"
                    ]),
            ]),
    ]
}
