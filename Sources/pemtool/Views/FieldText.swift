import DERKit
import X509Model

/// Text for values that occur in many structures.
enum FieldText {
    /// Returns the name of an identifier, or the identifier itself if it has no name.
    static func name(_ identifier: ASN1ObjectIdentifier) -> String {
        identifier.name ?? "\(identifier)"
    }

    static func names(_ identifiers: [ASN1ObjectIdentifier]) -> String {
        identifiers.map { name($0) }.joined(separator: ", ")
    }

    /// Returns a number in decimal, or beyond 64 bits in hex.
    static func number(_ integer: DERInteger) -> String {
        Int64(integer).map(String.init) ?? "0x\(integer)"
    }

    /// Returns a name and its kind, including the contents of an otherName or an ediPartyName.
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

    /// Returns the text of RSASSA-PSS parameters for keys and signatures.
    static func pss(_ parameters: RSASSAPSSParameters, salt: String) -> String {
        let mask = parameters.maskGenHashAlgorithm.map { " with \(name($0))" } ?? ""
        return "\(name(parameters.hashAlgorithm)), \(name(parameters.maskGenAlgorithm))\(mask), "
            + "\(salt) \(number(parameters.saltLength)) bytes, trailer \(number(parameters.trailerField))"
    }

    /// Returns the distance of one time from another, in one unit: `in 12 days`, `2 years ago`.
    static func relative(_ moment: DERTime, from now: DERTime) -> String {
        let distance = moment.secondsSince1970 - now.secondsSince1970
        let seconds = distance.magnitude
        let day: UInt64 = 86_400
        let (count, unit): (UInt64, String) =
            switch seconds {
            case ..<120: (seconds, "second")
            case ..<7_200: (seconds / 60, "minute")
            case ..<(2 * day): (seconds / 3_600, "hour")
            case ..<(60 * day): (seconds / day, "day")
            // The average length of a month and a year in the Gregorian calendar.
            case ..<(730 * day): (seconds / 2_629_746, "month")
            default: (seconds / 31_556_952, "year")
            }
        let text = "\(count) \(unit)\(count == 1 ? "" : "s")"
        return distance < 0 ? "\(text) ago" : "in \(text)"
    }
}
