import DERKit

extension ObjectIdentifier {
    /// The name of a key or signature algorithm, or of a named curve, as the defining standard writes it; nil
    /// for any other identifier.
    public var name: String? { ObjectIdentifier.algorithmNames[self] }

    private static let algorithmNames: [ObjectIdentifier: String] = {
        var names: [ObjectIdentifier: String] = [:]
        for (number, name) in algorithmTable {
            if let identifier = ObjectIdentifier(number) { names[identifier] = name }
        }
        return names
    }()

    private static let algorithmTable: [(String, String)] = [
        // RFC 8017
        ("1.2.840.113549.1.1.1", "rsaEncryption"), ("1.2.840.113549.1.1.2", "md2WithRSAEncryption"),
        ("1.2.840.113549.1.1.4", "md5WithRSAEncryption"), ("1.2.840.113549.1.1.5", "sha1WithRSAEncryption"),
        ("1.2.840.113549.1.1.7", "id-RSAES-OAEP"), ("1.2.840.113549.1.1.10", "id-RSASSA-PSS"),
        ("1.2.840.113549.1.1.11", "sha256WithRSAEncryption"),
        ("1.2.840.113549.1.1.12", "sha384WithRSAEncryption"),
        ("1.2.840.113549.1.1.13", "sha512WithRSAEncryption"),
        ("1.2.840.113549.1.1.14", "sha224WithRSAEncryption"), ("1.3.14.3.2.29", "sha1WithRSASignature"),
        ("2.5.8.1.1", "id-ea-rsa"),
        // RFC 3279, RFC 5480, RFC 5758
        ("1.2.840.10040.4.1", "id-dsa"), ("1.2.840.10040.4.3", "id-dsa-with-sha1"),
        ("2.16.840.1.101.3.4.3.1", "id-dsa-with-sha224"), ("2.16.840.1.101.3.4.3.2", "id-dsa-with-sha256"),
        ("1.2.840.10046.2.1", "dhpublicnumber"), ("1.2.840.113549.1.3.1", "dhKeyAgreement"),
        ("1.2.840.10045.2.1", "id-ecPublicKey"), ("1.3.132.1.12", "id-ecDH"), ("1.3.132.1.13", "id-ecMQV"),
        ("1.2.840.10045.4.1", "ecdsa-with-SHA1"), ("1.2.840.10045.4.3.1", "ecdsa-with-SHA224"),
        ("1.2.840.10045.4.3.2", "ecdsa-with-SHA256"), ("1.2.840.10045.4.3.3", "ecdsa-with-SHA384"),
        ("1.2.840.10045.4.3.4", "ecdsa-with-SHA512"),
        // RFC 8410
        ("1.3.101.110", "id-X25519"), ("1.3.101.111", "id-X448"), ("1.3.101.112", "id-Ed25519"),
        ("1.3.101.113", "id-Ed448"),
        // RFC 4491, RFC 9215
        ("1.2.643.2.2.3", "id-GostR3411-94-with-GostR3410-2001"), ("1.2.643.2.2.19", "id-GostR3410-2001"),
        ("1.2.643.7.1.1.1.1", "id-tc26-gost3410-12-256"), ("1.2.643.7.1.1.1.2", "id-tc26-gost3410-12-512"),
        ("1.2.643.7.1.1.3.2", "id-tc26-signwithdigest-gost3410-12-256"),
        ("1.2.643.7.1.1.3.3", "id-tc26-signwithdigest-gost3410-12-512"),
        // GB/T 33560
        ("1.2.156.10197.1.301", "sm2p256v1"), ("1.2.156.10197.1.501", "sm2sign-with-sm3"),
        // FIPS 203, 204, 205 under the NIST arcs
        ("2.16.840.1.101.3.4.4.1", "id-alg-ml-kem-512"), ("2.16.840.1.101.3.4.4.2", "id-alg-ml-kem-768"),
        ("2.16.840.1.101.3.4.4.3", "id-alg-ml-kem-1024"), ("2.16.840.1.101.3.4.3.17", "id-ml-dsa-44"),
        ("2.16.840.1.101.3.4.3.18", "id-ml-dsa-65"), ("2.16.840.1.101.3.4.3.19", "id-ml-dsa-87"),
        ("2.16.840.1.101.3.4.3.20", "id-slh-dsa-sha2-128s"),
        ("2.16.840.1.101.3.4.3.21", "id-slh-dsa-sha2-128f"),
        ("2.16.840.1.101.3.4.3.22", "id-slh-dsa-sha2-192s"),
        ("2.16.840.1.101.3.4.3.23", "id-slh-dsa-sha2-192f"),
        ("2.16.840.1.101.3.4.3.24", "id-slh-dsa-sha2-256s"),
        ("2.16.840.1.101.3.4.3.25", "id-slh-dsa-sha2-256f"),
        ("2.16.840.1.101.3.4.3.26", "id-slh-dsa-shake-128s"),
        ("2.16.840.1.101.3.4.3.27", "id-slh-dsa-shake-128f"),
        ("2.16.840.1.101.3.4.3.28", "id-slh-dsa-shake-192s"),
        ("2.16.840.1.101.3.4.3.29", "id-slh-dsa-shake-192f"),
        ("2.16.840.1.101.3.4.3.30", "id-slh-dsa-shake-256s"),
        ("2.16.840.1.101.3.4.3.31", "id-slh-dsa-shake-256f"),
        // Named curves: SEC 2, RFC 5639
        ("1.2.840.10045.3.1.1", "prime192v1"), ("1.3.132.0.33", "secp224r1"),
        ("1.2.840.10045.3.1.7", "prime256v1"), ("1.3.132.0.34", "secp384r1"), ("1.3.132.0.35", "secp521r1"),
        ("1.3.132.0.10", "secp256k1"), ("1.3.132.0.16", "sect283k1"), ("1.3.132.0.17", "sect283r1"),
        ("1.3.132.0.36", "sect409k1"), ("1.3.132.0.37", "sect409r1"), ("1.3.132.0.38", "sect571k1"),
        ("1.3.132.0.39", "sect571r1"),
        ("1.3.36.3.3.2.8.1.1.1", "brainpoolP160r1"), ("1.3.36.3.3.2.8.1.1.3", "brainpoolP192r1"),
        ("1.3.36.3.3.2.8.1.1.5", "brainpoolP224r1"), ("1.3.36.3.3.2.8.1.1.7", "brainpoolP256r1"),
        ("1.3.36.3.3.2.8.1.1.9", "brainpoolP320r1"), ("1.3.36.3.3.2.8.1.1.11", "brainpoolP384r1"),
        ("1.3.36.3.3.2.8.1.1.13", "brainpoolP512r1"),
    ]
}
