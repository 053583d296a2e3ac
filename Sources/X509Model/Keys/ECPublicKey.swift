import DERKit

/// A public key on an elliptic curve (RFC 5480 section 2).
package struct ECPublicKey: Sendable, Hashable {
    package let parameters: ECParameters
    /// The encoded point, which is the raw key.
    package let point: [UInt8]

    /// The curve, identified by its object identifier or its parameters; `nil` if unknown.
    package var curve: NamedCurve? { parameters.curve }

    /// The number of bits in the order of the base point; `nil` if the curve is unknown.
    package var bits: Int? { parameters.orderBits }

    /// Creates a key from its parameters and its point.
    ///
    /// - Parameters:
    ///   - parameters: the range of the ECParameters, including tag and length; `nil` if they are absent.
    ///   - point: the content of the BIT STRING.
    init(parameters range: Range<Int>?, point: DERBitString, in bytes: Span<UInt8>) throws(DERError) {
        parameters = try DERCursor.parameters { () throws(DERError) in
            guard let range else {
                throw DERError(
                    .missing, at: point.range.lowerBound, expected: "a curve", found: "no parameters")
            }
            var cursor = DERCursor(range)
            return try ECParameters(&cursor, in: bytes)
        }
        self.point = bytes.array(point.range)
        let octets = parameters.fieldOctets
        try field("subjectPublicKey", ECPublicKey.checkPoint(point.range, fieldOctets: octets, in: bytes))
    }

    /// Checks the first octet and the size of an encoded point (SEC 1 section 2.3.3).
    private static func checkPoint(
        _ range: Range<Int>, fieldOctets: Int?, in bytes: Span<UInt8>
    ) throws(DERError) {
        let coordinates: Int
        switch range.isEmpty ? nil : bytes[range.lowerBound] {
        // The point at infinity, which is not a key.
        case 0x00: coordinates = 0
        case 0x02, 0x03: coordinates = 1
        case 0x04, 0x06, 0x07: coordinates = 2
        case let octet:
            throw DERError(
                .invalidValue, at: range.lowerBound, expected: "a point that begins with 02, 03 or 04",
                found: octet.map { hex($0) } ?? "0 bytes")
        }
        let count: Int? = coordinates == 0 ? 1 : fieldOctets.map { 1 + coordinates * $0 }
        guard count == nil || count == range.count else {
            throw DERError(
                .invalidValue, at: range.lowerBound, expected: "a point of \(count ?? 0) bytes",
                found: byteCount(range.count))
        }
    }
}
