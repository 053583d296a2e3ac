import DERKit

/// The reason bytes are not the raw key of an algorithm.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum RawKeyError: Error, Sendable, Hashable {
    /// There are no bytes.
    case empty
    /// Keys of several algorithms look like this; name one of them.
    case ambiguous(byteCount: Int, choices: [RawKeyAlgorithm])
    /// No supported algorithm has raw keys that look like this; the choices are all of these algorithms.
    case unknownForm(byteCount: Int, firstByte: UInt8, choices: [RawKeyAlgorithm])
    /// The bytes do not have the form of raw keys of the named algorithm.
    case wrongForm(RawKeyAlgorithm, expected: String, found: String)
    /// The bytes are a SubjectPublicKeyInfo already: hash them as they are.
    case isSubjectPublicKeyInfo
    /// Only the X coordinate: CryptoKit's compactRepresentation. The SubjectPublicKeyInfo also needs Y, which
    /// requires curve arithmetic.
    case lacksY([RawKeyAlgorithm])
    /// A point on an unsupported curve, given by name.
    case otherCurve(String)
    /// Bytes in the form of a point that is on none of these curves.
    case notOnCurve([RawKeyAlgorithm])
    /// A private key in X9.63 form (a point and the secret number), whose hash would not be the pin of any
    /// key.
    case isPrivateKey(RawKeyAlgorithm)
}

extension RawKeyError: CustomStringConvertible {
    /// The error on one line.
    public var description: String {
        switch self {
        case .empty: "empty input; expected a raw key"
        case .ambiguous(let byteCount, let choices) where choices.count == 1:
            "\(byteCount) bytes may be a key for \(RawKeyError.list(choices)) or for an unsupported curve"
        case .ambiguous(let byteCount, let choices):
            "\(byteCount) bytes may be a key for \(RawKeyError.list(choices))"
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
