import PinPolicies

/// The JSON of `check`, schema `pemtool/1`. The field names are a contract: future versions only add to them.
extension CheckReport {
    /// Prints an object per judgment, then one per finding and per policy that could not be read.
    func printJSON(to answer: inout Answer) {
        for row in rows { answer.printObject { write(row, to: &$0) } }
        for located in findings { answer.printObject { write(located, to: &$0) } }
        for (file, error) in inputs.unread {
            let located = Located(finding: PolicyFinding(error), policy: nil, file: file)
            answer.printObject { write(located, to: &$0) }
        }
    }

    private func write(_ row: Row, to json: inout JSONWriter) {
        let (judgment, chain) = (row.judgment, inputs.presented[row.chain])
        let isPinsAlone = row.policy.isPinsAlone
        json.string("file", row.policy.file)
        json.string("version", row.policy.version)
        json.string("consumer", judgment.consumer?.rawValue)
        json.string("host", isPinsAlone ? options.host?.description : judgment.host)
        json.string("pattern", isPinsAlone ? nil : judgment.rule?.pattern.description)
        json.object("chain", chain.write)
        json.bool("is_next", inputs.chains[row.chain].isNext)
        json.string("verdict", judgment.verdict.rawValue)
        CheckReport.write(judgment.decision.reason, chain, to: &json)
        json.string("message", CheckReport.text(row, chain))
        json.string("hint", judgment.hint)
        if let action = judgment.action { CheckReport.write(action, chain, to: &json) }
    }

    private func write(_ located: Located, to json: inout JSONWriter) {
        let finding = located.finding
        json.string("file", located.file)
        json.string("version", located.policy?.version)
        json.string("rule", finding.rule)
        json.string("severity", finding.severity.rawValue)
        json.string("pattern", finding.pattern?.description)
        json.string("consumer", finding.consumer?.rawValue)
        json.string("message", finding.message)
        json.string("hint", finding.hint)
        json.string("source", finding.source)
        if let action = finding.action {
            let chain = inputs.presented.first { $0.title == located.file } ?? inputs.presented.first
            CheckReport.write(action, chain, to: &json)
        }
        if let owner = finding.owner { options.keys.write(owner, to: &json) }
    }

    /// Writes the fields that explain a decision, beginning with its reason.
    private static func write(
        _ reason: PinDecision.Reason, _ chain: PresentedChain, to json: inout JSONWriter
    ) {
        func write(_ code: String, _ matches: [PinDecision.Match]?, _ mismatches: [PinDecision.Mismatch]?) {
            json.string("reason", code)
            if let matches {
                json.objects("matched_certificates", matches) { CheckReport.write($0, chain, to: &$1) }
            }
            if let mismatches {
                json.objects("mismatched_certificates", mismatches) { CheckReport.write($0, chain, to: &$1) }
            }
        }
        func write(_ code: String, flaws: [(code: String, place: Int)]) {
            json.string("reason", code)
            json.objects("flaws", flaws) { (flaw, json) in
                json.string("code", flaw.code)
                chain.write(flaw.place, to: &json)
            }
        }
        switch reason {
        case .matched(let matches): write("matched", matches, nil)
        case .mismatched(let mismatches): write("mismatched", nil, mismatches)
        case .undecided(let undecided):
            write("undecided", undecided.matches, undecided.mismatches)
            json.objects("undecided_by", undecided.causes) { CheckReport.write($0, chain, to: &$1) }
        case .emptyChain: json.string("reason", "empty-chain")
        case .unlisted: json.string("reason", "unlisted")
        case .expired(let day):
            json.string("reason", "expired")
            json.string("expired", PolicyDate.write(day))
        case .invalidChain(let flaws):
            write("invalid-chain", flaws: flaws.map { ($0.code.rawValue, $0.place) })
        case .keyWithoutHeader(let place):
            write("key-without-header", flaws: [("key-without-header", place)])
        case .policyRefused(let codes):
            json.string("reason", "policy-refused")
            json.texts("refused_by", codes)
        case .chainTooLong: json.string("reason", "chain-too-long")
        }
    }

