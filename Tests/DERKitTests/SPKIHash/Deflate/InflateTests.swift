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
}
