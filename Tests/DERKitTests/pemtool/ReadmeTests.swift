import Foundation
import Testing

@testable import pemtool

/// The README and the explanation of headers match the behavior of the tool.
@Suite struct ReadmeTests {
    private static func document(_ path: String) throws -> String {
        let root = Vectors.folder.deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func everyFieldOfInspectIsDocumented() throws {
        let text = try Self.document("Documentation/JSON.md")
        for name in FieldPath.known where !name.contains(".") {
            #expect(text.contains("\n| `\(name)` | "), "\(name)")
        }
    }

    @Test func everyCommandExceptCompletionIsPresent() throws {
        let text = try Self.document("README.md")
        for command in Command.all where command.name != "completion" {
            #expect(text.contains("pemtool \(command.name)"), "\(command.name)")
        }
    }

    /// The output of a command follows `    $ COMMAND`. It runs in a clone, and the line `...` stands for any number of
    /// lines.
    @Test func everyScreenMatchesTheOutputOfTheTool() throws {
        let pages = try ["README.md", "Documentation/DERKit.docc/WhyTheHashesDiffer.md"].map(Self.document)
        let lines = pages.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        var screens = 0
        for (place, line) in lines.enumerated() where line.hasPrefix("    $ ") {
            let shown = lines[(place + 1)...].prefix { $0.isEmpty || $0.hasPrefix("    ") }
                .map { String($0.dropFirst(4)) }.joined(separator: "\n")
            let printed = try Shell.run("cd ../..; \(line.dropFirst(6))")
            var rest = printed.output[...]
            for part in shown.components(separatedBy: "...\n") {
                let text = part.hasSuffix("\n...") ? String(part.dropLast(4)) : part
                let wanted = text.trimmingCharacters(in: .newlines)
                guard !wanted.isEmpty else { continue }
                let found = try #require(rest.range(of: wanted), "\(line): \(wanted)")
                rest = rest[found.upperBound...]
            }
            #expect(printed.errors.isEmpty, "\(line)")
            screens += 1
        }
        #expect(screens == 2)
    }
}
