import Foundation
import Testing

@testable import pemtool

@Suite struct LineReaderTests {
    private func lines(
        of data: [UInt8], limit: Int = LineReader.longestLine
    ) throws -> [(text: [UInt8], offset: Int, isTooLong: Bool)] {
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
        try Data(data).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var reader = LineReader(try System.Stream(ofPath: file.path), limit: limit)
        var lines: [(text: [UInt8], offset: Int, isTooLong: Bool)] = []
        while let line = try reader.next({}) {
            lines.append((Array(reader.buffer[line.range]), line.offset, line.isTooLong))
        }
        return lines
    }

    /// Returns the lines found by a simple split; the buffered reader must give the same.
    private func split(_ data: [UInt8]) -> [(text: [UInt8], offset: Int)] {
        var result: [(text: [UInt8], offset: Int)] = []
        var start = 0
        for place in data.indices where data[place] == 0x0a {
            result.append((Array(data[start..<place]), start))
            start = place + 1
        }
        if start < data.count { result.append((Array(data[start...]), start)) }
        return result.map { (text, offset) in (text.last == 0x0d ? text.dropLast() : text, offset) }
    }

    @Test(arguments: ["", "\n", "\r\n", "a", "a\n", "a\r", "a\r\n", "a\n\nb", "\r", "a\rb\n", "\n\r\n\n"])
    func everyKindOfLineEndIsRecognized(_ text: String) throws {
        let data = Array(text.utf8)
        let found = try lines(of: data)
        let wanted = split(data)
        #expect(found.map(\.text) == wanted.map(\.text))
        #expect(found.map(\.offset) == wanted.map(\.offset))
    }

    /// Lines around the size of the buffer, 256 KiB, so that ends, and CR and LF, fall on both sides of a piece.
    @Test(arguments: [
        0, 1, 2, 3, 100, 131_072, 262_141, 262_142, 262_143, 262_144, 262_145, 524_288, 900_000,
    ])
    func linesOfAnyLengthAreReadWhole(_ length: Int) throws {
        for end in ["\n", "\r\n"] {
            var data: [UInt8] = []
            for index in 0..<7 {
                data += Array(
                    repeating: UInt8(ascii: "a") + UInt8(index), count: index.isMultiple(of: 3) ? 5 : length)
                data += end.utf8
            }
            data += Array("the last".utf8)
            let found = try lines(of: data)
            let wanted = split(data)
            #expect(found.map(\.text) == wanted.map(\.text))
            #expect(found.map(\.offset) == wanted.map(\.offset))
            #expect(found.allSatisfy { !$0.isTooLong })
        }
    }

    /// With a limit below and above the buffer's first size.
    @Test(arguments: [(-1, false), (0, false), (1, true), (2, true), (3, true), (1000, true)])
    func aLineBeyondTheLimitIsAnError(_ surplus: Int, _ isTooLong: Bool) throws {
        for (limit, end) in [50, 300_000].flatMap({ (limit) in
            ["", "\n", "\r\n", "\nnext", "\r\nnext\n"].map { (limit, $0) }
        }) {
            let length = limit + surplus
            var data = [UInt8](repeating: UInt8(ascii: "x"), count: length)
            data += end.utf8
            let found = try lines(of: data, limit: limit)
            #expect(found.count == (end.contains("next") ? 2 : 1))
            #expect(found.first?.isTooLong == isTooLong)
            #expect(found.first?.text.count == (isTooLong ? 0 : length))
            if end.contains("next") {
                #expect(found.last?.text == Array("next".utf8))
                #expect(found.last?.offset == data.count - (end.hasSuffix("t\n") ? 5 : 4))
            }
        }
    }
}
