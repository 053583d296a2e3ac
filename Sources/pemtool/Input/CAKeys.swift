import PinPolicies

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

    /// Returns the owner of a pin for a sentence: `ISRG Root X1, Internet Security Research Group; root`.
    func text(_ owner: KnownCAKey) -> String { escapedForDisplay(owner.description) }

    /// Returns text that names the date of the table, and says so if the table is more than a year old.
    func source(at now: DERTime?) -> String {
        let isOutdated = now.map { table.isOutdated(at: $0) } ?? false
        return "CA keys as of \(table.date)"
            + (isOutdated ? ", more than a year old; --ca-keys accepts a newer table" : "")
    }

    /// Writes the field `owner`: the owner of a pin, or null if it is unknown.
    func write(_ owner: KnownCAKey?, to json: inout JSONWriter) {
        json.object("owner", owner) { (owner, json) in
            json.string("name", owner.name)
            json.string("organization", owner.organization)
            json.string("role", owner.role.rawValue)
            json.string("not_before", owner.notBefore.description)
            json.string("not_after", owner.notAfter.description)
            json.string("table", table.date)
        }
    }
}

extension PublicSuffixList {
    /// The paths at which systems keep the list from publicsuffix.org.
    private static let systemPaths = [
        "/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat",
        "/usr/local/share/publicsuffix/public_suffix_list.dat",
        "/opt/homebrew/share/publicsuffix/public_suffix_list.dat",
    ]

    /// The system's list of public suffixes; `nil` if the system has none.
    static var ofSystem: PublicSuffixList? {
        // A lazy compactMap would read the file twice, and trap if the second attempt fails.
        for path in systemPaths {
            if let contents = try? System.contents(ofPath: path) { return PublicSuffixList(contents) }
        }
        return nil
    }

    /// Returns the list from `--suffixes`, or the system's list.
    static func of(_ arguments: Arguments) throws(UsageError) -> PublicSuffixList? {
        guard let path = arguments["--suffixes"] else { return ofSystem }
        let list = PublicSuffixList(try PolicyFile.contents(path))
        if let line = list.invalidLine {
            complain(
                "\(PathName.ofInput(path)): line \(line): expected one rule per line, as in a list of public suffixes"
            )
            hint("the whole list is at https://publicsuffix.org/list/public_suffix_list.dat")
            throw .unreadable
        }
        return list
    }
}
