import DERKit
import LockedFiles
import PinPolicies
import SPKIHash
import Testing
import X509Model

@testable import pemtool

@Suite struct KindTests {
    @Test func everyFormOfAKeyHasOpenSSLsPin() throws {
        let pins = try KindVectors.pins()
        #expect(pins.count == 15)
        var count = 0
        for (name, pin) in pins {
            for (file, bytes, kind) in try KindVectors.files(name) {
                let objects = Array(InputReader(bytes))
                let contents = try objects.map { try $0.content }
                #expect(contents.first?.kind == kind, "\(file)")
                let isLacking = KindVectors.lacking.contains(name) && file.contains(".key.")
                #expect(
                    contents.compactMap { $0.subjectPublicKeyInfo?.pin.base64 } == (isLacking ? [] : [pin]),
                    "\(file)")
                if isLacking {
                    #expect(contents.first?.missingKey?.code == "public-key-not-in-file")
                    #expect(contents.first?.missingKey?.advice()?.contains("openssl pkey") == true)
                }
                count += 1
            }
        }
        #expect(count == 185)
    }

    @Test func thePublicHalfIsTheSubjectPublicKeyInfoThatOpenSSLDerives() throws {
        for (name, _) in try KindVectors.pins() {
            let spki = try Vectors.bytes("kinds/\(name).public.der")
            for (file, bytes, _) in try KindVectors.files(name) {
                for object in InputReader(bytes) {
                    guard let key = try object.content.subjectPublicKeyInfo else { continue }
                    #expect(key.derBytes == spki, "\(file)")
                }
            }
        }
    }

    @Test func aMissingPublicHalfIsReported() throws {
        let object = try #require(
            InputReader(try Vectors.bytes("kinds/p-256.no-public.pem")).first { _ in true })
        let content = try object.content
        #expect(content.kind == "private-key" && content.subjectPublicKeyInfo == nil)
        #expect(
            content.missingKey?.message == "this id-ecPublicKey private key does not include its public half")
    }

    @Test func encryptedKeysAreNamed() throws {
        for (name, _) in try KindVectors.pins() {
            let input = try Vectors.bytes("kinds/\(name).encrypted.pem")
            let content = try #require(InputReader(input).first { _ in true }).content
            #expect(content.kind == "encrypted-private-key" && content.missingKey?.code == "encrypted")
        }
        let old = try #require(
            InputReader(try Vectors.bytes("key/pkcs1-encrypted-dek.pem")).first { _ in true })
        guard case .encryptedPrivateKey(let key) = try old.content else {
            Issue.record("not encrypted")
            return
        }
        #expect(key.encryptionAlgorithm == nil && key.dekInfo?.isEmpty == false)
    }

    // RFC 8410 section 10.3: a key of version 2, and the public key that section 10.1 gives for it.
    @Test func versionTwoOfPKCS8ContainsThePublicKey() throws {
        let text = """
            -----BEGIN PRIVATE KEY-----
            MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
            oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
            Z9w7lshQhqowtrbLDFw4rXAxZuE=
            -----END PRIVATE KEY-----
            """
        let publicKey = """
            -----BEGIN PUBLIC KEY-----
            MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
            -----END PUBLIC KEY-----
            """
        let key = try #require(InputReader(text.utf8).first { _ in true }).content
        let other = try #require(InputReader(publicKey.utf8).first { _ in true }).content
        guard case .privateKey(.pkcs8(let version2)) = key else {
            Issue.record("not PKCS#8")
            return
        }
        #expect("\(version2.privateKeyAlgorithm)" == "id-Ed25519")
        #expect(key.subjectPublicKeyInfo == other.subjectPublicKeyInfo && other.subjectPublicKeyInfo != nil)
    }

    @Test func theMembersOfAContainerFollowIt() throws {
        let plain = Array(InputReader(try Vectors.bytes("kinds/p-256.plain.p12")))
        #expect(plain.map { try? $0.content.kind } == ["pkcs12", "certificate"])
        #expect(plain.map(\.container) == [nil, 0] && plain.map(\.index) == [0, 1])
        #expect(plain[0].derBytes.isEmpty)
        #expect(plain[1].derBytes == (try Vectors.bytes("kinds/p-256.certificate.der")))
        let encrypted = Array(InputReader(try Vectors.bytes("kinds/p-256.encrypted.p12")))
        #expect(encrypted.count == 1)
        #expect(try encrypted[0].content.missingKey?.advice()?.hasPrefix("use --password-file") == true)
        let roots = Array(InputReader(try Vectors.bytes("p7/amazon-roots.p7b")))
        #expect(roots.map(\.container) == [nil, 0, 0] && roots[1].contentResult.isCertificate)
    }

    @Test func kindsAreRecognizedByContentWhateverTheLabel() throws {
        let sec1 = try Vectors.bytes("kinds/p-256.traditional.der")
        let pin = try #require(try KindVectors.pins().first { $0.name == "p-256" }).pin
        for label in ["PRIVATE KEY", "RSA PRIVATE KEY", "SOME KEY"] {
            let text = PEM.encode(sec1, label: label)
            let object = try #require(InputReader(text.utf8).first { _ in true })
            #expect(try object.content.subjectPublicKeyInfo?.pin.base64 == pin, "\(label)")
            #expect(object.notes.map(\.code) == ["wrong-label"] && object.derBytes.isEmpty)
        }
    }

    /// A raw point, in binary and as text; the first character of one is not a point.
    @Test func rawPointsAreRecognized() throws {
        let pem = try Vectors.bytes("seeds/api.github.com-public-key.pem")
        let object = try #require(InputReader(pem).first { _ in true })
        let point = try #require(try object.content.subjectPublicKeyInfo).subjectPublicKey.bytes
        #expect(point.count == 65)
        func code(_ input: [UInt8]) -> String? {
            guard case .failure(let error)? = InputReader(input).first(where: { _ in true })?.contentResult
            else {
                return nil
            }
            return error.code.rawValue
        }
        for input in [point, Array(Base64.encode(point).utf8), Array(hex(point, separator: ":").utf8)] {
            #expect(code(input) == "raw-key")
        }
        #expect(code(Array(point.dropLast())) == "no-object")
        #expect(code([5] + point.dropFirst()) == "no-object")
    }

    /// RC2, RC4 and single DES are in the legacy provider of OpenSSL 3, triple DES is not: made with openssl.
    @Test(arguments: [
        ("legacy-rc2-40", true), ("legacy-rc4-128", true), ("legacy-md5-des", true), ("3des", false),
        ("encrypted", false),
    ])
    func oldCiphersNeedOpenSSLsLegacyProvider(_ name: String, _ isLegacy: Bool) throws {
        let objects = Array(InputReader(try Vectors.bytes("kinds/p-256.\(name).p12")))
        let content = try #require(try objects.first?.content)
        #expect(content.lockNotes.contains { $0.code == "openssl-3-legacy" } == isLegacy)
    }

    @Test func foreignFormatsAreNamedWithAHelpfulCommand() throws {
        let inputs: [(text: String, code: String, hint: String)] = [
            ("ssh-rsa AAAAB3NzaC1yc2E me\n", "openssh-key", "ssh-keygen -e -m PKCS8"),
            ("ecdsa-sha2-nistp256 AAAAE2Vj me\n", "openssh-key", "ssh-keygen -e -m PKCS8"),
            // ssh-keygen -m PKCS8 knows neither Ed25519 nor the keys of security keys.
            ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me\n", "openssh-key", "cut -d' ' -f2"),
            ("ssh-ed25519-cert-v01@openssh.com AAAA me\n", "openssh-key", "ssh-keygen -L"),
            ("sk-ssh-ed25519@openssh.com AAAA me\n", "openssh-key", "X.509 certificates cannot contain it"),
            (
                PEM.encode(
                    Array("openssh-key-v1\0…\0\0\0\u{b}ssh-ed25519".utf8), label: "OPENSSH PRIVATE KEY"),
                "openssh-key", "ssh-keygen -y -f FILE | cut"
            ),
            (PEM.encode([1, 2, 3], label: "OPENSSH PRIVATE KEY"), "openssh-key", "ssh-keygen -e -m PKCS8"),
            (
                "---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----\n", "openssh-key",
                "ssh-keygen -i"
            ),
            (
                "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAEC\n=abcd\n-----END PGP PUBLIC KEY BLOCK-----\n",
                "pgp",
                "gpg"
            ),
            ("PuTTY-User-Key-File-3: ssh-ed25519\n", "putty-key", "puttygen"),
            ("<!DOCTYPE html><html><title>404</title></html>\n", "web-page", "download"),
            ("PK\u{3}\u{4}\u{14}\u{0}\u{0}\u{0}", "zip", "unzip FILE"),
        ]
        for (text, code, hint) in inputs {
            let objects = Array(InputReader(text.utf8))
            guard objects.count == 1, case .failure(let error) = objects[0].contentResult else {
                Issue.record("\(text)")
                continue
            }
            #expect(error.code.rawValue == code && error.advice()?.contains(hint) == true, "\(text)")
            #expect(objects[0].derBytes.isEmpty)
        }
    }
}

extension Result<InputObject.Content, InputError> {
    /// A Boolean value that indicates whether a certificate was read.
    var isCertificate: Bool {
        if case .success(.certificate) = self { true } else { false }
    }
}
