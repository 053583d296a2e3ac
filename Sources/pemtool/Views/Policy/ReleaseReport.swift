import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The output of `policy releases`.
///
///     version  users  today     same key  next
///     v1       20 %   accepted  accepted  refused
///     v2       80 %   accepted  accepted  accepted by a backup
struct ReleaseReport {
    /// The chains that a server presents today and later.
    struct Chains {
        let today: PresentedChain
        let next: PresentedChain
        let host: HostName?
    }

    /// The outcomes for one version.
    private struct Row {
        let name: String
        let file: String
        let share: Int64?
        /// The findings for which the app refuses its own pins.
        let refusals: [PolicyFinding]
        let today: ChainOutcome
        let renewed: ChainOutcome
        let next: ChainOutcome

        var outcomes: [ChainOutcome] { [today, renewed, next] }
    }

    private let rows: [Row]
    private let chains: Chains
    private let adoption: Adoption
    /// The findings about the chains, whatever is pinned.
    private let findings: [PolicyFinding]

    /// A released version of an app.
    struct Version {
        let name: String
        let file: String
        let reading: PolicyReading
        let format: PolicyFormat
    }

    init(_ versions: [Version], _ chains: Chains, _ adoption: Adoption, at now: DERTime) {
        self.chains = chains
        self.adoption = adoption
        // The next chain may begin later.
        let starts = chains.next.paths.leaves.compactMap { (place) in
            chains.next.paths[place].flatMap { try? $0.validity.notBefore.moment }
        }
        let then = starts.reduce(now) { $0 < $1 ? $1 : $0 }
        findings = [(chains.today, "today's chain", now), (chains.next, "the next chain", then)].flatMap {
            (chain, name, moment) in
            let check = versions.first.map {
                chain.check($0.reading.policy, host: chains.host, at: moment)
            }
            return ((check?.findingsOfDates() ?? []) + (check?.findingsOfChain() ?? [])).map {
                $0.about(name)
            }
                + ServerCertificateNotes.findings(of: chain.paths) { "\(chain.name($0)) in \(name)" }
        }
        rows = versions.map { (version) in
            let policy = version.reading.policy
            let refusals = version.reading.refusals(in: version.format, at: now)
            func outcome(_ outcome: ChainOutcome) -> ChainOutcome { refusals.isEmpty ? outcome : .refusal }
            return Row(
                name: version.name, file: version.file, share: adoption.share(version.name),
                refusals: refusals,
                today: outcome(policy.outcome(of: chains.today.paths, host: chains.host, at: now)),
                renewed: outcome(policy.outcomeOfRenewal(of: chains.today.paths, host: chains.host, at: now)),
                next: outcome(policy.outcome(of: chains.next.paths, host: chains.host, at: now)))
        }
    }

    /// A Boolean value that indicates whether every version accepts each of the chains, and the server is not
    /// refused whatever is pinned.
    var isAccepted: Bool {
        rows.allSatisfy { (row) in row.outcomes.allSatisfy { !$0.verdict.isFailure } }
            && !findings.contains { $0.severity == .error }
    }

    // MARK: Answers

    /// The versions that fail or may fail with the next chain.
    private var failing: [Row] { rows.filter { $0.next.verdict.isFailure } }

    /// Returns the versions with this outcome for the next chain.
    private func versions(_ verdict: ChainOutcome.Verdict) -> [Row] {
        rows.filter { $0.next.verdict == verdict }
    }

    /// The share of users of some versions; `nil` without figures.
    private func share(_ rows: [Row]) -> Int64? {
        adoption.isKnown ? rows.reduce(0) { $0 + ($1.share ?? 0) } : nil
    }

    /// A Boolean value that indicates whether roots may decide what the given certificates leave open.
    var needsRoots: Bool {
        rows.contains { (row) in row.outcomes.contains { $0.verdict == .undecided } }
            && [chains.today, chains.next].contains { $0.roots == nil && !$0.missingIssuers.isEmpty }
    }

    /// The last whole day on which today's certificate is valid; `nil` if that is not clear.
    private var end: DERTime? {
        guard chains.today.paths.leaves.count == 1, let leaf = chains.today.paths.leaves.first,
            case .success(let end)? = chains.today.paths[leaf]?.validity.notAfter.momentResult
        else { return nil }
        return DERTime(secondsSince1970: end.secondsSince1970 - 86_399)
    }

    /// The day from which the pins of all failing versions have expired; `nil` if one never expires.
    private var free: DERTime? {
        var latest: DERTime?
        for row in failing {
            guard let day = row.next.free else { return nil }
            latest = latest.map { $0 < day ? day : $0 } ?? day
        }
        return latest
    }

    // MARK: Text

