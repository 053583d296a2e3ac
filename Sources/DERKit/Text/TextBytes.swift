// A kernel: text is created directly in the output bytes. Copies and the hasher use the pointers of Span and
// StaticString, and the digits of four octets are stored at once; each store is within the requested number of octets.

extension [UInt8] {
    /// Appends a text literal.
    @inline(__always)
    package mutating func append(literal text: StaticString) {
        text.withUTF8Buffer { (characters) in unsafe append(contentsOf: characters) }
    }

    /// Appends the name of a field in JSON, `"name":`, after a comma if `needsComma` is true.
    package mutating func append(name: StaticString, needsComma: Bool) {
        let start = needsComma ? 2 : 1
        let end = start &+ name.utf8CodeUnitCount
        append(addingCapacity: end &+ 2) { (output) in
            unsafe output.withUnsafeMutableBufferPointer { (buffer, written) in
                let characters = UnsafeMutableRawBufferPointer(buffer)
                unsafe characters[0] = UInt8(ascii: ",")
                unsafe characters[start &- 1] = UInt8(ascii: "\"")
                unsafe copy(name, to: UnsafeMutableRawBufferPointer(rebasing: characters[start..<end]))
                unsafe characters[end] = UInt8(ascii: "\"")
                unsafe characters[end &+ 1] = UInt8(ascii: ":")
                written = end &+ 2
            }
        }
    }

    /// Appends a copy of `octets`.
    @inline(__always)
    package mutating func append(octets: Span<UInt8>) {
        unsafe octets.withUnsafeBufferPointer { (octets) in unsafe append(contentsOf: octets) }
    }

    /// Appends two hex digits for each octet.
    package mutating func append(hex octets: Span<UInt8>, uppercase: Bool = false) {
        let count = octets.count
        append(addingCapacity: count * 2) { (output) in
            unsafe output.withUnsafeMutableBufferPointer { (buffer, written) in
                let digits = UnsafeMutableRawBufferPointer(buffer)
                unsafe octets.withUnsafeBytes { (octets) in
                    var place = 0
                    while count &- place >= 4 {
                        let four = unsafe octets.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                        let eight = hexDigits(UInt32(littleEndian: four), uppercase: uppercase)
                        unsafe digits.storeBytes(
                            of: eight.littleEndian, toByteOffset: place &* 2, as: UInt64.self)
                        place &+= 4
                    }
                    while place < count {
                        let two = hexDigits(unsafe UInt32(octets[place]), uppercase: uppercase)
                        unsafe digits.storeBytes(
                            of: UInt16(truncatingIfNeeded: two).littleEndian, toByteOffset: place &* 2,
                            as: UInt16.self)
                        place &+= 1
                    }
                }
                written = count &* 2
            }
        }
    }

    /// Appends a number in decimal.
    package mutating func append(decimal number: UInt64) {
        var power: UInt64 = 1
        while number / power >= 10 { power *= 10 }
        var rest = number
        while power > 0 {
            append(0x30 + UInt8(truncatingIfNeeded: rest / power))
            rest %= power
            power /= 10
        }
    }
}

extension Span<UInt8> {
    /// Returns a copy of the octets in `range` that exist.
    package func array(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range.clamped(to: 0..<count)).withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The octets decoded as UTF-8, with replacement characters for invalid sequences.
    package var text: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

    /// A Boolean value that indicates whether every octet is ASCII.
    package var isASCII: Bool {
        var high: UInt8 = 0
        for place in indices { high |= self[place] }
        return high < 0x80
    }

    /// Returns whether the octets equal the elements of an array.
    package func isEqual(to octets: [UInt8]) -> Bool { isEqual(to: octets.span) }

    /// Returns whether the octets equal another span's octets.
    package func isEqual(to octets: Span<UInt8>) -> Bool {
        guard count == octets.count else { return false }
        var difference: UInt8 = 0
        for place in indices { difference |= self[place] ^ octets[place] }
        return difference == 0
    }
}

extension Hasher {
    /// Feeds octets to the hasher.
    package mutating func combine(octets: Span<UInt8>) {
        combine(octets.count)
        unsafe octets.withUnsafeBytes { (octets) in unsafe combine(bytes: octets) }
    }
}

@inline(__always)
private func copy(_ text: StaticString, to place: UnsafeMutableRawBufferPointer) {
    text.withUTF8Buffer { (characters) in unsafe place.copyMemory(from: UnsafeRawBufferPointer(characters)) }
}

/// Returns the eight hex digits of four octets. The first octet and the first digit are the least significant.
@inline(__always)
private func hexDigits(_ octets: UInt32, uppercase: Bool) -> UInt64 {
    var lanes = UInt64(octets)
    lanes = (lanes | lanes << 16) & 0x0000_ffff_0000_ffff
    lanes = (lanes | lanes << 8) & 0x00ff_00ff_00ff_00ff
    let nibbles = (lanes >> 4 | lanes << 8) & 0x0f0f_0f0f_0f0f_0f0f
    // A 1 for each digit that is a letter. ASCII has 7 characters between 9 and A, and 39 between 9 and a.
    let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* (uppercase ? 7 : 39)
}
