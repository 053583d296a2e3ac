import PinPolicies

/// The human-readable output of `check`.
extension CheckReport {
    func printLines(to answer: inout Answer) {
        let isTable = inputs.policies.count > 1 || inputs.chains.count > 1
        if isTable, !rows.isEmpty { answer.lines(table) }
        for row in rows where !isTable || [.refused, .undecided].contains(row.judgment.verdict) {
            answer.lines(lines(row, isTable))
        }
        if inputs.isAboutChains { answer.lines(inputs.presented.map(CheckReport.summary)) }
        for located in findings where !isExplained(located) { answer.lines(lines(located)) }
    }

    /// Returns whether a judgment already names the mistake in a pin that was given without a policy.
    private func isExplained(_ located: Located) -> Bool {
        let finding = located.finding
        guard located.policy?.isPinsAlone == true, finding.kind == .wrongPin,
            case .replacePin(let pin, _) = finding.action
        else { return false }
        return rows.flatMap { $0.judgment.decision.mismatches }.contains {
            if case .wrongRecipe(_, pin) = $0.why { true } else { false }
        }
    }

    private var table: [String] {
        let hasConsumers = Set(rows.map { $0.judgment.consumer }).count > 1
        let hasHosts = rows.contains { !$0.policy.isPinsAlone }
        var heads = [["policy"] + (hasConsumers ? ["for"] : []) + (hasHosts ? ["host"] : [])]
        var cells: [[String]: [Int: String]] = [:]
        for row in rows {
            let key =
                [row.policy.name] + (hasConsumers ? [row.judgment.consumer?.rawValue ?? ""] : [])
                + (hasHosts ? [row.policy.isPinsAlone ? "" : row.judgment.host] : [])
            if cells[key] == nil { heads.append(key) }
            cells[key, default: [:]][row.chain] = row.judgment.decision.word
        }
        let titles = inputs.presented.map { $0.title }
        let all = heads.enumerated().map { (place, head) in
            head + titles.indices.map { place == 0 ? titles[$0] : cells[head]?[$0] ?? "" }
        }
        let widths = all[0].indices.map { (column) in all.map { $0[column].count }.max() ?? 0 }
        return all.map { (row) in
            let last = row.lastIndex { !$0.isEmpty } ?? 0
            return row[...last].enumerated().map { $0 == last ? $1 : padded($1, widths[$0] + 2) }.joined()
        }
    }

    /// Returns the lines of a judgment: the verdict and its reason, the certificates, and the advice.
    private func lines(_ row: Row, _ isTable: Bool) -> [String] {
        let (judgment, chain) = (row.judgment, inputs.presented[row.chain])
        var parts = isTable ? [row.policy.name] : []
        if let consumer = judgment.consumer, options.consumers.count > 1 { parts.append(consumer.rawValue) }
        if !row.policy.isPinsAlone { parts.append(judgment.host) }
        if inputs.chains.count > 1 { parts.append(chain.title) }
        let lead = parts.map { $0 + ": " }.joined()
        let lines =
            sentence(lead + CheckReport.text(row, chain))
            + CheckReport.certificates(judgment.decision.mismatches, chain)
        guard !judgment.hint.isEmpty else { return lines }
        return lines + sentence("hint: " + CheckReport.advice(judgment.hint, judgment.action), lead: "  ")
    }

    /// Returns the verdict and its reason: `accepted: certificate 1 matches active pin sha256/…`.
    static func text(_ row: Row, _ chain: PresentedChain) -> String {
        let decision = row.judgment.decision
        switch decision.reason {
        case .matched(let matches):
            return (row.policy.isPinsAlone ? "matched: " : "accepted: ")
                + matches.map { text($0, row, chain) }.joined(separator: "; ")
        case .mismatched(let mismatches):
            let what =
                mismatches.count == 1
                ? "the certificate does not match" : "none of the \(mismatches.count) certificates matches"
            let verdict = row.policy.isPinsAlone ? "no match: " : "refused: "
            return (decision.isAccepted ? "accepted, mismatch only reported: " : verdict) + what
        case .undecided(let undecided):
            let causes = undecided.causes.map { $0.text(naming: chain.name) }
            let matches = undecided.matches.map { text($0, row, chain) + " on some paths" }
            return decision.summary + ": " + (causes + matches).joined(separator: "; ")
        case .unlisted where decision.isAccepted:
            return "not pinned: the policy does not list this host"
        case .expired(let day):
            return
                "not pinned: the pins of \(decision.pattern ?? "the host") expired on \(PolicyDate.write(day))"
        case .emptyChain, .unlisted, .invalidChain, .keyWithoutHeader, .policyRefused, .chainTooLong:
            return decision.text(naming: chain.name)
        }
    }

    /// Returns text such as `certificate 1 matches the given pin sha256/…`.
    private static func text(_ match: PinDecision.Match, _ row: Row, _ chain: PresentedChain) -> String {
        guard row.policy.isPinsAlone, case .publicKey(let pin) = match.matched else {
            return match.text(naming: chain.name)
        }
        return "\(chain.name(match.index)) matches the given pin \(pin)"
    }

