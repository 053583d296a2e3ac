import LockedFiles

/// The passwords for locked files, from options or from the terminal.
struct Passwords {
    /// The options of every command that reads locked files.
    static let options = [
        Command.Option(
            "--password-file PATH",
            "try the first line of PATH, or of standard input (-), as a password (repeatable)"),
        Command.Option(
            "--password-env NAME",
            "try the value of the environment variable NAME as a password (repeatable)"),
        Command.Option("--max-iterations N", "maximum key derivation iterations (default: 10000000)"),
    ]

    private var passwords: [Password] = []
    private let limits: DERLimits
    /// A Boolean value that indicates whether to ask for a password, because none was given and there is a terminal.
    private let isAsking: Bool

    private static let longestFile = 1 << 16

    init(_ arguments: Arguments) throws(UsageError) {
        var limits = ObjectReading().limits
        if let text = arguments["--max-iterations"] {
            guard let count = Int(text), count > 0 else {
                throw UsageError("--max-iterations requires a number of at least 1")
            }
            limits.iterationCount = count
        }
        self.limits = limits
        let files = arguments.lists["--password-file"] ?? []
        if files.contains(PathName.standardInput),
            files.count > 1 || arguments.operands.isEmpty
                || arguments.operands.contains(PathName.standardInput)
        {
            throw UsageError("standard input (-) can be read only once")
        }
        for file in files { passwords += try Passwords.read(file) }
        for name in arguments.lists["--password-env"] ?? [] {
            guard let value = System.environment(name) else {
                throw UsageError("the environment variable that --password-env names is not set")
            }
            passwords.append(Password(value))
        }
        isAsking = passwords.isEmpty && System.isTerminal(0) && System.isTerminal(2)
    }

    /// Reads the first line of a file, like openssl's `file:`. If the line begins with a byte order mark, which an
    /// editor may have written, the line without the mark is another password to try. Messages never include any part
    /// of the line.
    private static func read(_ file: String) throws(UsageError) -> [Password] {
        if file != PathName.standardInput, case .folder? = try? System.kind(ofPath: file) {
            throw UsageError("\(PathName.ofInput(file)): is a folder; expected a file")
        }
        do throws(System.Failure) {
            var contents =
                file == PathName.standardInput
                ? try standardInput.get() : try System.contents(ofPath: file, limit: longestFile)
            defer { wipe(&contents) }
            var line = contents.prefix { $0 != 0x0a }
            if line.last == 0x0d { line.removeLast() }
            let mark: [UInt8] = [0xef, 0xbb, 0xbf]
            return [Password(line)] + (line.starts(with: mark) ? [Password(line.dropFirst(mark.count))] : [])
        } catch {
            // People give the password instead of the name.
            let name = System.exists(file) ? PathName.ofInput(file) : "--password-file"
            throw UsageError("\(name): \(error.message)")
        }
    }

    /// Standard input, read only once even if a command reads several groups of files.
    private static let standardInput = Result { () throws(System.Failure) -> [UInt8] in
        try System.standardInput()
    }

    var reading: ObjectReading { ObjectReading(unlocker: Unlocker(passwords), limits: limits) }

    /// Returns the way to read a file that the command line names, after asking for a password if none of the known
    /// passwords opens the whole file.
    mutating func reading(for file: String, _ bytes: [UInt8]) -> ObjectReading {
        guard isAsking, file != PathName.standardInput else { return reading }
        // A key store can be read without a password, but not with a wrong one, such as a password typed for another
        // file.
        let known = [reading, ObjectReading(limits: limits)]
        if let reading = known.first(where: { !$0.isLocked(bytes) }) { return reading }
        guard let typed = System.askPassword("password for \(PathName.ofInput(file)): ") else {
            return reading
        }
        // The next file is likely to have the same password.
        passwords.append(Password(typed))
        return reading
    }
}

extension ObjectReading {
    /// Returns whether a part of a file requires another password.
    fileprivate func isLocked(_ bytes: [UInt8]) -> Bool {
        objects(in: bytes).contains { (object) in
            switch object.contentResult {
            case .success(let content):
                content.missingKey?.code == .encrypted && content.locks.allSatisfy { $0.isSupported }
            case .failure(let error): error.code == .wrongPassword
            }
        }
    }
}
