import PinPolicies
import SPKIHash

/// The JSON of policies, schema `pemtool/1`. Its field names are a contract: they are only ever added to.
enum PolicyJSON {
    /// Returns the fields that explain a decision, beginning with its reason.
    static func reason(of decision: PinDecision, _ chain: PresentedChain) -> JSON.Fields {
        func matched(_ matches: [PinDecision.Match]) -> (String, JSON) {
            ("matched_certificates", .objects(matches) { fields($0, chain) })
        }
        func mismatched(_ mismatches: [PinDecision.Mismatch]) -> (String, JSON) {
            ("mismatched_certificates", .objects(mismatches) { fields($0, chain) })
        }
        return switch decision.reason {
        case .matched(let matches): [("reason", "matched"), matched(matches)]
        case .mismatched(let mismatches): [("reason", "mismatched"), mismatched(mismatches)]
        case .undecided(let undecided):
            [
                ("reason", "undecided"), matched(undecided.matches), mismatched(undecided.mismatches),
                ("undecided_by", .objects(undecided.causes) { fields($0, chain) }),
            ]
        case .emptyChain: [("reason", "empty-chain")]
        case .unlisted: [("reason", "unlisted")]
        case .expired(let day): [("reason", "expired"), ("expired", .string(PolicyDate.write(day)))]
        }
    }

    private static func fields(_ match: PinDecision.Match, _ chain: PresentedChain) -> JSON.Fields {
        let matched: (String, JSON) =
            switch match.matched {
            case .publicKey(let pin): ("pin", .pin(pin))
            case .certificate(let fingerprint): ("certificate_sha256", .string(fingerprint.hex))
            }
        return chain.fields(match.index)
            + [matched, ("label", .string(match.label)), ("role", .string(match.role.rawValue))]
    }

    private static func fields(_ mismatch: PinDecision.Mismatch, _ chain: PresentedChain) -> JSON.Fields {
        let why: JSON.Fields =
            switch mismatch.why {
            case .notPinned: [("why", "not-pinned")]
            case .wrongPosition(let position):
                [("why", "wrong-position"), ("position", .string(position.rawValue))]
            case .wrongRecipe(let match, let pin):
                [("why", "wrong-recipe"), ("recipe", .string(match.recipe)), ("wrong_pin", .pin(pin))]
            case .otherStrategy: [("why", "other-strategy")]
            case .outsidePath: [("why", "outside-path")]
            case .keyAsCertificate: [("why", "key-as-certificate")]
            }
        return chain.fields(mismatch.index)
            + [("pin", .pin(mismatch.pin)), ("certificate_sha256", .string(mismatch.fingerprint.hex))] + why
    }

    private static func fields(_ cause: PinDecision.Cause, _ chain: PresentedChain) -> JSON.Fields {
        switch cause {
        case .missingIssuer(let place, let issuer):
            [("cause", "missing-issuer")] + chain.fields(place) + [("issuer", .string(issuer))]
        case .missingLeaf: [("cause", "missing-leaf")]
        case .severalLeaves(let places):
            [("cause", "several-leaves"), ("certificates", .objects(places, chain.fields))]
        case .severalPaths(let matching, let count):
            [("cause", "several-paths"), ("matching", .count(matching)), ("paths", .count(count))]
        case .tooManyPaths: [("cause", "too-many-paths")]
        }
    }

    /// Returns the fields of `policy check` for a finding.
    ///
    /// - Parameter chain: the chain that it was checked against; `nil` without one.
    static func finding(
        _ finding: PolicyFinding, in file: String, _ chain: PresentedChain?, _ keys: CAKeys
    ) -> JSON.Fields {
        var fields: JSON.Fields = [
            ("schema", "pemtool/1"), ("file", .string(file)), ("rule", .string(finding.rule)),
            ("severity", .string(finding.severity.rawValue)), ("pattern", .text(of: finding.pattern)),
            ("consumer", .text(finding.consumer?.rawValue)), ("message", .string(finding.message)),
            ("hint", .string(finding.hint)), ("source", .string(finding.source)),
        ]
        if let action = finding.action { fields.append(("action", .object(self.fields(action, chain)))) }
        if let owner = finding.owner { fields.append(("owner", keys.json(owner))) }
        return fields
    }

    /// Returns the fields of `verify` for a finding.
    static func brief(_ finding: PolicyFinding) -> JSON.Fields {
        [
            ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)), ("hint", .string(finding.hint)),
        ]
    }

    private static func fields(
        _ action: PolicyFinding.Action, _ chain: PresentedChain?
    ) -> JSON.Fields {
        switch action {
        case .replacePin(let pin, let right):
            [("kind", "replace-pin"), ("pin", .pin(pin)), ("with", .pin(right))]
        case .movePin(let pin, let from, let to):
            [
                ("kind", "move-pin"), ("pin", .pin(pin)), ("from", .string(from.rawValue)),
                ("to", .string(to.rawValue)),
            ]
        case .reorder(let places):
            [
                ("kind", "reorder"),
                ("order", .objects(places) { chain?.fields($0) ?? [("index", .count($0))] }),
            ]
        case .addBackup: [("kind", "add-backup")]
        case .addPin(let pin, let position):
            [("kind", "add-pin"), ("pin", .pin(pin)), ("position", .string(position.rawValue))]
        case .giveRoots: [("kind", "give-roots")]
        case .giveHost: [("kind", "give-host")]
        case .giveSuffixes: [("kind", "give-suffixes")]
        }
    }

    /// Returns the fields of `policy diff` for a difference.
    static func difference(_ difference: PolicyDifference) -> JSON.Fields {
        [
            ("schema", "pemtool/1"), ("code", .string(difference.code.rawValue)),
            ("pattern", .text(of: difference.pattern)), ("message", .string(difference.description)),
        ]
    }
}
