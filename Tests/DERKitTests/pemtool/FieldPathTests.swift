import DERKit
import Testing
import X509Model

@testable import pemtool

@Suite struct FieldPathTests {
    private func lines(_ name: String, _ file: String = "seeds/github.com.pem") throws -> [String] {
        let arguments = try Arguments(["--field", name, file], for: .inspect)
        let object = try #require(InputReader(try Vectors.bytes(file)).first { _ in true })
        return try #require(try FieldPath(arguments)).lines(of: ObjectJSON.full(object, in: file))
    }

    /// What `openssl x509` prints of the same certificate.
    @Test(arguments: [
        ("not_after", ["2022-03-30T23:59:59Z"]), ("serial", ["0E8BF3770D92D196F0BB61F93C4166BE"]),
        ("subject", [#"CN=github.com,O=GitHub\, Inc.,L=San Francisco,ST=California,C=US"#]),
        ("public_key.bits", ["256"]), ("public_key.curve", ["prime256v1"]), ("public_key.modulus", [""]),
        ("subject_alt_names", ["DNS:github.com", "DNS:www.github.com"]), ("ca", ["false"]),
        ("sha1", ["8463b3a92912ccfd1d314705989bec139937d0d7"]), ("version", ["3"]), ("notes", []),
    ])
    func values(name: String, expected: [String]) throws { #expect(try lines(name) == expected) }

    @Test func unknownNamesAreRefusedWithTheNearest() throws {
        do throws(UsageError) {
            _ = try FieldPath(try Arguments(["--field", "not_afer"], for: .inspect))
            Issue.record("not refused")
        } catch {
            #expect(error.message == "unknown field 'not_afer'")
            #expect(error.hint == "did you mean not_after")
        }
    }

    /// Every name of the list stands in the JSON of a certificate with an RSA key, and the other way round.
    @Test func theNamesAreThoseOfTheJSON() throws {
        let object = try #require(InputReader(try Vectors.bytes("cert/rsa3072.pem")).first { _ in true })
        var names: Set<String> = []
        for field in ObjectJSON.full(object, in: "-") {
            names.insert(field.name)
            if case .object(let inner) = field.value {
                for part in inner { names.insert("\(field.name).\(part.name)") }
            }
        }
        #expect(names == Set(FieldPath.known))
    }
}
