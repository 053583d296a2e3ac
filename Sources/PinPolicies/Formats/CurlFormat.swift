import DERKit
import SPKIHash

/// The value of curl's `--pinnedpubkey`: pins with semicolons between. curl compares the server's own key.
enum CurlFormat {
    static func emit(_ policy: PinPolicy) -> String {
        let pins = policy.rules.flatMap { $0.strategies }.compactMap { $0.pinSet }.flatMap { $0.members }
        return pins.map { $0.pin.formatted(.curl) }.joined(separator: ";") + "\n"
    }
}

extension PolicyError {
    /// The text names no host, so that the caller has to.
    static func hostNeeded(_ consumer: String) -> PolicyError {
        PolicyError(
            .missingHost, "\(consumer) names no host, and none was given",
            hint: "say which host the pins are for")
    }
}
