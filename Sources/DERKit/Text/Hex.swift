/// Two hex digits for one octet: `0f`.
@usableFromInline @inline(never)
package func hex(_ octet: UInt8) -> String { hex([octet]) }

/// Two hex digits for each octet, with nothing or `separator` between.
package func hex(_ octets: some Sequence<UInt8>, separator: String = "", uppercase: Bool = false) -> String {
    // Into an array first: for a generic sequence that is one call, where a loop over it would make one for each octet.
    let input = Array(octets)
    var text: [UInt8] = []
    guard !separator.isEmpty else {
        text.append(hex: input.span, uppercase: uppercase)
        return String(decoding: text, as: UTF8.self)
    }
    text.reserveCapacity(input.count * (2 + separator.utf8.count))
    for place in input.indices {
        if place > 0 { text += separator.utf8 }
        text.append(hex: input.span.extracting(place..<place + 1), uppercase: uppercase)
    }
    return String(decoding: text, as: UTF8.self)
}

/// The octets that a text of hex digits stands for; upper and lower case, nothing between.
///
/// Returns nil for an odd number of digits or any other character.
package func bytes(hex text: some StringProtocol) -> [UInt8]? {
    var octets: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
        let digit: UInt8
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
        default: return nil
        }
        if let first = high {
            octets.append(first << 4 | digit)
            high = nil
        } else {
            high = digit
        }
    }
    return high == nil ? octets : nil
}

extension Span<UInt8> {
    /// A copy of the octets in `range`, as far as they exist.
    package func array(_ range: Range<Int>) -> [UInt8] {
        let part = extracting(range.clamped(to: 0..<count))
        return [UInt8](capacity: part.count) { (output) in
            for place in part.indices { output.append(part[place]) }
        }
    }
}
