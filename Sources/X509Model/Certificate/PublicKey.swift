import DERKit

extension Certificate {
    /// A public key, decoded according to the algorithm that its ``SubjectPublicKeyInfo`` names.
    public struct PublicKey: Sendable, Hashable {
        package let kind: Kind

        /// The key by algorithm.
        package enum Kind: Sendable, Hashable {
            /// rsaEncryption, or id-ea-rsa from X.500.
            case rsa(RSAPublicKey)
            /// An RSA key for RSASSA-PSS only; the parameters are `nil` if the key is not restricted to specific
            /// parameters.
            case rsassaPSS(RSAPublicKey, RSASSAPSSParameters?)
            /// An RSA key for RSAES-OAEP only.
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
            /// An unknown algorithm, given by its object identifier.
            case other(ASN1ObjectIdentifier)
        }
    }
}

extension Certificate.PublicKey: CustomStringConvertible {
    /// The size of the key in bits; `nil` if unknown. It is the size of the modulus for RSA, DSA and DH, of the base
    /// point's order for elliptic curves, and of the encoded key for other algorithms.
    public var bits: Int? {
        switch kind {
        case .rsa(let key), .rsassaPSS(let key, _), .rsaesOAEP(let key): key.bits
        case .ec(let key): key.bits
        case .dsa(let key): key.bits
        case .dh(let key): key.bits
        case .gost(let key): key.bits
        case .fixedLength(let key): key.bits
        case .other: nil
        }
    }

    /// The modulus and exponent of any kind of RSA key; `nil` for other algorithms.
    public var rsa: RSAPublicKey? {
        switch kind {
        case .rsa(let key), .rsassaPSS(let key, _), .rsaesOAEP(let key): key
        default: nil
        }
    }

    /// The name of the elliptic curve, such as `prime256v1`, or its object identifier if the name is unknown;
    /// `nil` for explicit parameters of an unknown curve and for other algorithms.
    public var curve: String? {
        switch kind {
        case .ec(let key):
            if let curve = key.curve { return curve.name }
            if case .namedCurve(let identifier) = key.parameters { return "\(identifier)" }
            return nil
        case .gost(let key): return key.publicKeyParamSet?.nameOrNumber
        default: return nil
        }
    }

    /// The algorithm and size: `RSA, 2048 bits`, `EC, prime256v1 (P-256)`, `Ed25519`.
    public var description: String {
        switch kind {
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
        case .other(let identifier): return identifier.nameOrNumber
        }
    }
}

extension SubjectPublicKeyInfo {
    /// The decoded key.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in the input and a path that begins with `subjectPublicKeyInfo`.
    ///   The key's bytes and pin are available even if the key cannot be decoded.
    public var publicKey: Certificate.PublicKey {
        get throws(DERError) { try publicKeyResult.get() }
    }

    package var publicKeyResult: Result<Certificate.PublicKey, DERError> {
        Result { () throws(DERError) in
            Certificate.PublicKey(kind: try field("subjectPublicKeyInfo", decode()))
        }
    }

    /// The raw key, if it has the form that its algorithm requires, or if the algorithm is unknown; otherwise `nil`,
    /// because it may be a private key and must not be shown.
    package var provenRawKey: [UInt8]? {
        guard case .success = publicKeyResult else { return nil }
        return subjectPublicKey.bytes
    }

    private func decode() throws(DERError) -> Certificate.PublicKey.Kind {
        let bytes = input.span
        let identifier = ASN1ObjectIdentifier(checked: bytes.array(layout.algorithm.algorithm))
        let parameters = layout.algorithm.parameters
        let key = layout.subjectPublicKey
        guard let family = SubjectPublicKeyInfo.families[identifier] else {
            if let key = try FixedLengthKey(identifier, key: key.range, in: bytes) {
                return .fixedLength(key)
            }
            return .other(identifier)
        }
        switch family {
        case .rsa: return .rsa(try rsaPublicKey())
        case .rsaesOAEP: return .rsaesOAEP(try rsaPublicKey())
        case .rsassaPSS:
            let restriction = try DERCursor.parameters { () throws(DERError) in
                try RSASSAPSSParameters.ifPresent(parameters, in: bytes)
            }
            return .rsassaPSS(try rsaPublicKey(), restriction)
        case .ec: return .ec(try ECPublicKey(parameters: parameters, point: key, in: bytes))
        case .dsa: return .dsa(try DSAPublicKey(parameters: parameters, key: key.range, in: bytes))
        case .dh, .pkcs3:
            let hasSubgroup = family == .dh
            return .dh(
                try DHPublicKey(
                    parameters: parameters, hasSubgroup: hasSubgroup, key: key.range, in: bytes))
        case .gost256, .gost512:
            let bits = family == .gost256 ? 256 : 512
            return .gost(try GOSTPublicKey(bits: bits, parameters: parameters, key: key.range, in: bytes))
        }
    }

    private func rsaPublicKey() throws(DERError) -> RSAPublicKey {
        try field(
            "subjectPublicKey",
            DERCursor.only(layout.subjectPublicKey.range, in: input.span, RSAPublicKey.init))
    }

    /// Returns whether ``publicKey`` decodes keys of an algorithm.
    static func isKeyAlgorithm(_ identifier: ASN1ObjectIdentifier) -> Bool {
        families[identifier] != nil || FixedLengthKey.octets(of: identifier) != nil
    }

    /// The key structures, named as in ``IdentifierRegister``.
    enum Family: String, Sendable {
        case rsa, ec, dsa, dh, pkcs3, gost256, gost512
        case rsassaPSS = "rsassa-pss"
        case rsaesOAEP = "rsaes-oaep"
    }

    /// The structures of the algorithms' keys, by identifier.
    static let families = IdentifierRegister.algorithms.byIdentifier { (row) in
        row.fact("key").flatMap { Family(rawValue: $0) }
    }
}
