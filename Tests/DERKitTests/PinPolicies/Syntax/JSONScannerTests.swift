import DERKit
import Testing

@testable import PinPolicies

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

    private func value(of field: String, in text: [UInt8]) throws -> JSONScanner.ScannedValue? {
        var scanner = JSONScanner(0..<text.count)
        return try scanner.onlyObject(field: field, in: text.span)
    }

    @Test func agreesWithPythonOnValidity() throws {
        let lines = try JSONScannerTests.lines()
        #expect(lines.count > 1000)
        #expect(Set(lines.map(\.verdict)) == ["yes", "no", "invalid-utf8"])
        for line in lines {
            let name = String(decoding: line.text, as: UTF8.self)
            // No line has this name, so a duplicate name is not an error.
            let result = Result { try value(of: "a name that no line has", in: line.text) }
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
                guard case .string(let text) = try value(of: "c", in: line.text) else {
                    #expect(line.field == "-", "\(name)")
                    continue
                }
                let value = JSONScanner.unescaped(text, in: line.text.span)
                #expect((value.isEmpty ? "." : hex(value)) == line.field, "\(name)")
                found += 1
            } catch let error as JSONScanner.Failure {
                // Python uses the last of two equal names; here, the second is an error.
                #expect(error.code == "duplicate-name", "\(name)")
            }
        }
        #expect(found > 100)
    }

    @Test func everyTruncatedLineIsRejectedWithAPosition() throws {
        let text = Array(#"{"a":[1.5e-3,{"b":"\u00e9é"}],"c":"MIIB","d":null}"#.utf8)
        _ = try value(of: "c", in: text)
        for count in 0..<text.count {
            let error = #expect(throws: JSONScanner.Failure.self) {
                _ = try value(of: "c", in: Array(text[..<count]))
            }
            #expect((0...count).contains(error?.offset ?? -1))
        }
    }
}
