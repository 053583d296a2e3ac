import DERKit

extension SubjectPublicKeyInfo {
    /// Creates the SubjectPublicKeyInfo of a raw key from another structure, such as a private key file.
    ///
    /// Returns `nil` only if `algorithm` does not write an AlgorithmIdentifier.
    init?(raw: [UInt8], algorithm: (inout DERWriter) -> Void) {
        let derBytes = DERWriter.bytes { (writer) in
            writer.append(.sequence) { (info) in
                algorithm(&info)
                info.append(bitString: raw)
            }
        }
        guard let info = try? SubjectPublicKeyInfo(der: derBytes) else { return nil }
        self = info
    }
}
