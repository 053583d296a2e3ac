/// What the compression function does with its words: one word of one message, or one each of four messages.
protocol SHA256Word: Sendable {
    /// `word` for every message.
    init(repeating word: UInt32)

    static func &+ (one: Self, other: Self) -> Self
    static func &+= (one: inout Self, other: Self)
    static func ^ (one: Self, other: Self) -> Self
    static func & (one: Self, other: Self) -> Self

    /// Rotation to the right, FIPS 180-4 section 3.2.
    func rotated(_ bits: UInt32) -> Self
    /// Shift to the right.
    func shifted(_ bits: UInt32) -> Self
}

extension UInt32: SHA256Word {
    @inline(__always)
    init(repeating word: UInt32) { self = word }

    @inline(__always)
    func rotated(_ bits: UInt32) -> UInt32 { (self &>> bits) | (self &<< (32 &- bits)) }

    @inline(__always)
    func shifted(_ bits: UInt32) -> UInt32 { self &>> bits }
}

extension SIMD4<UInt32>: SHA256Word {
    /// A sum and a product instead of | and a shift to the left, which the compiler does lane by lane.
    @inline(__always)
    func rotated(_ bits: UInt32) -> SIMD4<UInt32> {
        (self &>> SIMD4(repeating: bits)) &+ (self &* SIMD4(repeating: 1 &<< (32 &- bits)))
    }

    @inline(__always)
    func shifted(_ bits: UInt32) -> SIMD4<UInt32> { self &>> SIMD4(repeating: bits) }
}
