import Foundation
import Testing

/// Plays the scripted command lines of Tests/Vectors/sessions against the built program.
///
/// A session is text: `$ ` begins a command for the shell, `> ` continues it on the next line, `! ` is a line on
/// standard error, `? ` an exit status other than 0, `# ` a comment; every other line is one on standard output.
/// Commands run in Tests/Vectors, with `pemtool` on the path and `$T` an empty folder of their own. A session that begins
/// with `# sweep` is only part of a whole ``Sweep``.
@Suite struct SessionTests {
    @Test(arguments: Session.names)
    func everySessionPrintsWhatIsRecorded(_ name: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pemtool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let steps = try Session.steps(of: name)
        #expect(!steps.isEmpty)
        for step in steps {
            let result = try Shell.run(step.command, scratch: folder.path)
            let context = "\(name): $ \(step.command)"
            #expect(result.output == step.output, "\(context): standard output")
            #expect(result.errors == step.errors, "\(context): standard error")
            #expect(result.status == step.status, "\(context): exit status")
        }
    }
}

/// A scripted session.
enum Session {
    struct Step {
        var command: String
        var output = ""
        var errors = ""
        var status: Int32 = 0
    }

    static let folder = Vectors.path("sessions")

    static var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasSuffix(".txt") && (Sweep.isWhole || !isSweep($0)) }.sorted()
    }

    private static func isSweep(_ name: String) -> Bool {
        (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8))?.hasPrefix("# sweep") ?? false
    }

    static func steps(of name: String) throws -> [Step] {
        var steps: [Step] = []
        let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let rest = String(line.dropFirst(2))
            if line.hasPrefix("$ ") {
                steps.append(Step(command: rest))
            } else if let last = steps.indices.last {
                if line.hasPrefix("> ") {
                    steps[last].command += "\n" + rest
                } else if line.hasPrefix("! ") || line == "!" {
                    steps[last].errors += rest + "\n"
                } else if line.hasPrefix("? ") {
                    steps[last].status = Int32(rest) ?? -1
                } else if !line.hasPrefix("# ") {
                    steps[last].output += line + "\n"
                }
            }
        }
        return steps
    }
}
