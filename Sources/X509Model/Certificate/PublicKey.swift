import DERKit

extension Certificate {
    /// A public key, decoded: what ``SubjectPublicKeyInfo`` holds, by the algorithm it names.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum PublicKey: Sendable, Hashable {
        /// rsaEncryption, or the id-ea-rsa of X.500.
        case rsa(RSAPublicKey)
        /// An RSA key for RSASSA-PSS alone; the parameters are nil if it is not bound to any.
        case rsassaPSS(RSAPublicKey, RSASSAPSSParameters?)
        /// An RSA key for RSAES-OAEP alone.
        case rsaesOAEP(RSAPublicKey)
        /// id-ecPublicKey, id-ecDH or id-ecMQV.
        case ec(ECPublicKey)
        /// id-dsa.
        case dsa(DSAPublicKey)
        /// dhpublicnumber or dhKeyAgreement.
        case dh(DHPublicKey)
        /// GOST R 34.10-2001 or -2012.
        case gost(GOSTPublicKey)
        /// Ed25519, Ed448, X25519, X448, ML-DSA, ML-KEM, SLH-DSA.
        case fixedLength(FixedLengthKey)
        /// An algorithm that is not known here: it has a number, and its key has bits.
        case other(ASN1ObjectIdentifier)

        /// The size of the key in bits: of the modulus of RSA, DSA and DH keys, of the order of the base point of
        /// elliptic curves, and else as ``FixedLengthKey/bits`` has it; nil if it is not known.
        public var bits: Int? {
            switch self {
            case .rsa(let key), .rsassaPSS(let key, _), .rsaesOAEP(let key): key.bits
            case .ec(let key): key.bits
            case .dsa(let key): key.bits
            case .dh(let key): key.bits
            case .gost(let key): key.bits
            case .fixedLength(let key): key.bits
            case .other: nil
            }
        }

        /// The name of the elliptic curve, as in `prime256v1`; its number where the name is not known, and nil if
        /// there is no curve with a number.
        public var curve: String? {
            switch self {
            case .ec(let key):
                if let curve = key.curve { return curve.name }
                if case .namedCurve(let identifier) = key.parameters { return "\(identifier)" }
                return nil
            case .gost(let key): return key.publicKeyParamSet.map { $0.name ?? "\($0)" }
            default: return nil
            }
        }
    }
}

extension Certificate.PublicKey: CustomStringConvertible {
    /// Algorithm and size as a person says it: `RSA, 2048 bits`, `EC, prime256v1 (P-256)`, `Ed25519`.
    public var description: String {
        switch self {
        case .rsa(let key): return "RSA, \(key.bits) bits"
        case .rsassaPSS(let key, _): return "RSASSA-PSS, \(key.bits) bits"
        case .rsaesOAEP(let key): return "RSAES-OAEP, \(key.bits) bits"
        case .ec(let key):
            if let curve = key.curve { return "EC, \(curve)" }
            if case .namedCurve(let identifier) = key.parameters { return "EC, curve \(identifier)" }
            return key.bits.map { "EC, unknown curve, \($0) bits" } ?? "EC, unknown curve"
        case .dsa(let key): return key.bits.map { "DSA, \($0) bits" } ?? "DSA, inherited parameters"
        case .dh(let key): return "DH, \(key.bits) bits"
        case .gost(let key): return "GOST R 34.10, \(key.bits) bits"
        case .fixedLength(let key): return key.algorithmName
        case .other(let identifier): return identifier.name ?? "\(identifier)"
        }
    }
}
