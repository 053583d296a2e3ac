import DERKit

/// Numbers for names, equal if the names are equal according to RFC 5280 section 7.1.
///
/// Text is compared regardless of string type, case and amount of white space, and other values octet by
/// octet. Each distinct encoding is examined once.
struct NameNumbers {
    private var byOctets: [[UInt8]: Int] = [:]
    private var byMeaning: [[UInt8]: Int] = [:]

    /// Returns the number of a name.
    mutating func number(_ name: DistinguishedName) -> Int {
        if let number = byOctets[name.derBytes] { return number }
        let meaning = NameNumbers.meaning(name)
        let number = byMeaning[meaning] ?? byMeaning.count
        byMeaning[meaning] = number
        byOctets[name.derBytes] = number
        return number
    }

    /// Returns a normalized form that is equal for equal names.
    private static func meaning(_ name: DistinguishedName) -> [UInt8] {
        var result: [UInt8] = []
        for part in name.rdnSequence {
            // The attributes of a part have no order.
            let attributes = part.attributes.map(meaning).sorted { $0.lexicographicallyPrecedes($1) }
            append(attributes.flatMap { $0 }, to: &result)
        }
        return result
    }

    private static func meaning(_ attribute: AttributeTypeAndValue) -> [UInt8] {
        var content: [UInt8] = []
        append(attribute.type.content, to: &content)
        content.append(attribute.text == nil ? 0 : 1)
        append(attribute.text.map(folded) ?? attribute.value, to: &content)
        var result: [UInt8] = []
        append(content, to: &result)
        return result
    }

    /// Returns text in lower case, trimmed, with each run of white space as one space.
    private static func folded(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        var isSpaceDue = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isSpaceDue = !result.isEmpty
                continue
            }
            if isSpaceDue { result.append(0x20) }
            isSpaceDue = false
            if scalar.isASCII {
                let octet = UInt8(truncatingIfNeeded: scalar.value)
                result.append((0x41...0x5a).contains(octet) ? octet + 0x20 : octet)
            } else {
                result += scalar.properties.lowercaseMapping.utf8
            }
        }
        return result
    }

    /// Appends octets preceded by their number, so that two series cannot be confused.
    private static func append(_ octets: [UInt8], to result: inout [UInt8]) {
        for shift in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: octets.count >> shift)) }
        result += octets
    }
}
