import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The output of `diagnose --policy`: a verdict for each pin.
///
///     api.example.com
///       right    sha256/fLVf4A/kfzEa…  active "key of 2026": certificate 1 of chain.pem, CN=…
///       wrong    sha256/0nj/BZO3/dKl…  active: SHA-256 of the raw key…; write sha256/…
struct PolicyDiagnosis {
    /// The verdict on a pin.
    fileprivate enum Verdict: String {
        /// The pin of a key that is at the right position.
        case right
        /// A backup that the server does not present.
        case backup
        /// A backup whose key the server presents.
        case inUse = "in-use"
        /// The pin of a key at another position.
        case misplaced
        /// A known mistake made it.
        case wrong
        /// The pin of a CA that is not among the given certificates.
        case authority = "ca"
        /// The chain belongs to a host of another rule, so it says nothing about this pin.
        case otherHost = "other-host"
        /// None of these.
        case unknown

        /// A Boolean value that indicates whether the pin needs no change.
        var isGood: Bool { self == .right || self == .backup || self == .otherHost }
    }

    private struct Row {
        let member: PinnedMember
        let diagnosis: PinDiagnosis
        let owner: KnownCAKey?
        let verdict: Verdict
        let message: String
    }

    private let rows: [Row]
    private let inputs: DiagnosedInputs
    private let keys: CAKeys
    /// The certificates that the pins would have to match, if it is certain that none matches and no verdict says what
    /// to write.
    private let unpinned: [PinEvaluation.Link]

    init(_ members: [PinnedMember], _ search: PinSearch, _ inputs: DiagnosedInputs, _ keys: CAKeys) {
        self.inputs = inputs
        self.keys = keys
        let evaluation = PinEvaluation(inputs.presented.paths)
        let others = members.map { inputs.presented.paths.isOfAnotherHost(than: $0.pattern) }
        rows = members.enumerated().map { (number, member) in
            let diagnosis = search.diagnosis(number)
            let owner = member.pin.flatMap { keys.owner(of: $0) }
            var (verdict, message) = PolicyDiagnosis.verdict(
                member, diagnosis, owner, inputs, evaluation, keys)
            if [.unknown, .authority].contains(verdict), others[number], others.contains(false) {
                (verdict, message) = (.otherHost, "not compared, because the chain belongs to another host")
            }
            return Row(
                member: member, diagnosis: diagnosis, owner: owner, verdict: verdict, message: message)
        }
        // A missing issuer or an input that was not read may have a pinned key.
        let isKnown =
            !inputs.hasFailed && rows.allSatisfy { [.unknown, .backup].contains($0.verdict) }
            && !members.contains { (member) in
                evaluation.paths.contains { $0.isOpen(at: member.position) }
            }
        let places = members.flatMap { (member) in
            isKnown ? evaluation.paths.flatMap { $0.candidates(for: member.position) }.map { $0.index } : []
        }
        unpinned = evaluation.links.filter { places.contains($0.index) }
    }

    /// A Boolean value that indicates whether no pin needs to change.
    var isRight: Bool { rows.allSatisfy { $0.verdict.isGood } }

    /// A Boolean value that indicates whether the owner of a pin is named.
    var hasOwner: Bool { rows.contains { $0.owner != nil && $0.verdict == .authority } }

    private static func verdict(
        _ member: PinnedMember, _ diagnosis: PinDiagnosis, _ owner: KnownCAKey?, _ inputs: DiagnosedInputs,
        _ evaluation: PinEvaluation, _ keys: CAKeys
    ) -> (Verdict, String) {
        guard let pin = member.pin else { return certificate(member, inputs, evaluation) }
        if let what = KnownBadDigest.what(pin.bytes) { return (.wrong, what) }
        guard let match = diagnosis.matches.first else {
            if let owner, member.position == .leaf {
                return (.misplaced, "\(keys.text(owner)); at position leaf it never matches")
            }
            if let owner {
                return (
                    member.role == .backup ? .backup : .authority,
                    "\(keys.text(owner)); not among the given certificates"
                )
            }
            if member.role == .backup {
                return (.backup, "not the key of anything given, as expected of a backup")
            }
            let isOpen =
                member.position != .leaf && !inputs.presented.missingIssuers.isEmpty
                && inputs.presented.roots == nil
            return (
                .unknown,
                "not the key of anything given"
                    + (isOpen
                        ? "; it may be that of a root, which servers do not send: use --roots FILE" : "")
            )
        }
        let name = match.objectIndex.flatMap {
            inputs.objects.indices.contains($0) ? inputs.objects[$0].name : nil
        }
        guard diagnosis.isRight else {
            let right = match.rightPin.map { "; write \($0)" } ?? ""
            return (.wrong, match.message + (name.map { " (\($0))" } ?? "") + right)
        }
        return placed(pin, member, name ?? "", evaluation)
    }

