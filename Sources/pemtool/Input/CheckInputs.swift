import PinPolicies

/// The policies and chains that `check` compares.
struct CheckInputs {
    /// A policy, or the known facts about a policy that could not be read.
    struct Policy {
        /// The name of a released version; `nil` if none was given.
        let version: String?
        /// The file, or the pins of `--pin`.
        let file: String
        let policy: PinPolicy
        var format = PolicyFormat.manifest
        /// The findings from reading the file.
        var findings: [PolicyFinding] = []
        /// The entries that could not be understood.
        var omissions: [PolicyError] = []
        /// A Boolean value that indicates whether the pins come from `--pin`, and therefore have neither host nor role.
        var isPinsAlone = false

        /// The name of the policy in the table.
        var name: String { version.map { displayed($0) } ?? PathName.ofInput(file) }
    }

    private(set) var policies: [Policy] = []
    /// The policies that could not be read, each with its error.
    private(set) var unread: [(file: String, error: PolicyError)] = []
    private(set) var chains: [CheckedChain] = []
    /// The chains with the places of their certificates, in the order of ``chains``.
    private(set) var presented: [PresentedChain] = []
    let roots: Roots?
    /// A Boolean value that indicates whether everything was read.
    private(set) var isRead = true
    /// A Boolean value that indicates whether only chains are checked.
    private(set) var isAboutChains = true
    private let arguments: Arguments

    /// The host of the rule for the pins of `--pin`: a name that no server can have (RFC 6761 section 6.4).
    private static let anyHost = "pinned.invalid"

    init(_ options: CheckOptions, _ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        roots = try Roots(arguments)
        if let roots, !roots.isWhole { isRead = false }
        if let pins = options.pins { policies.append(try CheckInputs.policy(of: pins, host: options.host)) }
        var chainFiles = arguments.lists["--chain"] ?? []
        for operand in arguments.operands {
            if try !add(operand, options) { chainFiles.append(operand) } else { isAboutChains = false }
        }
        if options.pins != nil { isAboutChains = false }
        let nextFiles = arguments.lists["--next"] ?? []
        let hasChain = !chainFiles.isEmpty || !nextFiles.isEmpty
        guard !policies.isEmpty || hasChain || !isRead else {
            throw UsageError(
                "missing policy or chain", hint: "usage: pemtool check --host NAME --chain FILE POLICY")
        }
        guard options.pins == nil || policies.count > 1 || hasChain || !isRead else {
            throw UsageError("--pin requires a chain", hint: "usage: pemtool check --pin PIN chain.pem")
        }
        guard roots == nil || hasChain else { throw UsageError("--roots requires a chain") }
        if hasChain, let pattern = options.pattern, pattern.reach != .exact {
            throw UsageError(
                "--host is the pattern \(pattern), but a chain belongs to one host",
                hint: "use the host that the app connects to, such as --host www.\(pattern.host)")
        }
        let now = try CheckInputs.groups(chainFiles, arguments)
        let next = try CheckInputs.groups(nextFiles, arguments)
        let isSingle = now.count + next.count == 1
        for chain in now { add(chain, isNext: false, isSingle: isSingle, options) }
        for chain in next { add(chain, isNext: true, isSingle: isSingle, options) }
    }

    // MARK: Policies

    private static func policy(of pins: PinSet, host: HostName?) throws(UsageError) -> Policy {
        guard let host = host ?? (try? HostName(anyHost)), let pattern = try? HostPattern(host),
            let policy = try? PinPolicy(
                [PinPolicy.Rule(pattern, [.publicKey(pins, at: .any)])], unlistedHosts: .refuse)
        else { throw .unreadable }
        return Policy(version: nil, file: "--pin", policy: policy, isPinsAlone: true)
    }

