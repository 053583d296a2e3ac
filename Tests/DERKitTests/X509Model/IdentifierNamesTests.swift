import DERKit
import Testing
import X509Model

@Suite struct IdentifierNamesTests {
    // One from each register, with the names in the standards that define them.
    @Test(arguments: [
        ("1.2.840.113549.1.1.11", "sha256WithRSAEncryption"), ("1.2.840.10045.3.1.7", "prime256v1"),
        ("1.2.156.10197.1.301", "sm2p256v1"), ("1.2.250.1.223.101.256.1", "FRP256v1"),
        ("2.5.29.19", "basicConstraints"),
        ("2.5.29.9", "subjectDirectoryAttributes"), ("1.3.6.1.5.5.7.3.1", "serverAuth"),
        ("1.3.6.1.5.5.7.48.2", "caIssuers"), ("2.5.29.32.0", "anyPolicy"),
        ("0.4.0.1862.1.1", "id-etsi-qcs-QcCompliance"), ("2.16.840.1.101.3.4.2.1", "sha256"),
        ("1.2.643.2.2.35.1", "id-GostR3410-2001-CryptoPro-A-ParamSet"),
        ("1.2.840.113549.1.7.2", "signedData"), ("1.2.840.113549.1.5.13", "id-PBES2"),
    ]) func everyRegisterIsLookedUp(_ number: String, _ name: String) throws {
        #expect(try #require(ASN1ObjectIdentifier(number)).name == name)
    }

    @Test func unregisteredIdentifiersHaveNoName() throws {
        #expect(try #require(ASN1ObjectIdentifier("1.2.3.4")).name == nil)
    }
}
