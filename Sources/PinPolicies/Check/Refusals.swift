import DERKit
import SPKIHash
import X509Model

extension PolicyFormat {
    /// Returns the findings because of which a file in this format would stop the app or would pin nothing.
    ///
    /// - Throws: ``PolicyError`` if the options name no rule of the policy.
    package func obstacles(
        to policy: PinPolicy, _ options: WritingOptions, at now: DERTime, suffixes: PublicSuffixList?
    ) throws(PolicyError) -> [PolicyFinding] {
        // A manifest is not the file of a consumer.
        guard self != .manifest else { return [] }
        let codes = PolicyRule.ofStart.union(["names-host", "known-bad-pin", "expired"])
        let written = policy.with(try PolicyReduction(self, options).selected(policy))
        return PolicyCheck(
            written, in: self, for: [self], chain: CertificatePaths([]), at: now, suffixes: suffixes
        )
        .run().filter { $0.severity == .error && codes.contains($0.rule) }
    }
}

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
