import PinPolicies

extension PublicSuffixList {
    /// The paths where Debian and most others keep the list of publicsuffix.org.
    private static let systemPaths = [
        "/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat",
        "/usr/local/share/publicsuffix/public_suffix_list.dat",
        "/opt/homebrew/share/publicsuffix/public_suffix_list.dat",
    ]

    /// The system's list of public suffixes; `nil` if it has none.
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
