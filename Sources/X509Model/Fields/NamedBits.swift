import DERKit

/// A bit of a named bit list: its raw value is its position, counted from the most significant bit of the first
/// octet.
package protocol NamedBit: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
    /// The name that the ASN.1 gives the bit.
    var name: String { get }
}

/// A BIT STRING whose bits have names, X.680 section 22.7: key usages, reasons, certificate types.
package struct NamedBits<Bit: NamedBit>: Sendable, Hashable {
    /// The bits that are set and have a name, in the order of their positions.
    package let bits: [Bit]
    /// The positions that are set and have no name.
    package let unnamedBits: [Int]
    /// A Boolean value that indicates whether the list ends in zero bits, which DER omits (X.690 section 11.2.2).
    package let hasTrailingZeros: Bool

    /// Returns whether a bit is set.
    package func contains(_ bit: Bit) -> Bool { bits.contains(bit) }

    /// The longest list in use has 9 bits. The bound keeps ``unnamedBits`` small, whose members are much larger
    /// than the bits they represent.
    private static var longestList: Int { 256 }

    init(_ string: DERBitString, in bytes: Span<UInt8>) throws(DERError) {
        guard string.bitCount <= NamedBits.longestList else {
            throw DERError(
                .limit, at: string.range.lowerBound,
                expected: "at most \(NamedBits.longestList) named bits", found: "\(string.bitCount) bits"
            )
        }
        var bits: [Bit] = []
        var unnamed: [Int] = []
        var last = -1
        for position in 0..<string.bitCount {
            let octet = bytes[string.range.lowerBound + position / 8]
            guard octet & (0x80 >> UInt8(position % 8)) != 0 else { continue }
            last = position
            if let bit = Bit(rawValue: position) { bits.append(bit) } else { unnamed.append(position) }
        }
        self.bits = bits
        unnamedBits = unnamed
        hasTrailingZeros = string.bitCount > last + 1
    }

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        try self.init(cursor.next(.bitString, in: bytes).bitString(in: bytes), in: bytes)
    }
}

extension NamedBits: CustomStringConvertible {
    /// The names, separated by commas; `bit 9` for a bit without a name.
    package var description: String {
        (bits.map { $0.name } + unnamedBits.map { "bit \($0)" }).joined(separator: ", ")
    }
}
