import Foundation
import Testing

/// The output of every command for hostile text: no character that a terminal would interpret or that a reader would
/// mistake for another, only UTF-8, and valid JSON.
@Suite struct HostileCommandsTests {
    private static let pin = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    /// `@` stands for one file; a command without one is given all files.
    private static let commands = [
        "pin", "pin --jsonl", "pin --json", "pin --strict", "pin --format tlsa", "pin --jobs 1",
        "inspect", "inspect --full --entries", "inspect --entries --json", "inspect --jsonl",
        "inspect --strict",
        "inspect --field subject", "inspect --field extensions", "inspect --field subject_alt_names",
        "explain", "explain --json", "dump", "dump --hex", "dump --json",
        "dump --at 60 @",
        "diagnose \(pin)", "diagnose --json \(pin)", "check --pin \(pin) @", "convert --to hex", "wrap @",
        "check @", "policy read @", "policy read --from curl @", "policy emit swift @",
        "pin --lines", "inspect --lines --der-field leaf_cert",
    ]

    /// Operands that are not files, where a person may paste anything.
    private static let words = [
        "@", "pin --@", "pin --format @", "pin --jobs @", "inspect --field @", "inspect --at @",
        "dump --at @",
        "check --pin @", "diagnose @", "wrap @", "wrap --curve @", "policy @", "policy read --host @",
        "policy read --from @", "policy emit @", "help @", "man @", "completion @",
        "convert --output @/a seeds/github.com.pem", "convert --extract @", "inspect @",
        "inspect --lines --der-field @",
    ]

    private static var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: Vectors.path("hostile"))) ?? []).sorted()
            .map { "hostile/" + $0 }
    }

    private func expectSafe(_ text: String, _ context: String) {
        // Invalid UTF-8 becomes U+FFFD, which does not occur in the files.
        for scalar in text.unicodeScalars where scalar != "\n" {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                Issue.record("U+\(String(scalar.value, radix: 16)): \(context)")
                return
            default:
                guard scalar != "\u{fffd}" else {
                    Issue.record("no UTF-8: \(context)")
                    return
                }
            }
        }
    }

    @Test(arguments: commands)
    func hostileCharactersAreEscaped(_ command: String) throws {
        let files = Self.files
        #expect(files.count == 7)
        let lines =
            command.contains("@")
            ? files.map { command.replacingOccurrences(of: "@", with: $0) }
            : [command + " " + files.joined(separator: " ")]
        for line in lines {
            let result = try Shell.run("pemtool " + line)
            expectSafe(result.output, line)
            expectSafe(result.errors, line)
            #expect((0...4).contains(result.status), "\(line)")
            #expect(!result.output.isEmpty || !result.errors.isEmpty, "\(line)")
            if line.contains("--json ") { try expectJSON(result.output) }
            if line.contains("--jsonl") || line.contains("--lines") {
                for object in result.output.split(separator: "\n") { try expectJSON(String(object)) }
            }
        }
    }

    private func expectJSON(_ text: String) throws {
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    @Test(arguments: words)
    func argumentsAreEscaped(_ command: String) throws {
        // sh's printf makes the characters, so that the shell does not interpret them.
        let word = #""$(printf '\033[31m\342\200\256\302\233\377')""#
        let line = "pemtool " + command.replacingOccurrences(of: "@", with: word)
        let result = try Shell.run(line)
        expectSafe(result.output, line)
        expectSafe(result.errors, line)
        #expect((0...4).contains(result.status), "\(line)")
    }

    /// Comparing 60,000 marks in a row would take seconds, and dividing them at spaces minutes: they are refused first.
    @Test(arguments: [
        "@", "pin @", "explain @", "diagnose @", "pin --format @", "policy read --host @ /dev/null",
    ])
    func wordsWithManyCombiningMarksAreRefused(_ command: String) throws {
        let word = #""$(head -c 30000 /dev/zero | LC_ALL=C sed 's/\x00/\xcc\x81\xcc\x96/g')""#
        let words = command.replacingOccurrences(of: "@", with: word)
        let result = try Shell.run("pemtool \(words)")
        #expect(result.status == 2)
        #expect(result.errors.contains("more than 30 combining marks in a row"))
    }
}