    /// Returns the certificates that do not match, one per line.
    private static func certificates(_ mismatches: [PinDecision.Mismatch], _ chain: PresentedChain)
        -> [String]
    {
        let named = PinDecision.telling(mismatches)
        let numbers = named.map { chain.number($0.index) }
        let width = numbers.map { $0.count }.max() ?? 0
        var lines: [String] = []
        for (mismatch, number) in zip(named, numbers) {
            let lead = "  \(padded(number, width))  \(padded(chain.role(mismatch.index), 5))  "
            let margin = spaces(lead.count)
            let subject = chain.paths[mismatch.index].map { "\($0.subject)" } ?? ""
            let name = subject.isEmpty ? "(no subject)" : subject
            let line = lead + "\(mismatch.pin)  \(name)"
            let fits = sentence(line).count == 1
            lines += fits ? [line] : [lead + "\(mismatch.pin)"] + sentence(name, lead: margin)
            guard mismatch.why != .notPinned else { continue }
            lines += sentence("\(mismatch.why)", lead: margin)
        }
        if mismatches.count > named.count { lines.append("  and \(mismatches.count - named.count) more") }
        return lines
    }

    /// Returns the lines of a finding: `error: pins.json: **.example.com: only one pin … (backup-pin)`, followed by the
    /// advice.
    private func lines(_ located: Located) -> [String] {
        let finding = located.finding
        var parts = [finding.severity.rawValue, located.policy?.name ?? located.file]
        if let consumer = finding.consumer { parts.append(consumer.rawValue) }
        if let pattern = finding.pattern, located.policy?.isPinsAlone != true { parts.append("\(pattern)") }
        let line = sentence(parts.joined(separator: ": ") + ": \(finding.message) (\(finding.rule))")
        guard !finding.hint.isEmpty else { return line }
        return line + sentence("hint: \(CheckReport.advice(finding))", lead: "  ")
    }

    /// Returns a description of where a chain without a policy ends.
    private static func summary(_ chain: PresentedChain) -> String {
        let end = chain.paths.paths.first?.members.last.flatMap { chain.paths[$0] }?.subject.description ?? ""
        return "\(chain.title): \(counted(chain.paths.given.count, "certificate")); "
            + (chain.missingIssuers.first.map {
                "the issuer of \(chain.name($0.place)), \($0.issuer), was not given"
            } ?? "the chain ends with \(end)")
    }

    // MARK: GitHub

    /// Prints one line per judgment and finding, which GitHub shows next to the file: `::error file=…,title=…::…`.
    func printAnnotations(to answer: inout Answer) {
        for row in rows where row.judgment.verdict == .refused || row.judgment.verdict == .undecided {
            answer.output.line(
                CheckReport.annotation(
                    "error", row.policy.file,
                    title: row.judgment.verdict == .refused ? "chain" : "chain-undecided",
                    "\(row.judgment.host): \(CheckReport.text(row, inputs.presented[row.chain]))",
                    CheckReport.advice(row.judgment.hint, row.judgment.action)))
        }
        for located in findings {
            let finding = located.finding
            answer.output.line(
                CheckReport.annotation(
                    finding.severity == .hint ? "notice" : finding.severity.rawValue, located.file,
                    finding.position, title: finding.rule, finding.locatedMessage,
                    CheckReport.advice(finding)))
        }
    }

    private static func annotation(
        _ level: String, _ file: String, _ position: TextPosition? = nil, title: String, _ message: String,
        _ hint: String
    ) -> String {
        let place = position.map { ",line=\($0.line),col=\($0.column)" } ?? ""
        return "::\(level) file=\(escaped(PathName.displayed(file), property: true))\(place)"
            + ",title=\(escaped(title, property: true))"
            + "::\(escaped(message + (hint.isEmpty ? "" : "; \(hint)"), property: false))"
    }

    /// Returns text with percent signs, line ends and, in properties, colons and commas escaped for workflow commands.
    private static func escaped(_ text: String, property: Bool) -> String {
        text.unicodeScalars.map { (scalar) in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            case ":" where property: "%3A"
            case "," where property: "%2C"
            default: String(scalar)
            }
        }.joined()
    }
}

extension PinDecision {
    /// The certificates that did not match; empty if the decision has another reason.
    var mismatches: [Mismatch] {
        switch reason {
        case .mismatched(let mismatches): mismatches
        case .undecided(let undecided): undecided.mismatches
        default: []
        }
    }

    /// The word for the verdict in a table.
    var word: String {
        switch reason {
        case .matched(let matches):
            matches.allSatisfy { $0.role == .backup } ? "accepted by a backup" : "accepted"
        case .mismatched, .emptyChain, .undecided: isAccepted ? "only reported" : verdict.rawValue
        case .expired: "pins expired"
        case .unlisted: isAccepted ? "not pinned" : "refused"
        case .invalidChain, .keyWithoutHeader, .policyRefused, .chainTooLong: "refused"
        }
    }
}

extension PresentedChain {
    /// Returns the number of a certificate, with its file if the chain comes from several files.
    fileprivate func number(_ place: Int) -> String {
        guard places.indices.contains(place) else { return "\(place + 1)" }
        let isSingle = Set(places.map { $0.file }).count <= 1
        return "\(places[place].index + 1)" + (isSingle ? "" : " of \(PathName.ofInput(places[place].file))")
    }

    /// Returns the role of a certificate in the chain: `leaf`, `ca` or `root`, or `other` outside the paths.
    fileprivate func role(_ place: Int) -> String {
        if paths.leaves.contains(place) { return "leaf" }
        guard paths.paths.contains(where: { $0.members.contains(place) }) else { return "other" }
        return place < paths.given.count ? "ca" : "root"
    }
}
