import DERKit
import X509Model

/// Text for values that occur in many structures.
enum FieldText {
    /// Returns the text of RSASSA-PSS parameters for keys and signatures.
    static func pss(_ parameters: RSASSAPSSParameters, salt: String) -> String {
        let mask = parameters.maskGenHashAlgorithm.map { " with \($0.nameOrNumber)" } ?? ""
        return
            "\(parameters.hashAlgorithm.nameOrNumber), \(parameters.maskGenAlgorithm.nameOrNumber)\(mask), "
            + "\(salt) \(parameters.saltLength.decimalOrHex) bytes, trailer \(parameters.trailerField.decimalOrHex)"
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
            case ..<(730 * day): (seconds / day, "day")
            // The average length of a year in the Gregorian calendar.
            default: (seconds / 31_556_952, "year")
            }
        let text = "\(count) \(unit)\(count == 1 ? "" : "s")"
        return distance < 0 ? "\(text) ago" : "in \(text)"
    }
}
