extension IdentifierRegister {
    /// Algorithms for keys, signatures, hashes and masks, and GOST parameter sets.
    ///
    /// `key` is followed by the structure of the keys (``SubjectPublicKeyInfo/Family``), `octets` by the number of
    /// octets in an unstructured key and the common name of its algorithm, and `bits` by the key size if it is not
    /// eight times that number. `hash` is followed by the hash that a signature algorithm signs, and `weak` by the
    /// common name of a hash for which collisions are known. The word `null` marks an algorithm whose parameters are
    /// NULL.
    static let algorithmText = """
        # RFC 8017
        1.2.840.113549.1.1.1 rsaEncryption key rsa null
        1.2.840.113549.1.1.2 md2WithRSAEncryption hash md2 null
        1.2.840.113549.1.1.4 md5WithRSAEncryption hash md5 null
        1.2.840.113549.1.1.5 sha1WithRSAEncryption hash sha1 null
        1.2.840.113549.1.1.7 id-RSAES-OAEP key rsaes-oaep
        1.2.840.113549.1.1.10 id-RSASSA-PSS key rsassa-pss
        1.2.840.113549.1.1.11 sha256WithRSAEncryption hash sha256 null
        1.2.840.113549.1.1.12 sha384WithRSAEncryption hash sha384 null
        1.2.840.113549.1.1.13 sha512WithRSAEncryption hash sha512 null
        1.2.840.113549.1.1.14 sha224WithRSAEncryption hash sha224 null
        1.3.14.3.2.2 md4WithRSA hash md4
        1.3.14.3.2.3 md5WithRSA hash md5
        1.3.14.3.2.29 sha1WithRSASignature hash sha1
        1.2.840.113549.1.1.3 md4WithRSAEncryption hash md4 null
        2.5.8.1.1 id-ea-rsa key rsa
        1.2.840.113549.1.1.8 id-mgf1, 1.2.840.113549.1.1.9 id-pSpecified
        1.2.840.113549.1.1.15 sha512-224WithRSAEncryption hash sha512-224 null
        1.2.840.113549.1.1.16 sha512-256WithRSAEncryption hash sha512-256 null
        2.16.840.1.101.3.4.3.13 id-rsassa-pkcs1-v1_5-with-sha3-224 hash sha3-224
        2.16.840.1.101.3.4.3.14 id-rsassa-pkcs1-v1_5-with-sha3-256 hash sha3-256
        2.16.840.1.101.3.4.3.15 id-rsassa-pkcs1-v1_5-with-sha3-384 hash sha3-384
        2.16.840.1.101.3.4.3.16 id-rsassa-pkcs1-v1_5-with-sha3-512 hash sha3-512
        1.3.36.3.3.1.2 rsaSignatureWithripemd160 hash ripemd160
        # Hashes: RFC 3279, RFC 4055, RFC 8702
        1.2.840.113549.2.2 md2 weak MD2
        1.2.840.113549.2.4 md4 weak MD4
        1.2.840.113549.2.5 md5 weak MD5
        1.3.14.3.2.26 sha1 weak SHA-1
        2.16.840.1.101.3.4.2.1 sha256, 2.16.840.1.101.3.4.2.2 sha384, 2.16.840.1.101.3.4.2.3 sha512
        2.16.840.1.101.3.4.2.4 sha224, 2.16.840.1.101.3.4.2.5 sha512-224, 2.16.840.1.101.3.4.2.6 sha512-256
        2.16.840.1.101.3.4.2.7 sha3-224, 2.16.840.1.101.3.4.2.8 sha3-256, 2.16.840.1.101.3.4.2.9 sha3-384
        2.16.840.1.101.3.4.2.10 sha3-512, 2.16.840.1.101.3.4.2.11 shake128, 2.16.840.1.101.3.4.2.12 shake256
        1.3.36.3.2.1 ripemd160
        # RFC 3279, RFC 5480, RFC 5758
        1.2.840.10040.4.1 id-dsa key dsa
        1.2.840.10040.4.3 id-dsa-with-sha1 hash sha1
        1.3.14.3.2.27 dsaWithSHA1 hash sha1
        2.16.840.1.101.3.4.3.1 id-dsa-with-sha224 hash sha224
        2.16.840.1.101.3.4.3.2 id-dsa-with-sha256 hash sha256
        1.2.840.10046.2.1 dhpublicnumber key dh
        1.2.840.113549.1.3.1 dhKeyAgreement key pkcs3
        1.2.840.10045.2.1 id-ecPublicKey key ec
        1.3.132.1.12 id-ecDH key ec
        1.3.132.1.13 id-ecMQV key ec
        1.2.840.10045.4.1 ecdsa-with-SHA1 hash sha1
        1.2.840.10045.4.3.1 ecdsa-with-SHA224 hash sha224
        1.2.840.10045.4.3.2 ecdsa-with-SHA256 hash sha256
        1.2.840.10045.4.3.3 ecdsa-with-SHA384 hash sha384
        1.2.840.10045.4.3.4 ecdsa-with-SHA512 hash sha512
        2.16.840.1.101.3.4.3.3 id-dsa-with-sha384 hash sha384
        2.16.840.1.101.3.4.3.4 id-dsa-with-sha512 hash sha512
        1.2.840.10045.4.3 ecdsa-with-Specified, 1.2.840.10045.1.1 prime-field
        1.2.840.10045.1.2 characteristic-two-field
        2.16.840.1.101.3.4.3.9 id-ecdsa-with-sha3-224 hash sha3-224
        2.16.840.1.101.3.4.3.10 id-ecdsa-with-sha3-256 hash sha3-256
        2.16.840.1.101.3.4.3.11 id-ecdsa-with-sha3-384 hash sha3-384
        2.16.840.1.101.3.4.3.12 id-ecdsa-with-sha3-512 hash sha3-512
        # RFC 8702
        1.3.6.1.5.5.7.6.30 id-RSASSA-PSS-SHAKE128 hash shake128
        1.3.6.1.5.5.7.6.31 id-RSASSA-PSS-SHAKE256 hash shake256
        1.3.6.1.5.5.7.6.32 id-ecdsa-with-shake128 hash shake128
        1.3.6.1.5.5.7.6.33 id-ecdsa-with-shake256 hash shake256
        # RFC 8410
        1.3.101.110 id-X25519 bits 253 octets 32 X25519
        1.3.101.111 id-X448 octets 56 X448
        1.3.101.112 id-Ed25519 octets 32 Ed25519
        1.3.101.113 id-Ed448 octets 57 Ed448
        # RFC 4491, RFC 9215
        1.2.643.2.2.3 id-GostR3411-94-with-GostR3410-2001 hash id-GostR3411-94
        1.2.643.2.2.19 id-GostR3410-2001 key gost256
        1.2.643.7.1.1.1.1 id-tc26-gost3410-12-256 key gost256
        1.2.643.7.1.1.1.2 id-tc26-gost3410-12-512 key gost512
        1.2.643.7.1.1.3.2 id-tc26-signwithdigest-gost3410-12-256 hash id-tc26-gost3411-12-256
        1.2.643.7.1.1.3.3 id-tc26-signwithdigest-gost3410-12-512 hash id-tc26-gost3411-12-512
        1.2.643.2.2.4 id-GostR3411-94-with-GostR3410-94 hash id-GostR3411-94
        1.2.643.2.2.20 id-GostR3410-94, 1.2.643.2.2.9 id-GostR3411-94, 1.2.643.7.1.1.2.2 id-tc26-gost3411-12-256
        1.2.643.7.1.1.2.3 id-tc26-gost3411-12-512, 1.2.643.2.2.30.1 id-GostR3411-94-CryptoProParamSet
        1.2.643.2.2.31.1 id-Gost28147-89-CryptoPro-A-ParamSet
        # Curves of GOST R 34.10: RFC 4357 section 11.4, RFC 7836 appendix A
        1.2.643.2.2.35.0 id-GostR3410-2001-TestParamSet, 1.2.643.2.2.35.1 id-GostR3410-2001-CryptoPro-A-ParamSet
        1.2.643.2.2.35.2 id-GostR3410-2001-CryptoPro-B-ParamSet
        1.2.643.2.2.35.3 id-GostR3410-2001-CryptoPro-C-ParamSet
        1.2.643.2.2.36.0 id-GostR3410-2001-CryptoPro-XchA-ParamSet
        1.2.643.2.2.36.1 id-GostR3410-2001-CryptoPro-XchB-ParamSet
        1.2.643.7.1.2.1.1.1 id-tc26-gost-3410-2012-256-paramSetA
        1.2.643.7.1.2.1.1.2 id-tc26-gost-3410-2012-256-paramSetB
        1.2.643.7.1.2.1.1.3 id-tc26-gost-3410-2012-256-paramSetC
        1.2.643.7.1.2.1.1.4 id-tc26-gost-3410-2012-256-paramSetD
        1.2.643.7.1.2.1.2.1 id-tc26-gost-3410-12-512-paramSetA, 1.2.643.7.1.2.1.2.2 id-tc26-gost-3410-12-512-paramSetB
        1.2.643.7.1.2.1.2.3 id-tc26-gost-3410-2012-512-paramSetC
        # GB/T 33560
        1.2.156.10197.1.401 sm3
        1.2.156.10197.1.501 sm2sign-with-sm3 hash sm3
        # RFC 9802
        1.2.840.113549.1.9.16.3.17 id-alg-hss-lms-hashsig, 1.3.6.1.5.5.7.6.34 id-alg-xmss-hashsig
        1.3.6.1.5.5.7.6.35 id-alg-xmssmt-hashsig
        # FIPS 203, 204, 205 under the NIST arcs
        2.16.840.1.101.3.4.4.1 id-alg-ml-kem-512 octets 800 ML-KEM-512
        2.16.840.1.101.3.4.4.2 id-alg-ml-kem-768 octets 1184 ML-KEM-768
        2.16.840.1.101.3.4.4.3 id-alg-ml-kem-1024 octets 1568 ML-KEM-1024
        2.16.840.1.101.3.4.3.17 id-ml-dsa-44 octets 1312 ML-DSA-44
        2.16.840.1.101.3.4.3.18 id-ml-dsa-65 octets 1952 ML-DSA-65
        2.16.840.1.101.3.4.3.19 id-ml-dsa-87 octets 2592 ML-DSA-87
        2.16.840.1.101.3.4.3.20 id-slh-dsa-sha2-128s octets 32 SLH-DSA-SHA2-128s
        2.16.840.1.101.3.4.3.21 id-slh-dsa-sha2-128f octets 32 SLH-DSA-SHA2-128f
        2.16.840.1.101.3.4.3.22 id-slh-dsa-sha2-192s octets 48 SLH-DSA-SHA2-192s
        2.16.840.1.101.3.4.3.23 id-slh-dsa-sha2-192f octets 48 SLH-DSA-SHA2-192f
        2.16.840.1.101.3.4.3.24 id-slh-dsa-sha2-256s octets 64 SLH-DSA-SHA2-256s
        2.16.840.1.101.3.4.3.25 id-slh-dsa-sha2-256f octets 64 SLH-DSA-SHA2-256f
        2.16.840.1.101.3.4.3.26 id-slh-dsa-shake-128s octets 32 SLH-DSA-SHAKE-128s
        2.16.840.1.101.3.4.3.27 id-slh-dsa-shake-128f octets 32 SLH-DSA-SHAKE-128f
        2.16.840.1.101.3.4.3.28 id-slh-dsa-shake-192s octets 48 SLH-DSA-SHAKE-192s
        2.16.840.1.101.3.4.3.29 id-slh-dsa-shake-192f octets 48 SLH-DSA-SHAKE-192f
        2.16.840.1.101.3.4.3.30 id-slh-dsa-shake-256s octets 64 SLH-DSA-SHAKE-256s
        2.16.840.1.101.3.4.3.31 id-slh-dsa-shake-256f octets 64 SLH-DSA-SHAKE-256f
        # draft-ietf-lamps-pq-composite-sigs-14, with the identifiers that IANA reserved
        1.3.6.1.5.5.7.6.37 id-MLDSA44-RSA2048-PSS-SHA256, 1.3.6.1.5.5.7.6.38 id-MLDSA44-RSA2048-PKCS15-SHA256
        1.3.6.1.5.5.7.6.39 id-MLDSA44-Ed25519-SHA512, 1.3.6.1.5.5.7.6.40 id-MLDSA44-ECDSA-P256-SHA256
        1.3.6.1.5.5.7.6.41 id-MLDSA65-RSA3072-PSS-SHA512, 1.3.6.1.5.5.7.6.42 id-MLDSA65-RSA3072-PKCS15-SHA512
        1.3.6.1.5.5.7.6.43 id-MLDSA65-RSA4096-PSS-SHA512, 1.3.6.1.5.5.7.6.44 id-MLDSA65-RSA4096-PKCS15-SHA512
        1.3.6.1.5.5.7.6.45 id-MLDSA65-ECDSA-P256-SHA512, 1.3.6.1.5.5.7.6.46 id-MLDSA65-ECDSA-P384-SHA512
        1.3.6.1.5.5.7.6.47 id-MLDSA65-ECDSA-brainpoolP256r1-SHA512, 1.3.6.1.5.5.7.6.48 id-MLDSA65-Ed25519-SHA512
        1.3.6.1.5.5.7.6.49 id-MLDSA87-ECDSA-P384-SHA512, 1.3.6.1.5.5.7.6.50 id-MLDSA87-ECDSA-brainpoolP384r1-SHA512
        1.3.6.1.5.5.7.6.51 id-MLDSA87-Ed448-SHAKE256, 1.3.6.1.5.5.7.6.52 id-MLDSA87-RSA3072-PSS-SHA512
        1.3.6.1.5.5.7.6.53 id-MLDSA87-RSA4096-PSS-SHA512, 1.3.6.1.5.5.7.6.54 id-MLDSA87-ECDSA-P521-SHA512
        """
}
