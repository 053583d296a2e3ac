import DERKit

/// A type in ``ASN1Type/definitions``, with the subset of ASN.1 that naming the values of a tree requires.
indirect enum ASN1Type: Sendable {
    /// A field of a SEQUENCE or an alternative of a CHOICE.
    struct Field: Sendable {
        let name: String
        let type: ASN1Type
        /// The number of a tag such as `[0]`; `nil` if the field has the tag of its type.
        let tagNumber: UInt32?
        let isExplicit: Bool
        let isOptional: Bool
    }

    case any
    case universal(String, UInt32)
    /// A version number: a one-octet INTEGER that distinguishes keys from other sequences of INTEGERs.
    case version
    /// An OCTET STRING or BIT STRING that contains DER of a type; `nil` if an object identifier determines the type.
    case string(UInt32, holds: String?)
    /// A value whose type the preceding object identifier determines.
    case definedBy
    case sequence([Field])
    case sequenceOf(String)
    case setOf(String)
    case choice([Field])
    case named(String)

    /// All of the definitions are read at once. To split octets takes a fraction of the time for characters.
    private static func words(_ text: Substring.UTF8View) -> [String] {
        text.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads `name Type`, `name [0] EXPLICIT Type OPTIONAL` and so on.
    private static func field(_ words: [String]) -> Field {
        var words = words[...]
        let name = words.popFirst() ?? ""
        var tagNumber: UInt32?
        if let first = words.first, first.hasPrefix("[") {
            tagNumber = UInt32(first.dropFirst().dropLast())
            words.removeFirst()
        }
        let isExplicit = words.first == "EXPLICIT"
        if isExplicit { words.removeFirst() }
        let isOptional = words.last == "OPTIONAL"
        if isOptional { words.removeLast() }
        return Field(
            name: name, type: type(words.joined(separator: " ")), tagNumber: tagNumber,
            isExplicit: isExplicit, isOptional: isOptional)
    }

    private static func type(_ text: String) -> ASN1Type {
        if let number = universalNumbers[text] { return .universal(text, number) }
        func rest(_ lead: String) -> String? {
            text.hasPrefix(lead) ? String(text.dropFirst(lead.count)) : nil
        }
        if let element = rest("SEQUENCE OF ") { return .sequenceOf(element) }
        if let element = rest("SET OF ") { return .setOf(element) }
        if let inside = rest("OCTET STRING CONTAINING ") { return .string(4, holds: inside) }
        switch text {
        case "ANY": return .any
        case "Version": return .version
        case "ANY DEFINED BY": return .definedBy
        case "OCTET STRING DEFINED BY": return .string(4, holds: nil)
        case "BIT STRING DEFINED BY": return .string(3, holds: nil)
        default: return .named(text)
        }
    }

    private static let universalNumbers: [String: UInt32] = [
        "BOOLEAN": 1, "INTEGER": 2, "BIT STRING": 3, "OCTET STRING": 4, "NULL": 5, "OBJECT IDENTIFIER": 6,
        "ENUMERATED": 10, "UTF8String": 12, "NumericString": 18, "PrintableString": 19, "TeletexString": 20,
        "IA5String": 22, "UTCTime": 23, "GeneralizedTime": 24, "VisibleString": 26, "BMPString": 30,
    ]

    /// The types by name.
    static let byName: [String: ASN1Type] = {
        var types: [String: ASN1Type] = [:]
        for line in definitions.utf8.split(separator: UInt8(ascii: "\n")) where !line.starts(with: "--".utf8)
        {
            let parts = line.split { "{},".utf8.contains($0) }.map { words($0) }
            guard let head = parts.first, let name = head.first else { continue }
            switch head.dropFirst(2).joined(separator: " ") {
            case "SEQUENCE": types[name] = .sequence(parts.dropFirst().map(field))
            case "CHOICE": types[name] = .choice(parts.dropFirst().map(field))
            case let form: types[name] = type(form)
            }
        }
        return types
    }()
}
