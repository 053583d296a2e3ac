import PinPolicies

extension Command {
    static let policyRead = Command(
        name: "read",
        summary: "convert a policy in any format to a manifest",
        operands: "[OPTIONS] FILE|FOLDER",
        discussion: """
            Prints a manifest of the pins in FILE: an Android, TrustKit or NSPinnedDomains
            configuration, read as its consumer reads it, or any other text, such as source
            code, JSON, YAML, a script or a log. In text, the host of a pin is the dictionary key
            or argument that the pin belongs to, or else the nearest host, in which case a note
            says so. --host names the host if the text does not. If an entry is not understood,
            the command reports its place, prints the rest, and exits with status 3.

            For a folder, an archive (.apk, .ipa, .aar, .zip) or a binary file, or with --json,
            lists every pin and every certificate, one per line with its place, hosts and
            format. Searches sources, property lists, network security configurations
            (text or compiled), strings in binaries, and nested archives.
            """,
        options: [
            PolicyFile.fromOption,
            Option("--host NAME", "the host for pins that have none in FILE"),
            CAKeys.option,
        ] + jsonOptions,
        examples: [
            ("pemtool policy read Info.plist", "the manifest for an app's TrustKit or NSPinnedDomains pins"),
            ("pemtool policy read --host example.com Network.kt", "the pins in source code"),
            ("pemtool policy read app.apk", "every pin and certificate in an app"),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyRead(arguments) }
    )

    private static func runPolicyRead(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw UsageError("policy read requires one file", hint: "see pemtool policy read --help")
        }
        _ = try PolicyFile.pattern(arguments)
        if case .folder? = try? System.kind(ofPath: file) { return try AppPins.list(file, arguments) }
        let keys = try CAKeys(arguments)
        let text = try PolicyFile.contents(file)
        let isArchive = ZIPArchive.isArchive(text)
        let isText = arguments.has("--from") || !AppFiles.isBinary(text)
        guard !isArchive, isText, try !Answer(arguments).isJSON else {
            let status = try AppPins.list(file, arguments, contents: text)
            return status == .no && !isArchive ? .unreadable : status
        }
        var output = Output()
        do throws(PolicyError) {
            let reading = try PolicyFile.parse(text, arguments)
            guard !reading.policy.rules.isEmpty else {
                list(reading, &output)
                PolicyFile.tell(reading, in: file)
                return reading.omissions.isEmpty ? .no : .unreadable
            }
            PolicyFile.tell(reading, in: file)
            output.text(try chosen(reading.policy, arguments).text(as: .manifest))
            output.flush()
            tellOwners(reading.policy, keys)
            guard reading.omissions.isEmpty else { return .unreadable }
            return reading.isWhole ? .success : .no
        } catch {
            PolicyFile.report(error, in: file)
            return .unreadable
        }
    }

    /// Returns the policy with only the rule for `--host`, or the whole policy if the option or such a rule is missing.
    private static func chosen(_ policy: PinPolicy, _ arguments: Arguments) throws(PolicyError) -> PinPolicy {
        guard let pattern = arguments["--host"].flatMap({ try? HostPattern($0) }),
            let rule = policy.rules.first(where: { $0.pattern == pattern }) ?? policy.rule(for: pattern.host)
        else { return policy }
        return try PinPolicy([rule], unlistedHosts: policy.unlistedHosts)
    }

    /// Lists the pins in a text that does not name their hosts.
    private static func list(_ reading: PolicyReading, _ output: inout Output) {
        for sighting in reading.sightings where !sighting.isBare {
            guard let pin = sighting.pin else { continue }
            output.line("\(sighting.position.line):\(sighting.position.column): \(pin)")
        }
        output.flush()
    }

    /// Reports the CAs whose keys are pinned.
    private static func tellOwners(_ policy: PinPolicy, _ keys: CAKeys) {
        var seen: Set<Pin> = []
        for member in policy.rules.flatMap({ $0.strategies.pinMembers }) {
            guard let owner = keys.table[member.pin], seen.insert(member.pin).inserted,
                seen.count <= PinDecision.mostNamed
            else { continue }
            let source = keys.source(at: DERTime.now)
            complain("note: \(member.pin) is the pin of \(keys.text(owner)) (\(source))")
        }
    }
}
