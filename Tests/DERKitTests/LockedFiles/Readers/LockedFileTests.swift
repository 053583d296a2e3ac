import DERKit
import Foundation
import LockedFiles
import SPKIHash
import Testing
import X509Model

/// Files that openssl, keytool, Bouncy Castle and Python's cryptography locked: Tests/Vectors/locked.
@Suite struct LockedFileTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        let password: String?
        let pins: [String]
        let friendlyName: String

        var testDescription: String { file }
        var isContainer: Bool { file.hasSuffix("p12") || isKeyStore }
        var isKeyStore: Bool { ["jks", "jceks", "bks"].contains { file.hasSuffix($0) } }
        var passwords: [Password] { password.map { [Password($0.utf8)] } ?? [] }
        var bytes: [UInt8] { get throws { try Vectors.bytes("locked/\(file)") } }
    }

    static let rows: [Row] = ((try? Vectors.table("locked/INDEX.tsv")) ?? []).compactMap { (row) in
        guard let file = try? row("file"), let password = try? row("password"), let pins = try? row("pins"),
            let name = try? row("friendly_name")
        else { return nil }
        return Row(
            file: file, password: password == "-" ? nil : password,
            pins: pins.split(separator: ",").map(String.init), friendlyName: name)
    }

    static func objects(
        _ bytes: [UInt8], _ passwords: [Password], limits: DERLimits = .standard
    ) -> [InputObject] {
        var reader = InputReader(bytes, limits: limits)
        reader.unlocking = Unlocker(passwords).unlocking
        return Array(reader)
    }

    static func pins(_ objects: [InputObject]) -> [String] {
        objects.compactMap { (try? $0.content)?.subjectPublicKeyInfo?.pin.base64 }
    }

    @Test func theIndexListsAtLeast90Files() { #expect(LockedFileTests.rows.count >= 90) }

    @Test(arguments: Sweep.sample(rows, every: 7)) func pinsMatchOpenSSL(_ row: Row) throws {
        let objects = LockedFileTests.objects(try row.bytes, row.passwords)
        #expect(LockedFileTests.pins(objects).sorted() == row.pins.sorted())
        for object in objects {
            let content = try object.content
            if case .privateKey = content { #expect(object.derBytes.isEmpty) }
        }
        if !row.friendlyName.isEmpty {
            #expect(objects.dropFirst().contains { $0.name?.text == row.friendlyName })
        }
    }

    @Test(arguments: Sweep.sample(rows, every: 11, from: 3)) func aWrongPasswordGivesNoPin(_ row: Row) throws
    {
        // The empty password is always tried, and unencrypted data has no secret.
        guard let password = row.password, !password.isEmpty else { return }
        for wrong in ["battery staple", password + " ", String(password.dropLast())] {
            let objects = LockedFileTests.objects(try row.bytes, [Password(wrong.utf8)])
            // Without a MAC, what is not encrypted is read in any case.
            let inTheClear = row.file == "openssl-no-mac.p12" ? Set(row.pins) : []
            #expect(Set(LockedFileTests.pins(objects)) == inTheClear, "\(wrong)")
            guard case .failure(let error) = objects.first?.contentResult else {
                Issue.record("\(row.file): \(wrong) opens it")
                continue
            }
            #expect(error.code == "wrong-password")
        }
    }

    /// Java's KeyStore gives the key another password than the file; openssl prints this pin.
    @Test func keysMayHaveTheirOwnPasswords() throws {
        let bytes = try Vectors.bytes("locked/java-key-password.p12")
        let pin = "yEq0GCHa7ezRW7QZMdmQ//tiofBiH4oGrVxtxSOCwws="
        let (file, key) = (Password("storepass1".utf8), Password("keypass222".utf8))
        let objects = LockedFileTests.objects(bytes, [file])
        #expect(LockedFileTests.pins(objects) == [pin])
        let errors = objects.compactMap { (object) -> InputError? in
            if case .failure(let error) = object.contentResult { error } else { nil }
        }
        #expect(errors.map { $0.code } == ["wrong-password"])
        #expect(errors.first?.kind == "encrypted-private-key")
        for passwords in [[file, key], [key, file]] {
            #expect(LockedFileTests.pins(LockedFileTests.objects(bytes, passwords)) == [pin, pin])
        }
        #expect(LockedFileTests.pins(LockedFileTests.objects(bytes, [key])).isEmpty)
    }

    /// RFC 9579 appendix A: PBMAC1 with SHA-256 for the derivation; the password is in its section A.1.
    @Test func theExampleInRFC9579Opens() throws {
        let bytes = try Vectors.bytes("locked/rfc9579.p12")
        let pins = LockedFileTests.pins(LockedFileTests.objects(bytes, [Password("1234".utf8)]))
        // openssl pkcs12 -nomacver, then its pipeline.
        #expect(pins == Array(repeating: "ipT5Qu1bN1GV6HgXthxOK8BHJ+TA0QSAfzjkZDJJbEA=", count: 2))
        #expect(LockedFileTests.pins(LockedFileTests.objects(bytes, [Password("12345".utf8)])).isEmpty)
    }

    /// A container has a MAC: a changed or truncated one never gives a different pin.
    @Test(arguments: [
        "openssl-modern.p12", "openssl-legacy.p12", "pbmac1-sha256-sha256.p12", "keytool.jks",
        "keytool.jceks",
        "keytool.bks",
    ])
    func aChangedContainerNeverGivesADifferentPin(_ file: String) throws {
        let row = try #require(LockedFileTests.rows.first { $0.file == file })
        let bytes = try row.bytes
        let step = max(1, bytes.count / Sweep.number(60, every: 10))
        for place in stride(from: 0, to: bytes.count, by: step) {
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            let pins = LockedFileTests.pins(LockedFileTests.objects(changed, row.passwords))
            #expect(Set(pins).isSubset(of: row.pins), "\(place)")
        }
        for count in stride(from: 0, to: bytes.count, by: step) {
            let pins = LockedFileTests.pins(LockedFileTests.objects(Array(bytes[..<count]), row.passwords))
            #expect(pins.isEmpty, "\(count)")
        }
    }

    /// A key has no MAC, but a change to an RSA or curve key with a public half makes the two disagree.
    @Test(arguments: [
        "pkcs8-rsa.pem", "pkcs8-p-256.pem", "dek-info-rsa-aes256.pem", "dek-info-p-256-aes256.pem",
        "dek-info-dsa-aes256.pem", "dek-info-dsa-des3.pem",
    ])
    func aChangedKeyNeverGivesADifferentPin(_ file: String) throws {
        let row = try #require(LockedFileTests.rows.first { $0.file == file })
        let text = String(decoding: try row.bytes, as: UTF8.self)
        let block = try #require(Array(PEM.Reader(Array(text.utf8))).first.flatMap { try? $0.get() })
        let headers = text.split(separator: "\n").filter { $0.contains(":") }.joined(separator: "\n")
        let step = max(1, block.derBytes.count / Sweep.number(150, every: 10))
        for place in stride(from: block.derBytes.count - 1, to: 0, by: -step) {
            var changed = block.derBytes
            changed[place] ^= 1 << UInt8(place % 8)
            let body = Base64.encode(changed)
            let pem = """
                -----BEGIN \(block.label)-----
                \(headers.isEmpty ? "" : headers + "\n\n")\(body)
                -----END \(block.label)-----

                """
            let pins = LockedFileTests.pins(LockedFileTests.objects(Array(pem.utf8), row.passwords))
            #expect(Set(pins).isSubset(of: row.pins), "\(place)")
        }
    }

    /// OpenSSL writes a negative or padded p, q or g in another form, and rejects such an x, so no pin would match
    /// OpenSSL's.
    @Test(arguments: [
        (27, 0x80, "p"), (28, 0x0f, "p"), (158, 0x80, "q"), (159, 0x56, "q"), (190, 0xa8, "g"),
        (322, 0xde, "x"), (322, 0, "x"),
    ])
    func aDSAKeyWithAMalformedNumberHasNoPublicHalf(_ place: Int, _ octet: UInt8, _ name: String) throws {
        var key = try Vectors.bytes("kinds/dsa.key.der")
        #expect(LockedFileTests.pins(LockedFileTests.objects(key, [])).count == 1)
        key[place] = octet
        #expect(LockedFileTests.pins(LockedFileTests.objects(key, [])).isEmpty, "\(name)")
    }

    /// OpenSSL's pin of the key with an x of 64 octets 0x5a: `openssl pkey -pubout`. No DSA key has a longer x, and the
    /// time to compute the public half is proportional to its length.
    @Test(arguments: [(64, ["RdM21X2E6GRb6YfTJLcLZyF9FHdIkZeU7eyq1g0pgCk="]), (65, [])])
    func aDSAKeyWhoseNumberIsTooLongHasNoPublicHalf(_ count: Int, _ pins: [String]) throws {
        var body = Array(try Vectors.bytes("kinds/dsa.key.der")[4..<318])
        body += [0x04, UInt8(count + 2), 0x02, UInt8(count)] + [UInt8](repeating: 0x5a, count: count)
        let key = [0x30, 0x82, UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
        #expect(LockedFileTests.pins(LockedFileTests.objects(key, [])) == pins)
    }

    /// A stream cipher allows changing a single bit: of the modulus, an exponent, or a length.
    @Test func changedStreamCiphertextNeverGivesADifferentPin() throws {
        let row = try #require(LockedFileTests.rows.first { $0.file == "pkcs8-rsa-rc4.pem" })
        let block = try #require(Array(PEM.Reader(try row.bytes)).first.flatMap { try? $0.get() })
        // The header, then n, e and the beginning of d of a key of 1024 bits.
        let ciphertext = block.derBytes.count - 634
        for place in [30, 31, 100] + Array(158...180) {
            var changed = block.derBytes
            changed[ciphertext + place] ^= 1 << UInt8(place % 8)
            let pins = LockedFileTests.pins(LockedFileTests.objects(changed, row.passwords))
            #expect(Set(pins).isSubset(of: row.pins), "\(place)")
        }
    }

    @Test(arguments: [
        "openssl-modern.p12", "pkcs8-iterations.pem", "pkcs8-scrypt.pem", "keytool.bks", "keytool.p12",
    ])
    func iterationsBeyondTheLimitAreNotRun(_ file: String) throws {
        let row = try #require(LockedFileTests.rows.first { $0.file == file })
        var limits = DERLimits.standard
        limits.iterationCount = 127
        let objects = LockedFileTests.objects(try row.bytes, row.passwords, limits: limits)
        guard case .failure(let error) = objects.first?.contentResult else {
            Issue.record("\(file) is read")
            return
        }
        #expect(error.code == "too-many-iterations" && error.message.contains("127 (iterationCount)"))
    }

    @Test func scryptTakesNoMoreMemoryThanTheLimit() throws {
        var limits = DERLimits.standard
        limits.derivationMemory = 1 << 16
        let objects = LockedFileTests.objects(
            try Vectors.bytes("locked/pkcs8-scrypt.pem"), [Password("correct horse".utf8)], limits: limits)
        guard case .failure(let error) = objects.first?.contentResult else {
            Issue.record("it is read")
            return
        }
        #expect(error.code == "limit" && error.message.contains("(derivationMemory)"))
    }

    /// A PKCS #12 file with a MAC of 2,048 iterations and contents for which scrypt has N, r and p of 2147483646, the work
    /// of which is more than any integer.
    @Test func theWorkOfAllDerivationsIsAddedWithoutOverflow() throws {
        let text =
            "MIHaAgEDMIGhBgkqhkiG9w0BBwGggZMEgZAwgY0wgYoGCSqGSIb3DQEHBqB9MHsCAQAwdgYJKoZIhvcNAQcBMFcGCS"
            + "qGSIb3DQEFDTBKMCkGCSsGAQQB2kcECzAcBAhzYWx0c2FsdAIEf////gIEf////gIEf////jAdBglghkgBZQMEASoE"
            + "EAAAAAAAAAAAAAAAAAAAAACAEAAAAAAAAAAAAAAAAAAAAAAwMTAhMAkGBSsOAwIaBQAEFAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAABAhzYWx0c2FsdAICCAA="
        let bytes = try Base64.decode(text)
        guard
            case .failure(let error) = LockedFileTests.objects(bytes, [Password("x".utf8)]).first?
                .contentResult
        else {
            Issue.record("it is read")
            return
        }
        #expect(error.code == "too-many-iterations")
    }

    @Test func withoutAPasswordAFileStaysLocked() throws {
        for row in LockedFileTests.rows where !row.isKeyStore && row.password?.isEmpty == false {
            let objects = LockedFileTests.objects(try row.bytes, [])
            let content = try #require(try objects.first?.content, "\(row.file)")
            #expect(!content.locks.isEmpty, "\(row.file)")
            // With -nomac, openssl does not encrypt the certificate; PBMAC1 is added to such files.
            let isClear = ["openssl-plain", "openssl-no-mac", "pbmac1"].contains { row.file.hasPrefix($0) }
            #expect(isClear || content.missingKey?.code == "encrypted", "\(row.file)")
            #expect(isClear || objects.count == 1, "\(row.file)")
        }
    }

    @Test func aKeyStoreIsReadWithoutAPasswordAndVerifiedWithOne() throws {
        for row in LockedFileTests.rows where row.isKeyStore {
            for passwords in [[], row.passwords] {
                let objects = LockedFileTests.objects(try row.bytes, passwords)
                guard case .keyStore(let store) = try objects.first?.content else {
                    Issue.record("\(row.file) is not a key store")
                    continue
                }
                #expect(store.isVerified == !passwords.isEmpty)
                #expect(LockedFileTests.pins(objects).sorted() == row.pins.sorted())
                #expect(Set(store.entries.map { $0.alias }).isSuperset(of: ["a name", "trusted"]))
            }
        }
    }

    @Test func descriptionsDoNotContainPasswords() {
        let password = Password("correct horse".utf8)
        var text = "\(password)"
        dump(password, to: &text)
        dump(Unlocker([password]), to: &text)
        #expect(!text.contains("horse") && !text.contains("99, 111"))
    }
}
