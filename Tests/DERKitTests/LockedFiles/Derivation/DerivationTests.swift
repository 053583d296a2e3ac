import DERKit
import LockedFiles
import Testing

/// The derivations against RFC 6070, RFC 7914 and Python's hashlib.
@Suite struct DerivationTests {
    /// RFC 6070, and RFC 7914 section 11.
    @Test(arguments: [
        (Digest.sha1, "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        (.sha1, "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        (.sha1, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
        (
            .sha1, "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
            "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
        ),
        (.sha1, "pass\0word", "sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"),
        (
            .sha256, "passwd", "salt", 1,
            """
            55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
            49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
            """
        ),
    ])
    func pbkdf2MatchesTheRFCs(
        _ digest: Digest, _ password: String, _ salt: String, _ iterations: Int, _ key: String
    ) {
        let found = digest.pbkdf2(
            Array(password.utf8), salt: Array(salt.utf8), iterations: iterations, count: key.utf8.count / 2)
        #expect(hex(found) == key)
    }

    /// hashlib.pbkdf2_hmac(digest, b"password" * 20, b"salt", 7, 100): a password longer than a block.
    @Test(arguments: [
        (
            Digest.sha224,
            """
            451fabd7925b711aa70e8e982675833ee633a3bfe7bc9ad2e3872d0a09aed2c5a65f6b74cfb956208d9254478d7b11dc2ffd08f9\
            9e9e635775db991f48622dd79834234233ded3e9f172570399e8c8d11c1d7c9b6650af55db6b246f8d503787fe62db65
            """
        ),
        (
            .sha256,
            """
            4b0c20ba2c8099b110fb65813a7fc320577d6e54acbcb9921aa602b21de9606670e10ee95f4430b3f2bdd14a91e3da5d97fe78f8\
            ab69c5c1daf50ad4e2402c5e943ac644e5e9fe2a75fa00ee0ed35861c1f2e96af0d37397693e296c0dbb1eabd12a3360
            """
        ),
        (
            .sha384,
            """
            9667bb6247db183a210d7d262c8afb781288c5f1da71493434ce9e44403c48beda0065543da7264661ebb8f9e42033cb0abb11d6\
            7946aa9859c11481a3ac26dd36581a61aa52fac63416a8c6d7bda20c46738e761b4a5041a400f43fa0c80af15f7821bc
            """
        ),
        (
            .sha512,
            """
            33fa2235d2ad56d6f470c4652ec1e7d1d5ddef18fdc54d40ed3749f4a45d8aae6edc9118f30c03273b2bb4a79eda49a4490daae2\
            59395719c8b275ea44b35030a7faab9e2a99abec91c74c6f2cef2ceb27349f62c86d5d209091e5412217fa7fbc37d3ff
            """
        ),
        (
            .sha512Slash256,
            """
            0bb490555655282cbce7116075e7217340fc58a076fbd2a49ae6096008be604f5d6e5007fdd575af82ec24b79227b21e88d2b8fd\
            93efa80aa0b03a34aa6c537f0b636640b383d9547b822b1d9eed91750195aff66d4ca50d42345df8420094b51a6b0e71
            """
        ),
    ])
    func pbkdf2MatchesPython(_ digest: Digest, _ key: String) {
        let password = [UInt8](String(repeating: "password", count: 20).utf8)
        let found = digest.pbkdf2(password, salt: Array("salt".utf8), iterations: 7, count: 100)
        #expect(hex(found) == key)
    }

    /// RFC 7914 section 12, and hashlib.scrypt.
    @Test func scryptMatchesRFC7914() {
        let first = Scrypt.derive([], salt: [], cost: 16, blockSize: 1, lanes: 1, count: 64)
        #expect(
            hex(first) == """
                77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
                fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
                """)
        let second = Scrypt.derive(
            Array("password".utf8), salt: Array("NaCl".utf8), cost: 32, blockSize: 2, lanes: 3, count: 40)
        #expect(
            hex(second) == """
                c62ff3f4666a9c3a23373b5195b1d902bc12b3e2b9575989bae714374eb7bb8b870e2f3f45ccf13f
                """)
    }

    /// Digests that the library makes nowhere else, of messages around the ends of blocks: hashlib's.
    @Test func digestsMatchPython() throws {
        for row in try Vectors.table("locked/digests.tsv") {
            let digest = try #require(Digest(rawValue: try row("digest")))
            let message = [UInt8](repeating: 0x61, count: try #require(Int(try row("count"))))
            #expect(hex(digest.hash(message)) == (try row("value")), "\(digest) of \(message.count)")
            #expect(hex(digest.code(of: message, key: Array("key".utf8))) == (try row("hmac")))
        }
    }

    /// The salt is hashed once for every 32 bytes of the blocks, which have 128 r p bytes (RFC 7914 section 6).
    @Test(arguments: [(16, 2), (32, 2), (16_000, 1_000)])
    func theSaltOfScryptCountsAsWork(_ count: Int, _ rounds: Int) {
        let salt = [UInt8](repeating: 0, count: count)
        let scheme = KeyDerivationScheme.scrypt(
            salt: salt, cost: 2, blockSize: 8, lanes: 65_535, keyByteCount: nil)
        #expect(scheme.work == rounds * 8 * 65_535)
    }
}
