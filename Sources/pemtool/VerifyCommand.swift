import DERKit
import SPKIHash
import X509Model

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "tell whether a chain has what is pinned",
        operands: "(--pin PIN... | --policy FILE --host NAME) CHAIN...",
        discussion: """
            Compares the certificates of a chain, the server's own first, with pins or with
            a policy, and prints the reason on one line. Exit status 0 where the chain is
            accepted, 1 where it is not. A policy accepts a chain that matches, and also one
            that it does not pin: no rule names the host and the policy accepts such hosts,
            the rule has expired, or it only reports. The line then says so, and JSON has
            the reason. Signatures and dates of certificates are not looked at: pinning
            comes after the usual validation.

            A pin is taken in any form: base64, hex, sha256/..., sha256//..., pin-sha256,
            TLSA 3 1 1. A pin that was made from the right key by a wrong recipe is
            recognised and named.
            """,
        options: [
            Option("--pin", "PIN", help: "a pin that may match; give it again for each"),
            Option(
                "--position", "POSITION", values: positions,
                help: "which certificates may match a --pin: \(positions.joined(separator: ", "))"),
            Option("--policy", "FILE", help: "a policy, in any format that policy read takes"),
            Option("--host", "NAME", help: "the host whose rule counts"), Dates.atOption,
            Option("--quiet", help: "print nothing, tell by exit status alone"),
        ] + jsonOptions,
        examples: [
            (
                "pemtool verify --pin sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k= chain.pem",
                "is the key of a certificate in the chain pinned?"
            ),
            (
                "pemtool verify --policy pins.json --host api.example.com chain.pem",
                "does the policy accept it?"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runVerify(arguments) }
    )

    private static let positions = ChainPosition.allCases.map(\.rawValue)

    private static func runVerify(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var json = try JSONOutput(arguments)
        guard arguments.has("--pin") != arguments.has("--policy") else {
            throw UsageError(
                "verify compares a chain with either --pin or --policy", hint: "see 'pemtool verify --help'")
        }
        let decide: ([Certificate]) -> PinDecision
        if arguments.has("--policy") {
            let host = try PolicyFile.host(arguments, ofChain: true)
            guard let host else { throw UsageError("--policy needs --host NAME") }
            let now = try Dates.moment(arguments)
            guard let policy = PolicyFile.read(arguments["--policy"] ?? "", arguments)?.reading.policy else {
                json?.finish()
                return .unreadable
            }
            decide = { policy.decide($0, host: host, at: now) }
        } else {
            let pins = try pinSet(arguments.lists["--pin"] ?? [])
            let position = arguments["--position"].flatMap(ChainPosition.init) ?? .any
            decide = { pins.decide($0, at: position) }
        }
        let (chain, isWhole) = try Chains.read(arguments)
        guard isWhole else {
            json?.finish()
            return .unreadable
        }
        guard !chain.isEmpty else {
            json?.finish()
            complain("no certificate in the input")
            hint("verify compares certificates; pemtool pin prints the pin of a key")
            return .unreadable
        }
        let decision = decide(chain)
        if json != nil {
            json?.print(PolicyJSON.decision(decision))
            json?.finish()
        } else if !arguments.has("--quiet") {
            var output = Output()
            for line in sentence(decision.description) { output.line(line) }
            output.flush()
            if decision.isUnexplained {
                hint("pemtool diagnose PIN CHAIN looks for what a pin was made from")
            }
        }
        return decision.isAccepted ? .success : .no
    }

    /// The pins of `--pin`: one each, or several with semicolons between, as curl and the header of RFC 7469
    /// write them.
    static func pinSet(_ texts: [String]) throws(UsageError) -> PinSet {
        var pins: [Pin] = []
        for text in texts {
            for part in text.split(separator: ";", omittingEmptySubsequences: true) {
                let name = part.drop { $0 == " " }.lowercased()
                if name.hasPrefix("max-age") || name.hasPrefix("includesubdomains") { continue }
                do throws(Pin.TextError) {
                    pins.append(try Pin(part))
                } catch {
                    throw UsageError(
                        "\(Pin.shown(String(part))) is no pin: \(error.explanation)",
                        hint: "a pin is 32 bytes in base64 or hex, as pemtool pin prints it")
                }
            }
        }
        guard !pins.isEmpty else { throw UsageError("--pin is empty") }
        return PinSet(pins)
    }
}

extension PinDecision {
    /// True where nothing is known of the pins but that no certificate has them.
    fileprivate var isUnexplained: Bool {
        guard !isAccepted, case .mismatched(let mismatches) = reason else { return false }
        return mismatches.allSatisfy { $0.why == .notPinned }
    }
}
