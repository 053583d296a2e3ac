import DERKit

/// A public key and its algorithm (RFC 5280 section 4.1.2.7). A pin covers these bytes.
///
///     SubjectPublicKeyInfo  ::=  SEQUENCE  {
///          algorithm            AlgorithmIdentifier,
///          subjectPublicKey     BIT STRING  }
///
/// ``derBytes`` is the whole structure; ``subjectPublicKey`` is the raw key inside it. The raw key's hash is
/// never a pin.
public struct SubjectPublicKeyInfo: Sendable, Hashable, CustomStringConvertible {
    /// The bytes from which the key was read: an enclosing structure, such as a certificate, or only the key.
    package let input: [UInt8]
    /// The positions of the fields in ``input``.
    package let layout: Layout

    /// The positions of the fields in the input.
    package struct Layout: Sendable, Hashable {
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
        layout = try DERCursor.only(input.indices, in: input.span, SubjectPublicKeyInfo.read)
        self.input = input
    }

    /// Creates the structure from its parts. For the raw key of a known algorithm, SPKIHash's
    /// `SubjectPublicKeyInfo(rawKey:)` is simpler and checks the key.
    ///
    /// - Parameters:
    ///   - algorithm: the algorithm of the key.
    ///   - subjectPublicKey: the raw key, a whole number of bytes.
    /// - Throws: ``DERKit/DERError`` if the algorithm identifier is too long.
    public init(
        algorithm: AlgorithmIdentifier, subjectPublicKey: some Collection<UInt8>
    ) throws(DERError) {
        try self.init(der: SubjectPublicKeyInfo.bytes(algorithm.derBytes, subjectPublicKey))
    }

    /// Returns the encoded structure for an encoded AlgorithmIdentifier and a raw key.
    package static func bytes(_ algorithm: [UInt8], _ key: some Collection<UInt8>) -> [UInt8] {
        DERWriter.bytes { (writer) in
            writer.append(.sequence) { (info) in
                info.append(encoded: algorithm)
                info.append(bitString: key)
            }
        }
    }

    /// The exact bytes of the SubjectPublicKeyInfo in the input.
    public var derBytes: [UInt8] { input.span.array(layout.range) }

    /// The algorithm of the key.
    public var algorithm: AlgorithmIdentifier { AlgorithmIdentifier(layout.algorithm, in: input.span) }

    /// The raw key: the content of the BIT STRING, without its count of unused bits.
    public var subjectPublicKey: BitString { BitString(layout.subjectPublicKey, in: input) }

    /// The maximum size of an algorithm's object identifier in bytes: 128 arcs of 32 bits, the limits in RFC 2578
    /// section 3.5. This limit is not part of ``DERKit/DERLimits``, because it must match OpenSSL's limit.
    package static let longestAlgorithm = 586

    package static func read(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Layout {
        let sequence = try cursor.next(.sequence, in: bytes)
        var fields = DERCursor(contentOf: sequence)
        let algorithm = try field("algorithm", AlgorithmIdentifier.read(&fields, in: bytes))
        // OpenSSL rejects a key with a longer algorithm identifier; no registered identifier comes close.
        guard algorithm.algorithm.count <= longestAlgorithm else {
            throw DERError(
                .limit, at: algorithm.algorithm.lowerBound, expected: "at most \(longestAlgorithm) bytes",
                found: "\(algorithm.algorithm.count) bytes", path: ["algorithm", "algorithm"])
        }
        let key = try field("subjectPublicKey", fields.next(.bitString, in: bytes).bitString(in: bytes))
        try fields.finish()
        return Layout(range: sequence.range, algorithm: algorithm, subjectPublicKey: key)
    }

    /// Returns whether the bytes are equal.
    public static func == (one: SubjectPublicKeyInfo, other: SubjectPublicKeyInfo) -> Bool {
        one.input[one.layout.range] == other.input[other.layout.range]
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(octets: input.span.extracting(layout.range))
    }

    /// The algorithm and size of the key, as in `RSA, 2048 bits`; for a malformed key, only the algorithm.
    public var description: String { (try? publicKey.description) ?? "\(algorithm), malformed key" }

    /// Creates the SubjectPublicKeyInfo for a raw key from another structure, such as a private key file.
    ///
    /// Returns `nil` if `algorithm` is not a valid AlgorithmIdentifier, or if the key exceeds a limit.
    init?(raw: [UInt8], algorithm: [UInt8]) {
        guard let info = try? SubjectPublicKeyInfo(der: SubjectPublicKeyInfo.bytes(algorithm, raw)) else {
            return nil
        }
        self = info
    }
}
