import DERKit
import PinPolicies
import SPKIHash

/// A policy file, with the options of the command line for it.
enum PolicyFile {
    static let formats = PolicyFormat.allCases.map { $0.rawValue }

    /// The name of OkHttp in `pin --format`, and the policy format that it stands for.
    private static let aliases: [String: PolicyFormat] = ["okhttp": .okhttpKotlin]

    static let formatNames = formats + aliases.keys.sorted()

    static func format(named name: String) -> PolicyFormat? { PolicyFormat(rawValue: name) ?? aliases[name] }

    static let fromOption = Command.Option(
        "--from FORMAT", values: formatNames, "the format of FILE (default: by its content)")

    /// Returns the host of `--host`, or `nil` if it was not given.
    ///
    /// A pattern is allowed for reading a file without hosts. It is an error with a chain, which belongs to a
    /// single host.
    static func host(_ arguments: Arguments, ofChain: Bool = false) throws(UsageError) -> HostName? {
        guard let pattern = try pattern(arguments) else { return nil }
        guard pattern.reach == .exact || !ofChain && !arguments.has("--chain") && !arguments.has("--next")
        else {
            throw UsageError(
                "--host is the pattern \(pattern), but a chain belongs to one host",
                hint: "use the host that the app connects to, such as --host www.\(pattern.host)")
        }
        return pattern.host
    }

    /// Returns the host or pattern of `--host`, or `nil` if it was not given.
    static func pattern(_ arguments: Arguments) throws(UsageError) -> HostPattern? {
        guard let text = arguments["--host"] else { return nil }
        do throws(PolicyError) {
            return try HostPattern(text)
        } catch {
            throw UsageError(error.message, hint: error.hint)
        }
    }

    static func contents(_ path: String) throws(UsageError) -> [UInt8] {
        do throws(System.Failure) {
            return try System.contents(ofInput: path)
        } catch {
            complain("\(PathName.ofInput(path)): \(error.message)")
            throw .unreadable
        }
    }

    /// Reads the policy in a file and reports what else the file contains. It is an error if the policy cannot be
    /// read completely, because conclusions from a part of a policy may be wrong.
    ///
    /// - Parameter asksHost: true to read the policy as its consumer applies it to the host of `--host`.
    static func read(
        _ path: String, _ arguments: Arguments, asksHost: Bool = false
    ) throws(UsageError) -> (reading: PolicyReading, format: PolicyFormat) {
        let text = try contents(path)
        var (reading, format): (PolicyReading, PolicyFormat)
        do throws(PolicyError) {
            (reading, format) = try parse(text, arguments)
            if asksHost, let host = arguments["--host"] { reading = try format.read(text, asking: host) }
        } catch {
            report(error, in: path)
            throw .unreadable
        }
        tell(reading, in: path)
        guard !isOneOfSeveral(reading, format, in: path, arguments) else { throw .unreadable }
        guard reading.omissions.isEmpty else {
            hint("pemtool policy read \(PathName.inCommand(path)) prints the pins that were understood")
            throw .unreadable
        }
        return (reading, format)
    }

    /// Returns whether the file also has pins in other formats that the options do not exclude, and reports
    /// them.
    static func isOneOfSeveral(
        _ reading: PolicyReading, _ format: PolicyFormat, in path: String, _ arguments: Arguments,
        command: String = "policy read"
    ) -> Bool {
        guard !reading.others.isEmpty, arguments["--from"] == nil else { return false }
        complain("\(PathName.ofInput(path)): only the pins in the format '\(format.rawValue)' were used")
        for other in [format] + reading.others {
            hint(
                "pemtool \(command) --from \(other.rawValue) \(PathName.inCommand(path)) "
                    + "uses only the pins in that format"
            )
        }
        return true
    }

    /// Reports what a file contains besides its policy, and what was not understood.
    static func tell(_ reading: PolicyReading, in path: String) {
        for error in reading.omissions { report(error, in: path) }
        for note in reading.notes { complain("\(PathName.ofInput(path)): \(note)") }
    }

    /// Returns the policy in text, in the format of `--from` or the detected one.
    ///
    /// - Parameter takesAnyText: true to accept pins in text of unknown format too. Someone must check the
    ///   result, because the hosts of these pins, and whether they are only in a comment, are unknown.
    static func parse(
        _ text: [UInt8], _ arguments: Arguments, takesAnyText: Bool = false
    ) throws(PolicyError) -> (reading: PolicyReading, format: PolicyFormat) {
        let pattern = arguments["--host"].flatMap { try? HostPattern($0) }
        let detected = PolicyFormat.detect(text)
        // The short name of OkHttp's format is the same for both languages.
        let isJava = arguments["--from"] == "okhttp" && detected == .okhttpJava
        guard let format = isJava ? detected : arguments["--from"].flatMap(format(named:)) ?? detected else {
            guard !ZIPArchive.isArchive(text) else {
                throw PolicyError(
                    .unknownFormat, "this is an archive, not a policy",
                    hint: "pemtool policy read FILE lists the pins in it; extract the file that has them")
            }
            let pins = PinFinder.findAll(in: text)
            guard !pins.isEmpty || PEM.Reader(text).first(where: { _ in true }) == nil else {
                throw PolicyError(
                    .unknownFormat, "this is a certificate or key, not a policy",
                    hint: "pemtool pin FILE prints its pin")
            }
            guard takesAnyText || pins.isEmpty else {
                throw PolicyError(
                    .unknownFormat, "unknown format, so the hosts of its pins are unknown",
                    hint:
                        "pemtool policy read --host NAME FILE prints a manifest; check that, save it, and use it"
                )
            }
            guard !pins.isEmpty, let pattern else {
                let error = PolicyError.unreadableFormat(text, hasPins: !pins.isEmpty)
                throw PolicyError(
                    error.code, error.message,
                    hint: !pins.isEmpty
                        ? "use --host NAME to write a manifest, or --from FORMAT"
                        : error.hint.map { _ in "pemtool policy --help lists the formats" })
            }
            return (try PolicyReading(foundIn: pins, for: pattern), .manifest)
        }
        return (try format.read(text, for: pattern), format)
    }

    /// Reports why a policy could not be read or written.
    static func report(_ error: PolicyError, in path: String) {
        complain("\(PathName.ofInput(path)): \(error.placedMessage)")
        guard let advice = error.hint else { return }
        let named = ErrorReport.naming(path, in: advice)
        hint(error.code == .badPin ? "\(named); pemtool pin prints it" : named)
    }
}
