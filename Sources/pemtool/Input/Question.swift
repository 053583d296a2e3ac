import DERKit
import PinPolicies
import SPKIHash
import X509Model

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
            let pins = try Question.pinSet(arguments.lists["--pin"] ?? [])
            let position = arguments["--position"].flatMap(ChainPosition.init) ?? .any
            guard let ruleHost = try? HostName(Question.anyHost), let pattern = try? HostPattern(ruleHost),
                let policy = try? PinPolicy(
                    [PinPolicy.Rule(pattern, [.publicKey(pins, at: position)])], unlistedHosts: .refuse)
            else { return nil }
            (self.policy, self.ruleHost, refusals) = (policy, ruleHost, [])
            return
        }
        guard let host else { throw UsageError("--policy requires --host NAME") }
        guard
            let (reading, format) = PolicyFile.read(
                arguments["--policy"] ?? "", arguments, asksHost: true)
        else {
            return nil
        }
        (policy, ruleHost, refusals) = (reading.policy, host, reading.refusals(in: format, at: now))
    }

    /// The rule that the chain is compared with; nil if none is for the host.
    var rule: PinPolicy.Rule? { policy.rule(for: ruleHost) }

    func decision(for chain: PresentedChain) -> PinDecision {
        policy.decision(for: chain.paths, host: ruleHost, at: now)
    }

    /// What a check says of the chain, and of pins that are none.
    func findings(_ chain: PresentedChain) -> [PolicyFinding] {
        let wanted: Set<String> = [
            "wrong-pin", "chain-order", "chain-incomplete", "server-certificate", "interception", "host-name",
        ]
        let check = PolicyCheck(
            policy.restricted(to: ruleHost), chain: chain.paths, names: chain.names,
            hasRoots: chain.roots != nil,
            objects: chain.chain.objects, host: host, at: now)
        // Without a host no one asked whose chain it is.
        return check.run().filter { wanted.contains($0.rule) && (host != nil || $0.rule != "host-name") }
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
    /// The message, after the host that it is about.
    var locatedMessage: String { (pattern.map { "\($0): " } ?? "") + message }
}

extension Question {
    /// The pins of the rule.
    var pins: [Pin] { rule?.strategies.compactMap { $0.pinSet }.flatMap { $0.members }.map { $0.pin } ?? [] }
}
