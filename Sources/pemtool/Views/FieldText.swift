import DERKit
import X509Model

/// The words for values that many structures have.
enum FieldText {
    /// The name of an identifier, or its number if it has none.
    static func name(_ identifier: ObjectIdentifier) -> String {
        identifier.name ?? "\(identifier)"
    }

    static func names(_ identifiers: [ObjectIdentifier]) -> String {
        identifiers.map { name($0) }.joined(separator: ", ")
    }

    /// A number in decimal, beyond 64 bits in hex.
    static func number(_ integer: DERInteger) -> String {
        Int64(integer).map(String.init) ?? "0x\(integer)"
    }

    /// A name with its kind, and what is inside an otherName or an ediPartyName.
    static func generalName(_ value: GeneralName) -> String {
        switch value {
        case .otherName(let other):
            let text = other.text.map { escapedForDisplay($0) } ?? "#\(hex(other.value))"
            return "otherName:\(name(other.typeID)):\(text)"
        case .ediPartyName(let party):
            return "ediPartyName:" + (party.nameAssigner.map { escapedForDisplay($0) + ":" } ?? "")
                + escapedForDisplay(party.partyName)
        case .x400Address(let octets): return "x400Address:\(hex(octets))"
        default: return value.unicodeName.map { "\(value) (\($0))" } ?? value.description
        }
    }

    /// What is the same in the parameters of RSASSA-PSS for keys and for signatures.
    static func pss(_ parameters: RSASSAPSSParameters, salt: String) -> String {
        let mask = parameters.maskGenHashAlgorithm.map { " with \(name($0))" } ?? ""
        return "\(name(parameters.hashAlgorithm)), \(name(parameters.maskGenAlgorithm))\(mask), "
            + "\(salt) \(number(parameters.saltLength)) bytes, trailer \(number(parameters.trailerField))"
    }
}

/// A kind of object as a person says it: `certificate request`.
func words(ofKind kind: String) -> String { String(kind.map { $0 == "-" ? " " : $0 }) }
