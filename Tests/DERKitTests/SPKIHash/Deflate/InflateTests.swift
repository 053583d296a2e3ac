import Foundation
import SPKIHash
import Testing

@testable import DERKit

/// Data compressed by zlib: Tests/Tools/make/archives.py.
@Suite struct InflateTests {
    @Test func inflatesWhatZlibCompressed() throws {
        let lines = String(
            decoding: try Data(contentsOf: URL(filePath: Vectors.path("archives/deflate.tsv"))), as: UTF8.self
        ).split(separator: "\n")
        #expect(lines.count == 36)
        for line in lines {
            let fields = line.split(separator: "\t")
            let data = try #require(bytes(hex: fields[0]))
            let count = try #require(Int(fields[1]))
            let found = try Inflate.bytes(of: data, in: 0..<data.count, count: count)
            #expect(hex(SHA256.hash(found)) == fields[2])
            // An announced size one byte too small is a bomb; one byte too large is a lie.
            #expect(throws: ArchiveError.self) {
                _ = try Inflate.bytes(of: data, in: 0..<data.count, count: count + 1)
            }
            if count > 0 {
                #expect(throws: ArchiveError.self) {
                    _ = try Inflate.bytes(of: data, in: 0..<data.count, count: count - 1)
                }
            }
            #expect(throws: ArchiveError.self) {
                _ = try Inflate.bytes(of: data, in: 0..<(data.count - 1), count: count)
            }
        }
    }

    /// What zlib's messages are called here.
    private static let messages: [String: [String]] = [
        "invalid block type": ["invalid block type 3 in"],
        "invalid stored block lengths": ["invalid stored block length"],
        "invalid distance too far back": ["exceeds the output so far"],
        "invalid distance code": ["invalid code in"], "invalid literal/length code": ["invalid code in"],
        "too many length or distance symbols": ["too many codes in"],
        "invalid bit length repeat": ["nothing to repeat in", "too many codes in"],
        "invalid code -- missing end-of-block": ["missing end-of-block code in"],
        "invalid literal/lengths set": ["oversubscribed code in", "incomplete code in"],
        "invalid distances set": ["oversubscribed code in", "incomplete code in"],
        "invalid code lengths set": ["oversubscribed code in", "incomplete code in"],
    ]

    /// Blocks that zlib never writes, and what zlib reads in them: Tests/Tools/make/deflate.py.
    @Test func readsAsZlibDoes() throws {
        let lines = try String(contentsOfFile: Vectors.path("archives/codes.tsv"), encoding: .utf8)
            .split(separator: "\n")
        #expect(lines.count == 49)
        for line in lines {
            let fields = line.split(separator: "\t")
            let data = try #require(bytes(hex: fields[0]))
            let count = try #require(Int(fields[1]))
            let found = Result { try Inflate.bytes(of: data, in: 0..<data.count, count: count) }
            switch found {
            case .success(let bytes): #expect(hex(SHA256.hash(bytes)) == fields[2])
            case .failure(let error):
                let texts = try #require(InflateTests.messages[String(fields[2])])
                let isSame = texts.contains { "\(error)".contains($0) }
                #expect(isSame, "\(error) instead of \(fields[2])")
            }
        }
    }
}
