import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// A policy on disk, and what the command line says about it.
enum PolicyFile {
    /// The names of all formats, for options.
    static let formats = PolicyFormat.allCases.map { $0.rawValue }

    /// The name under which `pin --format` has OkHttp, and the format that it stands for here.
    private static let aliases: [String: PolicyFormat] = ["okhttp": .okhttpKotlin]

    /// All words that name a format.
    static let formatNames = formats + aliases.keys.sorted()

    /// The format with a name; nil if there is none.
    static func format(named name: String) -> PolicyFormat? { PolicyFormat(rawValue: name) ?? aliases[name] }

    static let fromOption = Command.Option(
        "--from", "FORMAT", values: formatNames, help: "the format of FILE (default: by its content)")

    /// The host of `--host`; nil if it was not given.
    ///
    /// A pattern is what a file without hosts is read for; where a chain is compared it would stand for one host of
    /// many, and is an error.
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

    /// The host or pattern of `--host`; nil if it was not given.
    static func pattern(_ arguments: Arguments) throws(UsageError) -> HostPattern? {
        guard let text = arguments["--host"] else { return nil }
        do throws(PolicyError) {
            return try HostPattern(text)
        } catch {
            throw UsageError(error.message, hint: error.hint)
        }
    }

    /// The bytes of a file or of standard input; nil, with a message, where they cannot be read.
    static func contents(_ path: String) -> [UInt8]? {
        do throws(System.Failure) {
            return path == PathName.standardInput
                ? try System.standardInput() : try System.contents(ofPath: path)
        } catch {
            complain("\(PathName.ofInput(path)): \(error.message)")
            return nil
        }
    }

    /// Reads the policy of a file, says what is in the file beyond it, and returns nil after a message if it cannot
    /// be read, or not whole: what follows from a part of a policy may be wrong.
    ///
    /// - Parameter asksHost: true if the policy is asked about the host of `--host`, as its consumer asks it.
    static func read(
        _ path: String, _ arguments: Arguments, asksHost: Bool = false
    ) -> (reading: PolicyReading, format: PolicyFormat)? {
        guard let text = contents(path) else { return nil }
        do throws(PolicyError) {
            var (reading, format) = try parse(text, arguments)
            if asksHost, let host = arguments["--host"] { reading = try format.read(text, asking: host) }
            tell(reading, in: path)
            guard !isOneOfSeveral(reading, format, in: path, arguments) else { return nil }
            guard reading.omissions.isEmpty else {
                hint("pemtool policy read \(PathName.ofInput(path)) prints the pins that were understood")
                return nil
            }
            return (reading, format)
        } catch {
            report(error, in: path)
            return nil
        }
    }

    /// A Boolean value that indicates whether the file has pins in other formats too, of which no one said that they
    /// are not meant; says so.
    static func isOneOfSeveral(
        _ reading: PolicyReading, _ format: PolicyFormat, in path: String, _ arguments: Arguments,
        command: String = "policy read"
    ) -> Bool {
        guard !reading.others.isEmpty, arguments["--from"] == nil else { return false }
        complain("\(PathName.ofInput(path)): only the pins in the format '\(format.rawValue)' were used")
        for other in [format] + reading.others {
            hint(
                "pemtool \(command) --from \(other.rawValue) \(PathName.displayed(path)) uses only the others"
            )
        }
        return true
    }

    /// Says what is in a file beyond its policy, and what was not understood.
    static func tell(_ reading: PolicyReading, in path: String) {
        for error in reading.omissions { report(error, in: path) }
        for note in reading.notes { complain("\(PathName.ofInput(path)): \(note)") }
    }

    /// The policy of a text, in the format of `--from` or the one that the text looks like.
    ///
    /// - Parameter takesAnyText: pins in a text of no known format count too. Which host they are for, which are
    ///   meant and which are in a comment, no one knows: that is for someone who looks at the result.
    static func parse(
        _ text: [UInt8], _ arguments: Arguments, takesAnyText: Bool = false
    ) throws(PolicyError) -> (reading: PolicyReading, format: PolicyFormat) {
        let pattern = arguments["--host"].flatMap { try? HostPattern($0) }
        let detected = PolicyFormat.detect(text)
        // The short name of OkHttp's format is that of both languages.
        let isJava = arguments["--from"] == "okhttp" && detected == .okhttpJava
        guard let format = isJava ? detected : arguments["--from"].flatMap(format(named:)) ?? detected else {
            let pins = PinFinder.find(in: text).map { $0.pin }
            guard !pins.isEmpty || PEM.Reader(text).first(where: { _ in true }) == nil else {
                throw PolicyError(
                    .unknownFormat, "this is a certificate or key, not a policy",
                    hint: "pemtool pin prints its pin, for a policy")
            }
            guard takesAnyText || pins.isEmpty else {
                throw PolicyError(
                    .unknownFormat, "unknown format, so the hosts of its pins are unknown",
                    hint: "pemtool policy read --host NAME FILE > pins.json converts it to a manifest; "
                        + "check that and use it")
            }
            guard !pins.isEmpty, let pattern else { throw .unreadableFormat(hasPins: !pins.isEmpty) }
            let rule = PinPolicy.Rule(pattern, [.publicKey(PinSet(pins), at: .any)])
            let policy = try PinPolicy([rule], unlistedHosts: .accept)
            return (PolicyReading(policy, foundIn: pins.count), .manifest)
        }
        return (try format.read(text, for: pattern), format)
    }

    /// Says why a policy could not be read or written.
    static func report(_ error: PolicyError, in path: String) {
        complain("\(PathName.ofInput(path)): \(error)")
        guard let advice = error.hint else { return }
        let named = ErrorReport.naming(path, in: advice)
        hint(error.code == .badPin ? "\(named); pemtool pin prints it" : named)
    }
}
