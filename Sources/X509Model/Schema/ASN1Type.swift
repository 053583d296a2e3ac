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
    /// A version number: an INTEGER of one octet, which distinguishes keys from other series of INTEGERs.
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

    /// Reads `Type`, `name [0] EXPLICIT Type OPTIONAL` and so on: one line of the table.
    private static func field(_ text: String) -> Field {
        // All of the table is read at once. To split octets takes a fraction of the time for characters.
        let pieces = text.utf8.split(separator: UInt8(ascii: " "))
        var words = pieces.map { String(decoding: $0, as: UTF8.self) }[...]
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
        for (name, form, fields) in definitions {
            switch form {
            case "SEQUENCE": types[name] = .sequence(fields.map(field))
            case "CHOICE": types[name] = .choice(fields.map(field))
            default: types[name] = type(form)
            }
        }
        return types
    }()

    /// Returns the type that an object identifier selects inside the type with the given name.
    static let byIdentifier: [String: [ASN1ObjectIdentifier: String]] = identifierTable.mapValues { (rows) in
        var types: [ASN1ObjectIdentifier: String] = [:]
        for (number, type) in rows {
            if let identifier = ASN1ObjectIdentifier(number) { types[identifier] = type }
        }
        return types
    }
}
