import DERKit

// Identifies a structure by its first tags. It reads BER, so that containers are recognized in either form,
// and so that the structure's own reader reports errors further in.
extension Structure {
    /// Creates the structure that a DER value resembles, or returns `nil` if it is unknown.
    init?(sniffing derBytes: [UInt8]) {
        guard let structure = Structure.sniff(derBytes.span) else { return nil }
        self = structure
    }

    /// Returns the start of the content of the value at `place`, whatever its length; it may be after the
    /// end.
    private static func contentStart(in bytes: Span<UInt8>, at place: Int) -> Int {
        guard place + 1 < bytes.count else { return bytes.count }
        return place + 2 + (bytes[place + 1] > 0x80 ? Int(bytes[place + 1] & 0x7f) : 0)
    }

    private static func sniff(_ bytes: Span<UInt8>) -> Structure? {
        guard bytes.count > 2 else { return nil }
        var outer = BERCursor(0..<bytes.count)
        let fields: [BERElement]
        if let value = try? outer.next(in: bytes) {
            guard value.tag == .sequence else { return value.tag == .objectIdentifier ? .ecParameters : nil }
            fields = shape(of: BERCursor(contentOf: value), in: bytes)
        } else {
            // The value is truncated, but the rest of the content may be enough.
            let start = contentStart(in: bytes, at: 0)
            guard bytes[0] == 0x30, start < bytes.count else { return nil }
            fields = shape(of: BERCursor(start..<bytes.count), in: bytes)
        }
        switch fields.first?.tag {
        case DERTag.objectIdentifier: return .contentInfo
        case DERTag.integer: return numbered(fields, bytes)
        case DERTag.sequence: return nested(fields, bytes)
        default: return nil
        }
    }

    /// Returns the first members of a series, up to the first that cannot be read.
    private static func shape(of series: BERCursor, in bytes: Span<UInt8>) -> [BERElement] {
        var cursor = series
        var members: [BERElement] = []
        while members.count < 10, !cursor.isAtEnd, let member = try? cursor.next(in: bytes) {
            members.append(member)
        }
        return members
    }

    private static func firstTag(in element: BERElement?, _ bytes: Span<UInt8>) -> DERTag? {
        guard let element else { return nil }
        var cursor = BERCursor(contentOf: element)
        return cursor.isAtEnd ? nil : (try? cursor.next(in: bytes))?.tag
    }

    /// Identifies keys, which begin with a version or another number.
    private static func numbered(_ fields: [BERElement], _ bytes: Span<UInt8>) -> Structure? {
        switch fields.count > 1 ? fields[1].tag : nil {
        case DERTag.octetString: return .ecPrivateKey
        case DERTag.integer:
            // A private key begins with a version of one octet, a public key with its modulus.
            guard fields.count != 2 else { return isRSAPublicKey(fields, bytes) ? .rsaPublicKey : nil }
            guard fields[0].content.count == 1 else { return .rsaPublicKey }
            return fields.count == 6 ? .dsaPrivateKey : .rsaPrivateKey
        case DERTag.sequence:
            guard firstTag(in: fields[1], bytes) == .objectIdentifier, !isSignedPart(fields, bytes) else {
                return nil
            }
            // Both begin with a version, which is 3 in PKCS #12 (RFC 7292 section 4) and 0 or 1 in a key.
            let isPFX =
                bytes.array(fields[0].content) == [3] || fields.count > 2 && fields[2].tag == .sequence
            return isPFX ? .pfx : .oneAsymmetricKey
        default: return nil
        }
    }

    private static func isRSAPublicKey(_ fields: [BERElement], _ bytes: Span<UInt8>) -> Bool {
        let numbers = fields.compactMap { DERInteger(twosComplement: bytes.array($0.content)) }
        // The reader of the key reports an INTEGER that is not DER.
        guard numbers.count == 2 else { return true }
        return RSAPublicKey.isPlausible(modulus: numbers[0], publicExponent: numbers[1])
    }

    /// Returns whether fields are the signed part of a version 1 certificate: serial number, algorithm,
    /// issuer, validity, subject, key.
    private static func isSignedPart(_ fields: [BERElement], _ bytes: Span<UInt8>) -> Bool {
        fields.count > 5 && fields[2...5].allSatisfy { $0.tag == .sequence }
            && firstTag(in: fields[3], bytes).map(times.contains) == true
    }

    private static let times: [DERTag] = [.utcTime, .generalizedTime]

    /// Identifies structures that begin with an algorithm or with a signed part.
    private static func nested(_ fields: [BERElement], _ bytes: Span<UInt8>) -> Structure? {
        // Only certificates have a tagged version, and all but the oldest do.
        guard firstTag(in: fields[0], bytes) != .contextConstructed(0) else { return .certificate }
        let inner = shape(of: BERCursor(contentOf: fields[0]), in: bytes)
        if inner.first?.tag == .objectIdentifier {
            return fields.count > 1 && fields[1].tag == .octetString
                ? .encryptedPrivateKeyInfo : .subjectPublicKeyInfo
        }
        // A version 2 list has the time after version, algorithm and name; a version 1 list begins with the
        // algorithm; a request has the name after its version. Everything else counts as a certificate.
        let isAlgorithm = inner.map { $0.tag == .sequence && firstTag(in: $0, bytes) == .objectIdentifier }
        if inner.count > 2, isAlgorithm[0], times.contains(inner[2].tag) { return .certificateList }
        guard inner.first?.tag == .integer, inner.count > 1 else { return .certificate }
        if inner.count > 3, isAlgorithm[1], times.contains(inner[3].tag) { return .certificateList }
        return inner[1].tag == .sequence && !isAlgorithm[1] ? .certificationRequest : .certificate
    }
}
