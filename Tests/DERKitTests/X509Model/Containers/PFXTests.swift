import DERKit
import Testing
import X509Model

/// The facts about the parts of a PFX that can be read without a password.
@Suite struct PFXTests {
    /// A file has an algorithm for each part and each key that `openssl pkcs12 -info` shows as encrypted.
    @Test(arguments: [
        ("openssl-no-mac.p12", 0, 1, 1), ("openssl-modern.p12", 1, 1, 2), ("openssl-no-keys.p12", 1, 0, 1),
    ])
    func eachEncryptedPartAndKeyHasAnAlgorithm(file: String, parts: Int, keys: Int, algorithms: Int) throws {
        let pfx = try PFX(ber: Vectors.bytes("locked/\(file)"))
        #expect(pfx.encryptedPartCount == parts && pfx.keyBagCount == keys)
        #expect(pfx.encryptionAlgorithms.count == algorithms)
    }

    /// The [0] that `openssl asn1parse -strparse` shows in the encrypted part.
    @Test func theCiphertextOfAPartIsRead() throws {
        let contents = try PFXContents(ber: Vectors.bytes("locked/openssl-no-keys.p12"))
        guard contents.parts.count == 1, case .encrypted(let content)? = contents.parts.first else {
            Issue.record("\(contents.parts.count) parts")
            return
        }
        #expect(content.ciphertext.count == 448)
        #expect(hex(content.ciphertext.prefix(8)) == "82fe8c91802c8b57")
    }
}
