import DERKit

/// The permitted uses of the key, RFC 5280 section 4.2.1.3.
///
///     KeyUsage ::= BIT STRING {
///          digitalSignature        (0),
///          nonRepudiation          (1), -- recent editions of X.509 have
///                               -- renamed this bit to contentCommitment
///          keyEncipherment         (2),
///          dataEncipherment        (3),
///          keyAgreement            (4),
///          keyCertSign             (5),
///          cRLSign                 (6),
///          encipherOnly            (7),
///          decipherOnly            (8) }
public struct KeyUsage: Sendable, Hashable {
    /// The permitted uses, in the order of their bits.
    public let bits: [KeyUsageBit]
    /// The positions that are set and have no name.
    package let unnamedBits: [Int]

    /// Returns whether a use is permitted.
    public func contains(_ bit: KeyUsageBit) -> Bool { bits.contains(bit) }
}

extension KeyUsage: ExtensionContent {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        let string = try cursor.next(.bitString, in: bytes).bitString(in: bytes)
        try string.checkNamed()
        var bits: [KeyUsageBit] = []
        var unnamed: [Int] = []
        for position in 0..<string.bitCount where string.hasBit(position, in: bytes) {
            if let bit = KeyUsageBit(rawValue: position) {
                bits.append(bit)
            } else {
                unnamed.append(position)
            }
        }
        self.bits = bits
        unnamedBits = unnamed
    }

    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        try sink.bits(cursor.next(.bitString, in: bytes).bitString(in: bytes), KeyUsageBit.names, in: bytes)
    }
}

extension KeyUsage: CustomStringConvertible {
    /// The names, separated by commas; `bit 9` for a bit without a name.
    public var description: String {
        (bits.map { $0.name } + unnamedBits.map { "bit \($0)" }).joined(separator: ", ")
    }
}

/// A bit of ``KeyUsage``.
public enum KeyUsageBit: Int, CaseIterable, Sendable {
    /// Signatures other than those on certificates and CRLs.
    case digitalSignature
    /// Signatures that the signer must not be able to deny; also named contentCommitment.
    case nonRepudiation
    /// Encrypting other keys.
    case keyEncipherment
    /// Encrypting data itself.
    case dataEncipherment
    /// Agreeing on keys, as with Diffie-Hellman.
    case keyAgreement
    /// Signing certificates.
    case keyCertSign
    /// Signing CRLs.
    case crlSign
    /// With keyAgreement: encrypting only.
    case encipherOnly
    /// With keyAgreement: decrypting only.
    case decipherOnly

    /// The name of the bit, as in `digitalSignature`.
    package var name: String { "\(KeyUsageBit.names[rawValue])" }

    fileprivate static let names: [StaticString] = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement",
        "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly",
    ]
}
