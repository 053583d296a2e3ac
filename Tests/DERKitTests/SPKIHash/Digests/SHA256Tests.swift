import DERKit
import Foundation
import PinPolicies
import SPKIHash
import Testing

@Suite struct SHA256Tests {
    /// Returns a file of NIST's Cryptographic Algorithm Validation Program: `name = value` lines, in groups.
    private func records(_ file: String) throws -> [(name: String, value: String)] {
        try Vectors.text("cavp/\(file)").split(whereSeparator: \.isNewline).compactMap { (line) in
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, !line.hasPrefix("#"), !line.hasPrefix("[") else { return nil }
            return (
                parts[0].trimmingCharacters(in: .whitespaces), parts[1].trimmingCharacters(in: .whitespaces)
            )
        }
    }

    @Test(arguments: [("SHA256ShortMsg.rsp", 65, 64), ("SHA256LongMsg.rsp", 64, 6400)])
    func hashesNISTsMessages(_ file: String, _ count: Int, _ longest: Int) throws {
        var length = 0
        var message: [UInt8] = []
        var lengths: [Int] = []
        for (name, value) in try records(file) {
            switch name {
            case "Len": length = try #require(Int(value)) / 8
            case "Msg": message = Array(try octets(value).prefix(length))
            case "MD":
                lengths.append(message.count)
                #expect(hex(SHA256.hash(message)) == value, "\(length) bytes")
            default: Issue.record("\(file): \(name)")
            }
        }
        #expect(lengths.count == count && lengths.max() == longest)
    }

    // The Secure Hash Algorithm Validation System, section 6.4: each digest comes from the three before it.
    @Test func passesNISTsMonteCarloTest() throws {
        var seed: [UInt8] = []
        var count = 0
        for (name, value) in try records("SHA256Monte.rsp") {
            switch name {
            case "Seed": seed = try octets(value)
            case "COUNT": #expect(Int(value) == count)
            case "MD":
                // Each digest is the seed of the next thousand.
                if Sweep.isWhole || count % 11 == 0 {
                    var digests = [seed, seed, seed]
                    for _ in 0..<1000 {
                        digests = [digests[1], digests[2], SHA256.hash(digests[0] + digests[1] + digests[2])]
                    }
                    #expect(hex(digests[2]) == value, "\(count)")
                }
                seed = try octets(value)
                count += 1
            default: Issue.record("\(name)")
            }
        }
        #expect(count == 100)
    }

    /// Returns a message whose byte i is i * 7 mod 256.
    private func message(_ length: Int) -> [UInt8] { (0..<length).map { UInt8($0 * 7 % 256) } }

    @Test func everyLengthUpTo300MatchesPython() throws {
        let rows = try Vectors.table("expected/sha256-lengths.tsv")
        #expect(rows.count == 301)
        for (length, row) in rows.enumerated() {
            #expect(try Int(row("length")) == length)
            let digest = try row("sha256")
            #expect(hex(SHA256.hash(message(length))) == digest, "\(length)")
        }
    }

    @Test func anyCollectionIsHashed() throws {
        let digest = try Vectors.table("expected/sha256-lengths.tsv")[130]("sha256")
        #expect(hex(SHA256.hash(Data(message(130)))) == digest)
        #expect(hex(SHA256.hash((0..<130).lazy.map { UInt8($0 * 7 % 256) })) == digest)
        #expect(hex(SHA256.hash(message(130).span)) == digest)
        #expect(hex(SHA256.hash(([0] + message(130) + [0])[1...130])) == digest)
    }
}
