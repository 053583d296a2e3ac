import PinPolicies

/// The JSON of `check` and `policy diff`, schema `pemtool/1`. The field names are a contract: future versions only add
/// to them.
extension CheckReport {
    /// Prints an object per judgment, then one per finding and per policy that could not be read.
    func printJSON(to answer: inout Answer) {
        for row in rows { answer.print(fields(row)) }
        for located in findings { answer.print(fields(located.finding, located)) }
        for (file, error) in inputs.unread {
            let located = Located(finding: PolicyFinding(error), policy: nil, file: file)
            answer.print(fields(located.finding, located))
        }
    }

    private func fields(_ row: Row) -> JSON.Fields {
        let (judgment, chain) = (row.judgment, inputs.presented[row.chain])
        var fields: JSON.Fields = [
            ("schema", "pemtool/1"), ("file", .string(row.policy.file)),
            ("version", .text(row.policy.version)),
            ("consumer", .text(judgment.consumer?.rawValue)),
            ("host", row.policy.isPinsAlone ? .text(of: options.host) : .string(judgment.host)),
            ("pattern", row.policy.isPinsAlone ? .null : .text(of: judgment.rule?.pattern)),
            ("chain", chain.json), ("is_next", .bool(inputs.chains[row.chain].isNext)),
            ("verdict", .string(judgment.verdict.rawValue)),
        ]
        fields += CheckReport.reason(of: judgment.decision, chain)
        fields += [("message", .string(CheckReport.text(row, chain))), ("hint", .string(judgment.hint))]
        if let action = judgment.action {
            fields.append(("action", .object(CheckReport.fields(action, chain))))
        }
        return fields
    }

    private func fields(_ finding: PolicyFinding, _ located: Located) -> JSON.Fields {
        var fields: JSON.Fields = [
            ("schema", "pemtool/1"), ("file", .string(located.file)),
            ("version", .text(located.policy?.version)), ("rule", .string(finding.rule)),
            ("severity", .string(finding.severity.rawValue)), ("pattern", .text(of: finding.pattern)),
            ("consumer", .text(finding.consumer?.rawValue)), ("message", .string(finding.message)),
            ("hint", .string(finding.hint)), ("source", .string(finding.source)),
        ]
        if let action = finding.action {
            let chain = inputs.presented.first { $0.chain.title == located.file } ?? inputs.presented.first
            fields.append(("action", .object(CheckReport.fields(action, chain))))
        }
        if let owner = finding.owner { fields.append(("owner", options.keys.json(owner))) }
        return fields
    }

    /// Returns the fields that explain a decision, beginning with its reason.
    private static func reason(of decision: PinDecision, _ chain: PresentedChain) -> JSON.Fields {
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
        case .invalidChain(let flaws):
            [
                ("reason", "invalid-chain"),
                ("flaws", .objects(flaws) { [("code", .string($0.code.rawValue))] + chain.fields($0.place) }),
            ]
        case .keyWithoutHeader(let place):
            [
                ("reason", "key-without-header"),
                ("flaws", .objects([place]) { [("code", "key-without-header")] + chain.fields($0) }),
            ]
        case .policyRefused(let codes): [("reason", "policy-refused"), ("refused_by", .texts(codes))]
        case .chainTooLong: [("reason", "chain-too-long")]
        }
    }

    private static func fields(_ match: PinDecision.Match, _ chain: PresentedChain) -> JSON.Fields {
        let matched: (String, JSON) =
            switch match.matched {
            case .publicKey(let pin): ("pin", .pin(pin))
            case .certificate(let fingerprint): ("certificate_sha256", .string("\(fingerprint)"))
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
        return chain.fields(mismatch.index) + [("pin", .pin(mismatch.pin))] + why
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
        case .keyWithoutHeader(let place): [("cause", "key-without-header")] + chain.fields(place)
        case .unreadEntry: [("cause", "unread-entry")]
        case .unreadCertificate: [("cause", "unread-certificate")]
        }
    }

    private static func fields(_ action: PolicyFinding.Action, _ chain: PresentedChain?) -> JSON.Fields {
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
}

extension PolicyDifference {
    /// The fields of `policy diff`.
    var json: JSON.Fields {
        [
            ("schema", "pemtool/1"), ("code", .string(code.rawValue)), ("pattern", .text(of: pattern)),
            ("message", .string(description)),
        ]
    }
}

extension PresentedChain {
    /// The chain as JSON: its name, order, leaves, paths, strangers and duplicates.
    fileprivate var json: JSON {
        func list(_ places: [Int]) -> JSON { .objects(places, fields) }
        return .object([
            ("name", .string(chain.title)), ("in_order", .bool(paths.isInOrder)),
            ("leaves", list(paths.leaves)),
            ("paths", .array(paths.paths.map { list($0.members) })), ("order", list(paths.order)),
            ("strangers", list(paths.strangers)), ("duplicates", list(paths.duplicates.map { $0.place })),
        ])
    }
}
