import DERKit

/// The extensions of a certificate, a request or a revocation list, each read during iteration, so that a long list
/// takes no memory.
package struct ExtensionList: Sequence, Sendable {
    private let input: [UInt8]
    private let range: Range<Int>
    private let types: [ASN1ObjectIdentifier]

    /// - Parameters:
    ///   - range: the content of the SEQUENCE OF in `input`, which has been checked.
    ///   - types: the types of the members to include; all if it is empty.
    init(_ range: Range<Int>, in input: [UInt8], of types: [ASN1ObjectIdentifier] = []) {
        self.input = input
        self.range = range
        self.types = types
    }

    package func makeIterator() -> Iterator {
        Iterator(input: input, cursor: DERCursor(range), types: types)
    }

    package struct Iterator: IteratorProtocol {
        fileprivate let input: [UInt8]
        fileprivate var cursor: DERCursor
        fileprivate let types: [ASN1ObjectIdentifier]

        package mutating func next() -> Certificate.Extension? {
            // Each was checked when the object was read, so none fails here.
            let input = input
            while !cursor.isAtEnd, let layout = try? Certificate.Extension.read(&cursor, in: input.span) {
                let value = Certificate.Extension(layout, in: input)
                if types.isEmpty || types.contains(where: value.isOf) { return value }
            }
            return nil
        }
    }
}
