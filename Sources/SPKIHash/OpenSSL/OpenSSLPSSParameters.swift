import DERKit
import X509Model

/// RSASSA-PSS-params as OpenSSL 3.0 re-encodes them, RFC 4055 section 3.1.
///
/// Defaults are left out, and the hash algorithms have NULL parameters.
extension OpenSSLReencoding {
    static func pssParameters(_ parameters: [UInt8]?) throws(Reason) -> [UInt8]? {
        guard let parameters else { return nil }
        var cursor = DERCursor(parameters.indices)
        guard let read = try? RSASSAPSSParameters(&cursor, in: parameters.span),
            hashAlgorithms.contains(read.hashAlgorithm.content), let maskHash = read.maskGenHashAlgorithm,
            hashAlgorithms.contains(maskHash.content), !read.saltLength.isNegative,
            read.trailerField == DERInteger(1)
        else {
            // OpenSSL reads BER too.
            throw isDER(parameters.span) ? .unreadableParameters : .unknown
        }
        // OpenSSL rejects or misreads a salt length beyond 31 bits.
        guard read.saltLength.bitWidth <= 31 else { throw .unknown }
        var writer = DERWriter()
        writer.append(.sequence) { (parts) in
            if read.hashAlgorithm != .sha1 {
                parts.append(.contextConstructed(0)) { append(read.hashAlgorithm, to: &$0) }
            }
            if maskHash != .sha1 {
                parts.append(.contextConstructed(1)) { (tagged) in
                    tagged.append(.sequence) { (algorithm) in
                        algorithm.append(.mgf1)
                        append(maskHash, to: &algorithm)
                    }
                }
            }
            if read.saltLength != DERInteger(20) {
                parts.append(.contextConstructed(2)) { $0.append(read.saltLength) }
            }
        }
        return writer.bytes
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

    private static func append(_ hash: ASN1ObjectIdentifier, to writer: inout DERWriter) {
        writer.append(.sequence) { (algorithm) in
            algorithm.append(hash)
            algorithm.appendNull()
        }
    }

    /// SHA-1, and SHA-256, -384, -512, -224, -512/224 and -512/256 under 2.16.840.1.101.3.4.2.
    private static let hashAlgorithms: [[UInt8]] =
        [ASN1ObjectIdentifier.sha1.content]
        + (1...6).map { [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, $0] }
}
