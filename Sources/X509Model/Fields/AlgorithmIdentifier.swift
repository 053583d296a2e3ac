import DERKit

/// An algorithm and its parameters, RFC 5280 section 4.1.1.2.
///
///     AlgorithmIdentifier  ::=  SEQUENCE  {
///          algorithm               OBJECT IDENTIFIER,
///          parameters              ANY DEFINED BY algorithm OPTIONAL  }
public struct AlgorithmIdentifier: Sendable, Hashable {
    /// The whole AlgorithmIdentifier.
    public let derBytes: [UInt8]
    /// Which algorithm.
    public let algorithm: ObjectIdentifier
    /// Tag, length and content of the parameters; nil if the field is absent. NULL is `[5, 0]`.
    public let parameters: [UInt8]?

    /// Where the fields are in the input.
    package struct Layout: Sendable {
        package let range: Range<Int>
        package let algorithm: Range<Int>
        package let parameters: Range<Int>?
    }

    package init(_ layout: Layout, in bytes: [UInt8]) {
        derBytes = Array(bytes[layout.range])
        algorithm = ObjectIdentifier(checked: Array(bytes[layout.algorithm]))
        parameters = layout.parameters.map { Array(bytes[$0]) }
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

extension AlgorithmIdentifier: CustomStringConvertible {
    /// The name of the algorithm, or its dotted number if it has none here.
    public var description: String { algorithm.name ?? algorithm.description }
}