    /// Adds the policies that an operand names. Returns `false` if the operand is a chain instead.
    private mutating func add(_ operand: String, _ options: CheckOptions) throws(UsageError) -> Bool {
        var (version, path): (String?, String) = (nil, operand)
        if !PathName.isInput(operand), let mark = operand.firstIndex(of: "="), mark != operand.startIndex {
            version = withoutKeys(String(operand[..<mark]))
            path = String(operand[operand.index(after: mark)...])
            guard !path.isEmpty else {
                throw UsageError(
                    "missing file in \(Pin.shown(operand))",
                    hint: "write NAME=POLICY, as in v1=pins.json")
            }
        }
        if let version, policies.contains(where: { $0.version == version }) {
            throw UsageError("the version \(Pin.shown(version)) is given twice")
        }
        if case .folder? = try? System.kind(ofPath: path) {
            return try search(AppFiles(path: path, contents: nil), version, options)
        }
        // Standard input can be read only once, so its content is not examined: after a policy, it is the chain.
        if path == PathName.standardInput, !policies.isEmpty { return false }
        // The name before the equals sign may say that the rest is a secret.
        let isSecret = version != nil && withoutKeys(operand, shortest: Pin.shortestKey) != operand
        guard let text = try? PolicyFile.contents(isSecret && !System.exists(path) ? operand : path) else {
            isRead = false
            return true
        }
        if ZIPArchive.isArchive(text) {
            _ = try search(AppFiles(path: path, contents: text), version, options)
        } else if path != PathName.standardInput, PolicyFormat.detect(text) == nil,
            CheckInputs.hasObject(text),
            // If --chain is given, text with pins is a policy, even a program that contains a certificate.
            arguments.lists["--chain"] == nil || (try? PolicyFormat.text.read(text)) == nil
        {
            return false
        } else {
            read(text, path, version, options)
        }
        return true
    }

    /// Returns whether a file that is not a policy contains certificates or keys, readable or not.
    private static func hasObject(_ text: [UInt8]) -> Bool {
        text.first == 0x30 || text[...].firstIndex(ofText: "-----BEGIN ") != nil
            || ObjectReading().objects(in: text).contains {
                if case .success = $0.contentResult { true } else { false }
            }
    }

    /// Reads the policies in a folder or an archive. If a policy was already given, returns `false` for a folder
    /// without policies, which is then a chain.
    private mutating func search(
        _ files: AppFiles, _ version: String?, _ options: CheckOptions
    ) throws(UsageError) -> Bool {
        var found: [(name: String, text: [UInt8])] = []
        var problems: [String] = []
        var others: [String] = []
        files.forEach { (file) in
            if let problem = file.problem {
                problems.append("\(file.name): \(problem)")
            } else if PolicyFormat.detect(file.bytes) != nil {
                found.append((file.place, file.bytes))
            } else if PolicyFormat.isCutShort(file.bytes) {
                problems.append("\(file.name): unexpected end of file; expected </plist>")
            } else if file.hasPins {
                others.append(file.name)
            }
        }
        if found.isEmpty, files.contents == nil, !policies.isEmpty { return false }
        problems.forEach(complain)
        let count = policies.count
        for file in found { read(file.text, file.name, version, options, isSearched: true) }
        let hasPolicy = policies.count > count
        if !found.isEmpty, let first = others.first {
            if options.isStrict { isRead = false }
            complain(
                "\(first)\(others.count > 1 ? " and \(others.count - 1) more" : ""): pins were not checked"
            )
            hint(
                "pass such a file as POLICY; pemtool policy read \(PathName.inCommand(files.path)) lists the pins"
            )
        }
        if !hasPolicy, problems.isEmpty {
            complain("\(PathName.ofInput(files.path)): no policy found")
            hint("pemtool policy read \(PathName.inCommand(files.path)) lists pins in any text")
        }
        if !hasPolicy || !problems.isEmpty { isRead = false }
        return true
    }

    /// Reads the policies of all formats in a file.
    ///
    /// - Parameter isSearched: whether the file was found rather than named; pins without a host are then not an error.
    private mutating func read(
        _ text: [UInt8], _ path: String, _ version: String?, _ options: CheckOptions, isSearched: Bool = false
    ) {
        do throws(PolicyError) {
            let reading = try PolicyFile.parse(text, arguments)
            add(reading, path, version)
            for other in PolicyFormat.formats(in: text).dropFirst() where other != reading.format {
                add(try other.read(text, for: options.pattern), path, version)
            }
        } catch  where error.isAboutContent {
            // A pin of the wrong length or an invalid host is a finding of the check.
            guard let empty = try? PinPolicy([], unlistedHosts: .accept) else { return }
            policies.append(Policy(version: version, file: path, policy: empty, omissions: [error]))
        } catch  where isSearched && [.missingHost, .unknownFormat, .failureMessage].contains(error.code) {
            return
        } catch {
            PolicyFile.report(error, in: path)
            if ![.unknownFormat, .failureMessage].contains(error.code) { unread.append((path, error)) }
            isRead = false
        }
    }

    private mutating func add(_ reading: PolicyReading, _ path: String, _ version: String?) {
        // With --host, pins that the file does not assign to a host are compared, too, so they are not missing.
        let isAsked = arguments["--host"] != nil && !reading.policy.rules.isEmpty
        if !reading.omissions.allSatisfy({ $0.isAboutContent || isAsked && $0.pin != nil }) { isRead = false }
        policies.append(
            Policy(
                version: version, file: path, policy: reading.policy, format: reading.format,
                findings: reading.findings, omissions: reading.omissions))
    }

