import Foundation
import Testing

@testable import pemtool

/// The README says what the tool does.
@Suite struct ReadmeTests {
    private static func readme() throws -> String {
        let root = Vectors.folder.deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    }

    @Test func everyFieldOfTheContractIsThereWithItsMeaning() throws {
        let text = try Self.readme()
        for field in JSONContract.fields {
            #expect(text.contains("| `\(field.name)` | \(field.meaning) |"), "\(field.name)")
        }
    }

    @Test func everyCommandButTheToolsOwnIsThere() throws {
        let text = try Self.readme()
        for command in Command.all where command.name != "completion" {
            #expect(text.contains("pemtool \(command.name)"), "\(command.name)")
        }
    }
}
