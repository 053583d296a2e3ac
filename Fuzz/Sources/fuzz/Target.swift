/// One thing to throw bytes at. A target returns; whatever it finds wrong it reports by ``Finding/report(_:)``.
struct Target: Sendable {
    /// As it is named on the command line.
    let name: String
    /// Feeds one input to the code under test.
    let run: @Sendable ([UInt8]) -> Void

    /// All targets.
    static let all: [Target] = [
        Target(name: "der", run: Targets.der), Target(name: "pem", run: Targets.pem),
        Target(name: "certificate", run: Targets.certificate), Target(name: "input", run: Targets.input),
        Target(name: "tree", run: Targets.tree), Target(name: "raw-key", run: Targets.rawKey),
        Target(name: "policy", run: Targets.policy), Target(name: "log-entry", run: Targets.logEntry),
        Target(name: "pin-text", run: Targets.pinText), Target(name: "sha256-openssl", run: Targets.sha256),
        Target(name: "certificate-openssl", run: Targets.certificateAndOpenSSL),
    ]
}

/// A promise that an input broke.
enum Finding {
    /// Ends the process in a way that the fuzzer takes for a crash, so that it keeps the input.
    static func report(_ message: String) -> Never {
        fatalError(message)
    }
}
