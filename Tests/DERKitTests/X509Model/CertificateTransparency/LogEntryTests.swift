import DERKit
import Foundation
import PinPolicies
import SPKIHash
import Testing

@testable import X509Model

/// Entries that Tests/Tools/make/ct-vectors.py built according to RFC 6962, compared with what its own reader found.
@Suite struct LogEntryTests {
    /// Returns the two parts of each entry; nil if the answer holds something else.
    static func entries() throws -> [(leafInput: [UInt8], extraData: [UInt8])?] {
        let answer = try JSONSerialization.jsonObject(with: Data(try Vectors.bytes("ct/answer.json")))
        let entries = try #require((answer as? [String: Any])?["entries"] as? [Any])
        return entries.map { (entry) -> (leafInput: [UInt8], extraData: [UInt8])? in
            guard let fields = entry as? [String: Any],
                let leaf = (fields["leaf_input"] as? String).flatMap({ try? Base64.decode($0) }),
                let extra = (fields["extra_data"] as? String).flatMap({ try? Base64.decode($0) })
            else { return nil }
            return (leaf, extra)
        }
    }

    @Test func entriesMatchAPythonReader() throws {
        let entries = try LogEntryTests.entries()
        let rows = try Vectors.table("ct/expected.tsv")
        #expect(entries.count == rows.count)
        var good = 0
        for (parts, row) in zip(entries, rows) {
            guard let parts else { continue }
            let name = try row("entry")
            do {
                let entry = try LogEntry(leafInput: parts.leafInput, extraData: parts.extraData)
                #expect(try row("timestamp") == "\(entry.leaf.timestamp)", "\(name)")
                #expect(
                    try row("type") == (entry.isPrecertificate ? "precert_entry" : "x509_entry"), "\(name)")
                #expect(try row("sha256") == hex(SHA256.hash(entry.certificate.derBytes)), "\(name)")
                #expect(try row("pin") == entry.certificate.pin.base64, "\(name)")
                var issuer = ""
                if case .precertificate(let signed) = entry.leaf.signedEntry {
                    issuer = Base64.encode(signed.issuerKeyHash)
                    #expect(try row("pin") == signed.subjectPublicKeyInfo.pin.base64, "\(name)")
                }
                #expect(try row("issuer_key_hash") == issuer, "\(name)")
                let chain = entry.chain.map { (try? $0.get())?.pin.base64 ?? "-" }
                #expect(try row("chain") == chain.joined(separator: ","), "\(name)")
                good += 1
            } catch let error as DERError {
                #expect(try row("error") == error.code.rawValue, "\(name)")
                #expect(try row("path") == error.path.joined(separator: "."), "\(name)")
            }
        }
        #expect(good == 5)
    }

    @Test func keepsUndefinedExtensions() throws {
        let parts = try #require(try LogEntryTests.entries()[3])
        #expect(try MerkleTreeLeaf(parts.leafInput).extensions == [0, 1, 2])
    }

    @Test func anUnreadableMemberOfTheChainReportsItsPosition() throws {
        let parts = try #require(try LogEntryTests.entries()[4])
        let entry = try LogEntry(leafInput: parts.leafInput, extraData: parts.extraData)
        guard case .failure(let error) = try #require(entry.chain.dropFirst().first) else {
            Issue.record("the second member is 30 03 02 01 05")
            return
        }
        #expect(error.path == ["extra_data", "certificate_chain", "[1]", "tbsCertificate"])
        #expect(Array(parts.extraData[error.offset...].prefix(3)) == [0x02, 0x01, 0x05])
    }

    /// Every prefix of both parts, and every flipped bit of the first kilobyte, gives an entry or an error with a
    /// position inside, never a trap.
    @Test func damagedEntriesAreErrorsWithAPosition() throws {
        for index in [0, 2] {
            let parts = try #require(try LogEntryTests.entries()[index])
            for count in 0..<parts.leafInput.count {
                let error = #expect(throws: DERError.self) {
                    try LogEntry(leafInput: parts.leafInput[..<count], extraData: parts.extraData)
                }
                #expect(error?.path.first == "leaf_input" && (error?.offset ?? .max) <= count)
            }
            for count in 0..<parts.extraData.count {
                let error = #expect(throws: DERError.self) {
                    try LogEntry(leafInput: parts.leafInput, extraData: parts.extraData[..<count])
                }
                #expect(error?.path.first == "extra_data" && (error?.offset ?? .max) <= count)
            }
            for place in 0..<min(1024, parts.leafInput.count) {
                for bit in 0..<8 {
                    var leaf = parts.leafInput
                    leaf[place] ^= 1 << UInt8(bit)
                    do {
                        _ = try LogEntry(leafInput: leaf, extraData: parts.extraData)
                    } catch {
                        #expect(!error.path.isEmpty && error.offset <= max(leaf.count, parts.extraData.count))
                    }
                }
            }
        }
    }
}
