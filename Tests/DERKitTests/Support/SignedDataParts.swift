/// Signed data with an empty list of certificates, assembled from its fields.
enum SignedDataParts {
    /// Returns the DER of signed data that signs this content of this type, with this revocation information.
    static func signedData(type: [UInt8], content: [UInt8]?, crls: [UInt8]? = nil) -> [UInt8] {
        let identifier = value(0x06, type)
        let encapsulated = value(0x30, identifier + (content.map { value(0xa0, $0) } ?? []))
        let fields =
            value(0x02, [1]) + value(0x31, []) + encapsulated + value(0xa0, [])
            + (crls.map { value(0xa1, $0) } ?? []) + value(0x31, [])
        let signedData: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2]
        return value(0x30, value(0x06, signedData) + value(0xa0, value(0x30, fields)))
    }

    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, UInt8(content.count)] + content
    }
}
