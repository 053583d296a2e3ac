import SPKIHash

/// TLSA records, RFC 6698 section 2.2, as a zone file has them. The pins are those of usages 2 (an authority)
/// and 3 (the server's own certificate), which RFC 7671 section 4 recommends.
enum TLSAFormat {
    /// Usage for each position, RFC 6698 section 2.1.1.
    static let usages: [(position: ChainPosition, number: String)] = [
        (.leaf, "3"), (.certificateAuthority, "2"),
    ]

    static func emit(_ policy: PinPolicy, port: UInt16) -> String {
        var lines: [String] = []
        for rule in policy.rules {
            let name = "_\(port)._tcp.\(rule.pattern.host)."
            for strategy in rule.strategies {
                guard let usage = usages.first(where: { $0.position == strategy.position })?.number else {
                    continue
                }
                // Selector 0 is the certificate, 1 the SubjectPublicKeyInfo; matching type 1 is SHA-256.
                let members =
                    switch strategy {
                    case .publicKey(let pins, _):
                        pins.members.map { ("1", $0.pin.formatted(.hex), $0.annotation) }
                    case .certificate(let certificates, _):
                        certificates.members.map { ("0", $0.fingerprint.hex, $0.annotation) }
                    }
                lines += members.map { (selector, digits, annotation) in
                    "\(name) IN TLSA \(usage) \(selector) 1 \(digits)" + (annotation.map { " ; \($0)" } ?? "")
                }
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
