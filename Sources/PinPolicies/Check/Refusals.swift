import DERKit

extension PolicyReading {
    /// Returns the findings for which the file's consumer refuses the file, or reads other pins in it than it seems to
    /// have.
    package func refusals(in format: PolicyFormat, at now: DERTime) -> [PolicyFinding] {
        findings.filter { (finding) in
            finding.severity == .error
                && (finding.rule == PolicyRule.pinForm.code || finding.rule == PolicyRule.fileRefused.code)
        }
            + PolicyCheck(policy, in: format, for: [format], at: now).run()
            .filter { PolicyRule.ofStart.contains($0.rule) }
    }
}
