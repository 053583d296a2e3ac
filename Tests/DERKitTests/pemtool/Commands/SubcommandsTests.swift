import Testing

@testable import pemtool

@Suite struct SubcommandsTests {
    private func chosen(_ words: String) throws -> String {
        var rest = words.split(separator: " ").map(String.init)[...]
        return try Command.policy.subcommand(takenFrom: &rest).name + rest.map { " \($0)" }.joined()
    }

    @Test func theFirstWordSelectsTheSubcommand() throws {
        #expect(try chosen("emit android pins.json") == "policy emit android pins.json")
        #expect(try chosen("--help") == "policy --help")
        #expect(try chosen("") == "policy")
        for command in Command.policy.subcommands {
            #expect(try chosen(command.name) == "policy \(command.name)")
            #expect(command.subcommands.isEmpty)
        }
    }

    /// The hint corrects a typo, or names a command that is not a subcommand.
    @Test(arguments: [("reed", "did you mean 'read'?"), ("check", "did you mean 'pemtool check'?")])
    func errorsNameTheMistake(_ word: String, _ hint: String) {
        do throws(UsageError) {
            var rest = [word][...]
            _ = try Command.policy.subcommand(takenFrom: &rest)
            Issue.record("\(word) was taken")
        } catch {
            #expect(error.message == "unknown policy command '\(word)'")
            #expect(error.hint == hint)
        }
    }

    /// Every subcommand's help fits in 80 columns except for its examples, and names all its options.
    @Test(arguments: Command.policy.subcommands.map(\.name)) func helpListsAllOptions(_ name: String) throws {
        var words = [name][...]
        let command = try Command.policy.subcommand(takenFrom: &words)
        let text = Help.text(for: command)
        #expect(text.hasPrefix("Usage: pemtool policy \(name) "))
        for option in command.options { #expect(text.contains("  \(option.name)")) }
        #expect(command.discussion.split(separator: "\n").allSatisfy { $0.count <= 86 })
        #expect(Help.text(for: Command.policy).contains("  policy \(name)"))
    }

    /// No help page is wider than 80 columns, except for single words.
    @Test(arguments: Command.pages.map(\.name)) func helpFits80Columns(_ name: String) throws {
        let page = try #require(Command.pages.first { $0.name == name })
        for line in Help.text(for: page.command).split(separator: "\n") {
            #expect(line.count <= 80 || line.split(separator: " ").contains { $0.count > 60 }, "\(line)")
        }
    }

    @Test func repeatedOptionsAreAList() throws {
        let arguments = try Arguments(["--pin", "a", "--pin=b", "c.pem"], for: .check)
        #expect(arguments.lists["--pin"] == ["a", "b"])
        #expect(arguments["--pin"] == "b")
        #expect(arguments.operands == ["c.pem"])
    }

    @Test func daysAndDatesAreParsed() throws {
        #expect(try Dates.days("30d") == 30)
        #expect(try Dates.days("30") == 30)
        #expect(try Dates.days("4w") == 28)
        for text in ["", "d", "-1d", "1.5d", "30h", "99999999999999999999d", "36501"] {
            #expect(throws: UsageError.self) { try Dates.days(text) }
        }
        let at = try Arguments(["--at", "2027-02-28"], for: .check)
        #expect(try Dates.moment(at).description == "2027-02-28T00:00:00Z")
        let wrong = try Arguments(["--at", "2027-02-29"], for: .check)
        #expect(throws: UsageError.self) { try Dates.moment(wrong) }
        // The clock of this machine must be later than the day on which this was written.
        #expect(try Dates.moment(try Arguments([], for: .check)).year >= 2025)
    }
}
