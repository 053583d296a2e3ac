import PinPolicies

/// Functions that read a policy file with the options of the command line.
enum PolicyFile {
    /// The names of the formats that can be written.
    static let formats = PolicyFormat.allCases.filter { $0.isWritable }.map { $0.rawValue }

    /// Other names that people give to formats.
    private static let aliases: [String: PolicyFormat] = [
        "okhttp": .okhttpKotlin, "kotlin": .okhttpKotlin, "java": .okhttpJava, "ats": .nsPinnedDomains,
        "plist": .trustKit, "json": .manifest,
    ]

    static let formatNames = PolicyFormat.allCases.map { $0.rawValue } + aliases.keys.sorted()

    static func format(named name: String) -> PolicyFormat? { PolicyFormat(rawValue: name) ?? aliases[name] }

    /// Returns advice on the name of a platform or library that is not the name of a format.
    static func advice(onFormat name: String) -> String? {
        switch name.lowercased() {
        case "ios", "swift-ios", "apple", "macos":
            "for iOS, choose nspinneddomains (the system, iOS 14 and later), trustkit or trustkit-swift"
        case "react-native", "reactnative", "rn", "expo":
            "for React Native, choose react-native-ssl-public-key-pinning, or android and nspinneddomains"
        case "flutter", "dart":
            "Flutter's HTTP client does not check key pins; the formats android and nspinneddomains are for the "
                + "platforms' own clients"
        case "capacitor", "cordova", "ionic", "react-native-ssl-pinning", "http_certificate_pinning",
            "alamofire":
            "choose android and nspinneddomains, which apply to the platforms' own clients"
        case "envoy", "tlsa", "hpkp", "curl":
            "pemtool pin --format \(name.lowercased()) FILE prints a pin in that form"
        default: nil
        }
    }

    static let fromOption = Command.Option(
        "--from FORMAT", values: formatNames, "the format of FILE (default: detected from its content)")

    /// Returns the host or pattern of `--host`, or `nil` if it was not given.
    static func pattern(_ arguments: Arguments) throws(UsageError) -> HostPattern? {
        try value(of: "--host", arguments) { (text) throws(PolicyError) in try HostPattern(text) }
    }

    /// Returns the value of an option, or `nil` if it was not given.
    static func value<Value>(
        of option: String, _ arguments: Arguments, _ read: (String) throws(PolicyError) -> Value
    ) throws(UsageError) -> Value? {
        guard let text = arguments[option] else { return nil }
        do throws(PolicyError) {
            return try read(text)
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

    /// Reads the policy in a file and reports anything else in the file. It is an error if the policy cannot be read
    /// completely, because conclusions from a part of a policy may be wrong.
    static func read(
        _ text: [UInt8], _ path: String, _ arguments: Arguments
    ) throws(UsageError) -> PolicyReading {
        let reading: PolicyReading
        do throws(PolicyError) {
            reading = try parse(text, arguments)
        } catch {
            report(error, in: path)
            throw .unreadable
        }
        tell(reading, in: path)
        guard reading.omissions.isEmpty else {
            hint("pemtool policy read \(PathName.inCommand(path)) prints the pins that were understood")
            throw .unreadable
        }
        return reading
    }

    /// Reads the policies of all formats in a file: a property list may contain those of TrustKit and NSPinnedDomains.
    static func readAll(_ path: String, _ arguments: Arguments) throws(UsageError) -> [PolicyReading] {
        let text = try contents(path)
        let first = try read(text, path, arguments)
        var readings = [first]
        for format in PolicyFormat.formats(in: text).dropFirst() where format != first.format {
            do throws(PolicyError) {
                readings.append(try format.read(text))
            } catch {
                report(error, in: path)
                throw .unreadable
            }
        }
        return readings
    }

    /// Reports the contents of a file other than its policy, and the entries that were not understood.
    static func tell(_ reading: PolicyReading, in path: String) {
        for (place, error) in reading.omissions.enumerated() {
            // One hint is enough for all pins without a host.
            let isRepeated =
                place > 0 && error.code == .missingHost && reading.omissions[place - 1].code == error.code
            report(isRepeated ? error.withoutHint : error, in: path)
        }
        for note in reading.notes { complain("\(PathName.ofInput(path)): \(note)") }
    }

    /// Returns the policy in text, in the format of `--from` or, without that option, the format that the text
    /// indicates. `--host` applies to pins whose hosts the text does not name.
    static func parse(_ text: [UInt8], _ arguments: Arguments) throws(PolicyError) -> PolicyReading {
        let pattern = arguments["--host"].flatMap { try? HostPattern($0) }
        do throws(PolicyError) {
            guard let format = arguments["--from"].flatMap(format(named:)) else {
                return try PolicyReading(file: text, for: pattern)
            }
            return try format.read(text, for: pattern)
        } catch {
            var (message, advice) = (error.message, error.hint)
            if error.code == .failureMessage {
                advice = "pemtool diagnose FILE explains it; to compare the pins, give the policy as well"
            } else if error.code != .unknownFormat {
                throw error
            } else if ZIPArchive.isArchive(text) {
                message = "this is an archive, not a policy"
                advice = "pemtool policy read FILE lists the pins in it; extract the file that has them"
            } else if PEM.Reader(text).contains(where: { _ in true }) {
                message = "this is a certificate or key, not a policy"
                advice = "pemtool pin FILE prints its pin"
            } else if advice != nil {
                advice = "pemtool policy --help lists the formats"
            }
            throw PolicyError(error.code, message, hint: advice)
        }
    }

    /// Reports the reason why a policy could not be read or written.
    static func report(_ error: PolicyError, in path: String) {
        complain("\(PathName.ofInput(path)): \(error.placedMessage)")
        guard var advice = error.hint else { return }
        if error.code == .missingHost, error.pattern == nil { advice = "use --host NAME" }
        let named = ErrorReport.naming(path, in: advice)
        hint(error.code == .badPin ? "\(named); pemtool pin prints it" : named)
    }
}
