// A kernel: text is created directly in the output bytes. Copies use the pointers of Span and StaticString,
// and the digits of four octets are stored at once; each store is below the requested count of octets.

extension [UInt8] {
    /// Adds a text literal.
    @inline(__always)
    package mutating func append(literal text: StaticString) {
        text.withUTF8Buffer { (characters) in unsafe append(contentsOf: characters) }
    }

    /// Adds three text literals, with one check of the capacity.
    package mutating func append(
        literals first: StaticString, _ second: StaticString, _ third: StaticString
    ) {
        let (start, middle) = (first.utf8CodeUnitCount, first.utf8CodeUnitCount &+ second.utf8CodeUnitCount)
        let end = middle &+ third.utf8CodeUnitCount
        append(addingCapacity: end) { (output) in
            unsafe output.withUnsafeMutableBufferPointer { (buffer, written) in
                let characters = UnsafeMutableRawBufferPointer(buffer)
                unsafe copy(first, to: UnsafeMutableRawBufferPointer(rebasing: characters[..<start]))
                unsafe copy(second, to: UnsafeMutableRawBufferPointer(rebasing: characters[start..<middle]))
                unsafe copy(third, to: UnsafeMutableRawBufferPointer(rebasing: characters[middle..<end]))
                written = end
            }
        }
    }

    /// Adds a copy of octets.
    @inline(__always)
    package mutating func append(octets: Span<UInt8>) {
        unsafe octets.withUnsafeBufferPointer { (octets) in unsafe append(contentsOf: octets) }
    }

    /// Adds two hex digits for each octet.
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

    /// Adds a number in decimal.
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

@inline(__always)
private func copy(_ text: StaticString, to place: UnsafeMutableRawBufferPointer) {
    text.withUTF8Buffer { (characters) in unsafe place.copyMemory(from: UnsafeRawBufferPointer(characters)) }
}

/// Returns the eight digits of four octets, both with the first one lowest.
@inline(__always)
private func hexDigits(_ octets: UInt32, uppercase: Bool) -> UInt64 {
    var lanes = UInt64(octets)
    lanes = (lanes | lanes << 16) & 0x0000_ffff_0000_ffff
    lanes = (lanes | lanes << 8) & 0x00ff_00ff_00ff_00ff
    let nibbles = (lanes >> 4 | lanes << 8) & 0x0f0f_0f0f_0f0f_0f0f
    // 1 for digits that are letters, whose codes follow the figures by 7 or 39.
    let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* (uppercase ? 7 : 39)
}
