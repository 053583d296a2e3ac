import DERKit

/// A public key and its algorithm, RFC 5280 section 4.1.2.7. A pin covers these bytes.
///
///     SubjectPublicKeyInfo  ::=  SEQUENCE  {
///          algorithm            AlgorithmIdentifier,
///          subjectPublicKey     BIT STRING  }
///
/// ``derBytes`` is the whole structure; ``subjectPublicKey`` is the raw key inside it, and its hash is never a
/// pin.
public struct SubjectPublicKeyInfo: Sendable {
    /// The input that contains the key, at the positions in ``layout``.
    package let input: [UInt8]
    package let layout: Layout

    /// The positions of the fields in the input.
    package struct Layout: Sendable {
        package let range: Range<Int>
        package let algorithm: AlgorithmIdentifier.Layout
        package let subjectPublicKey: DERBitString
    }

    package init(_ layout: Layout, in input: [UInt8]) {
        self.input = input
        self.layout = layout
    }

    /// Reads a SubjectPublicKeyInfo that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    public init(der derBytes: some Collection<UInt8>, limits: DERLimits = .standard) throws(DERError) {
        let input = Array(derBytes)
        try limits.check(input.span)
        var cursor = DERCursor(0..<input.count)
        let layout = try SubjectPublicKeyInfo.read(&cursor, in: input.span)
        try cursor.finish()
        self.init(layout, in: input)
    }

    /// The exact bytes of the SubjectPublicKeyInfo in the input.
    public var derBytes: [UInt8] { Array(input[layout.range]) }

    /// The algorithm of the key.
    public var algorithm: AlgorithmIdentifier { AlgorithmIdentifier(layout.algorithm, in: input) }

    /// The object identifier of ``algorithm``, without its parameters.
    package var algorithmIdentifier: ASN1ObjectIdentifier {
        ASN1ObjectIdentifier(checked: input.span.array(layout.algorithm.algorithm))
    }

    /// The raw key: the content of the BIT STRING, without its count of unused bits.
    public var subjectPublicKey: BitString { BitString(layout.subjectPublicKey, in: input) }

    /// The maximum size of an algorithm's identifier in bytes: 128 arcs of 32 bits, the limits of RFC 2578
    /// section 3.5. It is not part of ``DERKit/DERLimits``, because it must match OpenSSL's limit.
    package static let longestAlgorithm = 586

    package static func read(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Layout {
        let sequence = try cursor.next(.sequence, in: bytes)
        var fields = DERCursor(contentOf: sequence)
        let algorithm = try field("algorithm") { () throws(DERError) in
            try AlgorithmIdentifier.read(&fields, in: bytes)
        }
        // OpenSSL rejects a key with a longer algorithm; no registered identifier comes close.
        guard algorithm.algorithm.count <= longestAlgorithm else {
            throw DERError(
                .limit, at: algorithm.algorithm.lowerBound, expected: "at most \(longestAlgorithm) bytes",
                found: "\(algorithm.algorithm.count) bytes", path: ["algorithm", "algorithm"])
        }
        let key = try field("subjectPublicKey") { () throws(DERError) in
            try fields.next(.bitString, in: bytes).bitString(in: bytes)
        }
        try fields.finish()
        return Layout(range: sequence.range, algorithm: algorithm, subjectPublicKey: key)
    }
}

extension SubjectPublicKeyInfo: _EncodedValue {
    /// The bytes that equality and the hash value depend on.
    public var _encoding: ArraySlice<UInt8> { input[layout.range] }
}
