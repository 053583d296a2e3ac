// A kernel: sixteen characters are read into a vector and their twelve octets written with two stores, which
// requires pointers. These are the pointers of Span and OutputSpan; each iteration checks that sixteen octets
// are left to read and twelve to write.

/// Decodes sixteen base64 characters at a time with the vectors of the standard library, on every processor.
enum Base64Window {
    /// The number of characters in a window.
    static let characterCount = 16
    /// The number of octets that a window encodes.
    static let octetCount = 12

    /// Decodes windows from `place`, skipping white space between them, and stops before the first window that contains
    /// other characters or extends beyond `end`.
    static func decode(
        _ text: Span<UInt8>, from place: inout Int, to end: Int, into output: inout OutputSpan<UInt8>
    ) {
        let start = place
        let limit = min(end, text.count)
        place = unsafe output.withUnsafeMutableBufferPointer { (buffer, count) in
            let octets = UnsafeMutableRawBufferPointer(buffer)
            return unsafe text.withUnsafeBytes { (characters) in
                var place = start
                while limit &- place >= characterCount {
                    guard octets.count &- count >= octetCount else { return place }
                    let window = unsafe characters.loadUnaligned(
                        fromByteOffset: place, as: SIMD16<UInt8>.self)
                    if let (first, last) = decoded(window) {
                        unsafe octets.storeBytes(of: first.bigEndian, toByteOffset: count, as: UInt64.self)
                        unsafe octets.storeBytes(
                            of: last.bigEndian, toByteOffset: count &+ 8, as: UInt32.self)
                        count &+= octetCount
                        place &+= characterCount
                    } else if unsafe Base64.isWhiteSpace(characters[place]) {
                        place &+= 1
                    } else {
                        return place
                    }
                }
                return place
            }
        }
    }

    /// Returns the first eight octets and the last four, most significant first, or `nil` if a character is outside the
    /// alphabet.
    @inline(__always)
    private static func decoded(_ window: SIMD16<UInt8>) -> (UInt64, UInt32)? {
        // Bit 7 of each flag indicates whether the character belongs to a range. The flags are computed with
        // arithmetic, because the standard library compares vectors lane by lane.
        let upper = flags(window, from: UInt8(ascii: "A"), 26)
        let lower = flags(window, from: UInt8(ascii: "a"), 26)
        let digit = flags(window, from: UInt8(ascii: "0"), 10)
        let plus = flags(window, from: UInt8(ascii: "+"), 1)
        let slash = flags(window, from: UInt8(ascii: "/"), 1)
        let known = unsafe unsafeBitCast(
            (upper | lower | digit | plus | slash) & ~window, to: SIMD2<UInt64>.self)
        guard known[0] & known[1] & 0x8080_8080_8080_8080 == 0x8080_8080_8080_8080 else { return nil }
        // The number to add to a character to get its value.
        let shift =
            mask(upper) & (0 &- UInt8(ascii: "A")) | mask(lower) & (26 &- UInt8(ascii: "a"))
            | mask(digit) & (52 &- UInt8(ascii: "0")) | mask(plus) & (62 &- UInt8(ascii: "+"))
            | mask(slash) & (63 &- UInt8(ascii: "/"))
        let values = window &+ shift
        // Two adjacent values become 12 bits, and two of those become 24. The first value is in the low bits of its
        // lane.
        let pairs = unsafe unsafeBitCast(values, to: SIMD8<UInt16>.self)
        let twelves = (pairs & 0x3f) &<< 6 | pairs &>> 8
        let fours = unsafe unsafeBitCast(twelves, to: SIMD4<UInt32>.self)
        let groups = (fours & 0xfff) &<< 12 | fours &>> 16
        let first = UInt64(groups[0]) << 40 | UInt64(groups[1]) << 16 | UInt64(groups[2]) >> 8
        return (first, groups[2] << 24 | groups[3])
    }

    /// Returns a vector in which bit 7 marks each character that is one of the `count` characters from `first`, unless
    /// the character itself has bit 7 set.
    @inline(__always)
    private static func flags(_ window: SIMD16<UInt8>, from first: UInt8, _ count: UInt8) -> SIMD16<UInt8> {
        let notBelow = window &+ SIMD16(repeating: 128 &- first)
        let above = window &+ SIMD16(repeating: 128 &- first &- count)
        return notBelow & ~above
    }

    /// Copies bit 7 of each octet to all bits of that octet.
    @inline(__always)
    private static func mask(_ flags: SIMD16<UInt8>) -> SIMD16<UInt8> {
        unsafe unsafeBitCast(unsafeBitCast(flags, to: SIMD16<Int8>.self) &>> 7, to: SIMD16<UInt8>.self)
    }
}
