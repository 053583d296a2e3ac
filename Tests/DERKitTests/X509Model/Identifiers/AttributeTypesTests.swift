import DERKit
import Testing
import X509Model

@Suite struct AttributeTypesTests {
    // The text is openssl's: Tests/Tools/make/name-vectors.sh.
    @Test func everyTypeThatOpenSSLNamesHasOpenSSLsShortName() throws {
        let certificate = try Certificate(der: try Vectors.bytes("names/all-types.der"))
        let expected = try Vectors.text("names/all-types.txt").split(separator: "\n").joined()
        #expect(certificate.subject.description == expected)
        #expect(certificate.subject.rdnSequence.count == 88)
    }

    // The Russian order on qualified certificates; OpenSSL 3.0 does not have these two yet.
    @Test(arguments: [("1.2.643.100.4", "INNLE"), ("1.2.643.100.5", "OGRNIP")])
    func newerTypesAreNamed(_ number: String, _ name: String) throws {
        #expect(try #require(ASN1ObjectIdentifier(number)).name == name)
    }

    // RFC 4519 and X.520 have the long names.
    @Test(arguments: [
        ("2.5.4.3", "commonName"), ("2.5.4.4", "surname"), ("2.5.4.6", "countryName"),
        ("2.5.4.7", "localityName"), ("2.5.4.8", "stateOrProvinceName"), ("2.5.4.42", "givenName"),
        ("0.9.2342.19200300.100.1.25", "domainComponent"), ("2.5.4.97", "organizationIdentifier"),
    ]) func typesHaveLongNames(_ number: String, _ name: String) throws {
        #expect(try #require(ASN1ObjectIdentifier(number)).name == name)
    }
}
