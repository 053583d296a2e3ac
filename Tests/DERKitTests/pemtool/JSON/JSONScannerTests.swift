import DERKit
import Testing

@testable import pemtool

@Suite struct JSONScannerTests {
    /// A line of Tests/Vectors/lines/json.tsv, with Python's verdict.
    struct Line: Sendable {
        let text: [UInt8]
        let verdict: String
        let field: String
    }

    static func lines() throws -> [Line] {
        try Vectors.table("lines/json.tsv").map { (row) in
            let hex = try row("line")
            return Line(
                text: try #require(bytes(hex: hex == "." ? "" : hex)), verdict: try row("json"),
                field: try row("field"))
        }
    }

    private func fields(_ text: [UInt8], _ names: [String]) throws -> (LineFields, JSONScanner) {
        var scanner = JSONScanner(0..<text.count)
        let fields = try LineFields(&scanner, names: names.map { Array($0.utf8) }, start: 0, in: text.span)
        scanner.skipSpace(in: text.span)
        guard scanner.position == text.count else { throw scanner.unexpected("the end", in: text.span) }
        return (fields, scanner)
    }

    @Test func agreesWithPythonOnValidity() throws {
        let lines = try JSONScannerTests.lines()
        #expect(lines.count > 1000)
        #expect(Set(lines.map(\.verdict)) == ["yes", "no", "invalid-utf8"])
        for line in lines {
            let name = String(decoding: line.text, as: UTF8.self)
            // No names are requested here, so a duplicate name is not an error.
            let result = Result { try fields(line.text, []) }
            switch result {
            case .success: #expect(line.verdict == "yes", "\(name)")
            case .failure: #expect(line.verdict != "yes", "\(name)")
            }
        }
    }

    @Test func findsTheFieldThatPythonFinds() throws {
        var found = 0
        for line in try JSONScannerTests.lines() where line.verdict == "yes" {
            let name = String(decoding: line.text, as: UTF8.self)
            do {
                let (fields, _) = try fields(line.text, ["c"])
                guard case .string(let text) = fields.wanted[0] else {
                    #expect(line.field == "-", "\(name)")
                    continue
                }
                let value = JSONScanner.unescaped(text, in: line.text.span)
                #expect((value.isEmpty ? "." : hex(value)) == line.field, "\(name)")
                found += 1
            } catch let error as LineError {
                // Python uses the last of two equal names; here, the second is an error.
                #expect(error.code == "duplicate-name", "\(name)")
            }
        }
        #expect(found > 100)
    }

    @Test func everyPrefixOfALineIsRejectedWithAPositionInside() throws {
        let text = Array(#"{"a":[1.5e-3,{"b":"\u00e9é"}],"c":"MIIB","d":null}"#.utf8)
        _ = try fields(text, ["c"])
        for count in 0..<text.count {
            let error = #expect(throws: LineError.self) { _ = try fields(Array(text[..<count]), ["c"]) }
            #expect((0...count).contains(error?.offset ?? -1))
        }
    }
}
