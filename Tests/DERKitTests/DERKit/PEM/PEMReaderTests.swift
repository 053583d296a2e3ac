@_spi(Benchmarks) import DERKit
import Testing

@Suite struct PEMReaderTests {
    /// RFC 7468 section 3 allows CR LF as a line end, also where other things need a note.
    @Test func crlfLineEndsAddNoNote() throws {
        let line = String(repeating: "AAAA", count: 19)
        let text = "-----BEGIN A-----\r\n\(line)\r\nAAAA\r\n-----END A-----\r\n"
        let block = try #require(Array(PEM.Reader(Array(text.utf8))).first)
        #expect(try block.get().notes.map(\.code) == [.layout])
    }

    /// A BEGIN line of nine characters, with too few hyphens.
    @Test func aShortDamagedBeginLineIsReported() {
        let errors = PEM.objects(in: Array("-BEGIN A-".utf8)).map { (result) -> IssueCode? in
            if case .failure(let error) = result { error.code } else { nil }
        }
        #expect(errors == [.malformedBoundary])
    }

    private func read(_ text: String) -> [Result<PEM.Block, PEMError>] {
        Array(PEM.objects(in: Array(text.utf8)))
    }

    private func failure(_ result: Result<PEM.Block, PEMError>?) -> PEMError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The note is at the line that departs, and there is one for all of them.
    @Test func theLayoutNoteIsAtTheFirstUnusualLine() throws {
        let text = "-----BEGIN A-----\nMAA A\nAgA=\n-----END A----- \n"
        let block = try #require(try PEM.objects(in: Array(text.utf8)).map { try $0.get() }.first)
        #expect(block.notes.map(\.code) == [.layout])
        #expect(block.notes.map(\.position) == [TextPosition(line: 2, column: 1)])
    }

