import DERKit
import PinPolicies
import SPKIHash
import X509Model

extension Command {
    /// Prints a verdict for each pin of a policy.
    static func runDiagnosePolicy(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var json = try JSONOutput(arguments)
        let host = try PolicyFile.host(arguments)
        let roots = try Roots(arguments)
        let now = try Dates.moment(arguments)
        guard let keys = CAKeys(arguments),
            let (reading, format) = PolicyFile.read(arguments["--policy"] ?? "", arguments)
        else { return json.unreadable() }
        if let host, reading.policy.rule(for: host) == nil {
            throw UsageError("the policy has no rule for \(host)", hint: "check --host")
        }
        let pins = PinnedMember.all(in: reading.policy.restricted(to: host))
        var search = PinSearch(pins.map { $0.text })
        let inputs = try DiagnosedInputs(
            arguments.files(arguments.operands), roots: roots, host: host, &search)
        guard !inputs.objects.isEmpty else { return json.unreadable() }
        let report = PolicyDiagnosis(pins, search, inputs, keys)
        json.finish(with: report.json, orLines: report.lines)
        if json == nil, report.hasOwner { complain("note: \(keys.source(at: now))") }
        if roots != nil { complain(Roots.caveat) }
        let check = PolicyCheck(
            reading.policy, chain: inputs.presented.paths, names: inputs.presented.names,
            hasRoots: roots != nil, host: host, at: now)
        // Without a host, every pin was compared with the chain, whatever hosts it is for.
        for finding in check.findingsOfChain() where host != nil || finding.rule != "host-name" {
            complain("\(finding.severity.rawValue): \(finding.message)")
        }
        let refusals = reading.refusals(in: format, at: now)
        for finding in refusals where !reading.findings.contains(finding) {
            complain("\(PathName.ofInput(arguments["--policy"] ?? "")): \(finding.locatedMessage)")
            hint(finding.hint)
        }
        guard !inputs.hasFailed, roots?.isWhole ?? true else { return .unreadable }
        return report.isRight && refusals.isEmpty ? .success : .no
    }
}
