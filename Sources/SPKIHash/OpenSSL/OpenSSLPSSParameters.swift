import DERKit
import X509Model

/// RSASSA-PSS-params as OpenSSL 3.0 re-encodes them, RFC 4055 section 3.1.
///
///     RSASSA-PSS-params  ::=  SEQUENCE  {
///         hashAlgorithm     [0]  HashAlgorithm DEFAULT sha1Identifier,
///         maskGenAlgorithm  [1]  MaskGenAlgorithm DEFAULT mgf1SHA1Identifier,
///         saltLength        [2]  INTEGER DEFAULT 20,
///         trailerField      [3]  INTEGER DEFAULT 1  }
///
/// Defaults are left out, and the hash algorithms have NULL parameters.
extension OpenSSLReencoding {
    static func pssParameters(_ parameters: [UInt8]?) throws(Refusal) -> [UInt8]? {
        guard let parameters else { return nil }
        guard let rewritten = rewrittenPSS(parameters.span) else {
            // OpenSSL reads BER too.
            throw Refusal(reason: isDER(parameters.span) ? .unreadableParameters : .unknown)
        }
        // OpenSSL rejects or misreads a salt length beyond 31 bits.
        guard rewritten.salt.bitWidth <= 31 else { throw Refusal(reason: .unknown) }
        return rewritten.parameters
    }

    private static func rewrittenPSS(
        _ bytes: Span<UInt8>
    ) -> (parameters: [UInt8], salt: DERInteger)? {
        var outer = DERCursor(0..<bytes.count)
        guard let sequence = try? outer.next(.sequence, in: bytes) else { return nil }
        var fields = DERCursor(contentOf: sequence)
        var hash = sha1
        var maskHash = sha1
        var saltLength = DERInteger(20)
        if let tagged = tagged(0, &fields, in: bytes) {
            guard let found = hashAlgorithm(tagged, in: bytes) else { return nil }
            hash = found
        }
        if let tagged = tagged(1, &fields, in: bytes) {
            guard let found = maskHashAlgorithm(tagged, in: bytes) else { return nil }
            maskHash = found
        }
        if let tagged = tagged(2, &fields, in: bytes) {
            guard tagged.tag == .integer, let found = try? tagged.integer(in: bytes), !found.isNegative
            else { return nil }
            saltLength = found
        }
        if let tagged = tagged(3, &fields, in: bytes) {
            guard tagged.tag == .integer, let found = try? tagged.integer(in: bytes),
                found == DERInteger(1)
            else { return nil }
        }
        guard fields.isAtEnd else { return nil }
        var writer = DERWriter()
        writer.append(.sequence) { (parts) in
            if hash != sha1 { parts.append(.contextConstructed(0)) { appendHash(hash, to: &$0) } }
            if maskHash != sha1 {
                parts.append(.contextConstructed(1)) { (tagged) in
                    tagged.append(.sequence) { (algorithm) in
                        algorithm.append(.objectIdentifier, content: mgf1)
                        appendHash(maskHash, to: &algorithm)
                    }
                }
            }
            if saltLength != DERInteger(20) {
                parts.append(.contextConstructed(2)) { $0.append(saltLength) }
            }
        }
        return (writer.bytes, saltLength)
    }

    /// Returns the value inside `[number]`, if that is the next field.
    private static func tagged(
        _ number: UInt32, _ fields: inout DERCursor, in bytes: Span<UInt8>
    ) -> DERElement? {
        guard let outer = try? fields.nextIfPresent(.contextConstructed(number), in: bytes) else {
            return nil
        }
        var inner = DERCursor(contentOf: outer)
        guard let value = try? inner.next(in: bytes), inner.isAtEnd else {
            // A value that is invalid for every field.
            return DERElement(tag: .universal(0), content: 0..<0)
        }
        return value
    }

    /// Returns the identifier of a known hash algorithm, whose parameters may be anything that is well formed.
    private static func hashAlgorithm(_ element: DERElement, in bytes: Span<UInt8>) -> [UInt8]? {
        var cursor = DERCursor(element.range)
        guard let layout = try? AlgorithmIdentifier.read(&cursor, in: bytes) else { return nil }
        let content = bytes.array(layout.algorithm)
        return hashAlgorithms.contains(content) ? content : nil
    }

    private static func maskHashAlgorithm(_ element: DERElement, in bytes: Span<UInt8>) -> [UInt8]? {
        var cursor = DERCursor(element.range)
        guard let layout = try? AlgorithmIdentifier.read(&cursor, in: bytes),
            bytes.array(layout.algorithm) == mgf1, let parameters = layout.parameters
        else { return nil }
        var hash = DERCursor(parameters)
        guard let element = try? hash.next(.sequence, in: bytes) else { return nil }
        return hashAlgorithm(element, in: bytes)
    }

    /// Returns whether tags and lengths are DER down to the last value.
    private static func isDER(_ bytes: Span<UInt8>) -> Bool {
        var open = [DERCursor(0..<bytes.count)]
        while var cursor = open.popLast() {
            while !cursor.isAtEnd {
                guard let element = try? cursor.next(in: bytes) else { return false }
                if element.tag.isConstructed { open.append(DERCursor(contentOf: element)) }
            }
        }
        return true
    }

    private static func appendHash(_ identifier: [UInt8], to writer: inout DERWriter) {
        writer.append(.sequence) { (algorithm) in
            algorithm.append(.objectIdentifier, content: identifier)
            algorithm.appendNull()
        }
    }

    /// 1.3.14.3.2.26
    private static let sha1: [UInt8] = [0x2b, 0x0e, 0x03, 0x02, 0x1a]
    /// 1.2.840.113549.1.1.8
    private static let mgf1: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x08]
    /// SHA-1, and SHA-256, -384, -512, -224, -512/224 and -512/256 under 2.16.840.1.101.3.4.2.
    private static let hashAlgorithms: [[UInt8]] =
        [sha1] + (1...6).map { [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, $0] }
}
