/// Writes DER: tag, the shortest length, content.
///
/// Values are appended in order; a constructed value is given by a closure that writes its content, so the
/// nesting of the code is the nesting of the encoding.
public struct DERWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// A writer that has written nothing.
    public init() {}

    /// Appends a value with the given content octets.
    public mutating func append(_ tag: DERTag, content: some Collection<UInt8>) {
        appendTag(tag)
        appendLength(content.count)
        bytes += content
    }

    /// Appends a constructed value whose content `body` writes.
    public mutating func append(_ tag: DERTag, _ body: (inout DERWriter) -> Void) {
        var inner = DERWriter()
        body(&inner)
        append(tag, content: inner.bytes)
    }

    /// Appends an OBJECT IDENTIFIER, X.690 section 8.19.
    public mutating func append(_ identifier: ASN1ObjectIdentifier) {
        append(.objectIdentifier, content: identifier.content)
    }

    /// Appends an INTEGER, X.690 section 8.3.
    public mutating func append(_ integer: DERInteger) {
        append(.integer, content: integer.twosComplement)
    }

    /// Appends a NULL, X.690 section 8.8.
    public mutating func appendNull() {
        append(.null, content: EmptyCollection())
    }

    /// Appends a BIT STRING of whole octets, X.690 section 8.6.
    public mutating func append(bitString octets: some Collection<UInt8>) {
        append(.bitString, content: [0] + Array(octets))
    }

    /// Appends bytes that are already DER.
    public mutating func append(encoded der: some Collection<UInt8>) {
        bytes += der
    }

    private mutating func appendTag(_ tag: DERTag) {
        let lead = UInt8(tag.word >> 24) & 0xe0
        guard tag.number >= 31 else { return bytes.append(lead | UInt8(tag.number)) }
        bytes.append(lead | 0x1f)
        bytes += base128(UInt64(tag.number))
    }

    private mutating func appendLength(_ length: Int) {
        guard length >= 0x80 else { return bytes.append(UInt8(length)) }
        let octets = (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }.drop { $0 == 0 }
        bytes.append(0x80 | UInt8(octets.count))
        bytes += octets
    }
}