    @Test func readsSeveralBlocksAndSkipsTextAroundThem() throws {
        let text = """
            subject=CN = one
            -----BEGIN ONE-----
            AAEC
            -----END ONE-----
            some - text -- with --- dashes ---- in it

            -----BEGIN SECOND KIND-----
            AwQFBgcI
            CQ==
            -----END SECOND KIND-----
            the end
            """
        let blocks = try read(text).map { try $0.get() }
        #expect(blocks.map(\.label) == ["ONE", "SECOND KIND"])
        #expect(blocks.map(\.derBytes) == [[0, 1, 2], [3, 4, 5, 6, 7, 8, 9]])
        #expect(blocks.map(\.line) == [2, 7])
        #expect(blocks.map(\.offset) == [17, 103])
        #expect(blocks.map(\.headers) == [[], []])
        let input = Array(text.utf8)
        #expect(input[blocks[0].offset...].starts(with: "-----BEGIN ONE".utf8))
        #expect(input[blocks[1].offset...].starts(with: "-----BEGIN SECOND".utf8))
        #expect(String(decoding: input[blocks[0].body], as: UTF8.self) == "\nAAEC\n")
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func everyKindOfLineEndCountsAsOneLine(_ lineEnd: String) throws {
        let lines = ["text", "-----BEGIN A-----", "AAEC", "AwQF", "-----END A-----", "", "-----BEGIN B-----"]
        let text = (lines + ["AA!A", "-----END B-----", ""]).joined(separator: lineEnd)
        let results = read(text)
        #expect(try results.first?.get().derBytes == [0, 1, 2, 3, 4, 5])
        #expect(try results.first?.get().line == 2)
        let error = failure(results.last)
        #expect(error?.code == .invalidCharacter && error?.position == TextPosition(line: 8, column: 3))
    }

    @Test func textWithoutABlockGivesNoBlocks() {
        for text in ["", "-", "-----", "-----BEGIN", "BEGIN A\nAAAA\nEND A\n", "AAAA"] {
            #expect(read(text).isEmpty, "\(text)")
        }
    }

    // RFC 1421 section 4.6
    @Test func headersAreReadAndKept() throws {
        let text = """
            -----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-128-CBC,
              0011223344556677
            Comment:

            AAEC
            -----END RSA PRIVATE KEY-----
            """
        let block = try #require(try read(text).first?.get())
        #expect(block.headers.map(\.name) == ["Proc-Type", "DEK-Info", "Comment"])
        #expect(block.headers.map(\.value) == ["4,ENCRYPTED", "AES-128-CBC,0011223344556677", ""])
        #expect(block.derBytes == [0, 1, 2])
    }

    @Test func aHeaderWithVeryManyLinesIsRead() throws {
        let line = " " + String(repeating: "a", count: 40) + "\n"
        let lines = String(repeating: line, count: 10_000)
        let text = "-----BEGIN A-----\nName: value\n\(lines)\nAAEC\n-----END A-----\n"
        let block = try #require(try read(text).first?.get())
        #expect(block.headers.first?.value.utf8.count == 5 + 40 * 10_000)
        #expect(block.derBytes == [0, 1, 2])
    }

    /// Text, and the code, label, offset, line, column and message of each block's error.
    static let broken: [(String, IssueCode, String, Int, Int, Int, String)] = [
        (
            "x\n-----BEGIN A-----\nAAECA\n", .missingEnd, "A", 26, 4, 1,
            "unexpected end of file; expected -----END A-----"
        ),
        (
            "-----BEGIN A-----\nAAECA\n-----BEGIN A-----", .missingEnd, "A", 24, 3, 1,
            "unexpected BEGIN; expected -----END A-----"
        ),
        (
            "-----END A-----\n", .missingBegin, "A", 0, 1, 1,
            "unexpected END; expected -----BEGIN A----- before it"
        ),
        ("-----BEGIN A-----\n-----END A-----\n", .empty, "A", 18, 2, 1, "empty block; expected base64 text"),
        (
            "-----BEGIN A-----\n\n \n-----END A-----\n", .empty, "A", 21, 4, 1,
            "empty block; expected base64 text"
        ),
        (
            "-----BEGIN A-----\nAAEC\nAA?C\n-----END A-----\n", .invalidCharacter, "A", 25, 3, 3,
            "unexpected '?' (U+003F); expected base64"
        ),
        (
            "-----BEGIN A-----\nAAé=\n-----END A-----\n", .invalidCharacter, "A", 20, 2, 3,
            "unexpected 'é' (U+00E9); expected base64"
        ),
        (
            "-----BEGIN A-----\nAA\u{202e}\n-----END A-----\n", .invalidCharacter, "A", 20, 2, 3,
            "unexpected U+202E; expected base64"
        ),
        (
            "-----BEGIN A-----\nAA\u{1b}[m\n-----END A-----\n", .invalidCharacter, "A", 20, 2, 3,
            "unexpected U+001B; expected base64"
        ),
        (
            "-----BEGIN A-----\nAAE\n-----END A-----\n", .incompleteBase64, "A", 22, 3, 1,
            "incomplete base64; expected a multiple of four base64 characters"
        ),
        (
            "-----BEGIN A-----\nAA=C\n-----END A-----\n", .invalidPadding, "A", 21, 2, 4,
            "unexpected 'C' (U+0043); expected one or two = signs to complete the last group of four characters"
        ),
        (
            "-----BEGIN A-----\nName: value\nAAEC\n-----END A-----\n", .malformedHeader, "A", 30, 3, 1,
            "expected a header, or the blank line that ends the headers"
        ),
        (
            "-----BEGIN A-----\nName: value\n-----END A-----\n", .malformedHeader, "A", 30, 3, 1,
            "unexpected END; expected a blank line that ends the headers"
        ),
        (
            "-----BEGIN A\nAAEC\n-----END A-----\n", .malformedBoundary, "", 11, 1, 12,
            "end of line; expected a label and five dashes after BEGIN"
        ),
        (
            "-----BEGIN A-----\nAAEC\n-----END A\n", .malformedBoundary, "A", 32, 3, 10,
            "end of line; expected a label and five dashes after END"
        ),
    ]

    @Test(arguments: broken.indices) func aMalformedBlockIsOneErrorWithAPosition(_ index: Int) throws {
        let (text, code, label, offset, line, column, message) = PEMReaderTests.broken[index]
        // Blocks before and after a malformed block are still read.
        let good = "-----BEGIN GOOD-----\nAAEC\n-----END GOOD-----\n"
        for before in ["", good, good + good] {
            let lines = before.split(separator: "\n").count
            let results = read(before + text)
            let goods = before.isEmpty ? 0 : before == good ? 1 : 2
            for result in results.prefix(goods) { #expect(try result.get().label == "GOOD") }
            let error = try #require(failure(results.dropFirst(goods).first), "\(text)")
            #expect(error.code == code)
            #expect(error.label == label)
            #expect(error.offset == before.utf8.count + offset)
            #expect(error.blockOffset == before.utf8.count + (text.hasPrefix("x") ? 2 : 0))
            #expect(error.position == TextPosition(line: lines + line, column: column))
            #expect(error.message == message)
            let place = "line \(lines + line), column \(column)"
            #expect("\(error)" == "\(place): \(label.isEmpty ? "PEM" : label): \(message)")
        }
        let last = try #require(read(text + "\n" + good).last)
        #expect(try last.get().label == "GOOD")
    }

    @Test func aByteThatIsNotTextIsReportedAsAByte() throws {
        let input = Array("-----BEGIN A-----\nAA".utf8) + [0xff] + Array("\n-----END A-----\n".utf8)
        let result = PEM.objects(in: input).first { _ in true }
        #expect(failure(result)?.message == "unexpected byte ff; expected base64")
        #expect(failure(result)?.offset == 20)
    }

    @Test func everyTruncationIsReported() throws {
        let text = try Vectors.bytes("seeds/github.com.pem")
        let begin = "-----BEGIN ".utf8.count
        for length in 0..<text.count {
            let results = Array(PEM.objects(in: text[..<length]))
            // Complete except for its last line feed. From the first BEGIN on, an error or a block reported without
            // END; before that, no block.
            #expect(results.count == (length < begin ? 0 : 1), "\(length)")
            if case .success(let block) = results.first {
                #expect((block.notes.map(\.code) == []) == (length == text.count - 1), "\(length)")
                #expect(block.notes.isEmpty || block.notes.last?.code == .missingEnd, "\(length)")
            }
        }
    }
}
