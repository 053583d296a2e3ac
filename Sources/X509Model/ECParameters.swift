import DERKit

/// The curve of a key, alone in a file: what `openssl ecparam` writes in front of a key. RFC 3279 section 2.3.5,
/// RFC 5480 section 2.1.1.
///
///     ECParameters ::= CHOICE {
///       namedCurve         OBJECT IDENTIFIER,
///       implicitCurve      NULL,
///       specifiedCurve     SpecifiedECDomain }
public struct ECParameters: Sendable, Hashable {
    /// The exact bytes.
    public let derBytes: [UInt8]
    /// The name of the curve; nil where its numbers are written out, or left to the reader.
    public let namedCurve: ObjectIdentifier?

    /// Reads parameters that fill `derBytes` to the last byte.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
    public init(der derBytes: some Collection<UInt8>) throws(DERError) {
        let input = Array(derBytes)
        var cursor = DERCursor(0..<input.count)
        let element = try cursor.next(in: input.span)
        try ECParameters.check(element, in: input.span)
        try cursor.finish()
        namedCurve = element.tag == .objectIdentifier ? try element.objectIdentifier(in: input.span) : nil
        self.derBytes = input
    }

    static func check(_ element: DERElement, in bytes: Span<UInt8>) throws(DERError) {
        switch element.tag {
        case .objectIdentifier: try element.checkObjectIdentifier(in: bytes)
        case .null: try element.null()
        case .sequence: break
        default:
            throw DERError(
                .unexpectedTag, at: element.start, expected: "a curve's name or its numbers",
                found: "\(element.tag)")
        }
    }
}
