import DERKit
import Foundation
import Testing
import X509Model

@testable import pemtool

@Suite struct DumpJSONTests {
    private static func text(of dump: DumpScreen) -> String {
        var json = JSONWriter()
        json.object { dump.write(file: "-", index: 0, to: &$0) }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func values(_ bytes: [UInt8], label: String? = nil) throws -> [[String: Any]] {
        let part = DumpPart(title: nil, label: label, bytes: bytes, problem: nil)
        let text = text(of: DumpScreen(part))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(object["values"] as? [[String: Any]])
    }

    /// Offsets, depths and lengths are those of `openssl asn1parse`, which does not open strings.
    @Test func theTreeMatchesOpenSSL() throws {
        var compared = 0
        for file in try AsnParse.files() {
            let bytes = try file.firstObject()
            guard DERTree(bytes).error == nil else { continue }
            let found = try Self.values(bytes)
            guard found.allSatisfy({ $0["hidden"] is NSNull }) else { continue }
            let rows = found.reduce(into: [Int: [String: Any]]()) { $0[$1["offset"] as? Int ?? -1] = $1 }
            for row in file.rows where row.tag != "EOC" {
                let own = try #require(rows[row.offset], "\(file.path) \(row.offset)")
                #expect(own["depth"] as? Int == row.depth)
                #expect((own["header"] as? String)?.count == 2 * row.headerLength)
                #expect(own["length"] as? Int == row.length)
                compared += 1
            }
        }
        #expect(compared > 1000)
    }

    /// Headers and contents in order are the bytes of the object, whatever is inside its strings.
    @Test(arguments: [
        "seeds/github.com.pem", "cert/rsa4096.pem", "cert/rsa2048-scts.pem", "cert/san-mixed.pem",
        "csr/rsa-sha1.pem",
        "cert/mldsa44.pem", "key/spki-x448.pem",
    ]) func theTreeHasTheBytesOfTheObject(_ file: String) throws {
        let text = String(decoding: try Vectors.bytes(file), as: UTF8.self)
        let body = text.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        let expected = try #require(Data(base64Encoded: body))
        let digits = try Self.values(Array(expected)).flatMap { [$0["header"], $0["content"]] }
            .compactMap { $0 as? String }.joined()
        #expect(digits == expected.map { String(format: "%02x", $0) }.joined())
    }

    /// A hidden value has no octets, in complete and in truncated keys.
    @Test func octetsOfAPrivateKeyAreHidden() throws {
        for key in try DumpScreenTests.PrivateKey.all() {
            let whole = try key.derBytes()
            let search = SecretSearch(key.secrets)
            for count in [whole.count, whole.count - 1, whole.count / 2, 40] where count <= whole.count {
                let part = DumpPart(
                    title: nil, label: "PRIVATE KEY", bytes: Array(whole.prefix(count)), problem: nil)
                let dump = DumpScreen(part, showsUnknown: true)
                let text = DumpJSONTests.text(of: dump)
                #expect(search.found(in: text) == nil, "\(key.file) \(count)")
            }
        }
    }
}
