import DERKit
import Testing
import X509Model

/// Inputs that repeatedly change their kind: each change nests another reader, whose depth is limited.
@Suite struct NestedInputTests {
    private static func objects(_ input: [UInt8]) -> [InputObject] { Array(InputReader(input)) }

    /// Two characters in UTF-16, or values of length 0, and then neither. The fuzzer found the second.
    @Test(
        arguments: [
            [0x30, 0, 0x30, 0, 0xb7, 0x40, 0x58, 0xe5, 0x6e, 0x6c, 0x9e, 0x92],
            [0x41, 0, 0x42, 0, 0xff, 0xdc, 0xff, 0xdc], [0, 0x41, 0, 0x42, 0xdc, 0xff, 0xdc, 0xff],
            [0x30, 0, 0x30, 0, 0x00, 0xe0], [0x09, 0, 0x7e, 0, 0xfe, 0xff, 0xfe, 0xff],
            [0xff, 0xfe, 0x00, 0xe0, 0x00, 0xe0], [0xfe, 0xff, 0xe0, 0x00, 0xe0, 0x00],
        ] as [[UInt8]])
    func binaryDataLikeTextIsOneError(_ input: [UInt8]) {
        let objects = NestedInputTests.objects(input)
        #expect(objects.count == 1)
        #expect(objects.allSatisfy { (try? $0.content) == nil })
    }

    /// Each part is one line of UTF-16 text, followed by something else.
    @Test(
        arguments: [
            [0xff, 0xfe, 0x0a, 0, 0xfe, 0xff, 0, 0x0a],
            [0xff, 0xfe, 0x41, 0, 0x0a, 0, 0xfe, 0xff, 0, 0x41, 0, 0x0a],
            [0xff, 0xfe, 0x0a, 0, 0x30, 0x80, 0, 0], [0x41, 0, 0x42, 0, 0x0a, 0, 0, 0xe0],
        ] as [[UInt8]])
    func readingManyPartsOfOtherKindsTerminates(_ part: [UInt8]) {
        let input = Array(repeatElement(part, count: 20_000).joined())
        #expect(!NestedInputTests.objects(input).isEmpty)
        let objects = NestedInputTests.objects(input + [0x30, 0, 0x30, 0, 0xb7, 0x40, 0x58, 0xe5])
        #expect(!objects.isEmpty)
    }

    /// Input within the limit is still read: a certificate after a value, and in text after UTF-16.
    @Test func inputWithinTheNestingLimitIsRead() throws {
        let pem = try Vectors.bytes("seeds/github.com.pem")
        let wide: [UInt8] = Array("a line\n".utf8).flatMap { [$0, 0] as [UInt8] }
        let bigEndian: [UInt8] = pem.flatMap { [0, $0] as [UInt8] }
        let mark: [UInt8] = [0xff, 0xfe]
        for input: [UInt8] in [wide + pem, mark + wide + pem, wide + [0xfe, 0xff] + bigEndian] {
            let pins = NestedInputTests.objects(input).compactMap { try? $0.content.certificate }
            #expect(pins.count == 1)
        }
    }
}
