import DERKit

/// A key without structure, whose algorithm determines its length: RFC 8410 section 4 (X25519, X448, Ed25519,
/// Ed448), RFC 9881 (ML-DSA), RFC 9935 (ML-KEM), RFC 9909 (SLH-DSA).
package struct FixedLengthKey: Sendable, Hashable {
    /// The common name of the algorithm, such as `Ed25519` or `ML-DSA-44`.
    package let algorithmName: String
    /// The number of bits, as OpenSSL counts them: 253 for X25519, otherwise eight per octet.
    package let bits: Int
    /// The octets of the raw key.
    package let bytes: [UInt8]

    /// Creates a key, or returns `nil` if the algorithm has no fixed length.
    init?(_ algorithm: ASN1ObjectIdentifier, key: Range<Int>, in bytes: Span<UInt8>) throws(DERError) {
        guard let kind = FixedLengthKey.known[algorithm] else { return nil }
        guard key.count == kind.octets else {
            throw DERError(
                .invalidValue, at: key.lowerBound, expected: "a key of \(kind.octets) bytes",
                found: "\(key.count) bytes", path: ["subjectPublicKey"])
        }
        algorithmName = kind.name
        bits = kind.bits
        self.bytes = bytes.array(key)
    }

    /// Returns the number of octets in a raw key of an algorithm, or `nil` if it has no fixed length.
    package static func octets(of algorithm: ASN1ObjectIdentifier) -> Int? { known[algorithm]?.octets }

    private struct Kind: Sendable {
        let name: String
        let octets: Int
        let bits: Int

        init?(_ row: IdentifierRegister.Row) {
            guard let octets = row.number("octets"), let name = row.facts.last else { return nil }
            self.name = name
            self.octets = octets
            bits = row.number("bits") ?? octets * 8
        }
    }

    private static let known = IdentifierRegister.algorithms.byIdentifier { Kind($0) }
}
