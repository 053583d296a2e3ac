import DERKit

// Which structure bytes look like, by the tags at their beginning. It reads as BER, so that a container is known in
// either form, and so that a mistake further in is for the structure's own reader to name.
extension Structure {
    /// The structure that a DER value looks like; nil where it looks like none.
    init?(sniffing derBytes: [UInt8]) {
        guard let structure = Structure.sniff(derBytes.span) else { return nil }
        self = structure
    }

    /// True where the bytes begin as every private key does: a SEQUENCE, whatever its length, and an INTEGER; also with
    /// further SEQUENCEs around that.
    static func beginsAsKey(_ derBytes: [UInt8]) -> Bool {
        guard derBytes.count > 2, derBytes[0] == 0x30 else { return true }
        guard var inner = contentOfSequence(derBytes[...]) else { return false }
        if inner.first != 0x30 { return inner.first != 0x06 }
        for _ in 0..<8 {
            if Structure(sniffing: Array(inner))?.isPrivate == true { return true }
            guard inner.first == 0x30, let next = contentOfSequence(inner) else { return false }
            inner = next
        }
        return false
    }

    /// What stands behind the tag and length, whatever the length says.
    private static func contentOfSequence(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let length = bytes.dropFirst().first else { return nil }
        let content = bytes.dropFirst(2 + (length > 0x80 ? Int(length & 0x7f) : 0))
        return content.isEmpty ? nil : content
    }

    private static func sniff(_ bytes: Span<UInt8>) -> Structure? {
        guard bytes.count > 2 else { return nil }
        var outer = BERCursor(0..<bytes.count)
        let fields: [BERElement]
        if let value = try? outer.next(in: bytes) {
            guard value.tag == .sequence else { return value.tag == .objectIdentifier ? .ecParameters : nil }
            fields = shape(of: BERCursor(contentOf: value), in: bytes)
        } else {
            // Cut short: what is left of the content may still tell.
            guard bytes[0] == 0x30 else { return nil }
            let lengthOctets = bytes[1] > 0x80 ? Int(bytes[1] & 0x7f) : 0
            guard bytes.count > 2 + lengthOctets else { return nil }
            fields = shape(of: BERCursor(2 + lengthOctets..<bytes.count), in: bytes)
        }
        switch fields.first?.tag {
        case DERTag.objectIdentifier: return .contentInfo
        case DERTag.integer: return numbered(fields, bytes)
        case DERTag.sequence: return nested(fields, bytes)
        default: return nil
        }
    }

    /// The first members of a series, up to the first that cannot be read.
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

    /// Keys begin with a version or with a number.
    private static func numbered(_ fields: [BERElement], _ bytes: Span<UInt8>) -> Structure? {
        switch fields.count > 1 ? fields[1].tag : nil {
        case DERTag.octetString: return .ecPrivateKey
        case DERTag.integer:
            // A private key begins with a version of one octet, a public key with its modulus.
            guard fields[0].content.count == 1, fields.count != 2 else { return .rsaPublicKey }
            return fields.count == 6 ? .dsaPrivateKey : .rsaPrivateKey
        case DERTag.sequence:
            guard firstTag(in: fields[1], bytes) == .objectIdentifier else { return nil }
            let isContentInfo = fields.count < 3 || fields[2].tag == .sequence
            return isContentInfo ? .pfx : .oneAsymmetricKey
        default: return nil
        }
    }

    /// What begins with an algorithm, or with a signed part.
    private static func nested(_ fields: [BERElement], _ bytes: Span<UInt8>) -> Structure? {
        // Only a certificate has its version under a tag, as all but the oldest do.
        guard firstTag(in: fields[0], bytes) != .contextConstructed(0) else { return .certificate }
        let inner = shape(of: BERCursor(contentOf: fields[0]), in: bytes)
        if inner.first?.tag == .objectIdentifier {
            return fields.count > 1 && fields[1].tag == .octetString
                ? .encryptedPrivateKeyInfo : .subjectPublicKeyInfo
        }
        // A version 2 list has the time behind version, algorithm and name; a version 1 list begins with the
        // algorithm; a request has the name behind its version; everything else is taken for a certificate.
        let times: [DERTag] = [.utcTime, .generalizedTime]
        let isAlgorithm = inner.map { $0.tag == .sequence && firstTag(in: $0, bytes) == .objectIdentifier }
        if inner.count > 2, isAlgorithm[0], times.contains(inner[2].tag) { return .certificateList }
        guard inner.first?.tag == .integer, inner.count > 1 else { return .certificate }
        if inner.count > 3, isAlgorithm[1], times.contains(inner[3].tag) { return .certificateList }
        return inner[1].tag == .sequence && !isAlgorithm[1] ? .certificationRequest : .certificate
    }
}
