/// Two hex digits for one octet: `0f`.
@inline(never)
public func hex(_ octet: UInt8) -> String { hex([octet]) }

/// Two hex digits for each octet, with nothing or `separator` between.
public func hex(_ octets: some Sequence<UInt8>, separator: String = "", uppercase: Bool = false) -> String {
    // Into an array first: for a generic sequence that is one call, where a loop over it would make one for each octet.
    let input = Array(octets)
    let digits = uppercase ? upperDigits : lowerDigits
    let between = Array(separator.utf8)
    let text = [UInt8](capacity: input.count * (2 + between.count)) { (output) in
        for (place, octet) in input.enumerated() {
            if place > 0 { for character in between { output.append(character) } }
            output.append(digits[Int(octet >> 4)])
            output.append(digits[Int(octet & 0x0f)])
        }
    }
    return String(decoding: text, as: UTF8.self)
}

private let lowerDigits = Array("0123456789abcdef".utf8)
private let upperDigits = Array("0123456789ABCDEF".utf8)

/// The octets that a text of hex digits stands for; upper and lower case, nothing between.
///
/// Returns nil for an odd number of digits or any other character.
public func bytes(hex text: some StringProtocol) -> [UInt8]? {
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
