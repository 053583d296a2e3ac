import DERKit

/// A BIT STRING taken out of its structure.
public struct BitString: Sendable, Hashable {
    /// The octets that carry the bits, most significant bit first.
    public let bytes: [UInt8]
    /// How many bits at the end of the last octet do not count, 0 to 7.
    public let unusedBits: Int

    package init(_ bits: DERBitString, in bytes: [UInt8]) {
        self.bytes = Array(bytes[bits.range])
        unusedBits = bits.unusedBits
    }
}