    /// Returns the verdict on a pin whose key was given.
    private static func placed(
        _ pin: Pin, _ member: PinnedMember, _ name: String, _ evaluation: PinEvaluation
    ) -> (Verdict, String) {
        guard evaluation.pathPins.contains(pin) else {
            return member.role == .backup
                ? (.backup, "\(name), which the server does not present")
                : (
                    evaluation.links.isEmpty ? .right : .unknown,
                    "\(name), which is not on any path from the server's own certificate"
                )
        }
        return presented(member, name, evaluation) { $0.pin == pin }
    }

    /// Returns the verdict on a pin of something that the server presents.
    private static func presented(
        _ member: PinnedMember, _ name: String, _ evaluation: PinEvaluation,
        _ isPinned: (PinEvaluation.Link) -> Bool
    ) -> (Verdict, String) {
        let candidates = evaluation.paths.flatMap { $0.candidates(for: member.position) }
        guard candidates.contains(where: isPinned) else {
            return (.misplaced, "\(name); at position \(member.position.rawValue) it never matches")
        }
        return member.role == .backup
            ? (.inUse, "\(name), so it is not a backup anymore") : (.right, name)
    }

    /// Returns the verdict on a pinned certificate.
    private static func certificate(
        _ member: PinnedMember, _ inputs: DiagnosedInputs, _ evaluation: PinEvaluation
    ) -> (Verdict, String) {
        guard let fingerprint = member.fingerprint else { return (.unknown, "") }
        if let link = evaluation.links.first(where: { $0.fingerprint == fingerprint }) {
            return presented(member, inputs.presented.name(link.index), evaluation) {
                $0.fingerprint == fingerprint
            }
        }
        if evaluation.isOfKey(fingerprint) {
            return (.wrong, "the SHA-256 of a key instead of a certificate; pin it as a key")
        }
        return member.role == .backup
            ? (.backup, "not the SHA-256 of any given certificate, as expected of a backup")
            : (.unknown, "not the SHA-256 of any given certificate")
    }

    // MARK: Text

    var lines: [String] {
        var lines: [String] = []
        var last: HostPattern?
        for row in rows {
            if row.member.pattern != last { lines.append("\(row.member.pattern)") }
            last = row.member.pattern
            let label = row.member.label.isEmpty ? "" : " \"\(escapedForDisplay(row.member.label))\""
            let text = row.member.pin?.description ?? row.member.text
            lines += paragraph(
                "\(text)  \(row.member.role.rawValue)\(label): \(row.message)",
                lead: "  " + padded(row.verdict.word, 9) + "  ", indent: 13)
        }
        if !unpinned.isEmpty { lines.append("no pin matches what the server presents") }
        for link in unpinned {
            lines += paragraph("\(link.pin)  \(inputs.presented.name(link.index))", lead: "  ", indent: 4)
        }
        return lines
    }

    // MARK: JSON

    /// The JSON fields: one object per pin.
    var json: [JSON.Fields] {
        rows.map { (row) in
            DiagnosisReport(
                diagnosis: row.diagnosis, objects: inputs.objects, chain: inputs.presented, keys: keys
            ).json + [
                ("pattern", .text(of: row.member.pattern)),
                ("position", .string(row.member.position.rawValue)),
                ("role", .string(row.member.role.rawValue)), ("label", .string(row.member.label)),
                ("policy_verdict", .string(row.verdict.rawValue)), ("message", .string(row.message)),
            ]
        }
    }
}

extension PolicyDiagnosis.Verdict {
    /// The text of the verdict, for a column.
    fileprivate var word: String {
        switch self {
        case .right: "right"
        case .backup: "backup"
        case .inUse: "in use"
        case .misplaced: "misplaced"
        case .wrong: "wrong"
        case .authority: "CA"
        case .otherHost: "elsewhere"
        case .unknown: "unknown"
        }
    }
}