    var lines: [String] {
        var lines = table
        lines += sentence(nextSentence)
        lines += sentence(renewalSentence)
        for row in failing {
            guard let day = row.next.free else { continue }
            lines += sentence(
                "\(escapedForDisplay(row.name)): its pins expire on \(PolicyDate.write(day)), and from then on it "
                    + "accepts any chain")
        }
        for row in rows where row.today.verdict.isFailure {
            lines += sentence(
                "\(escapedForDisplay(row.name)): already \(row.today.verdict.words) today: \(reason(row, row.today, chains.today))"
            )
        }
        for row in failing {
            lines += sentence("\(escapedForDisplay(row.name)): \(reason(row, row.next, chains.next))")
        }
        for finding in findings {
            lines += sentence("\(finding.severity.rawValue): \(finding.message)")
        }
        return lines
    }

    private var table: [String] {
        let hasUsers = adoption.isKnown
        var cells = [["version"] + (hasUsers ? ["users"] : []) + ["today", "same key", "next"]]
        for row in rows {
            cells.append(
                [escapedForDisplay(row.name)] + (hasUsers ? [Adoption.text(row.share ?? 0)] : [])
                    + row.outcomes.map { $0.verdict.words })
        }
        let widths = cells[0].indices.map { (column) in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { (row) in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += column == row.count - 1 ? cell : padded(cell, widths[column] + 2)
            }
            return line
        }
    }

    private var nextSentence: String {
        guard !failing.isEmpty else { return "next chain: every version accepts it" }
        let parts = [
            (versions(.refused), "would fail"), (versions(.undecided), "cannot be decided"),
        ].filter { !$0.0.isEmpty }.map { (rows, what) in
            "\(rows.count) of \(counted(self.rows.count, "version")) \(what)"
                + (share(rows).map { ", \(Adoption.text($0)) of users" } ?? "")
        }
        return "next chain: " + parts.joined(separator: "; ")
            + (free.map { "; none from \(PolicyDate.write($0)) on" } ?? "")
    }

    private var renewalSentence: String {
        guard let end else {
            return "current key: no last day, because it is not clear which certificate is the server's own"
        }
        func names(_ verdict: ChainOutcome.Verdict) -> String {
            rows.filter { $0.renewed.verdict == verdict }.map { escapedForDisplay($0.name) }.joined(
                separator: ", ")
        }
        let (refused, undecided) = (names(.refused), names(.undecided))
        let effects = [
            refused.isEmpty ? "" : "\(refused) would fail even then",
            undecided.isEmpty ? "" : "for \(undecided), that cannot be decided",
        ].filter { !$0.isEmpty }
        return "current key: the last day to renew with it is \(PolicyDate.write(end)), before today's "
            + "certificate ends; "
            + (effects.isEmpty ? "every version accepts that" : effects.joined(separator: "; "))
    }

    private func reason(_ row: Row, _ outcome: ChainOutcome, _ chain: PresentedChain) -> String {
        if let refusal = row.refusals.first { return refusal.locatedMessage }
        for decision in outcome.decisions {
            switch decision.reason {
            case .mismatched, .undecided:
                return (decision.pattern.map { "\($0): " } ?? "") + decision.text(naming: chain.name)
            default: continue
            }
        }
        return outcome.verdict == .refused
            ? "the policy does not list the host and refuses unlisted hosts" : ""
    }

    // MARK: JSON

    /// The JSON fields: one object per version, then one for all.
    var json: [JSON.Fields] {
        func names(_ verdict: ChainOutcome.Verdict) -> JSON { .texts(versions(verdict).map { $0.name }) }
        return rows.map { (row) in
            [
                ("schema", "pemtool/1"), ("version", .string(row.name)), ("file", .string(row.file)),
                ("users_percent", .text(row.share.map(ReleaseReport.decimal))),
                ("today", .string(row.today.verdict.rawValue)),
                ("same_key", .string(row.renewed.verdict.rawValue)),
                ("next", .string(row.next.verdict.rawValue)),
                ("free_from", .text(row.next.free.map(PolicyDate.write))),
                ("message", .string(reason(row, row.next, chains.next))),
            ]
        } + [
            [
                ("schema", "pemtool/1"), ("versions", .count(rows.count)),
                ("failing_versions", names(.refused)), ("undecided_versions", names(.undecided)),
                ("failing_users_percent", .text(share(versions(.refused)).map(ReleaseReport.decimal))),
                ("last_day_with_present_key", .text(end.map(PolicyDate.write))),
                ("free_from", .text(free.map(PolicyDate.write))), ("accepted", .bool(isAccepted)),
                ("findings", .objects(findings, PolicyJSON.brief)),
            ]
        ]
    }

    /// Returns a share as a percentage with six decimal places.
    private static func decimal(_ share: Int64) -> String {
        "\(share / 1_000_000)." + String(1_000_000 + share % 1_000_000).dropFirst()
    }
}

extension ChainOutcome.Verdict {
    /// The text of the verdict, for a table.
    var words: String {
        switch self {
        case .unpinned: "not pinned"
        case .expired: "pins expired"
        case .accepted: "accepted"
        case .acceptedByBackup: "accepted by a backup"
        case .reported: "only reported"
        case .undecided: "undecided"
        case .refused: "refused"
        }
    }
}
