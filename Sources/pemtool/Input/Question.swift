import DERKit
import PinPolicies
import SPKIHash

/// The pins or the policy that a chain is compared with.
struct Question {
    /// The host of the rule for the pins of `--pin`: a name that no server has (RFC 6761 section 6.4).
    private static let anyHost = "pinned.invalid"

    let policy: PinPolicy
    /// The host of the chain; `nil` for pins of `--pin` without `--host`.
    let host: HostName?
    /// A Boolean value that indicates whether the pins come from `--pin`, so that they have neither host nor
    /// role.
    let isPinsAlone: Bool
    /// The findings that make the consumer refuse the policy's file, whatever the server presents.
    let refusals: [PolicyFinding]
    private let ruleHost: HostName
    private let now: DERTime

    init(_ arguments: Arguments, at now: DERTime) throws(UsageError) {
        self.now = now
        host = try PolicyFile.host(arguments, ofChain: true)
        isPinsAlone = !arguments.has("--policy")
        if isPinsAlone {
            let pins = try Question.pinSet(arguments.lists["--pin"] ?? [])
            let position = arguments["--position"].flatMap(ChainPosition.init) ?? .any
            guard let ruleHost = try? HostName(Question.anyHost), let pattern = try? HostPattern(ruleHost),
                let policy = try? PinPolicy(
                    [PinPolicy.Rule(pattern, [.publicKey(pins, at: position)])], unlistedHosts: .refuse)
            else { throw .unreadable }
            (self.policy, self.ruleHost, refusals) = (policy, ruleHost, [])
            return
        }
        guard let host else { throw UsageError("--policy requires --host NAME") }
        let (reading, format) = try PolicyFile.read(arguments["--policy"] ?? "", arguments, asksHost: true)
        (policy, ruleHost, refusals) = (reading.policy, host, reading.refusals(in: format, at: now))
    }

    /// The rule that the chain is compared with; `nil` if no rule matches the host.
    var rule: PinPolicy.Rule? { policy.rule(for: ruleHost) }

    var pins: [Pin] { rule?.strategies.pinMembers.map { $0.pin } ?? [] }

    func decision(for chain: PresentedChain) -> PinDecision {
        policy.decision(for: chain.paths, host: ruleHost, at: now)
    }

    /// Returns the findings about the chain, and about pins that are mistakes.
    func findings(_ chain: PresentedChain) -> [PolicyFinding] {
        let wanted: Set<String> = [
            "wrong-pin", "chain-order", "chain-incomplete", "server-certificate", "interception", "host-name",
            "chain-constraints",
        ]
        let check = chain.check(
            policy.restricted(to: ruleHost), objects: chain.chain.objects, host: host, at: now)
        // Without a host, the owner of the chain does not matter.
        return check.run().filter { wanted.contains($0.rule) && (host != nil || $0.rule != "host-name") }
    }

    /// Returns the pins of `--pin`: one each, or several separated by semicolons, as in curl and the header
    /// of RFC 7469.
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
                        "invalid pin \(Pin.shown(String(part))): \(error.explanation)",
                        hint: "a pin is 32 bytes in base64 or hex, as pemtool pin prints it")
                }
            }
        }
        guard !pins.isEmpty else { throw UsageError("--pin is empty") }
        return PinSet(pins)
    }
}

extension PolicyFinding {
    /// The message, preceded by the host that it is about.
    var locatedMessage: String { (pattern.map { "\($0): " } ?? "") + message }
}
