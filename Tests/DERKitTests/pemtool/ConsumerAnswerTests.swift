import Foundation
import Testing

/// Policies for which pemtool and a consumer once disagreed. `judged/INDEX.tsv` has the answer of each consumer: of curl
/// itself, of OkHttp's and TrustKit's own code, or of a model written from the source.
@Suite struct ConsumerAnswerTests {
    /// A policy, the requested host, and the answer of the consumer.
    struct Row: CustomStringConvertible {
        let file, host, answer, source: String
        /// A Boolean value that indicates whether the file leaves open what pemtool cannot know, so that it may answer
        /// `undecided`.
        let mayBeUndecided: Bool

        var description: String { "\(file), \(host) (\(source))" }
    }

    static func rows() throws -> [Row] {
        try Vectors.text("judged/INDEX.tsv").split(separator: "\n").dropFirst().map { (line) in
            let cells = line.split(separator: "\t").map { String($0) }
            try #require(cells.count == 4)
            return Row(
                file: cells[0], host: cells[1], answer: cells[2].replacing("?", with: ""), source: cells[3],
                mayBeUndecided: cells[2].hasSuffix("?"))
        }
    }

    @Test func theVerdictIsThatOfTheConsumer() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 56)
        for row in Sweep.sample(rows, every: 3) {
            let command =
                "cd judged && pemtool check --at 2026-06-15 --suffixes suffixes.txt --host \(row.host) "
                + "--chain chain.pem --roots roots.pem \(row.file)"
            let line = try Shell.run(command, scratch: "/").output.prefix { $0 != "\n" }
            let verdicts = row.mayBeUndecided ? [row.answer, "undecided"] : [row.answer]
            #expect(verdicts.contains { line.hasPrefix("\(row.host): \($0)") }, "\(row): \(line)")
        }
    }
}
