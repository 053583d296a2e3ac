import DERKit
import Testing
import X509Model

@testable import pemtool

@Suite struct FieldPathTests {
    private func lines(_ name: String, _ file: String = "seeds/github.com.pem") throws -> [String] {
        let arguments = try Arguments(["--field", name, file], for: .inspect)
        let object = try #require(InputReader(try Vectors.bytes(file)).first { _ in true })
        return try #require(try FieldPath(arguments)).lines {
            ObjectJSON(isFull: true).write(object, in: file, to: &$0)
        }
    }

    /// The output of `openssl x509` for the same certificate.
    @Test(arguments: [
        ("not_after", ["2022-03-30T23:59:59Z"]), ("serial", ["0E8BF3770D92D196F0BB61F93C4166BE"]),
        ("subject", [#"CN=github.com,O=GitHub\, Inc.,L=San Francisco,ST=California,C=US"#]),
        ("public_key.bits", ["256"]), ("public_key.curve", ["prime256v1"]), ("public_key.modulus", [""]),
        ("subject_alt_names", ["DNS:github.com", "DNS:www.github.com"]), ("ca", ["false"]),
        ("sha1", ["8463b3a92912ccfd1d314705989bec139937d0d7"]), ("version", ["3"]), ("notes", []),
    ])
    func selectsTheValue(name: String, expected: [String]) throws { #expect(try lines(name) == expected) }

    @Test func unknownNamesAreRefusedWithASuggestion() throws {
        do throws(UsageError) {
            _ = try FieldPath(try Arguments(["--field", "not_afer"], for: .inspect))
            Issue.record("not refused")
        } catch {
            #expect(error.message == "unknown field 'not_afer'")
            #expect(error.hint == "did you mean 'not_after'?")
        }
    }

    /// `--field` accepts every name in the JSON of objects of any kind.
    @Test(arguments: [
        "cert/rsa3072.pem", "seeds/github.com.pem", "csr/rsa-sha1.pem", "p7/isrg.pem", "key/pkcs8-rsa.pem",
        "key/pkcs8-encrypted.pem", "key/pkcs1-encrypted-dek.pem", "pem/trusted-certificate.pem",
        "key/sec1-ecparams.pem", "dump/ec-bag.p12", "cert/mldsa44.pem", "notes/expired.der",
    ])
    func theNamesMatchTheJSON(file: String) throws {
        for object in InputReader(try Vectors.bytes(file)) {
            // `--field` selects from objects that were read, not from errors.
            for name in try object.fieldNames(hasEntries: true) where !name.hasPrefix("error.") {
                #expect(FieldPath.known.contains(name), "\(name)")
            }
        }
    }

    /// A certificate with an RSA key has all names that a certificate by itself can have.
    @Test func aCertificateHasAllItsFieldNames() throws {
        let object = try #require(InputReader(try Vectors.bytes("cert/rsa3072.pem")).first { _ in true })
        let names = try object.fieldNames()
        #expect(
            Set(names).isSuperset(of: [
                "schema", "file", "index", "offset", "ok", "kind", "sha256", "sha1", "pin", "raw_key_sha256",
                "version", "serial", "subject", "issuer", "not_before", "not_after", "ca", "self_signed",
                "signature_algorithm", "public_key", "extensions", "subject_alt_names", "signature", "notes",
            ]))
        #expect(Set(names).count == names.count)
    }
}
