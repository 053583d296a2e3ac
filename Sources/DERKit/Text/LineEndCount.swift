// A kernel: counting the lines of a bundle byte by byte takes longer than decoding it. Sixteen bytes are read into a
// vector through the pointer of Span, if that many are left.

extension Span<UInt8> {
    /// Returns how often `octet` occurs, such as a line feed.
    package func count(of octet: UInt8) -> Int {
        unsafe withUnsafeBytes { (bytes) in
            var place = 0
            var count = 0
            while bytes.count &- place >= 16 {
                // A lane can count to 255 before its count must be added to the total.
                let end = place &+ Swift.min(bytes.count &- 15 &- place, 255 &* 16)
                var lanes = SIMD16<UInt8>()
                while place < end {
                    let window = unsafe bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
                    lanes &+= isEqual(window, octet)
                    place &+= 16
                }
                let halves = unsafe unsafeBitCast(lanes, to: SIMD8<UInt16>.self)
                count &+= Int(((halves & 0xff) &+ (halves &>> 8)).wrappedSum())
            }
            while place < bytes.count {
                count &+= unsafe bytes[place] == octet ? 1 : 0
                place &+= 1
            }
            return count
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
