import DERKit
import PinPolicies
import SPKIHash

extension Command {
    /// Prints a verdict for each pin of a policy.
    static func runDiagnosePolicy(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        let host = try PolicyFile.host(arguments)
        let roots = try Roots(arguments)
        let now = try Dates.moment(arguments)
        let keys = try CAKeys(arguments)
        let (reading, format) = try PolicyFile.read(arguments["--policy"] ?? "", arguments)
        if let host, reading.policy.rule(for: host) == nil {
            throw UsageError("the policy has no rule for \(host)", hint: "check --host")
        }
        let pins = PinnedMember.all(in: reading.policy.restricted(to: host))
        let inputs = try DiagnosedInputs(arguments, roots: roots, host: host, findsText: false)
        let search = inputs.search(for: pins.map { PinSpelling($0.text) })
        guard !inputs.objects.isEmpty else { throw .unreadable }
        let report = PolicyDiagnosis(pins, search, inputs, keys)
        answer.finish(with: report.json, orLines: report.lines)
        if !answer.isJSON, report.hasOwner { complain("note: \(keys.source(at: now))") }
        if roots != nil { complain(Roots.caveat) }
        let check = inputs.presented.check(reading.policy, host: host, at: now)
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
