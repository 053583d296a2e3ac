import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The output of `verify` for a chain.
///
///     no match: none of the 2 certificates matches
///       1  leaf  sha256/7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=  CN=github.com,…
///       2  ca    sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=  CN=DigiCert…
struct DecisionReport {
    let decision: PinDecision
    let chain: PresentedChain
    let question: Question
    let keys: CAKeys
    let now: DERTime

    /// A Boolean value that indicates whether the app would accept the server.
    var isAccepted: Bool { decision.isAccepted && question.refusals.isEmpty }

    // MARK: Text

    var lines: [String] {
        let host = question.isPinsAlone ? "" : question.host.map { "\($0): " } ?? ""
        if let refusal { return sentence(host + refusal) }
        switch decision.reason {
        case .matched(let matches):
            return sentence(host + decision.summary + ": " + matches.map(text).joined(separator: "; "))
        case .mismatched(let mismatches):
            let count = mismatches.count
            let what =
                count == 1 ? "the certificate does not match" : "none of the \(count) certificates matches"
            return sentence(host + decision.summary + ": " + what) + rows(mismatches)
        case .undecided(let undecided):
            let causes = undecided.causes.map { $0.text(naming: chain.name) }
            let matches = undecided.matches.map { text($0) + " on some paths" }
            return sentence(host + decision.summary + ": " + (causes + matches).joined(separator: "; "))
                + rows(undecided.mismatches)
        case .emptyChain, .unlisted, .expired: return sentence(host + decision.summary)
        }
    }

    /// The reason the policy's consumer would not check the chain at all; `nil` if it would.
    private var refusal: String? {
        guard let first = question.refusals.first else { return nil }
        let more = question.refusals.count - 1
        return "not accepted: \(first.locatedMessage) (\(first.rule))"
            + (more > 0 ? ", and \(more) more" : "")
    }

    /// Returns text such as `certificate 1 by the given pin sha256/…`.
    private func text(_ match: PinDecision.Match) -> String {
        guard question.isPinsAlone, case .publicKey(let pin) = match.matched else {
            return match.text(naming: chain.name)
        }
        return "\(chain.name(match.index)) by the given pin \(pin)"
    }

    /// Returns the certificates that match nothing, one per line.
    private func rows(_ mismatches: [PinDecision.Mismatch]) -> [String] {
        let named = PinDecision.telling(mismatches)
        let numbers = named.map { (mismatch) -> String in
            let name = chain.name(mismatch.index)
            return name.hasPrefix("certificate ") ? String(name.dropFirst("certificate ".count)) : name
        }
        let width = numbers.map { $0.count }.max() ?? 0
        var lines: [String] = []
        for (mismatch, number) in zip(named, numbers) {
            let lead = "  \(padded(number, width))  \(padded(role(mismatch.index), 5))  "
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

    /// Returns the role of a certificate in the chain: `leaf`, `ca`, or `other` outside the paths.
    private func role(_ place: Int) -> String {
        if chain.paths.leaves.contains(place) { return "leaf" }
        guard chain.paths.paths.contains(where: { $0.members.contains(place) }) else { return "other" }
        return place < chain.paths.given.count ? "ca" : "root"
    }

    /// The messages for standard error.
    var complaints: [String] {
        var complaints: [String] = []
        if chain.roots != nil { complaints.append(Roots.caveat) }
        for finding in question.findings(chain) {
            // If a mistake is the reason for the mismatch, the answer itself mentions it.
            if finding.rule == "wrong-pin", !decision.isAccepted { continue }
            complaints.append("warning: \(finding.message)")
        }
        guard question.refusals.isEmpty else {
            return complaints + question.refusals.map { "hint: \($0.hint)" }
        }
        complaints += owners
        switch decision.reason {
        case .undecided(let undecided):
            if undecided.hasPinOutsidePath, case .missingIssuer(_, let issuer)? = undecided.causes.first {
                complaints.append("hint: " + chain.paths.missing(issuer))
            } else if let advice = undecided.causes.lazy.compactMap(advice).first {
                complaints.append("hint: \(advice)")
            }
        case .mismatched(let mismatches) where !decision.isAccepted:
            if let proxy = InterceptingProxy(in: chain.paths) {
                complaints.append("hint: \(proxy.advice)")
                break
            }
            guard mismatches.allSatisfy({ $0.why == .notPinned }), let pin = question.pins.first else {
                break
            }
            let files = Set(chain.chain.places.map { $0.file }).sorted()
            let quoted = files.compactMap { PathName.quoted($0) }
            let operands = quoted.count == files.count ? quoted.joined(separator: " ") : "CHAIN"
            complaints.append(
                "hint: pemtool diagnose \(pin) \(operands) looks for the mistake behind the pin")
        default: break
        }
        return complaints
    }

    /// The CAs whose keys are pinned, if the chain does not match or is not enough to decide.
    private var owners: [String] {
        switch decision.reason {
        case .undecided, .mismatched:
            return knownPins.prefix(PinDecision.mostNamed).map { (pin, owner) in
                "note: \(pin) is the pin of \(keys.text(owner)) (\(keys.source(at: now)))"
            }
        case .matched, .emptyChain, .unlisted, .expired: return []
        }
    }

    /// The pins of public CA keys.
    private var knownPins: [(pin: Pin, owner: KnownCAKey)] {
        question.pins.compactMap { (pin) in keys.owner(of: pin).map { (pin, $0) } }
    }

    /// Returns advice on how to get a decision.
    private func advice(_ cause: PinDecision.Cause) -> String? {
        switch cause {
        case .missingIssuer(let place, _): chain.issuerAdvice(place)
        case .missingLeaf: "provide the whole chain that the server presents"
        case .severalLeaves:
            question.host == nil ? "specify the host of the chain with --host" : PolicyCheck.oneLeafHint
        case .severalPaths, .tooManyPaths: nil
        }
    }

    // MARK: JSON

    var json: JSON.Fields {
        let reason = PolicyJSON.reason(of: decision, chain)
        let message = question.isPinsAlone ? lines.first ?? "" : decision.text(naming: chain.name)
        let findings = question.refusals + question.findings(chain)
        let fields: JSON.Fields = [
            ("schema", "pemtool/1"), ("accepted", .bool(isAccepted)),
            ("host", .text(question.isPinsAlone ? question.host?.description : decision.host)),
            ("pattern", question.isPinsAlone ? .null : .text(of: decision.pattern)),
        ]
        let first: JSON.Fields = refusal == nil ? [] : [("reason", "policy-refused")]
        return fields + first + reason.dropFirst(first.count) + [
            ("message", .string(refusal ?? message)), ("chain", chain.json),
            ("findings", .objects(findings, PolicyJSON.brief)),
            ("ca_keys", .objects(knownPins) { [("pin", .pin($0.pin)), ("owner", keys.json($0.owner))] }),
        ]
    }
}

extension PresentedChain {
    /// The order of the certificates as JSON.
    fileprivate var json: JSON {
        func list(_ places: [Int]) -> JSON { .objects(places, fields) }
        return .object([
            ("in_order", .bool(paths.isInOrder)), ("leaves", list(paths.leaves)),
            ("paths", .array(paths.paths.map { list($0.members) })), ("order", list(paths.order)),
            ("strangers", list(paths.strangers)), ("duplicates", list(paths.duplicates.map { $0.place })),
        ])
    }
}
