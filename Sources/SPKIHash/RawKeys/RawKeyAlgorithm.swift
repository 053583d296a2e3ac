import X509Model

/// An algorithm whose raw keys can be converted to a SubjectPublicKeyInfo.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum RawKeyAlgorithm: String, Sendable, CaseIterable, CustomStringConvertible {
    /// RSA of any size, RFC 3279 section 2.3.1: rsaEncryption with NULL parameters.
    case rsa = "RSA"
    /// NIST P-224, RFC 5480 section 2.1.1: secp224r1.
    case p224 = "P-224"
    /// NIST P-256: secp256r1, also named prime256v1.
    case p256 = "P-256"
    /// NIST P-384: secp384r1.
    case p384 = "P-384"
    /// NIST P-521: secp521r1.
    case p521 = "P-521"
    /// secp256k1 of SEC 2, a curve of the same size as P-256.
    case secp256k1 = "secp256k1"
    /// Ed25519, RFC 8410 section 3.
    case ed25519 = "Ed25519"
    /// X25519, RFC 8410 section 3.
    case x25519 = "X25519"
    /// Ed448, RFC 8410 section 3.
    case ed448 = "Ed448"
    /// X448, RFC 8410 section 3.
    case x448 = "X448"

    /// The names of the algorithm, including those in the register of identifiers: `P-256`, `prime256v1`, `secp256r1`.
    package var names: [String] { [rawValue] + (namedCurve?.names ?? [identifier?.name ?? rawValue]) }

    /// Creates the algorithm from any of its names, in upper or lower case, with or without hyphens: `p256` is P-256.
    package init?(name: some StringProtocol) {
        func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0 != "-" } }
        let wanted = plain(name)
        guard
            let found = RawKeyAlgorithm.allCases.first(where: { $0.names.contains { plain($0) == wanted } })
        else { return nil }
        self = found
    }

    /// Creates the algorithm that an AlgorithmIdentifier names; `nil` for other algorithms and for parameters that
    /// differ from the RFC's, such as RSA without NULL and curves with explicit parameters.
    package init?(_ identifier: AlgorithmIdentifier) {
        guard let found = RawKeyAlgorithm.byIdentifier[identifier.derBytes] else { return nil }
        self = found
    }

    /// The number of bytes in a coordinate of a point; `nil` if the raw key is not a point.
    package var coordinateByteCount: Int? { namedCurve?.fieldOctets }

    /// The number of bytes in a raw key of fixed size, RFC 7748 section 5 and RFC 8032 section 5.
    var fixedByteCount: Int? { identifier.flatMap { FixedLengthKey.octets(of: $0) } }

    private static let byIdentifier = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.identifierBytes, $0) })

    /// The AlgorithmIdentifier for raw keys of this algorithm.
    var identifierBytes: [UInt8] {
        var writer = DERWriter()
        writer.append(.sequence) { (fields) in
            if namedCurve != nil { fields.append(.ecPublicKey) }
            if let identifier { fields.append(identifier) }
            if self == .rsa { fields.appendNull() }
        }
        return writer.bytes
    }

    /// The curve; `nil` if keys are not points.
    var namedCurve: NamedCurve? { identifier.flatMap { NamedCurve($0) } }

    /// The identifier of the curve or, if keys are not points, of the algorithm.
    private var identifier: ASN1ObjectIdentifier? {
        let name =
            switch self {
            case .rsa: "rsaEncryption"
            case .p224: "secp224r1"
            case .p256: "prime256v1"
            case .p384: "secp384r1"
            case .p521: "secp521r1"
            case .secp256k1: "secp256k1"
            case .ed25519, .x25519, .ed448, .x448: "id-\(rawValue)"
            }
        return ASN1ObjectIdentifier(registered: name)
    }

    /// The name, such as `P-256`.
    public var description: String { rawValue }
}

/// The reason why bytes are not the raw key of an algorithm.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum RawKeyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The raw key is empty.
    case empty
    /// Keys of several algorithms look like this; specify one of the choices.
    case ambiguous(byteCount: Int, choices: [RawKeyAlgorithm])
    /// No supported algorithm has raw keys that look like this; the choices are all supported algorithms.
    case unknownForm(byteCount: Int, firstByte: UInt8, choices: [RawKeyAlgorithm])
    /// The bytes do not have the form of a raw key of the named algorithm.
    case wrongForm(RawKeyAlgorithm, expected: String, found: String)
    /// The bytes are already a SubjectPublicKeyInfo; hash them unchanged.
    case isSubjectPublicKeyInfo
    /// The bytes are only the X coordinate, as in CryptoKit's compactRepresentation. The SubjectPublicKeyInfo also
    /// needs Y, whose computation requires curve arithmetic.
    case lacksY([RawKeyAlgorithm])
    /// The bytes are a point on the named curve, which is not supported.
    case otherCurve(String)
    /// The bytes have the form of a point, but it is not on any of these curves.
    case notOnCurve([RawKeyAlgorithm])
    /// The bytes are a private key in X9.63 form (a point and the secret number), whose hash would not be the pin of
    /// any key.
    case isPrivateKey(RawKeyAlgorithm)

    /// The error on one line.
    public var description: String {
        switch self {
        case .empty: "empty input; expected a raw key"
        case .ambiguous(let byteCount, let choices):
            "\(byteCount) bytes may be a key for \(RawKeyError.list(choices))"
                + (choices.count == 1 ? " or for an unsupported curve" : "")
        case .unknownForm(let byteCount, let firstByte, let choices):
            "\(byteCount) \(byteCount == 1 ? "byte" : "bytes") starting with \(hex(firstByte)): "
                + "not a raw key for \(RawKeyError.list(choices))"
        case .wrongForm(let algorithm, let expected, let found):
            "\(found); for \(algorithm), expected \(expected)"
        case .isSubjectPublicKeyInfo:
            "this is already a SubjectPublicKeyInfo, header and raw key"
        case .lacksY(let algorithms):
            "only the X coordinate of a \(RawKeyError.list(algorithms)) point, without Y; "
                + "export x963Representation instead of compactRepresentation"
        case .otherCurve(let name): "unsupported curve: a point on \(name)"
        case .notOnCurve(let algorithms):
            "not a point on \(RawKeyError.list(algorithms)) (the coordinates do not fit the curve)"
        case .isPrivateKey(let algorithm):
            "a private key for \(algorithm.rawValue); use its public key, as SecKeyCopyPublicKey returns it"
        }
    }

    private static func list(_ algorithms: [RawKeyAlgorithm]) -> String {
        let names = algorithms.map { $0.rawValue }
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
