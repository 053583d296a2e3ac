import SPKIHash

/// Pins in any other text.
enum AnyTextFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "the text", certificates: Set(ChainPosition.allCases),
            matches: Set(PinPolicy.Match.allCases),
            holds: Set(PolicyLoss.allCases).subtracting([.unlistedHosts])),
        signs: [], rank: 100)
}
