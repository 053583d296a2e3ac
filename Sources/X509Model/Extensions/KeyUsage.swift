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
    package let named: NamedBits<KeyUsageBit>

    /// The permitted uses, in the order of their bits.
    public var bits: [KeyUsageBit] { named.bits }

    /// Returns whether a use is permitted.
    public func contains(_ bit: KeyUsageBit) -> Bool { named.contains(bit) }
}

extension KeyUsage: ExtensionContent {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        named = try NamedBits(&cursor, in: bytes)
    }

    var described: DescribedValue { named.described }
}

extension KeyUsage: CustomStringConvertible {
    /// The names, separated by commas; `bit 9` for a bit without a name.
    public var description: String { named.description }
}

/// A bit of ``KeyUsage``.
public enum KeyUsageBit: Int, CaseIterable, Sendable, NamedBit {
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
    package var name: String {
        switch self {
        case .digitalSignature: "digitalSignature"
        case .nonRepudiation: "nonRepudiation"
        case .keyEncipherment: "keyEncipherment"
        case .dataEncipherment: "dataEncipherment"
        case .keyAgreement: "keyAgreement"
        case .keyCertSign: "keyCertSign"
        case .crlSign: "cRLSign"
        case .encipherOnly: "encipherOnly"
        case .decipherOnly: "decipherOnly"
        }
    }
}
