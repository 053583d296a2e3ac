import DERKit
import PinPolicies
import SPKIHash
import X509Model

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "tell whether a chain has what is pinned",
        operands: "(--pin PIN... | --policy FILE --host NAME) CHAIN...",
        discussion: """
            Puts the certificates of a server in order and compares them with pins or with
            a policy. Exit status 0 where the chain is accepted, 1 where it is not, or where
            the certificates given do not decide it. A policy accepts a chain that matches,
            and also one that it does not pin: no rule names the host and the policy accepts
            such hosts, the rule has expired, or it only reports. The line then says so, and
            JSON has the reason.

            The certificates may be in any order; the server's own is found by its role and
            by --host. Servers do not send their root: --roots supplies those that platforms
            know, found by name and key identifier. Signatures and dates of certificates are
            not looked at: pinning comes after the usual validation.

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
            Option("--host", "NAME", help: "the host whose rule and certificate count"), Roots.option,
            Dates.atOption, Option("--quiet", help: "print nothing, tell by exit status alone"),
        ] + jsonOptions,
        examples: [
            (
                "pemtool verify --pin sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k= chain.pem",
                "is the key of a certificate in the chain pinned?"
            ),
            (
                "pemtool verify --policy pins.json --host api.example.com --roots system chain.pem",
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
        let now = try Dates.moment(arguments)
        guard let question = try Question(arguments, at: now) else {
            json?.finish()
            return .unreadable
        }
        let chain = try Chain(arguments)
        let roots = try Roots(arguments)
        let presented = PresentedChain(chain, roots: roots, host: question.host)
        let decision = question.decide(presented)
        guard presented.supports(decision), !chain.certificates.isEmpty else {
            json?.finish()
            if !chain.certificates.isEmpty { complain("no answer, since not all of the chain could be used") }
            return .unreadable
        }
        let report = DecisionReport(decision, presented, question)
        if json != nil {
            json?.print(report.json)
            json?.finish()
        } else if !arguments.has("--quiet") {
            var output = Output()
            for line in report.lines { output.line(line) }
            output.flush()
        }
        if !arguments.has("--quiet") { report.complaints.forEach(complain) }
        guard chain.isWhole, roots?.isWhole ?? true else { return .unreadable }
        return report.isAccepted ? .success : .no
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

/// What a chain is compared with.
struct Question {
    /// Where the pins of `--pin` have their rule: a name that no server has (RFC 6761 section 6.4).
    private static let anyHost = "pinned.invalid"

    let policy: PinPolicy
    /// The host of the chain; nil for pins of `--pin` without `--host`.
    let host: HostName?
    /// True for `--pin`, whose pins have neither host nor role.
    let isPinsAlone: Bool
    /// What makes the policy's consumer refuse its file, whatever the server has.
    let refusals: [PolicyFinding]
    private let ruleHost: HostName
    private let now: DERTime

    /// What the options ask; nil, with a message, if the policy cannot be read.
    init?(_ arguments: Arguments, at now: DERTime) throws(UsageError) {
        self.now = now
        host = try PolicyFile.host(arguments, ofChain: true)
        isPinsAlone = !arguments.has("--policy")
        if isPinsAlone {
            let pins = try Command.pinSet(arguments.lists["--pin"] ?? [])
            let position = arguments["--position"].flatMap(ChainPosition.init) ?? .any
            guard let ruleHost = try? HostName(Question.anyHost), let pattern = try? HostPattern(ruleHost),
                let policy = try? PinPolicy(
                    [PinPolicy.Rule(pattern, [.publicKey(pins, at: position)])], unlistedHosts: .refuse)
            else { return nil }
            (self.policy, self.ruleHost, refusals) = (policy, ruleHost, [])
            return
        }
        guard let host else { throw UsageError("--policy needs --host NAME") }
        guard
            let reading = PolicyFile.read(arguments["--policy"] ?? "", arguments, asksHost: true)?.reading
        else {
            return nil
        }
        (policy, ruleHost, refusals) = (reading.policy, host, reading.refusals)
    }

    /// The rule that the chain is compared with; nil if none is for the host.
    var rule: PinPolicy.Rule? { policy.rule(for: ruleHost) }

    func decide(_ chain: PresentedChain) -> PinDecision {
        policy.decide(paths: chain.paths, host: ruleHost, at: now)
    }

    /// What a check says of the chain, and of pins that are none.
    func findings(_ chain: PresentedChain) -> [PolicyFinding] {
        let wanted: Set<String> = [
            "wrong-pin", "chain-order", "chain-incomplete", "server-certificate", "host-name",
        ]
        let check = PolicyCheck(
            policy.restricted(to: ruleHost), chain: chain.paths, names: chain.names,
            hasRoots: chain.roots != nil,
            objects: chain.chain.objects, host: host, at: now)
        return check.run().filter { wanted.contains($0.rule) }
    }
}
