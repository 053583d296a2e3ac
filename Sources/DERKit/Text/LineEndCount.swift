// A kernel: counting the lines of a bundle byte by byte takes longer than decoding it. Sixteen bytes are read into a
// vector through the pointer of Span, if that many are left.

extension Span<UInt8> {
    /// The number of line feeds, and whether there is a carriage return.
    var lineFeeds: (count: Int, hasCarriageReturn: Bool) {
        unsafe withUnsafeBytes { (bytes) in
            var place = 0
            var count = 0
            var returns = SIMD16<UInt8>()
            while bytes.count &- place >= 16 {
                // A lane can count to 255 before its count must be added to the total.
                let end = place &+ Swift.min(bytes.count &- 15 &- place, 255 &* 16)
                var lanes = SIMD16<UInt8>()
                while place < end {
                    let window = unsafe bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
                    lanes &+= isEqual(window, 0x0a)
                    returns |= isEqual(window, 0x0d)
                    place &+= 16
                }
                let halves = unsafe unsafeBitCast(lanes, to: SIMD8<UInt16>.self)
                count &+= Int(((halves & 0xff) &+ (halves &>> 8)).wrappedSum())
            }
            var hasReturn = returns != SIMD16()
            while place < bytes.count {
                let byte = unsafe bytes[place]
                count &+= byte == 0x0a ? 1 : 0
                if byte == 0x0d { hasReturn = true }
                place &+= 1
            }
            return (count, hasReturn)
        }
    }

    /// Returns 1 in the lanes that contain `byte` and 0 in the others, using arithmetic, because the standard library
    /// compares vectors lane by lane.
    @inline(__always)
    private func isEqual(_ window: SIMD16<UInt8>, _ byte: UInt8) -> SIMD16<UInt8> {
        let difference = window ^ byte
        let isNonZero = ((difference & 0x7f) &+ 0x7f) | difference
        return (~isNonZero) &>> 7
    }
}
