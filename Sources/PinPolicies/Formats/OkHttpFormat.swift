import SPKIHash

/// OkHttp's `CertificatePinner` in Kotlin or Java: one `add` per pin.
enum OkHttpFormat {
    static let kotlinRow = PolicyFormat.Row(
        capabilities: capabilities, signs: ["CertificatePinner.Builder", "okhttp3.CertificatePinner"],
        rank: 13,
        emit: { (policy) in
            lines(
                [
                    "import okhttp3.CertificatePinner", "",
                    "val certificatePinner: CertificatePinner = CertificatePinner.Builder()",
                ], policy, ["        .build()"])
        })

    static let javaRow = PolicyFormat.Row(
        capabilities: capabilities, signs: ["new CertificatePinner.Builder"], rank: 12,
        emit: { (policy) in
            lines(
                [
                    "import okhttp3.CertificatePinner;", "", "final class PinnedHosts {",
                    "    private PinnedHosts() {}", "",
                    "    static final CertificatePinner CERTIFICATE_PINNER = new CertificatePinner.Builder()",
                ], policy, ["        .build();", "}"])
        })

    private static let capabilities = PolicyCapabilities(
        consumer: "OkHttp", keys: [.any], holds: [.labels], pins: .okHttp,
        // OkHttp makes names in the source canonical, but keeps a trailing dot.
        isHostForm: { (text, _) in text.last != "." }, mergesPatterns: true, wrongPins: .compared)

    private static func lines(_ opening: [String], _ policy: PinPolicy, _ closing: [String]) -> String {
        let adds = policy.rules.flatMap { (rule) in
            rule.strategies.lines(.okhttp) { "        .add(\"\(rule.pattern)\", \"\($0)\")" }
        }
        return ([PolicyFormat.notice] + opening + adds + closing).map { $0 + "\n" }.joined()
    }
}
