import DERKit
import Foundation
import Testing

@testable import PinPolicies
@testable import SPKIHash

/// Every way of computing SHA-256 gives the digests of NIST's vectors and of Python's hashlib. Implementations that
/// this processor does not support are not among the arguments; the portable one always is.
@Suite struct SHA256PathTests {
    static let paths = SHA256Path.allCases.filter { $0 == .portable || SHA256Path.hasInstructions }

    @Test func thePortablePathAlwaysExistsAndTheBestIsAvailable() {
        #expect(SHA256PathTests.paths.contains(.portable))
        #expect(SHA256PathTests.paths.contains(.best))
    }

    @Test(arguments: paths, ["SHA256ShortMsg", "SHA256LongMsg"])
    func bothPathsHashNISTsMessages(_ path: SHA256Path, _ file: String) throws {
        let records = try responses(file)
        #expect(records.count > 60)
        for record in records {
            let bits = try #require(record["Len"].flatMap { Int($0) })
            let text = try #require(record["Msg"])
            let message = try #require(bytes(hex: text)).prefix(bits / 8)
            let digest = try #require(record["MD"])
            #expect(hex(SHA256.hash(Array(message).span, path)) == digest)
        }
    }

    /// The Secure Hash Algorithm Validation System, section 6.4: each digest is hashed with the two before it.
    @Test(arguments: paths) func bothPathsPassNISTsMonteCarloTest(_ path: SHA256Path) throws {
        let records = try responses("SHA256Monte")
        let checkpoints = [records.first?["Seed"]].compactMap { $0 } + records.compactMap { $0["MD"] }
        #expect(checkpoints.count == 101)
        // Each digest is the seed of the next thousand.
        for (begin, checkpoint) in Sweep.sample(Array(zip(checkpoints, checkpoints.dropFirst())), every: 11) {
            let seed = try #require(bytes(hex: begin))
            var last = [seed, seed, seed]
            for _ in 0..<1000 {
                last = [last[1], last[2], SHA256.hash((last[0] + last[1] + last[2]).span, path)]
            }
            #expect(hex(last[2]) == checkpoint)
        }
    }

    @Test(arguments: paths) func bothPathsAgreeForLengthsUpTo300(_ path: SHA256Path) throws {
        let digests = try SHA256PathTests.lengths()
        #expect(digests.count == 301)
        for (length, digest) in digests.enumerated() {
            let message = SHA256PathTests.message(length)
            #expect(hex(SHA256.hash(message.span, path)) == digest)
        }
    }

    private static func message(_ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: 7 * $0) }
    }

    private static func lengths() throws -> [String] {
        try Vectors.lines("expected/sha256-lengths.tsv").dropFirst().map {
            String($0.split(separator: "\t")[1])
        }
    }

    /// Returns the records of a response file: lines `name = value`, an empty line between records.
    private func responses(_ file: String) throws -> [[String: String]] {
        var records: [[String: String]] = [[:]]
        for line in try Vectors.lines("cavp/\(file).rsp") {
            let parts = line.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, !line.hasPrefix("[") else { continue }
            records[records.count - 1][parts[0]] = parts[1]
            if parts[0] == "MD" || parts[0] == "Seed" { records.append([:]) }
        }
        return records.filter { !$0.isEmpty }
    }
}