    private static func write(
        _ match: PinDecision.Match, _ chain: PresentedChain, to json: inout JSONWriter
    ) {
        chain.write(match.index, to: &json)
        switch match.matched {
        case .publicKey(let pin): json.string("pin", pin.base64)
        case .certificate(let fingerprint): json.string("certificate_sha256", "\(fingerprint)")
        }
        json.string("label", match.label)
        json.string("role", match.role.rawValue)
    }

    private static func write(
        _ mismatch: PinDecision.Mismatch, _ chain: PresentedChain, to json: inout JSONWriter
    ) {
        chain.write(mismatch.index, to: &json)
        json.string("pin", mismatch.pin.base64)
        switch mismatch.why {
        case .notPinned: json.string("why", "not-pinned")
        case .wrongPosition(let position):
            json.string("why", "wrong-position")
            json.string("position", position.rawValue)
        case .wrongRecipe(let match, let pin):
            json.string("why", "wrong-recipe")
            json.string("recipe", match.recipe)
            json.string("wrong_pin", pin.base64)
        case .otherStrategy: json.string("why", "other-strategy")
        case .outsidePath: json.string("why", "outside-path")
        case .otherHeader: json.string("why", "other-header")
        case .keyAsCertificate: json.string("why", "key-as-certificate")
        }
    }

    private static func write(
        _ cause: PinDecision.Cause, _ chain: PresentedChain, to json: inout JSONWriter
    ) {
        switch cause {
        case .missingIssuer(let place, let issuer):
            json.string("cause", "missing-issuer")
            chain.write(place, to: &json)
            json.string("issuer", issuer)
        case .missingLeaf: json.string("cause", "missing-leaf")
        case .severalLeaves(let places):
            json.string("cause", "several-leaves")
            json.objects("certificates", places, chain.write)
        case .severalPaths(let matching, let count):
            json.string("cause", "several-paths")
            json.count("matching", matching)
            json.count("paths", count)
        case .tooManyPaths: json.string("cause", "too-many-paths")
        case .keyWithoutHeader(let place):
            json.string("cause", "key-without-header")
            chain.write(place, to: &json)
        case .unreadEntry: json.string("cause", "unread-entry")
        case .unreadCertificate: json.string("cause", "unread-certificate")
        }
    }

    private static func write(
        _ action: PolicyFinding.Action, _ chain: PresentedChain?, to json: inout JSONWriter
    ) {
        json.object("action") { (json) in
            switch action {
            case .replacePin(let pin, let right):
                json.string("kind", "replace-pin")
                json.string("pin", pin.base64)
                json.string("with", right?.base64)
            case .movePin(let pin, let from, let to):
                json.string("kind", "move-pin")
                json.string("pin", pin.base64)
                json.string("from", from.rawValue)
                json.string("to", to.rawValue)
            case .reorder(let places):
                json.string("kind", "reorder")
                json.objects("order", places) { (place, json) in
                    if let chain { chain.write(place, to: &json) } else { json.count("index", place) }
                }
            case .addBackup: json.string("kind", "add-backup")
            case .addPin(let pin, let position):
                json.string("kind", "add-pin")
                json.string("pin", pin.base64)
                json.string("position", position.rawValue)
            case .giveRoots: json.string("kind", "give-roots")
            case .giveHost: json.string("kind", "give-host")
            case .giveSuffixes: json.string("kind", "give-suffixes")
            }
        }
    }
}

extension PresentedChain {
    /// Writes the name of the chain, and its order, leaves, paths, strangers and duplicates.
    fileprivate func write(to json: inout JSONWriter) {
        json.string("name", title)
        json.bool("in_order", paths.isInOrder)
        json.objects("leaves", paths.leaves, write)
        json.array("paths", paths.paths) { (path, json) in
            json.array(path.members) { (place, json) in json.object { write(place, to: &$0) } }
        }
        json.objects("order", paths.order, write)
        json.objects("strangers", paths.strangers, write)
        json.objects("duplicates", paths.duplicates.map { $0.place }, write)
    }
}
