import DERKit
import Testing
import X509Model

/// A file with objects in two encodings: both are read, whichever is first.
@Suite struct EncodingPairsTests {
    static let octetRows: [WildTests.Row] = [
        WildTests.Row("hex", []) { hex(der($0)) + "\n" },
        WildTests.Row("a fingerprint's hex", []) { digits($0, radix: 16).joined(separator: ":") + "\n" },
        WildTests.Row("C", []) {
            "unsigned char c[] = {\n  " + digits($0, radix: 16).map { "0x" + $0 }.joined(separator: ", ")
                + "\n};\n"
        },
        WildTests.Row("an array of numbers", []) {
            "[" + digits($0, radix: 10).joined(separator: ",") + "]\n"
        },
        WildTests.Row("a hex dump", []) { (lines) in
            let octets = digits(lines, radix: 16)
            return stride(from: 0, to: octets.count, by: 16).map { (start) in
                let offset = String(start, radix: 16)
                let row = octets[start..<min(start + 16, octets.count)].joined(separator: " ")
                return String(repeating: "0", count: 8 - offset.count) + offset + "  " + row + "\n"
            }.joined()
        },
        WildTests.Row("base64", []) { $0.dropFirst().dropLast().joined(separator: "\n") + "\n" },
        WildTests.Row("a header with its dashes encoded", []) {
            $0.joined(separator: "%0A").replacing("-", with: "%2D").replacing(" ", with: "%20")
                .replacing("+", with: "%2B") + "\n"
        },
    ]

    static let rows =
        octetRows + WildTests.encodedRows + WildTests.quotedRows
        + WildTests.lineRows.filter {
            ["e-mail", "C", "JSON in JSON", "JSON array", "HTML", "YAML list"].contains($0.testDescription)
        }

    private static func der(_ lines: [String]) -> [UInt8] {
        (try? Base64.decode(lines.dropFirst().dropLast().joined())) ?? []
    }

    private static func digits(_ lines: [String], radix: Int) -> [String] {
        der(lines).map { ($0 < 16 && radix == 16 ? "0" : "") + String($0, radix: radix) }
    }

    private static func certificate(_ name: String) throws -> (lines: [String], der: [UInt8]) {
        let pem = try Vectors.text("kinds/\(name).certificate.pem")
        let lines = pem.split(separator: "\n").map(String.init)
        return (lines, try Vectors.bytes("kinds/\(name).certificate.der"))
    }

    @Test(arguments: rows) func twoEncodedObjectsAreBothRead(_ first: WildTests.Row) throws {
        let (one, other) = (
            try EncodingPairsTests.certificate("rsa2048"), try EncodingPairsTests.certificate("p-256")
        )
        let place = EncodingPairsTests.rows.firstIndex { $0.testDescription == first.testDescription } ?? 0
        for second in Sweep.sample(EncodingPairsTests.rows, every: 11, from: place) {
            for separator in ["\n", "\n\nsome text\n"] {
                let text = first.wrap(one.lines) + separator + second.wrap(other.lines)
                let found = InputReader(text.utf8).map { try? $0.content.certificate?.derBytes }
                #expect(found == [one.der, other.der], "\(first), then \(second)")
            }
        }
    }
}
