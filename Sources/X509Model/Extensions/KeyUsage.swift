import DERKit

/// The permitted uses of the key (RFC 5280 section 4.2.1.3).
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
public struct KeyUsage: OptionSet, Sendable, Hashable, ExtensionContent, CustomStringConvertible {
    /// The named uses, with bit 0 as the lowest bit.
    public let rawValue: UInt16
    /// The positions of bits that are set and have no name.
    package private(set) var unnamedBits: [Int] = []

    /// Creates a set of uses from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Signatures other than those on certificates and CRLs.
    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Signatures that the signer must not be able to deny; also named contentCommitment.
    public static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    /// Encrypting other keys.
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    /// Encrypting data itself.
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    /// Agreeing on keys, as with Diffie-Hellman.
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    /// Signing certificates.
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    /// Signing CRLs.
    public static let crlSign = KeyUsage(rawValue: 1 << 6)
    /// Encrypting only, in combination with keyAgreement.
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    /// Decrypting only, in combination with keyAgreement.
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    static let names: [StaticString] = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement",
        "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly",
    ]

    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        let string = try cursor.next(.bitString, in: bytes).bitString(in: bytes)
        try string.checkNamed()
        let positions = (0..<string.bitCount).filter { string.hasBit($0, in: bytes) }
        self.init(positions.prefix { $0 < KeyUsage.names.count }.map { KeyUsage(rawValue: 1 << $0) })
        unnamedBits = positions.filter { $0 >= KeyUsage.names.count }
    }

    /// The names, separated by commas; a bit without a name is shown by its number, as in `bit 9`.
    public var description: String {
        let named = KeyUsage.names.indices.filter { rawValue >> $0 & 1 != 0 }.map { "\(KeyUsage.names[$0])" }
        return (named + unnamedBits.map { "bit \($0)" }).joined(separator: ", ")
    }
}

/// The purposes for which the key may be used (RFC 5280 section 4.2.1.12).
///
///     ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId
///     KeyPurposeId ::= OBJECT IDENTIFIER
enum ExtendedKeyUsage {
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        try sink.list(&cursor, in: bytes, joinedBy: ", ") { (members, bytes, sink) throws(DERError) in
            sink.identifier(bytes.extracting(try members.nextIdentifier(in: bytes)))
        }
    }
}

extension ASN1ObjectIdentifier: ExtensionContent {
    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        self = try cursor.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
    }
}
