import X509Model

extension PinDecision: CustomStringConvertible {
    /// The reason on one line.
    public var description: String {
        let lead = host.map { "\($0): " } ?? ""
        return lead + text
    }

    private var text: String {
        switch reason {
        case .matched(let matches):
            return "matched: " + matches.map(\.description).joined(separator: "; ")
        case .mismatched(let mismatches):
            let verdict = isAccepted ? "no match, only reported: " : "no match: "
            return verdict + PinDecision.text(mismatches)
        case .emptyChain: return "no match: the chain is empty"
        case .unlisted:
            return isAccepted
                ? "accepted, but not pinned: the policy does not list this host, and accepts those"
                : "refused: the policy does not list this host, and refuses those"
        case .expired(let day):
            return "accepted, but not pinned: the pins of \(pattern?.description ?? "this host") expired on "
                + PolicyDate.write(day)
        }
    }

    /// The most certificates that are named: chains are shorter, and a policy of many rules names them for each.
    private static let mostNamed = 8

    /// The mismatches, in a long chain a few of them, those first that say more than that a certificate is not pinned.
    private static func text(_ mismatches: [Mismatch]) -> String {
        guard mismatches.count > mostNamed else {
            return mismatches.map(\.description).joined(separator: "; ")
        }
        let telling = mismatches.filter { $0.why != .notPinned }
        let others = mismatches.filter { $0.why == .notPinned }
        let named = (telling + others).prefix(mostNamed).sorted { $0.index < $1.index }
        return named.map(\.description).joined(separator: "; ") + "; and \(mismatches.count - mostNamed) more"
    }
}

extension PinDecision.Match: CustomStringConvertible {
    /// As in `certificate 1 by backup pin sha256/… (next key)`.
    public var description: String {
        let what =
            switch matched {
            case .publicKey(let pin): "pin \(pin)"
            case .certificate(let fingerprint): "certificate \(fingerprint)"
            }
        let name = label.isEmpty ? "" : " (\(displayed(label)))"
        return "certificate \(index + 1) by \(role.rawValue) \(what)\(name)"
    }
}

extension PinDecision.Mismatch: CustomStringConvertible {
    /// As in `certificate 1 has sha256/…, which is not pinned`.
    public var description: String {
        switch why {
        case .notPinned: "certificate \(index + 1) has \(pin), which is not pinned"
        case .wrongPosition(.leaf):
            "certificate \(index + 1) has \(pin), which is pinned for the server's own certificate only"
        case .wrongPosition:
            "certificate \(index + 1) has \(pin), which is pinned for an authority, which it is not"
        case .wrongRecipe(let recipe, let wrong):
            "certificate \(index + 1) has \(pin); the pin \(wrong) is \(recipe.message)"
        case .otherStrategy:
            "certificate \(index + 1) has \(pin), which matches one strategy where all have to match"
        }
    }
}
