import DERKit

extension SubjectPublicKeyInfo {
    /// The SubjectPublicKeyInfo around a raw key that stood elsewhere, such as in a private-key file.
    ///
    /// Nil only where `algorithm` writes no AlgorithmIdentifier.
    init?(raw: [UInt8], algorithm: (inout DERWriter) -> Void) {
        var writer = DERWriter()
        writer.append(.sequence) { (info) in
            algorithm(&info)
            info.append(bitString: raw)
        }
        guard let info = try? SubjectPublicKeyInfo(der: writer.bytes) else { return nil }
        self = info
    }
}
