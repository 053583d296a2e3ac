import SPKIHash

extension PolicyFormat {
    /// Options for writing a policy in a format.
    package struct WritingOptions: Sendable {
        /// The parts of the policy that may be lost.
        package var allowedLosses: Set<PolicyLoss>
        /// The certificates whose keys are pinned. They determine whether a pin belongs to a leaf or a CA.
        package let certificates: [Certificate]
        /// For each pin of the certificates, whether the key belongs to a CA.
        let areAuthorities: [Pin: Bool]
        /// The rule to write; `nil` for all rules. A format without hosts can contain only one rule.
        package var pattern: HostPattern?
        /// Creates options. By default, nothing may be lost.
        package init(
            allowedLosses: Set<PolicyLoss> = [], certificates: [Certificate] = [], pattern: HostPattern? = nil
        ) {
            self.allowedLosses = allowedLosses
            self.certificates = certificates
            self.pattern = pattern
            // A key that is also in a leaf counts as a leaf's key.
            areAuthorities = Dictionary(grouping: certificates) { $0.pin }
                .mapValues { $0.allSatisfy { $0.isAuthority } }
        }
    }

    /// The first line of written source code.
    static let notice = "// Generated from a pin policy; edit the policy, not this file."

    /// Returns the policy that ``PinPolicy/text(as:losing:certificates:for:)`` writes in this format, which is also the
    /// result of reading the output.
    ///
    /// - Throws: ``PolicyError`` as ``PinPolicy/text(as:losing:certificates:for:)`` does.
    package func reduce(_ policy: PinPolicy, _ emission: WritingOptions) throws(PolicyError) -> PinPolicy {
        var reduction = PolicyReduction(self, emission)
        return try reduction.run(policy)
    }
}

extension PinPolicy {
    /// Returns the policy as text in a format.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - losses: the parts of the policy that the output is allowed to lose.
    ///   - certificates: the certificates whose keys are pinned. They determine whether a pin belongs to a leaf or a
    ///     CA.
    ///   - pattern: the pattern of the rule to write; `nil` for all. A format without hosts can contain only one rule.
    /// - Returns: the text of a file.
    /// - Throws: ``PolicyError`` (`not-expressible` or `loss`) if the format cannot express the policy. Nothing is
    ///   omitted or widened silently.
    public func text(
        as format: PolicyFormat, losing losses: Set<PolicyLoss> = [], certificates: [Certificate] = [],
        for pattern: HostPattern? = nil
    ) throws(PolicyError) -> String {
        let options = PolicyFormat.WritingOptions(
            allowedLosses: losses, certificates: certificates, pattern: pattern)
        return try text(as: format, options: options)
    }

    /// Returns the policy as text in a format, as ``text(as:losing:certificates:for:)`` does.
    package func text(as format: PolicyFormat, options: PolicyFormat.WritingOptions) throws(PolicyError)
        -> String
    {
        guard let emit = format.row.emit else {
            throw PolicyError(
                .unknownFormat, "the format '\(format.rawValue)' can be read but not written",
                hint: "choose a format that can be written")
        }
        return emit(try format.reduce(self, options))
    }
}
