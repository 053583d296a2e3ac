import DERKit

extension Certificate {
    /// A private key in any form. Only the public half is kept; no value that is created from a private key contains
    /// any other octets of the key.
    package enum PrivateKey: Sendable, Hashable {
        /// PKCS #8, label `PRIVATE KEY`.
        case pkcs8(OneAsymmetricKey)
        /// PKCS #1, label `RSA PRIVATE KEY`.
        case pkcs1(RSAPrivateKey)
        /// SEC 1, label `EC PRIVATE KEY`.
        case sec1(ECPrivateKey)
        /// OpenSSL's own format, label `DSA PRIVATE KEY`.
        case dsa(DSAPrivateKey)

        /// The public half in the SubjectPublicKeyInfo that OpenSSL derives; `nil` if the file lacks the public half,
        /// which must then be computed.
        package var subjectPublicKeyInfo: SubjectPublicKeyInfo? {
            switch self {
            case .pkcs8(let key): key.subjectPublicKeyInfo
            case .pkcs1(let key): key.publicKey.subjectPublicKeyInfo
            case .sec1(let key): key.subjectPublicKeyInfo(parameters: nil)
            case .dsa(let key): key.subjectPublicKeyInfo
            }
        }

        /// Returns the same key with a computed public half.
        ///
        /// - Parameter point: the raw key. RSA and DSA keys in their traditional forms already contain their public
        ///   half, so they are unchanged.
        package func adding(rawKey point: [UInt8]) -> Certificate.PrivateKey {
            switch self {
            case .pkcs8(var key):
                key.subjectPublicKeyInfo = key.publicHalf(rawKey: point)
                return .pkcs8(key)
            case .sec1(var key):
                key.publicKey = point
                return .sec1(key)
            case .pkcs1, .dsa: return self
            }
        }

        /// The object identifier of the key's algorithm.
        package var algorithm: ASN1ObjectIdentifier {
            switch self {
            case .pkcs8(let key): key.privateKeyAlgorithm.algorithm
            case .pkcs1: .rsaEncryption
            case .sec1: .ecPublicKey
            case .dsa: .dsa
            }
        }

        /// The form of the key, named after its standard: `PKCS#8`, `PKCS#1`, `SEC 1`, `traditional DSA`.
        package var form: String {
            switch self {
            case .pkcs8: "PKCS#8"
            case .pkcs1: "PKCS#1"
            case .sec1: "SEC 1"
            case .dsa: "traditional DSA"
            }
        }
    }
}

// All code that reads private keys follows these rules: private octets are skipped and never copied, and errors do not
// contain any bytes of the input. A length or a tag that is read at the wrong place may also be private.

/// A private key structure of which only the public half is kept.
package protocol PrivateKeyStructure {
    init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(DERError)
}

extension PrivateKeyStructure {
    /// Reads a key that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`, but without any bytes from the input.
    package init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        self = try DERError.withoutContent { () throws(DERError) in
            try limits.check(input.span)
            return try Self(0..<input.count, in: input.span)
        }
    }
}

extension DERCursor {
    /// Reads the field `version`, which must be one of `versions`.
    mutating func version(_ versions: [Int64], in bytes: Span<UInt8>) throws(DERError) -> Int64 {
        try field("version") { () throws(DERError) in
            let element = try next(.integer, in: bytes)
            let version = try element.smallInteger(in: bytes)
            guard versions.contains(version) else {
                let expected = versions.map { "\($0)" }.joined(separator: " or ")
                throw DERError(.invalidValue, at: element.contentStart, expected: "version \(expected)")
            }
            return version
        }
    }

    /// Skips an INTEGER in a private key. Some programs write leading zeros, which do not affect the public half.
    mutating func skipPrivateInteger(in bytes: Span<UInt8>) throws(DERError) {
        let element = try next(.integer, in: bytes)
        guard !element.content.isEmpty else {
            throw DERError(.invalidValue, at: element.contentStart, expected: "an INTEGER")
        }
    }
}

extension DERError {
    /// The error without any bytes from the input: only its code, its offset, its path and the violated rule.
    package var withoutContent: DERError {
        let rule =
            switch code {
            case .truncated: "unexpected end inside a tag or a length"
            case .lengthOverrun: "length exceeds the bytes remaining"
            case .lengthNotMinimal: "length in more octets than necessary"
            case .lengthTooLarge: "length too large"
            case .indefiniteLength: "indefinite length (BER, not DER)"
            case .tagNotMinimal: "tag number in more octets than necessary"
            case .tagTooLarge: "tag number too large"
            case .unexpectedTag: "value"
            case .missing: "missing field"
            case .trailingData: "trailing bytes"
            case .invalidValue: "invalid value for its type"
            case .notCanonical: "not in the one encoding that DER allows"
            case .outOfRange: "value out of range"
            default: expected.isEmpty ? "a reader limit was exceeded" : ""
            }
        return DERError(code, at: offset, expected: code == .limit ? expected : "", found: rule, path: path)
    }

    /// Calls a function that reads a private key, and removes all bytes of the input from any error.
    static func withoutContent<Value>(_ read: () throws(DERError) -> Value) throws(DERError) -> Value {
        do throws(DERError) {
            return try read()
        } catch {
            throw error.withoutContent
        }
    }
}
