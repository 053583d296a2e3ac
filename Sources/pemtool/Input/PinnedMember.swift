import PinPolicies
import SPKIHash

/// A pin or certificate of a policy, with its details in the policy.
struct PinnedMember {
    let pattern: HostPattern
    let position: ChainPosition
    let role: PinRole
    let label: String
    /// The pin; `nil` for a certificate.
    let pin: Pin?
    /// The fingerprint of a certificate; `nil` for a key.
    let fingerprint: CertificateFingerprint?

    var text: String { pin?.base64 ?? fingerprint?.hex ?? "" }

    static func all(in policy: PinPolicy) -> [PinnedMember] {
        policy.rules.flatMap { (rule) in
            rule.strategies.flatMap { (strategy) -> [PinnedMember] in
                switch strategy {
                case .publicKey(let pins, let position):
                    pins.members.map {
                        PinnedMember(
                            pattern: rule.pattern, position: position, role: $0.role, label: $0.label,
                            pin: $0.pin, fingerprint: nil)
                    }
                case .certificate(let set, let position):
                    set.members.map {
                        PinnedMember(
                            pattern: rule.pattern, position: position, role: $0.role, label: $0.label,
                            pin: nil, fingerprint: $0.fingerprint)
                    }
                }
            }
        }
    }
}
