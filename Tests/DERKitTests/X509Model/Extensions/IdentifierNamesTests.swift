import DERKit
import Testing

@testable import X509Model

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
        ("1.3.6.1.5.5.7.6.34", "id-alg-xmss-hashsig"),
        ("1.2.840.113549.1.7.2", "signedData"), ("1.2.840.113549.1.5.13", "id-PBES2"),
    ]) func everyRegisterIsLookedUp(_ number: String, _ name: String) throws {
        #expect(try #require(ASN1ObjectIdentifier(number)).name == name)
    }

    /// Each entry of the texts is a row, each identifier has one, and each name that a fact refers to has an identifier.
    @Test func theRegisterIsComplete() {
        let register = IdentifierRegister.self
        let texts = [
            register.attributeTypeText, register.algorithmText, register.curveText, register.otherText,
        ]
        let entries = texts.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("#") }
            .flatMap { $0.split(separator: ",") }
        let rows = register.attributeTypes + register.algorithms + register.curves + register.others
        #expect(rows.count == entries.count)
        #expect(rows.count > 400)
        #expect(Set(rows.map { $0.identifier }).count == rows.count)
        for row in rows {
            guard let hash = row.fact("hash") else { continue }
            #expect(ASN1ObjectIdentifier(registered: hash) != nil, "\(row.name)")
        }
        #expect(register.curves.allSatisfy { NamedCurve($0.identifier) != nil })
        for row in register.algorithms where row.fact("key") != nil || row.fact("octets") != nil {
            #expect(SubjectPublicKeyInfo.isKeyAlgorithm(row.identifier), "\(row.name)")
        }
    }

    @Test func unregisteredIdentifiersHaveNoName() throws {
        #expect(try #require(ASN1ObjectIdentifier("1.2.3.4")).name == nil)
    }
}
