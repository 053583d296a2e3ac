import DERKit
import X509Model

/// A well-known slip in making a pin: a digest that comes from the right key by the wrong recipe.
public enum PinSlip: String, Sendable, CaseIterable {
    /// The SHA-256 of the raw key: what `SecKeyCopyExternalRepresentation` gives, hashed as it is.
    case rawKey = "raw-key"
    /// The header of an RSA key of 2048 bits in front of a raw key of another kind.
    case rsa2048Header = "rsa-2048-header"
    /// The header of a P-256 key in front of a raw key of another kind.
    case p256Header = "p-256-header"
    /// The SHA-256 of the whole certificate.
    case certificate = "certificate"
    /// The SHA-256 of the text of the PEM block of the public key.
    case publicKeyPEM = "public-key-pem"

    /// What was hashed, for a message.
    public var explanation: String {
        switch self {
        case .rawKey: "the SHA-256 of its raw key, without the header that belongs in front"
        case .rsa2048Header: "made with the header of an RSA 2048 key, which this key is not"
        case .p256Header: "made with the header of a P-256 key, which this key is not"
        case .certificate: "the SHA-256 of the whole certificate, not of its key"
        case .publicKeyPEM: "the SHA-256 of the key's PEM text"
        }
    }

    /// The slip that turns the key of `certificate` into one of `pins`, and that pin; nil where none does.
    public static func find(_ pins: Set<Pin>, in certificate: Certificate) -> (slip: PinSlip, pin: Pin)? {
        let key = certificate.subjectPublicKeyInfo
        let right = key.pin
        for slip in allCases {
            guard let pin = Pin(bytes: SHA256.hash(slip.message(key, certificate))) else { continue }
            if pin != right, pins.contains(pin) { return (slip, pin) }
        }
        return nil
    }

    private func message(_ key: SubjectPublicKeyInfo, _ certificate: Certificate) -> [UInt8] {
        switch self {
        case .rawKey: key.subjectPublicKey.bytes
        case .rsa2048Header: PinSlip.rsa2048 + key.subjectPublicKey.bytes
        case .p256Header: PinSlip.p256 + key.subjectPublicKey.bytes
        case .certificate: certificate.derBytes
        case .publicKeyPEM: Array(PEM.encode(key.derBytes, label: "PUBLIC KEY").utf8)
        }
    }

    /// SEQUENCE 290 { SEQUENCE { rsaEncryption, NULL }, BIT STRING 271, and its count of unused bits.
    private static let rsa2048: [UInt8] = [
        0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
        0x05, 0x00, 0x03, 0x82, 0x01, 0x0f, 0x00,
    ]

    /// SEQUENCE 89 { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING 66, and its count of unused bits.
    private static let p256: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
        0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}
