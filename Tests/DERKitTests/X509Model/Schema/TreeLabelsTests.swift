import DERKit
import Testing
import X509Model

@Suite struct TreeLabelsTests {
    /// The structure of each file, known from how it was made.
    @Test(arguments: [
        ("seeds/github.com.pem", "Certificate"), ("cert/sm2.pem", "Certificate"),
        ("cert/unknown-spki-oid.pem", "Certificate"), ("notes/good-v1.der", "Certificate"),
        ("csr/rsa-sha1.pem", "CertificationRequest"), ("csr/ec-old-header.pem", "CertificationRequest"),
        ("seeds/api.github.com-public-key.pem", "SubjectPublicKeyInfo"),
        ("key/spki-secp256k1-explicit.pem", "SubjectPublicKeyInfo"),
        ("key/spki-mldsa44.der", "SubjectPublicKeyInfo"), ("key/pkcs8-ed25519.pem", "PrivateKeyInfo"),
        ("key/pkcs8-encrypted.pem", "EncryptedPrivateKeyInfo"), ("key/sec1-ecparams.pem", "ECPrivateKey"),
        ("dump/rsa-traditional.der", "RSAPrivateKey"), ("dump/dsa-traditional.der", "DSAPrivateKey"),
        ("dump/ec-bag.p12", "PFX"), ("p7/isrg.pem", "ContentInfo"),
    ])
    func structuresAreRecognized(file: String, structure: String) throws {
        let tree = DERTree(try AsnParse.File(path: file).firstObject())
        #expect(TreeLabels(tree).structures == [structure])
    }

    /// Every value of a certificate has the name that RFC 5280 gives it.
    @Test func valuesInACertificateAreNamed() throws {
        let tree = DERTree(try AsnParse.File(path: "seeds/github.com.pem").firstObject())
        let labels = TreeLabels(tree)
        func path(_ offset: Int) -> String {
            labels.path(of: tree.node(at: offset) ?? -1).joined(separator: ".")
        }
        #expect(path(0) == "Certificate")
        #expect(path(13) == "Certificate.tbsCertificate.serialNumber")
        #expect(path(150) == "Certificate.tbsCertificate.validity.notBefore")
        #expect(
            path(272)
                == "Certificate.tbsCertificate.subject.RelativeDistinguishedName.AttributeTypeAndValue.value")
        #expect(
            path(458)
                == "Certificate.tbsCertificate.extensions.Extensions.Extension.extnValue.GeneralNames.dNSName"
        )
        #expect(path(1217) == "Certificate.signatureValue")
        let unnamed = tree.nodes.indices.filter { labels.name(of: $0) == nil }.map { tree.nodes[$0].offset }
        // The INTEGER in the version's tag, and the two numbers of the signature with their SEQUENCE.
        #expect(unnamed == [10, 1220, 1222, 1256])
        #expect(!labels.hasPrivatePart)
    }

    /// RFC 5280 section 4.2.2.1: the location is a choice of tagged names.
    @Test func aTaggedChoiceHasTheNamesOfFieldAndChoice() throws {
        let tree = DERTree(try AsnParse.File(path: "seeds/github.com.pem").firstObject())
        let labels = TreeLabels(tree)
        let names = tree.nodes.indices.compactMap { labels.name(of: $0) }
        #expect(names.contains("accessLocation.uniformResourceIdentifier"))
    }

    @Test func implicitTagsHaveTheTypeThatTheyReplace() throws {
        let tree = DERTree(try AsnParse.File(path: "seeds/github.com.pem").firstObject())
        let labels = TreeLabels(tree)
        #expect(labels.universalTag(of: try #require(tree.node(at: 458))) == .ia5String)
        #expect(labels.universalTag(of: try #require(tree.node(at: 394))) == .octetString)
    }

    /// A structure that departs from its definition has names up to that point.
    @Test func namesEndWhereAStructureDepartsFromItsDefinition() throws {
        var bytes = try AsnParse.File(path: "seeds/github.com.pem").firstObject()
        bytes[148] = 0x31  // validity: a SET in place of a SEQUENCE
        let tree = DERTree(bytes)
        let labels = TreeLabels(tree)
        #expect(labels.structures == ["Certificate"])
        #expect(labels.name(of: try #require(tree.node(at: 13))) == "serialNumber")
        #expect(labels.name(of: try #require(tree.node(at: 148))) == nil)
    }

    @Test(arguments: ["30 00", "05 00", "31 03 02 01 05", "30 06 04 01 05 02 01 06"])
    func unknownStructuresHaveNoNames(text: String) throws {
        let tree = DERTree(try #require(bytes(hex: text.filter { $0 != " " })))
        #expect(TreeLabels(tree).structures == [nil])
        #expect(!TreeLabels(tree).hasPrivatePart)
    }
}
