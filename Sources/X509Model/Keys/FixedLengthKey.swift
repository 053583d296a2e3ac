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
        guard let row = FixedLengthKey.known[algorithm] else { return nil }
        guard key.count == row.octets else {
            throw DERError(
                .invalidValue, at: key.lowerBound, expected: "a key of \(row.octets) bytes",
                found: "\(key.count) bytes", path: ["subjectPublicKey"])
        }
        algorithmName = row.name
        bits = row.bits
        self.bytes = bytes.array(key)
    }

    /// Returns whether the keys of an algorithm have a fixed length.
    static func isKnown(_ algorithm: ASN1ObjectIdentifier) -> Bool { known[algorithm] != nil }

    private struct Row: NumberedRow {
        let number: String
        let name: String
        let octets: Int
        let bits: Int

        init(_ number: String, _ name: String, octets: Int, bits: Int? = nil) {
            self.number = number
            self.name = name
            self.octets = octets
            self.bits = bits ?? octets * 8
        }
    }

    private static let known = table.byIdentifier { $0 }

    private static let table: [Row] = [
        // RFC 7748 and RFC 8032: the order of the base point of Curve25519 has 253 bits.
        Row("1.3.101.110", "X25519", octets: 32, bits: 253),
        Row("1.3.101.111", "X448", octets: 56),
        Row("1.3.101.112", "Ed25519", octets: 32),
        Row("1.3.101.113", "Ed448", octets: 57),
        // FIPS 203 table 3
        Row("2.16.840.1.101.3.4.4.1", "ML-KEM-512", octets: 800),
        Row("2.16.840.1.101.3.4.4.2", "ML-KEM-768", octets: 1184),
        Row("2.16.840.1.101.3.4.4.3", "ML-KEM-1024", octets: 1568),
        // FIPS 204 table 2
        Row("2.16.840.1.101.3.4.3.17", "ML-DSA-44", octets: 1312),
        Row("2.16.840.1.101.3.4.3.18", "ML-DSA-65", octets: 1952),
        Row("2.16.840.1.101.3.4.3.19", "ML-DSA-87", octets: 2592),
        // FIPS 205 table 2
        Row("2.16.840.1.101.3.4.3.20", "SLH-DSA-SHA2-128s", octets: 32),
        Row("2.16.840.1.101.3.4.3.21", "SLH-DSA-SHA2-128f", octets: 32),
        Row("2.16.840.1.101.3.4.3.22", "SLH-DSA-SHA2-192s", octets: 48),
        Row("2.16.840.1.101.3.4.3.23", "SLH-DSA-SHA2-192f", octets: 48),
        Row("2.16.840.1.101.3.4.3.24", "SLH-DSA-SHA2-256s", octets: 64),
        Row("2.16.840.1.101.3.4.3.25", "SLH-DSA-SHA2-256f", octets: 64),
        Row("2.16.840.1.101.3.4.3.26", "SLH-DSA-SHAKE-128s", octets: 32),
        Row("2.16.840.1.101.3.4.3.27", "SLH-DSA-SHAKE-128f", octets: 32),
        Row("2.16.840.1.101.3.4.3.28", "SLH-DSA-SHAKE-192s", octets: 48),
        Row("2.16.840.1.101.3.4.3.29", "SLH-DSA-SHAKE-192f", octets: 48),
        Row("2.16.840.1.101.3.4.3.30", "SLH-DSA-SHAKE-256s", octets: 64),
        Row("2.16.840.1.101.3.4.3.31", "SLH-DSA-SHAKE-256f", octets: 64),
    ]
}
