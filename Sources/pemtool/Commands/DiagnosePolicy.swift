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
        else {
            json?.finish()
            return .unreadable
        }
        let pins = PinnedMember.all(in: reading.policy.restricted(to: host))
        var search = PinSearch(pins.map { $0.text })
        let inputs = try DiagnosedInputs(
            arguments.files(arguments.operands), roots: roots, host: host, &search)
        guard !inputs.objects.isEmpty else {
            json?.finish()
            return .unreadable
        }
        let report = PolicyDiagnosis(pins, search, inputs, keys)
        if json != nil {
            for fields in report.json { json?.print(fields) }
            json?.finish()
        } else {
            var output = Output()
            for line in report.lines { output.line(line) }
            output.flush()
            if report.hasOwner { complain("note: \(keys.source(at: now))") }
        }
        if roots != nil {
            complain("paths to the roots were found by name and key identifier; signatures were not verified")
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
