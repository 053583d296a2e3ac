/// One thing to throw bytes at. A target returns; whatever it finds wrong it reports by ``Finding/report(_:)``.
struct Target: Sendable {
    /// The name on the command line.
    let name: String
    /// The folder of seeds that suit it.
    let seeds: String
    /// The longest input that is worth its time, in bytes.
    let longest: Int
    /// Feeds one input to the code under test.
    let run: @Sendable ([UInt8]) -> Void

    /// The folders whose inputs are DER, which is changed with its lengths kept right.
    static let derSeeds: Set = [
        "certificate", "request", "certificate-list", "keys", "pkcs7", "pkcs12", "der", "bags",
        "locked-pkcs12", "locked-pkcs8",
    ]

    /// All targets.
    static let all: [Target] = [
        Target(name: "der", seeds: "der", longest: 1024, run: Targets.der),
        Target(name: "tree", seeds: "der", longest: 2048, run: Targets.tree),
        Target(name: "pem", seeds: "pem", longest: 8192, run: Targets.pem),
        Target(name: "input", seeds: "input", longest: 4096, run: Targets.input),
        Target(name: "finders", seeds: "keys", longest: 1024, run: Targets.finders),
        Target(name: "certificate", seeds: "certificate", longest: 8192, run: Targets.certificate),
        Target(name: "request", seeds: "request", longest: 4096, run: Targets.request),
        Target(
            name: "certificate-list", seeds: "certificate-list", longest: 4096, run: Targets.certificateList),
        Target(name: "keys", seeds: "keys", longest: 4096, run: Targets.keys),
        Target(name: "raw-key", seeds: "raw-key", longest: 4096, run: Targets.rawKey),
        Target(name: "pkcs7", seeds: "pkcs7", longest: 8192, run: Targets.pkcs7),
        Target(name: "pkcs12", seeds: "pkcs12", longest: 8192, run: Targets.pkcs12),
        Target(name: "locked", seeds: "locked", longest: 8192, run: Targets.locked),
        Target(name: "locked-pkcs12", seeds: "locked-pkcs12", longest: 2048, run: Targets.lockedContainer),
        Target(name: "locked-pkcs8", seeds: "locked-pkcs8", longest: 1024, run: Targets.locked),
        Target(name: "locked-pem", seeds: "locked-pem", longest: 1024, run: Targets.locked),
        Target(name: "locked-jks", seeds: "locked-jks", longest: 4096, run: Targets.javaStore),
        Target(name: "locked-jceks", seeds: "locked-jceks", longest: 4096, run: Targets.javaStore),
        Target(name: "locked-bks", seeds: "locked-bks", longest: 4096, run: Targets.bouncyCastleStore),
        Target(name: "bags", seeds: "bags", longest: 4096, run: Targets.bags),
        Target(name: "pin-text", seeds: "pin-text", longest: 512, run: Targets.pinText),
        Target(name: "messages", seeds: "messages", longest: 4096, run: Targets.messages),
        Target(name: "policy", seeds: "policy", longest: 1024, run: Targets.policy),
        Target(name: "policy-check", seeds: "policy", longest: 1024, run: Targets.policyCheck),
        Target(name: "arguments", seeds: "arguments", longest: 512, run: Targets.arguments),
        Target(name: "sha256-openssl", seeds: "der", longest: 4096, run: Targets.sha256),
        Target(
            name: "certificate-openssl", seeds: "certificate", longest: 8192,
            run: Targets.certificateAndOpenSSL),
    ]
}

/// The targets and the function of each.
enum Targets {}

/// A promise that an input broke.
enum Finding {
    /// Ends the process in a way that the fuzzer treats as a crash, so that it keeps the input.
    static func report(_ message: String) -> Never {
        fatalError(message)
    }
}
