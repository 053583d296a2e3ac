import Foundation
import Testing

@testable import pemtool

/// The maximum that is read as a whole: input at the limit is read; one more byte is an error that names the limit.
/// Also, files that change while they are read.
@Suite struct HeldInputTests {
    /// Makes a file with these bytes, which exists while `body` runs.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pemtool-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    private func message(_ body: () throws(System.Failure) -> Void) -> String? {
        do throws(System.Failure) {
            try body()
            return nil
        } catch {
            return error.message
        }
    }

    @Test func inputBeyondTheLimitIsAnError() {
        #expect(System.longestInput == 1 << 30)
        #expect(System.tooLong(System.longestInput).message.contains("1 GiB"))
    }

    @Test(arguments: [1, 4095, 4096, 4097, 300_000])
    func aFileIsReadUpToTheLimit(_ limit: Int) throws {
        let bytes = (0..<limit).map { UInt8(truncatingIfNeeded: $0) }
        let expected = "more than \(limit) bytes, the maximum for input that is read as a whole"
        try withFile(bytes) { (path) in
            #expect(try System.contents(ofPath: path, limit: limit) == bytes)
            let stream = try System.Stream(ofPath: path)
            #expect(try stream.contents(expected: stream.byteCount ?? 0, limit: limit) == bytes)
            var chunks = try BulkChunks(try System.Stream(ofPath: path), partSize: 16, limit: limit)
            #expect(try chunks.rest() == bytes)
        }
        try withFile(bytes + [7]) { (path) in
            #expect(
                message { () throws(System.Failure) in _ = try System.contents(ofPath: path, limit: limit) }
                    == expected)
            for size in [0, limit, limit + 1] {
                // The file system may report a wrong size.
                #expect(
                    message { () throws(System.Failure) in
                        _ = try System.Stream(ofPath: path).contents(expected: size, limit: limit)
                    } == expected)
            }
            #expect(
                message { () throws(System.Failure) in
                    var chunks = try BulkChunks(try System.Stream(ofPath: path), partSize: 16, limit: limit)
                    _ = try chunks.rest()
                } == expected)
        }
    }

    /// In text that is read in parts, the limit applies to one block.
    @Test func aBlockIsReadUpToTheLimit() throws {
        let end = "-----END X-----\n"
        let block = "-----BEGIN X-----\n" + String(repeating: "A", count: 1000) + "\n" + end
        let text = Array(String(repeating: block, count: 50).utf8)
        let size = block.utf8.count
        try withFile(text) { (path) in
            var chunks = try BulkChunks(try System.Stream(ofPath: path), partSize: 64, limit: size)
            var read: [UInt8] = []
            while let chunk = try chunks.next() { read += chunk.bytes }
            #expect(read == text)
            var cut = try BulkChunks(try System.Stream(ofPath: path), partSize: 64, limit: size - 2)
            #expect(
                message { () throws(System.Failure) in _ = try cut.next() }
                    == "more than \(size - 2) bytes, the maximum for input that is read as a whole")
        }
    }

    /// A file that is truncated or grows between two parts ends at its new end.
    @Test(arguments: [0, 500, 3000, 9000])
    func aFileMayChangeWhileItIsRead(_ size: Int) throws {
        let block = "-----BEGIN X-----\n" + String(repeating: "A", count: 64) + "\n-----END X-----\n"
        let text = Array(String(repeating: block, count: 60).utf8)
        try withFile(text) { (path) in
            var chunks = try BulkChunks(try System.Stream(ofPath: path), partSize: 1024)
            #expect(chunks.isPlain)
            var read = try #require(try chunks.next()).bytes
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.truncate(atOffset: UInt64(size))
            try file.close()
            while let chunk = try chunks.next() { read += chunk.bytes }
            // The bytes read before are kept; the added bytes are NUL.
            var changed = Array(text.prefix(max(size, 1024)))
            changed += [UInt8](repeating: 0, count: max(0, size - text.count))
            #expect(read == changed)
        }
        try withFile(text) { (path) in
            let stream = try System.Stream(ofPath: path)
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.truncate(atOffset: UInt64(size))
            try file.close()
            #expect(try stream.contents(expected: text.count).count == size)
        }
    }
}
