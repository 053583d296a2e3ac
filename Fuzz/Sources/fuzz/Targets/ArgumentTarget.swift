import DERKit
import PinPolicies
import SPKIHash
import X509Model

// The words of the command line.
extension Targets {
    /// The words of a command line, with NUL between: the choice of the command, its options and their values, and
    /// what is said to wrong ones. No command is run, for commands read and write files.
    @Sendable static func arguments(_ input: [UInt8]) {
        let words = input.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let name = words.first else { return }
        reported {
            guard let (_, arguments) = try Pemtool.chosen(name, words.dropFirst()) else {
                throw UsageError.unknown("command", name, among: Command.all.map(\.name), help: "")
            }
            guard arguments.operands.count < words.count else {
                Finding.report("more operands than words")
            }
            values(of: arguments)
        }
    }

    /// Every reader of the value of an option, whichever command it belongs to.
    private static func values(of arguments: Arguments) {
        reported { _ = try Dates.moment(arguments) }
        reported { _ = try Dates.days(arguments["--within"] ?? "") }
        reported { _ = try FieldPath(arguments)?.lines(of: { $0.object { (_) in } }) }
        reported { _ = try Answer(arguments) }
        reported { _ = try LineMode(arguments, ObjectJSON(isFull: false)) }
        reported { _ = try Bulk.Options(arguments, needsPlace: true) }
        reported { _ = try PolicyFile.pattern(arguments) }
        reported { _ = try Command.losses(arguments) }
        reported { _ = try CheckOptions(arguments) }
        reported { _ = try Command.wrapAlgorithm(arguments["--algorithm"]) }
        // The pin of `diagnose`.
        for operand in arguments.operands.prefix(2) { _ = PinSearch([operand]).diagnosis(0) }
    }

    /// Runs `work`. The text of an error must not contain control characters.
    private static func reported(_ work: () throws -> Void) {
        do {
            try work()
        } catch let error as UsageError {
            for text in [error.message, error.hint ?? ""] where text.unicodeScalars.contains(where: isUnsafe)
            {
                Finding.report("a message with controls: \(text.debugDescription)")
            }
        } catch {
            Finding.report("an error of another kind: \(error)")
        }
    }
}
