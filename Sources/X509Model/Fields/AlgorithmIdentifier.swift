import DERKit

/// An algorithm and its parameters, RFC 5280 section 4.1.1.2.
///
///     AlgorithmIdentifier  ::=  SEQUENCE  {
///          algorithm               OBJECT IDENTIFIER,
///          parameters              ANY DEFINED BY algorithm OPTIONAL  }
public struct AlgorithmIdentifier: Sendable {
    private let input: [UInt8]
    private let layout: Layout

    /// The whole AlgorithmIdentifier.
    public var derBytes: [UInt8] { input.span.array(layout.range) }
    /// The algorithm.
    public var algorithm: ASN1ObjectIdentifier {
        ASN1ObjectIdentifier(checked: input.span.array(layout.algorithm))
    }
    /// The tag, length and content of the parameters; `nil` if the field is absent. NULL is `[5, 0]`.
    public var parameters: [UInt8]? { layout.parameters.map { input.span.array($0) } }

    /// The positions of the fields in the input.
    package struct Layout: Sendable {
        package let range: Range<Int>
        package let algorithm: Range<Int>
        package let parameters: Range<Int>?
    }

    package init(_ layout: Layout, in input: [UInt8]) {
        self.input = input
        self.layout = layout
    }

    /// Reads the identifier in a private key, and keeps no other bytes of the key.
    init(outOfPrivate cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        let found = try AlgorithmIdentifier.read(&cursor, in: bytes)
        input = bytes.array(found.range)
        func moved(_ range: Range<Int>) -> Range<Int> {
            range.lowerBound - found.range.lowerBound..<range.upperBound - found.range.lowerBound
        }
        layout = Layout(
            range: moved(found.range), algorithm: moved(found.algorithm),
            parameters: found.parameters.map(moved))
    }

    /// Reads an AlgorithmIdentifier whose parameters may be anything that is well formed.
    package static func read(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Layout {
        let sequence = try cursor.next(.sequence, in: bytes)
        var fields = DERCursor(contentOf: sequence)
        let algorithm = try field("algorithm") { () throws(DERError) in
            let element = try fields.next(.objectIdentifier, in: bytes)
            try element.checkObjectIdentifier(in: bytes)
            return element
        }
        guard !fields.isAtEnd else {
            return Layout(range: sequence.range, algorithm: algorithm.content, parameters: nil)
        }
        let parameters = try field("parameters") { () throws(DERError) in
            let element = try fields.next(in: bytes)
            try element.checkContent(in: bytes)
            return element
        }
        try fields.finish()
        return Layout(range: sequence.range, algorithm: algorithm.content, parameters: parameters.range)
    }
}

extension DERCursor {
    /// Reads the last two fields of a signed structure, the algorithm and the signature (RFC 5280 section 4.1.1).
    ///
    /// - Parameter name: the name of the field with the signature.
    mutating func signature(
        _ name: StaticString, in bytes: Span<UInt8>
    ) throws(DERError) -> (algorithm: AlgorithmIdentifier.Layout, signature: DERBitString) {
        let algorithm = try DERCursor.field("signatureAlgorithm") { () throws(DERError) in
            try AlgorithmIdentifier.read(&self, in: bytes)
        }
        let signature = try DERCursor.field(name) { () throws(DERError) in
            try next(.bitString, in: bytes).bitString(in: bytes)
        }
        try finish()
        return (algorithm, signature)
    }
}

extension AlgorithmIdentifier: _EncodedValue {
    /// The bytes that equality and the hash value depend on.
    public var _encoding: ArraySlice<UInt8> { input[layout.range] }
}

extension AlgorithmIdentifier: CustomStringConvertible {
    /// The name of the algorithm, or its object identifier if the name is unknown.
    public var description: String { algorithm.nameOrNumber }
}
