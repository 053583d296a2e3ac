/// A writer that encodes values in DER: the tag, the shortest form of the length, and the content of each.
///
/// Values are appended in order. A closure writes the content of a constructed value, so the nesting of the
/// code matches the nesting of the encoding.
public struct DERWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    public init() {}

    /// Returns the bytes that `body` writes.
    ///
    ///     let der = DERWriter.bytes { $0.append(.sequence) { $0.append(1) } }
    ///
    /// - Throws: any error that `body` throws.
    public static func bytes<Failure: Error>(
        _ body: (inout DERWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var writer = DERWriter()
        try body(&writer)
        return writer.bytes
    }

    /// Appends a value with the given content octets.
    public mutating func append(_ tag: DERTag, content: some Collection<UInt8>) {
        appendTag(tag)
        appendLength(UInt64(content.count))
        bytes += content
    }

    /// Appends a constructed value whose content `body` writes.
    ///
    /// - Throws: any error that `body` throws; nothing is appended in that case.
    public mutating func append<Failure: Error>(
        _ tag: DERTag, _ body: (inout DERWriter) throws(Failure) -> Void
    ) throws(Failure) {
        append(tag, content: try DERWriter.bytes(body))
    }

    /// Appends a SET OF and sorts its encoded elements, X.690 section 11.6.
    ///
    /// - Parameters:
    ///   - elements: the elements, in any order.
    ///   - tag: the tag; by default, the tag of a SET.
    ///   - body: a closure that writes one element.
    /// - Throws: any error that `body` throws; nothing is appended in that case.
    public mutating func appendSet<Element, Failure: Error>(
        of elements: some Sequence<Element>, tag: DERTag = .set,
        _ body: (Element, inout DERWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var encoded: [[UInt8]] = []
        for element in elements {
            encoded.append(try DERWriter.bytes { (writer) throws(Failure) in try body(element, &writer) })
        }
        // No encoding is a prefix of another, so the padding of section 11.6 makes no difference.
        encoded.sort { (one, other) in one.lexicographicallyPrecedes(other) }
        append(tag) { (set) in
            for element in encoded { set.append(encoded: element) }
        }
    }

    /// Appends a BOOLEAN, X.690 section 11.1.
    public mutating func append(_ boolean: Bool) {
        append(.boolean, content: [boolean ? 0xff : 0x00])
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

    /// Appends an OCTET STRING, X.690 section 8.7.
    public mutating func append(octetString octets: some Collection<UInt8>) {
        append(.octetString, content: octets)
    }

    /// Appends bytes that are already DER.
    public mutating func append(encoded der: some Collection<UInt8>) {
        bytes += der
    }

    /// Appends a UTF8String.
    public mutating func append(utf8String text: some StringProtocol) {
        append(.utf8String, content: text.utf8)
    }

    /// Appends a character string of the given type, such as `.printableString`, `.ia5String`, or `.universal(30)` for
    /// a BMPString.
    ///
    /// - Throws: ``DERError``: `invalid-value` for a character that the type cannot represent; `unexpected-tag` if the
    ///   tag is not that of a character string with a fixed alphabet.
    public mutating func append(_ text: some StringProtocol, as tag: DERTag) throws(DERError) {
        append(tag, content: try tag.octets(of: text))
    }

    /// Appends a time as RFC 5280 section 4.1.2.5 requires: a UTCTime from 1950 to 2049, otherwise a
    /// GeneralizedTime.
    public mutating func append(_ time: DERTime) {
        guard (1950...2049).contains(time.year) else { return append(generalizedTime: time) }
        append(.utcTime, content: time.digits.dropFirst(2))
    }

    /// Appends a GeneralizedTime, X.690 section 11.7.
    public mutating func append(generalizedTime time: DERTime) {
        append(.generalizedTime, content: time.digits)
    }

    /// Appends the identifier octets of a tag, X.690 section 8.1.2.
    package mutating func appendTag(_ tag: DERTag) {
        let lead = UInt8(tag.word >> 24) & 0xe0
        guard tag.number >= 31 else { return bytes.append(lead | UInt8(tag.number)) }
        bytes.append(lead | 0x1f)
        appendBase128(UInt64(tag.number), to: &bytes)
    }

    /// Appends a length in the fewest possible octets, X.690 section 10.1.
    package mutating func appendLength(_ length: UInt64) {
        guard length >= 0x80 else { return bytes.append(UInt8(length)) }
        let count = (UInt64.bitWidth - length.leadingZeroBitCount + 7) / 8
        bytes.append(0x80 | UInt8(count))
        for place in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: length >> (8 * place))) }
    }
}

extension DERTime {
    /// The time as `YYYYMMDDhhmmssZ`.
    fileprivate var digits: [UInt8] {
        description.utf8.filter { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "Z") }
    }
}

extension DERTag {
    /// Returns the content octets that encode the text in a character string of this type.
    ///
    /// - Throws: ``DERError`` with the offset in the content.
    fileprivate func octets(of text: some StringProtocol) throws(DERError) -> [UInt8] {
        switch self {
        case .utf8String: return Array(text.utf8)
        case .bmpString: return try octets(of: text, width: 2) { $0.value <= 0xffff }
        case .universalString: return try octets(of: text, width: 4) { (_) in true }
        case .numericString, .printableString, .ia5String, .visibleString:
            return try octets(of: text, width: 1) { $0.isASCII && allows(UInt8($0.value)) }
        default:
            throw DERError(.unexpectedTag, at: 0, expected: "the tag of a character string", found: "\(self)")
        }
    }

    private func octets(
        of text: some StringProtocol, width: Int, _ isCharacter: (Unicode.Scalar) -> Bool
    ) throws(DERError) -> [UInt8] {
        var octets: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard isCharacter(scalar) else {
                throw DERError(
                    .invalidValue, at: octets.count, expected: "a character of the \(self)",
                    found: "U+" + String(scalar.value, radix: 16, uppercase: true))
            }
            for octet in (0..<width).reversed() {
                octets.append(UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * octet)))
            }
        }
        return octets
    }
}
