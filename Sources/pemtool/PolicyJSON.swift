import DERKit
import SPKIHash
import X509Model

/// The JSON of policies, schema `pemtool/1`. Its field names are a contract: they are only ever added to.
enum PolicyJSON {
    typealias Fields = [(name: String, value: JSON)]

    /// What `verify` tells.
    static func decision(_ decision: PinDecision) -> Fields {
        var fields: Fields = [
            ("schema", .string("pemtool/1")), ("accepted", .bool(decision.isAccepted)),
            ("host", text(decision.host)), ("pattern", text(decision.pattern)),
        ]
        switch decision.reason {
        case .matched(let matches):
            fields += [("reason", .string("matched")), ("matched_certificates", .array(matches.map(match)))]
        case .mismatched(let mismatches):
            fields += [
                ("reason", .string("mismatched")),
                ("mismatched_certificates", .array(mismatches.map(mismatch))),
            ]
        case .emptyChain: fields.append(("reason", .string("empty-chain")))
        case .unlisted: fields.append(("reason", .string("unlisted")))
        case .expired(let day):
            fields += [("reason", .string("expired")), ("expired", .string(PolicyDate.write(day)))]
        }
        return fields + [("message", .string(decision.description))]
    }

    private static func match(_ match: PinDecision.Match) -> JSON {
        var fields: Fields = [("index", .number(Int64(match.index)))]
        switch match.matched {
        case .publicKey(let pin): fields.append(("pin", .string(pin.base64)))
        case .certificate(let fingerprint): fields.append(("certificate_sha256", .string(fingerprint.hex)))
        }
        return .object(fields + [("label", .string(match.label)), ("role", .string(match.role.rawValue))])
    }

    private static func mismatch(_ mismatch: PinDecision.Mismatch) -> JSON {
        var fields: Fields = [
            ("index", .number(Int64(mismatch.index))), ("pin", .string(mismatch.pin.base64)),
            ("certificate_sha256", .string(mismatch.fingerprint.hex)),
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
        }
        return .object(fields)
    }

    /// What `policy check` tells of one finding.
    static func finding(_ finding: PolicyFinding, in file: String) -> Fields {
        [
            ("schema", .string("pemtool/1")), ("file", .string(file)), ("rule", .string(finding.rule)),
            ("severity", .string(finding.severity.rawValue)), ("pattern", text(finding.pattern)),
            ("consumer", finding.consumer.map { .string($0.rawValue) } ?? .null),
            ("message", .string(finding.message)), ("hint", .string(finding.hint)),
            ("source", .string(finding.source)),
        ]
    }

    /// What `policy diff` tells of one difference.
    static func difference(_ difference: PolicyDifference) -> Fields {
        [
            ("schema", .string("pemtool/1")), ("code", .string(difference.code.rawValue)),
            ("pattern", text(difference.pattern)), ("message", .string(difference.description)),
        ]
    }

    private static func text(_ value: (some CustomStringConvertible)?) -> JSON {
        value.map { .string($0.description) } ?? .null
    }
}
