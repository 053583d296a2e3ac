import DERKit

/// An algorithm and its parameters (RFC 5280 section 4.1.1.2).
///
///     AlgorithmIdentifier  ::=  SEQUENCE  {
///          algorithm               OBJECT IDENTIFIER,
///          parameters              ANY DEFINED BY algorithm OPTIONAL  }
public struct AlgorithmIdentifier: Sendable, Hashable {
    /// The DER of the whole AlgorithmIdentifier.
    public let derBytes: [UInt8]
    /// The positions of the fields in ``derBytes``.
    let layout: Layout

    /// The identifier of the algorithm.
    public var algorithm: ASN1ObjectIdentifier {
        ASN1ObjectIdentifier(checked: derBytes.span.array(layout.algorithm))
    }
    /// The tag, length and content of the parameters; `nil` if the field is absent. NULL is `[5, 0]`.
    public var parameters: [UInt8]? { layout.parameters.map { derBytes.span.array($0) } }

    /// The positions of the fields in the input.
    package struct Layout: Sendable, Hashable {
        package let range: Range<Int>
        package let algorithm: Range<Int>
        package let parameters: Range<Int>?
    }

    /// Creates an algorithm identifier that keeps only its own bytes of the input.
    package init(_ layout: Layout, in input: Span<UInt8>) {
        derBytes = input.array(layout.range)
        let offset = -layout.range.lowerBound
        self.layout = Layout(
            range: layout.range.moved(by: offset), algorithm: layout.algorithm.moved(by: offset),
            parameters: layout.parameters?.moved(by: offset))
    }

    /// Creates an algorithm identifier from its parts.
    ///
    /// - Parameters:
    ///   - algorithm: the algorithm.
    ///   - parameters: the tag, length and content of the parameters; `nil` to leave the field out. NULL is `[5, 0]`.
    /// - Throws: ``DERKit/DERError`` if the parameters are not exactly one DER value.
    public init(_ algorithm: ASN1ObjectIdentifier, parameters: [UInt8]? = nil) throws(DERError) {
        try self.init(der: AlgorithmIdentifier.bytes(algorithm, parameters))
    }

    /// Returns the encoded structure for an algorithm and the tag, length and content of its parameters.
    package static func bytes(_ algorithm: ASN1ObjectIdentifier, _ parameters: [UInt8]? = nil) -> [UInt8] {
        DERWriter.bytes { (writer) in
            writer.append(.sequence) { (fields) in
                fields.append(algorithm)
                fields.append(encoded: parameters ?? [])
            }
        }
    }

    /// Reads an algorithm identifier that fills `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    public init(der derBytes: some Collection<UInt8>) throws(DERError) {
        let input = Array(derBytes)
        layout = try DERCursor.only(input.indices, in: input.span, AlgorithmIdentifier.read)
        self.derBytes = input
    }

    /// Reads an AlgorithmIdentifier whose parameters may be any well-formed value.
    package static func read(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Layout {
        let sequence = try cursor.next(.sequence, in: bytes)
        var fields = DERCursor(contentOf: sequence)
        let algorithm = try field("algorithm", fields.checkedIdentifier(in: bytes))
        guard !fields.isAtEnd else {
            return Layout(range: sequence.range, algorithm: algorithm, parameters: nil)
        }
        let parameters = try field("parameters") { () throws(DERError) in
            let element = try fields.next(in: bytes)
            try element.checkContent(in: bytes)
            return element
        }
        try fields.finish()
        return Layout(range: sequence.range, algorithm: algorithm, parameters: parameters.range)
    }
}

extension DERCursor {
    /// Reads the last two fields of a signed structure: the algorithm and the signature (RFC 5280 section 4.1.1).
    ///
    /// - Parameter name: the name of the signature field.
    mutating func signature(
        _ name: StaticString, in bytes: Span<UInt8>
    ) throws(DERError) -> (algorithm: AlgorithmIdentifier.Layout, signature: DERBitString) {
        let algorithm = try field("signatureAlgorithm", AlgorithmIdentifier.read(&self, in: bytes))
        let signature = try field(name) { () throws(DERError) in
            try next(.bitString, in: bytes).bitString(in: bytes)
        }
        try finish()
        return (algorithm, signature)
    }
}

extension AlgorithmIdentifier: CustomStringConvertible {
    /// The name of the algorithm, or its object identifier if the name is unknown.
    public var description: String { algorithm.nameOrNumber }
}

/// A BIT STRING, copied from the structure that contains it.
public struct BitString: Sendable, Hashable, CustomStringConvertible {
    /// The octets that carry the bits, most significant bit first.
    public let bytes: [UInt8]
    /// The number of unused bits in the last octet, 0 to 7.
    public let unusedBits: Int

    package init(_ bits: DERBitString, in bytes: [UInt8]) {
        self.bytes = Array(bytes[bits.range])
        unusedBits = bits.unusedBits
    }

    /// The octets in hex or, if there are many, only their number.
    public var description: String { bytes.count <= 64 ? hex(bytes) : "\(bytes.count) bytes" }
}
