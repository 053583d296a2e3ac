import DERKit
import SPKIHash
import X509Model

/// The table of public CA keys: the built-in one, or the file from `--ca-keys`.
struct CAKeys: Sendable {
    static let option = Command.Option(
        "--ca-keys FILE",
        "a newer table of public CA keys (the built-in one is dated \(KnownCAKeys.builtInDate))")

    let table: KnownCAKeys

    init(_ arguments: Arguments) throws(UsageError) {
        guard let path = arguments[CAKeys.option.name] else {
            table = .builtIn
            return
        }
        let text = try PolicyFile.contents(path)
        do throws(KnownCAKeys.TableError) {
            table = try KnownCAKeys(text: text)
        } catch {
            complain("\(PathName.ofInput(path)): line \(error.line): expected \(error.expected)")
            throw .unreadable
        }
    }

    /// Returns the CA whose key has this pin, or `nil` if the table does not have it.
    func owner(of pin: Pin) -> KnownCAKey? { table[pin] }

    /// Returns the CA whose key has a partly known pin, or `nil` if the table does not have it.
    func owner(of part: PinFailure.Part) -> KnownCAKey? {
        table.key(startingWith: part.head, endingWith: part.tail)
    }

    /// Returns the owner of a pin for a sentence: `ISRG Root X1, Internet Security Research Group; root`.
    func text(_ owner: KnownCAKey) -> String { escapedForDisplay(owner.description) }

    /// Returns the source of an owner and its age, to be mentioned once.
    func source(at now: DERTime?) -> String {
        let isOutdated = now.map { table.isOutdated(at: $0) } ?? false
        return "CA keys as of \(table.date)"
            + (isOutdated ? ", more than a year old; --ca-keys accepts a newer table" : "")
    }

    /// Returns a sentence about a table that is more than a year old; `nil` for a newer one.
    func age(at now: DERTime) -> String? { table.isOutdated(at: now) ? source(at: now) : nil }

    /// Writes the field `owner` of an object with a public CA's key, and nothing for other objects.
    func write(ownerOf pin: Pin, to writer: inout JSONWriter) {
        guard let owner = owner(of: pin) else { return }
        writer.name("owner")
        json(owner).write(to: &writer)
    }

    /// Returns the owner of a pin as JSON, or null if the table does not have it.
    func json(_ owner: KnownCAKey?) -> JSON {
        guard let owner else { return .null }
        return .object([
            ("name", .string(owner.name)), ("organization", .string(owner.organization)),
            ("role", .string(owner.role.rawValue)), ("not_before", .text(of: owner.notBefore)),
            ("not_after", .text(of: owner.notAfter)), ("table", .string(table.date)),
        ])
    }
}
