import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The JSON of policies, schema `pemtool/1`. Its field names are a contract: they are only ever added to.
enum PolicyJSON {
    /// Returns the fields of `verify` for the decision.
    static func decision(_ decision: PinDecision, _ chain: PresentedChain) -> JSON.Fields {
        var fields: JSON.Fields = [
            ("schema", .string("pemtool/1")), ("accepted", .bool(decision.isAccepted)),
            ("host", text(decision.host)), ("pattern", text(decision.pattern)),
        ]
        func matched(_ matches: [PinDecision.Match]) -> (String, JSON) {
            ("matched_certificates", .array(matches.map { match($0, chain) }))
        }
        func mismatched(_ mismatches: [PinDecision.Mismatch]) -> (String, JSON) {
            ("mismatched_certificates", .array(mismatches.map { mismatch($0, chain) }))
        }
        switch decision.reason {
        case .matched(let matches): fields += [("reason", .string("matched")), matched(matches)]
        case .mismatched(let mismatches):
            fields += [("reason", .string("mismatched")), mismatched(mismatches)]
        case .undecided(let undecided):
            fields += [
                ("reason", .string("undecided")), matched(undecided.matches),
                mismatched(undecided.mismatches),
                ("undecided_by", .array(undecided.causes.map { cause($0, chain) })),
            ]
        case .emptyChain: fields.append(("reason", .string("empty-chain")))
        case .unlisted: fields.append(("reason", .string("unlisted")))
        case .expired(let day):
            fields += [("reason", .string("expired")), ("expired", .string(PolicyDate.write(day)))]
        }
        return fields + [("message", .string(decision.text(naming: chain.name)))]
    }

    private static func match(_ match: PinDecision.Match, _ chain: PresentedChain) -> JSON {
        var fields = chain.fields(match.index)
        switch match.matched {
        case .publicKey(let pin): fields.append(("pin", .string(pin.base64)))
        case .certificate(let fingerprint): fields.append(("certificate_sha256", .string(fingerprint.hex)))
        }
        return .object(fields + [("label", .string(match.label)), ("role", .string(match.role.rawValue))])
    }

    private static func mismatch(_ mismatch: PinDecision.Mismatch, _ chain: PresentedChain) -> JSON {
        var fields = chain.fields(mismatch.index)
        fields += [
            ("pin", .string(mismatch.pin.base64)), ("certificate_sha256", .string(mismatch.fingerprint.hex)),
        ]
        switch mismatch.why {
        case .notPinned: fields.append(("why", .string("not-pinned")))
        case .wrongPosition(let position):
            fields += [("why", .string("wrong-position")), ("position", .string(position.rawValue))]
        case .wrongRecipe(let match, let pin):
            fields += [
                ("why", .string("wrong-recipe")), ("recipe", .string(match.recipe)),
                ("wrong_pin", .string(pin.base64)),
            ]
        case .otherStrategy: fields.append(("why", .string("other-strategy")))
        case .outsidePath: fields.append(("why", .string("outside-path")))
        case .keyAsCertificate: fields.append(("why", .string("key-as-certificate")))
        }
        return .object(fields)
    }

    private static func cause(_ cause: PinDecision.Cause, _ chain: PresentedChain) -> JSON {
        switch cause {
        case .missingIssuer(let place, let issuer):
            .object(
                [("cause", .string("missing-issuer"))] + chain.fields(place) + [("issuer", .string(issuer))])
        case .missingLeaf: .object([("cause", .string("missing-leaf"))])
        case .severalLeaves(let places):
            .object([
                ("cause", .string("several-leaves")),
                ("certificates", .array(places.map { .object(chain.fields($0)) })),
            ])
        case .severalPaths(let matching, let count):
            .object([
                ("cause", .string("several-paths")), ("matching", .count(matching)),
                ("paths", .count(count)),
            ])
        case .tooManyPaths: .object([("cause", .string("too-many-paths"))])
        }
    }

    /// Returns the fields of `policy check` for a finding.
    ///
    /// - Parameter chain: the chain that it was checked against; `nil` without one.
    static func finding(
        _ finding: PolicyFinding, in file: String, _ chain: PresentedChain? = nil, _ keys: CAKeys? = nil
    ) -> JSON.Fields {
        var fields: JSON.Fields = [
            ("schema", .string("pemtool/1")), ("file", .string(file)), ("rule", .string(finding.rule)),
            ("severity", .string(finding.severity.rawValue)), ("pattern", text(finding.pattern)),
            ("consumer", finding.consumer.map { .string($0.rawValue) } ?? .null),
            ("message", .string(finding.message)), ("hint", .string(finding.hint)),
            ("source", .string(finding.source)),
        ]
        if let action = finding.action { fields.append(("action", self.action(action, chain))) }
        if let owner = finding.owner, let keys { fields.append(("owner", keys.json(owner))) }
        return fields
    }

    /// Returns the fields of `verify` for a finding.
    static func brief(_ finding: PolicyFinding) -> JSON.Fields {
        [
            ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)), ("hint", .string(finding.hint)),
        ]
    }

    private static func action(_ action: PolicyFinding.Action, _ chain: PresentedChain?) -> JSON {
        switch action {
        case .replacePin(let pin, let right):
            .object([
                ("kind", .string("replace-pin")), ("pin", .string(pin.base64)),
                ("with", right.map { .string($0.base64) } ?? .null),
            ])
        case .movePin(let pin, let from, let to):
            .object([
                ("kind", .string("move-pin")), ("pin", .string(pin.base64)), ("from", .string(from.rawValue)),
                ("to", .string(to.rawValue)),
            ])
        case .reorder(let places):
            .object([
                ("kind", .string("reorder")),
                (
                    "order",
                    .array(places.map { .object(chain?.fields($0) ?? [("index", .count($0))]) })
                ),
            ])
        case .addBackup: .object([("kind", .string("add-backup"))])
        case .addPin(let pin, let position):
            .object([
                ("kind", .string("add-pin")), ("pin", .string(pin.base64)),
                ("position", .string(position.rawValue)),
            ])
        case .giveRoots: .object([("kind", .string("give-roots"))])
        case .giveHost: .object([("kind", .string("give-host"))])
        case .giveSuffixes: .object([("kind", .string("give-suffixes"))])
        }
    }

    /// Returns the fields of `policy diff` for a difference.
    static func difference(_ difference: PolicyDifference) -> JSON.Fields {
        [
            ("schema", .string("pemtool/1")), ("code", .string(difference.code.rawValue)),
            ("pattern", text(difference.pattern)), ("message", .string(difference.description)),
        ]
    }

    private static func text(_ value: (some CustomStringConvertible)?) -> JSON {
        value.map { .string($0.description) } ?? .null
    }
}
