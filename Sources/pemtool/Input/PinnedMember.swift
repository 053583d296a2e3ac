import PinPolicies
import SPKIHash

/// A pin or certificate of a policy, with its details in the policy.
struct PinnedMember {
    let pattern: HostPattern
    let position: ChainPosition
    let role: PinRole
    let label: String
    let matched: PinDecision.Matched
    /// The pin; `nil` for a certificate.
    var pin: Pin? { if case .publicKey(let pin) = matched { pin } else { nil } }
    /// The fingerprint of a certificate; `nil` for a key.
    var fingerprint: CertificateFingerprint? {
        if case .certificate(let fingerprint) = matched { fingerprint } else { nil }
    }

    var text: String { pin?.base64 ?? fingerprint?.hex ?? "" }

    static func all(in policy: PinPolicy) -> [PinnedMember] {
        policy.rules.flatMap { (rule) in
            rule.strategies.flatMap { (strategy) in
                strategy.members.map {
                    PinnedMember(
                        pattern: rule.pattern, position: strategy.position, role: $0.role, label: $0.label,
                        matched: $0.matched)
                }
            }
        }
    }
}
