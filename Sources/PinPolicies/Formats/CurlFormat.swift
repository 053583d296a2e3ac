import SPKIHash

/// curl's `--pinnedpubkey`: pins, separated by semicolons. curl compares the server's own key.
enum CurlFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "curl", keys: [.leaf], holds: [.overlap], hasHost: false, pins: .curl,
            wrongPins: .compared),
        signs: ["pinnedpubkey"], rank: 20)
}
