import DERKit
import LockedFiles
import Testing

/// The ciphers against NIST's vectors (Cryptographic Algorithm Validation Program) and those of RFC 2268.
@Suite struct CipherTests {
    /// Returns the rows of a file of NIST: every block of `NAME = VALUE` lines.
    private static func rows(_ file: String) throws -> [[String: [UInt8]]] {
        var rows: [[String: [UInt8]]] = []
        var row: [String: [UInt8]] = [:]
        for line in try Vectors.text("cavp/\(file)").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            let parts = line.split(separator: "=").map { $0.filter { $0 != " " } }
            if parts.count == 2, parts[0] != "COUNT" {
                row[String(parts[0])] = bytes(hex: String(parts[1])) ?? []
            } else if line.isEmpty, row["CIPHERTEXT"] != nil {
                rows.append(row)
                row = [:]
            }
        }
        return rows + (row["CIPHERTEXT"] == nil ? [] : [row])
    }

    @Test(
        arguments: ["GFSbox", "KeySbox", "MMT"].flatMap { (name) in
            [128, 192, 256].map { "CBC\(name)\($0).rsp" }
        })
    func aesDecryptsWhatNISTEncrypted(_ file: String) throws {
        let rows = try CipherTests.rows(file)
        #expect(rows.count >= 10)
        for row in rows {
            let cipher = try #require(AES(key: row["KEY"] ?? []))
            let plain = cipher.decryptChain(row["CIPHERTEXT"] ?? [], initializationVector: row["IV"] ?? [])
            #expect(plain == row["PLAINTEXT"])
        }
    }

    @Test(arguments: ["MMT1", "MMT2", "MMT3", "invperm", "permop", "subtab", "varkey", "vartext"])
    func tripleDESDecryptsWhatNISTEncrypted(_ name: String) throws {
        let rows = try CipherTests.rows("TCBC\(name).rsp")
        #expect(rows.count >= 10)
        for row in rows {
            let one = row["KEYs"] ?? []
            let key = one.isEmpty ? ["KEY1", "KEY2", "KEY3"].flatMap { row[$0] ?? [] } : one + one + one
            let cipher = try #require(DES(key: key))
            let plain = cipher.decryptChain(row["CIPHERTEXT"] ?? [], initializationVector: row["IV"] ?? [])
            #expect(plain == row["PLAINTEXT"])
            // Three equal keys are single DES, and two keys are three with the first one repeated.
            if !one.isEmpty {
                for shorter in [one, one + one] {
                    let cipher = try #require(DES(key: shorter))
                    #expect(
                        cipher.decryptChain(row["CIPHERTEXT"] ?? [], initializationVector: row["IV"] ?? [])
                            == row["PLAINTEXT"])
                }
            }
        }
    }

    /// RFC 2268 section 5: effective bits, key, plain text, cipher text.
    @Test(arguments: [
        (63, "0000000000000000", "0000000000000000", "ebb773f993278eff"),
        (64, "ffffffffffffffff", "ffffffffffffffff", "278b27e42e2f0d49"),
        (64, "3000000000000000", "1000000000000001", "30649edf9be7d2c2"),
        (64, "88", "0000000000000000", "61a8a244adacccf0"),
        (64, "88bca90e90875a", "0000000000000000", "6ccf4308974c267f"),
        (64, "88bca90e90875a7f0f79c384627bafb2", "0000000000000000", "1a807d272bbe5db1"),
        (128, "88bca90e90875a7f0f79c384627bafb2", "0000000000000000", "2269552ab0f85ca6"),
        (
            129, "88bca90e90875a7f0f79c384627bafb216f80a6f85920584c42fceb0be255daf1e", "0000000000000000",
            "5b78d3a43dfff1f1"
        ),
    ])
    func rc2MatchesRFC2268(_ bits: Int, _ key: String, _ plain: String, _ text: String) throws {
        let cipher = try #require(RC2(key: bytes(hex: key) ?? [], effectiveBits: bits))
        var block = bytes(hex: text) ?? []
        cipher.decrypt(&block, at: 0)
        #expect(hex(block) == plain)
    }

    @Test func aKeyOfTheWrongSizeIsRejected() {
        for count in [0, 1, 7, 15, 17, 23, 25, 31, 33] {
            let key = [UInt8](repeating: 1, count: count)
            #expect(AES(key: key) == nil && (count == 7 || DES(key: key) == nil))
        }
        #expect(RC2(key: [], effectiveBits: 40) == nil && RC2(key: [1], effectiveBits: 0) == nil)
        #expect(RC2(key: [1], effectiveBits: 1025) == nil && RC4.crypt([1], key: []) == nil)
    }

    @Test func invalidPaddingIsRejected() throws {
        let cipher = try #require(AES(key: [UInt8](repeating: 0, count: 16)))
        let vector = [UInt8](repeating: 0, count: 16)
        for text in [[], [1], [UInt8](repeating: 0, count: 15), [UInt8](repeating: 0, count: 16)] {
            #expect(cipher.open(text, initializationVector: vector) == nil)
        }
        #expect(cipher.decryptChain(vector, initializationVector: [0]) == nil)
    }
}
