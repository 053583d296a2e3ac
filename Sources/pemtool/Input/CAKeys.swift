import DERKit
import SPKIHash
import X509Model

/// The table of the keys of public CAs that a command asks: the one in pemtool, or that of `--ca-keys`.
struct CAKeys: Sendable {
    static let option = Command.Option(
        "--ca-keys", "FILE",
        help: "a newer table of public CA keys (built in: \(KnownCAKeys.builtInDate))")

    private let table: KnownCAKeys

    /// The table that the options name; `nil`, with a message, if it cannot be read.
    init?(_ arguments: Arguments) {
        guard let path = arguments[CAKeys.option.name] else {
            table = .builtIn
            return
        }
        guard let text = PolicyFile.contents(path) else { return nil }
        do throws(KnownCAKeys.TableError) {
            table = try KnownCAKeys(text: text)
        } catch {
            complain("\(PathName.ofInput(path)): line \(error.line): expected \(error.expected)")
            return nil
        }
    }

    /// The CA whose key has this pin; `nil` if the table does not have it.
    func owner(of pin: Pin) -> KnownCAKey? { table[pin] }

    /// The owner of a pin in a sentence: `ISRG Root X1, Internet Security Research Group; root`.
    func text(_ owner: KnownCAKey) -> String { escapedForDisplay(owner.description) }

    /// Where the owner of a pin is known from, and what is wrong with that; said once, after an owner was named.
    func source(at now: DERTime?) -> String {
        let isOutdated = now.map { table.isOutdated(at: $0) } ?? false
        return "CA keys of \(table.date)"
            + (isOutdated ? ", more than a year old; --ca-keys accepts a newer table" : "")
    }

    /// Writes the field `owner` of an object whose key is a public CA's; nothing for others.
    func write(ownerOf pin: Pin, to writer: inout JSONWriter) {
        guard let owner = owner(of: pin) else { return }
        writer.name("owner")
        json(owner).write(to: &writer)
    }

    /// The owner of a pin for a program; null if the table does not have it.
    func json(_ owner: KnownCAKey?) -> JSON {
        guard let owner else { return .null }
        return .object([
            ("name", .string(owner.name)), ("organization", .string(owner.organization)),
            ("role", .string(owner.role.rawValue)), ("not_before", .string(owner.notBefore.description)),
            ("not_after", .string(owner.notAfter.description)), ("table", .string(table.date)),
        ])
    }
}
