package enum LockText {
    /// Returns the name of an algorithm, with its number if the name is that of its family, or only the number.
    static func name(of identifier: String) -> String {
        guard let row = unsupported.first(where: { identifier.hasPrefix($0.arc) }) else { return identifier }
        return "\(row.name) (\(identifier))"
    }

    /// Algorithms that OpenSSL 3 encrypts files with and this library does not open.
    private static let unsupported: [(arc: String, name: String)] = [
        ("1.2.392.200011.61.1.1.1.", "Camellia"), ("0.3.4401.5.3.1.9.", "Camellia"),
        ("1.2.410.200046.1.1.", "ARIA"), ("1.2.410.200004.1.", "SEED"), ("1.2.156.10197.1.104.", "SM4"),
        ("1.3.6.1.4.1.3029.1.2", "Blowfish"),
        ("1.2.840.113533.7.66.10", "CAST5"), ("1.3.6.1.4.1.188.7.1.1.2", "IDEA"),
        ("2.16.840.1.101.3.4.1.", "AES in a mode other than CBC"),
        ("1.3.14.3.2.", "DES in a mode other than CBC"), ("1.2.840.113549.3.4", "RC4 with PBES2"),
        ("1.2.840.113549.3.8", "RC5"), ("2.16.840.1.101.3.4.2.13", "HMAC-SHA3-224"),
        ("2.16.840.1.101.3.4.2.15", "HMAC-SHA3-384"),
        ("2.16.840.1.101.3.4.2.16", "HMAC-SHA3-512"), ("1.0.10118.3.0.55", "Whirlpool"),
        ("1.3.6.1.4.1.1722.12.2.1.16", "BLAKE2b-512"), ("1.3.6.1.4.1.1722.12.2.2.8", "BLAKE2s-256"),
        ("1.2.643.", "GOST"),
    ]
}
