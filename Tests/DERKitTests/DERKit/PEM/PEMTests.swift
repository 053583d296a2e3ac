import DERKit
import Testing

@Suite struct PEMTests {
    @Test func writesTheSameTextAsOpenSSL() throws {
        let text = try Vectors.text("seeds/github.com.pem")
        let block = try #require(try PEM.objects(in: Array(text.utf8)).first { _ in true }?.get())
        #expect(PEM.encode(block.derBytes, label: "CERTIFICATE") == text)
    }

    // RFC 7468 section 3: lines of exactly 64 characters, except for the last.
    @Test(arguments: [
        (0, []), (1, [4]), (47, [64]), (48, [64]), (49, [64, 4]), (96, [64, 64]), (97, [64, 64, 4]),
    ]) func linesHave64Characters(_ count: Int, _ widths: [Int]) throws {
        let octets = [UInt8](repeating: 0x5a, count: count)
        let lines = PEM.encode(octets, label: "X").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "-----BEGIN X-----")
        #expect(lines.suffix(2) == ["-----END X-----", ""])
        #expect(lines.dropFirst().dropLast(2).map(\.count) == widths)
        #expect(try Base64.decode(lines.dropFirst().dropLast(2).joined()) == octets)
    }

    @Test func everyByteOfTheDERHasAPositionInTheText() throws {
        let text = "note\n-----BEGIN X-----\r\nAAECAw QFBg\r\ncICQ==\r\n-----END X-----\r\n"
        let input = Array(text.utf8)
        let block = try #require(try PEM.objects(in: input).first { _ in true }?.get())
        #expect(block.derBytes.count == 10 && block.offset == 5 && block.line == 2)
        // The first character that carries bits of each octet; three octets are four characters.
        let places = [
            (3, 1), (3, 2), (3, 3), (3, 5), (3, 6), (3, 8), (3, 10), (3, 11), (4, 1), (4, 3),
        ]
        for (index, place) in places.enumerated() {
            let position = block.textPosition(ofByte: index, in: input)
            #expect(position == TextPosition(line: place.0, column: place.1), "\(index)")
        }
        // Offsets past the last octet are the end of the text.
        #expect(block.textPosition(ofByte: 10, in: input) == TextPosition(line: 4, column: 4))
        #expect(block.textPosition(ofByte: 1000, in: input) == TextPosition(line: 5, column: 1))
    }
}
