import DERKit
import Testing

@testable import PinPolicies
@testable import SPKIHash

@Suite struct DiagnosisDigestTests {
    /// The vectors come from Tests/Tools/make/digest-vectors.py, which uses Python's hashlib.
    @Test func digestsForEveryPaddingLengthMatchHashlib() throws {
        let lines = try Vectors.lines("hash/digests.tsv")
        #expect(lines.count == 31)
        for line in lines {
            let fields = line.split(separator: "\t")
            let length = try #require(Int(fields[0]))
            let message = (0..<length).map { UInt8((7 * $0 + length) % 256) }
            #expect(hex(SHA1.hash(message.span)) == fields[1], "SHA-1 of \(length) bytes")
            #expect(hex(SHA512.hash(message.span)) == fields[2], "SHA-512 of \(length) bytes")
            let others = [
                MD5.hash(message.span), SHA256.hash224(message.span), SHA512.hash384(message.span),
                Array(SHA512.hash(message.span, from: SHA512.initial256).prefix(32)),
                SHA3.hash256(message.span),
            ]
            #expect(others.map { hex($0) } == fields.dropFirst(3).map(String.init), "\(length) bytes")
        }
    }

    /// FIPS 180-4's examples.
    @Test func digestsOfABCMatchTheStandards() {
        #expect(hex(SHA1.hash(Array("abc".utf8).span)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(hex(SHA512.hash(Array("abc".utf8).span).prefix(8)) == "ddaf35a193617aba")
    }
}
