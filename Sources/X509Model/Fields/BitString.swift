import DERKit

/// A BIT STRING, copied from its structure.
public struct BitString: Sendable, Hashable {
    /// The octets that carry the bits, most significant bit first.
    public let bytes: [UInt8]
    /// The number of unused bits in the last octet, 0 to 7.
    public let unusedBits: Int

    package init(_ bits: DERBitString, in bytes: [UInt8]) {
        self.bytes = Array(bytes[bits.range])
        unusedBits = bits.unusedBits
    }
}

extension BitString: CustomStringConvertible {
    /// The octets in hex if there are only a few; otherwise their number.
    public var description: String { shortHex(bytes) }
}
