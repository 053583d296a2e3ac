import DERKit
import Testing
import X509Model

@Suite struct AlgorithmIdentifierTests {
    private func algorithm(_ hex: String) throws -> AlgorithmIdentifier {
        try Certificate(der: CertificateParts().replacing("signature", by: hex).der().bytes)
            .tbsSignatureAlgorithm
    }

    @Test func parametersMayBeAbsentOrAnyWellFormedValue() throws {
        let none = try algorithm("30 0a 06 08 2a 86 48 ce 3d 04 03 02")
        #expect(none.parameters == nil && none.derBytes.count == 12)
        let null = try algorithm("30 0d 06 09 2a 86 48 86 f7 0d 01 01 0b 05 00")
        #expect(null.parameters == [5, 0])
        let sequence = try algorithm("30 08 06 02 2a 03 30 02 ff ff")
        #expect(sequence.parameters == [0x30, 2, 0xff, 0xff])
        #expect(none != null && none.algorithm.description == "1.2.840.10045.4.3.2")
    }

    @Test func descriptionsAreNamesOrNumbers() throws {
        #expect(
            try algorithm("30 0d 06 09 2a 86 48 86 f7 0d 01 01 0b 05 00").description
                == "sha256WithRSAEncryption")
        #expect(try algorithm("30 04 06 02 2a 03").description == "1.2.3")
    }

    // As RFC 8017, RFC 5480, RFC 8410, SEC 2, RFC 5639 and FIPS 204 write them.
    @Test(arguments: [
        ("1.2.840.113549.1.1.1", "rsaEncryption"), ("1.2.840.113549.1.1.10", "id-RSASSA-PSS"),
        ("1.2.840.10045.2.1", "id-ecPublicKey"), ("1.3.101.112", "id-Ed25519"),
        ("1.2.840.10045.3.1.7", "prime256v1"), ("1.3.132.0.34", "secp384r1"),
        ("1.3.36.3.3.2.8.1.1.7", "brainpoolP256r1"), ("2.16.840.1.101.3.4.3.17", "id-ml-dsa-44"),
    ]) func identifiersHaveNames(_ number: String, _ name: String) {
        #expect(ASN1ObjectIdentifier(number)?.name == name)
    }

    @Test func unknownIdentifiersHaveNoName() {
        #expect(ASN1ObjectIdentifier("1.2.3")?.name == nil)
    }
}