    // MARK: Chains

    /// Returns the chains in files: each file with a server's certificate is a chain, and files with only CA
    /// certificates belong to the preceding chain.
    private static func groups(_ files: [String], _ arguments: Arguments) throws(UsageError) -> [Chain] {
        var chains: [Chain] = []
        for file in files {
            let chain = try Chain(arguments.files([file]))
            let hasServer = chain.certificates.contains { !$0.isAuthority }
            if let last = chains.last, !hasServer || !last.certificates.contains(where: { !$0.isAuthority }) {
                chains[chains.count - 1].append(chain)
            } else {
                chains.append(chain)
            }
        }
        return chains
    }

    private mutating func add(_ chain: Chain, isNext: Bool, isSingle: Bool, _ options: CheckOptions) {
        let isWhole = chain.isWhole && roots?.isWhole ?? true
        if !isWhole || chain.certificates.isEmpty { isRead = false }
        guard !chain.certificates.isEmpty else { return }
        let shown = PresentedChain(chain, roots: roots, host: options.host, isSingle: isSingle)
        // A chain that will be installed is judged when the server's own certificate becomes valid.
        let starts = shown.paths.leaves.compactMap { try? shown.paths[$0]?.validity.notBefore }
        let now = isNext ? starts.reduce(options.now) { $0 < $1 ? $1 : $0 } : options.now
        var checked = CheckedChain(Judge(shown.paths, host: options.host, at: now))
        checked.names = shown.names
        checked.isNext = isNext
        checked.hasRoots = roots != nil
        checked.isWhole = isWhole
        checked.objects = chain.objects
        presented.append(shown)
        chains.append(checked)
    }
}

/// The parsed options of `check`.
struct CheckOptions {
    /// The host or pattern of `--host`.
    let pattern: HostPattern?
    let consumers: [PolicyFormat]
    let now: DERTime
    /// The number of days for which everything must remain valid.
    let horizon: Int
    /// The pins of `--pin`; `nil` without the option.
    let pins: PinSet?
    let isStrict: Bool
    let keys: CAKeys
    let suffixes: PublicSuffixList?

    /// The host of the chains; `nil` if it was not given.
    var host: HostName? { pattern?.host }

    init(_ arguments: Arguments) throws(UsageError) {
        pattern = try PolicyFile.pattern(arguments)
        consumers = try CheckOptions.consumers(arguments.lists["--for"] ?? [])
        now = try Dates.moment(arguments)
        horizon = try Dates.days(arguments["--within"] ?? "30d")
        pins = try arguments.lists["--pin"].map(CheckOptions.pinSet)
        isStrict = arguments.has("--strict")
        keys = try CAKeys(arguments)
        suffixes = try PublicSuffixList.of(arguments)
    }

    /// Reads the formats of `--for`.
    private static func consumers(_ lists: [String]) throws(UsageError) -> [PolicyFormat] {
        guard !lists.contains("all") else {
            return PolicyFormat.allCases.filter { ![.manifest, .text].contains($0) }
        }
        var result: [PolicyFormat] = []
        for word in lists.flatMap({ $0.split(separator: ",") }).map({ String($0.filter { $0 != " " }) }) {
            guard let format = PolicyFile.format(named: word) else {
                throw .unknown(
                    "format", word, among: PolicyFile.formatNames,
                    help: "--for accepts \(PolicyFile.formats.joined(separator: ", "))")
            }
            if !result.contains(format) { result.append(format) }
        }
        return result
    }

    /// Reads the pins of `--pin`: one per option, or several joined by semicolons, as in curl and the RFC 7469 header.
    private static func pinSet(_ texts: [String]) throws(UsageError) -> PinSet {
        var pins: [Pin] = []
        for part in texts.flatMap({ $0.split(separator: ";") }) {
            let name = part.drop { $0 == " " }.lowercased()
            if name.hasPrefix("max-age") || name.hasPrefix("includesubdomains") { continue }
            do throws(Pin.TextError) {
                pins.append(try Pin(part))
            } catch {
                throw UsageError(
                    "invalid pin \(Pin.shown(String(part))): \(error.explanation)",
                    hint: "a pin is 32 bytes in base64 or hex, as pemtool pin prints it")
            }
        }
        guard !pins.isEmpty else { throw UsageError("--pin is empty") }
        return PinSet(pins)
    }
}
