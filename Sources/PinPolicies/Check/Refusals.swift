import DERKit

extension PolicyReading {
    /// Returns the findings that make the file's consumer refuse the file, or read pins other than those it
    /// seems to have.
    package func refusals(in format: PolicyFormat, at now: DERTime) -> [PolicyFinding] {
        findings.filter { (finding) in
            finding.severity == .error
                && (finding.rule == PolicyRule.pinForm.code || finding.rule == PolicyRule.fileRefused.code)
        }
            + PolicyCheck(policy, in: format, for: [format], at: now).run()
            .filter { PolicyRule.ofStart.contains($0.rule) }
    }
}
