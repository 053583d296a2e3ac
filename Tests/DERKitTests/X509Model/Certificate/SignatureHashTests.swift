import DERKit
import Testing
import X509Model

@Suite struct SignatureHashTests {
    private func algorithm(_ number: String, parameters: [UInt8]? = nil) throws -> AlgorithmIdentifier {
        let identifier = try #require(ASN1ObjectIdentifier(number))
        var signature = DERWriter()
        signature.append(.sequence) { (fields) in
            fields.append(identifier)
            if let parameters { fields.append(encoded: parameters) }
        }
        let parts = CertificateParts().replacing("signatureAlgorithm", by: hex(signature.bytes))
        return try Certificate(der: try parts.der().bytes).signatureAlgorithm
    }

    // The table of Python's cryptography 48, cryptography.hazmat._oid, and for the last five RFC 3279, RFC 8017,
    // RFC 9215 and GB/T 33560.
    @Test(arguments: [
        ("1.2.840.113549.1.1.4", "md5"), ("1.2.840.113549.1.1.5", "sha1"), ("1.3.14.3.2.29", "sha1"),
        ("1.2.840.113549.1.1.14", "sha224"), ("1.2.840.113549.1.1.11", "sha256"),
        ("1.2.840.113549.1.1.12", "sha384"), ("1.2.840.113549.1.1.13", "sha512"),
        ("2.16.840.1.101.3.4.3.13", "sha3-224"), ("2.16.840.1.101.3.4.3.14", "sha3-256"),
        ("2.16.840.1.101.3.4.3.15", "sha3-384"), ("2.16.840.1.101.3.4.3.16", "sha3-512"),
        ("1.2.840.10045.4.1", "sha1"), ("1.2.840.10045.4.3.1", "sha224"),
        ("1.2.840.10045.4.3.2", "sha256"), ("1.2.840.10045.4.3.3", "sha384"),
        ("1.2.840.10045.4.3.4", "sha512"), ("2.16.840.1.101.3.4.3.9", "sha3-224"),
        ("2.16.840.1.101.3.4.3.10", "sha3-256"), ("2.16.840.1.101.3.4.3.11", "sha3-384"),
        ("2.16.840.1.101.3.4.3.12", "sha3-512"), ("1.2.840.10040.4.3", "sha1"),
        ("2.16.840.1.101.3.4.3.1", "sha224"), ("2.16.840.1.101.3.4.3.2", "sha256"),
        ("1.2.840.113549.1.1.2", "md2"), ("1.2.840.113549.1.1.3", "md4"),
        ("1.2.840.113549.1.1.15", "sha512-224"), ("1.2.643.7.1.1.3.2", "id-tc26-gost3411-12-256"),
        ("1.2.156.10197.1.501", "sm3"),
    ]) func everyAlgorithmHasItsHash(_ number: String, _ hash: String) throws {
        #expect(try algorithm(number).signatureHashAlgorithm?.name == hash)
    }

    @Test(arguments: ["1.3.101.112", "2.16.840.1.101.3.4.3.17", "1.2.840.113549.1.1.1", "1.2.3.4"])
    func otherAlgorithmsHaveNoHash(_ number: String) throws {
        #expect(try algorithm(number).signatureHashAlgorithm == nil)
        #expect(try algorithm(number).rsassaPSSParameters == nil)
    }

    @Test func theHashOfRSASSAPSSIsInItsParameters() throws {
        let pss = "1.2.840.113549.1.1.10"
        // RFC 4055 section 3.1: every field absent is SHA-1, MGF1 with SHA-1, 20 octets of salt, trailer BC.
        let defaults = try #require(try algorithm(pss, parameters: [0x30, 0x00]).rsassaPSSParameters)
        #expect(defaults.hashAlgorithm.name == "sha1")
        #expect(defaults.maskGenHashAlgorithm?.name == "sha1")
        #expect(defaults.saltLength == DERInteger(20) && defaults.trailerField == DERInteger(1))
        // The answers of openssl, recorded by Tests/Tools/make/key-vectors.py.
        let certificate = try Certificate(der: try Vectors.bytes("keys/pss-signature.der"))
        let parameters = try #require(try certificate.signatureAlgorithm.rsassaPSSParameters)
        #expect(parameters.hashAlgorithm.name == "sha384")
        #expect(parameters.maskGenAlgorithm.name == "id-mgf1")
        #expect(parameters.maskGenHashAlgorithm?.name == "sha384")
        #expect(parameters.saltLength == DERInteger(48))
        #expect(certificate.signatureAlgorithm.signatureHashAlgorithm?.name == "sha384")
        #expect(try algorithm(pss).rsassaPSSParameters == nil)
    }

    @Test func malformedParametersAreAnErrorWithAPosition() throws {
        // saltLength [2] holds a BOOLEAN: SEQUENCE, OID of 11 bytes, SEQUENCE, [2], BOOLEAN
        let broken = try algorithm(
            "1.2.840.113549.1.1.10", parameters: [0x30, 0x05, 0xa2, 0x03, 0x01, 0x01, 0xff])
        let error = try #require(throws: DERError.self) { try broken.rsassaPSSParameters }
        #expect(error.path == ["parameters", "saltLength"])
        #expect(error.offset == 2 + 11 + 2 + 2)
        #expect(broken.signatureHashAlgorithm == nil)
    }
}
