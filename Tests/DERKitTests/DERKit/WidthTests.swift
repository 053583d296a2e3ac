import DERKit
import Testing

/// Numbers that a 32-bit `Int` cannot hold. Here it has 64 bits; `.ci/wasm` reads the same table with 32.
@Suite struct WidthTests {
    @Test func everyReaderGivesTheListedResult() throws {
        let rows = try Vectors.table("width/values.tsv")
        #expect(rows.count > 40)
        for row in rows {
            let input = try row("input")
            let parts = input.split(separator: "+")
            let zeros = parts.count > 1 ? try #require(Int(parts[1])) : 0
            let bytes = try octets(parts[0].filter { $0 != " " }) + [UInt8](repeating: 0, count: zeros)
            #expect(WidthVerdict.of(bytes, by: try row("reader")) == (try row("expected")), "\(input)")
        }
    }

    /// A number of bits that does not fit in an `Int` becomes its maximum.
    @Test(arguments: [(0, 0), (1, 8), (1 << 28, 1 << 31)])
    func countsBitsWithoutOverflow(_ count: Int, _ bits: Int) {
        #expect(DERKit.bitTotal(ofOctets: count) == bits)
    }

    @Test func bitCountsMayExceed32Bits() {
        #expect(DERKit.bitTotal(ofOctets: 1 << 40) == 1 << 43)
    }

    /// An offset that no block can have means its end, not a trap.
    @Test func offsetsBeyondABlockReferToItsEnd() throws {
        let input = Array("-----BEGIN X-----\nAAAA\n-----END X-----\n".utf8)
        var reader = PEM.objects(in: input)
        let block = try #require(try reader.next()?.get())
        let end = block.textPosition(ofByte: .max, in: input)
        #expect(end.line == 3)
        #expect(block.textPosition(ofByte: block.derBytes.count, in: input) == end)
    }
}
