/// Returns two hex digits for an octet: `0f`.
@usableFromInline @inline(never)
package func hex(_ octet: UInt8) -> String { hex([octet]) }

/// Returns two hex digits for each octet, with `separator` between octets.
package func hex(_ octets: some Sequence<UInt8>, separator: String = "", uppercase: Bool = false) -> String {
    // Copying a generic sequence to an array takes one call; a loop over the sequence would take one call per octet.
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

/// Returns the octets that hex digits encode, in upper or lower case, without separators.
///
/// Returns `nil` for an odd number of digits or any other character.
package func bytes(hex text: some StringProtocol) -> [UInt8]? {
    var octets: [UInt8] = []
    var high: UInt8?
    // Reading the UTF-8 view of a generic type takes many times longer than reading that of a String.
    for character in String(text).utf8 {
        guard let digit = hexDigit(character) else { return nil }
        if let first = high {
            octets.append(first << 4 | digit)
            high = nil
        } else {
            high = digit
        }
    }
    return high == nil ? octets : nil
}

/// Returns the value of a hex digit in upper or lower case, or `nil` for any other character.
package func hexDigit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
}
