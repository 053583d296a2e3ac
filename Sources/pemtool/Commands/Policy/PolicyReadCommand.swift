import DERKit
import PinPolicies
import SPKIHash

extension Command {
    static let policyRead = Command(
        name: "read",
        summary: "convert a policy in any format to a manifest",
        operands: "[OPTIONS] FILE|FOLDER",
        discussion: """
            Prints a manifest of the pins in FILE, whose format is detected by its content.
            Formats without hosts (curl, hpkp) require --host. In text of an unknown format, it
            finds every sha256/... and base64 of 32 bytes by itself, also in literals joined
            by +. Without --host, it lists them with line numbers and the host next to each.
            With --host, it prints a manifest of the sha256/... pins, or of all if none has
            sha256/. Other commands do not accept such text: check the manifest, and use
            that. Entries that are not understood are reported with their place; the rest is
            printed, and the exit status is 3.

            In a folder, an archive (.apk, .ipa, .aar, .zip) or a binary file, it lists every
            pin and every certificate, one per line with its place, hosts and format. It
            searches sources, property lists, network security configurations (text or
            compiled), strings in binaries, and nested archives. Base64 of 32 bytes by itself
            is listed with a note.
            """,
        options: [
            PolicyFile.fromOption,
            Option("--host NAME", "the host of the pins, for files without hosts"),
            CAKeys.option,
        ] + jsonOptions,
        examples: [
            ("pemtool policy read Info.plist", "the manifest of an app's TrustKit or NSPinnedDomains"),
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
        let isText = arguments.has("--from") || arguments.has("--host") || !AppFiles.isBinary(text)
        guard !isArchive, isText else {
            let status = try AppPins.list(file, arguments, contents: text)
            return status == .no && !isArchive ? .unreadable : status
        }
        guard try !Answer(arguments).isJSON else {
            throw UsageError("--json is for folders and archives", hint: "the manifest is already JSON")
        }
        var output = Output()
        do throws(PolicyError) {
            let (reading, format) = try PolicyFile.parse(text, arguments, takesAnyText: true)
            // Pins in arbitrary text are printed as a manifest; only for these is the format unknown.
            if arguments.has("--host"), format.namesHosts,
                arguments.has("--from") || PolicyFormat.detect(text) != nil
            {
                complain("\(PathName.ofInput(file)): the file lists its own hosts; --host was ignored")
            }
            PolicyFile.tell(reading, in: file)
            guard reading.omissions.isEmpty || !reading.policy.rules.isEmpty else { return .unreadable }
            output.text(try reading.policy.text(as: .manifest))
            output.flush()
            tellOwners(reading.policy, keys)
            let isPart = PolicyFile.isOneOfSeveral(reading, format, in: file, arguments)
            guard reading.omissions.isEmpty, !isPart else { return .unreadable }
            return reading.isWhole ? .success : .no
        } catch {
            report(error, on: text, in: file)
            return .unreadable
        }
    }

    /// Reports why a file could not be read. If its format is unknown, lists the positions of its pins.
    private static func report(_ error: PolicyError, on text: [UInt8], in file: String) {
        var output = Output()
        let items = error.code == .unknownFormat ? (try? PinListing(text))?.items ?? [] : []
        for item in items {
            guard let position = item.place?.position else { continue }
            let hosts = item.patterns.map { "\($0)" }.joined(separator: ",")
            let parts = [item.pinned.text, hosts, item.isBare ? AppPins.bareNote : ""]
            output.line(
                "\(position.line):\(position.column): "
                    + parts.filter { !$0.isEmpty }.joined(separator: "  "))
        }
        output.flush()
        let hasHost = items.contains { !$0.patterns.isEmpty }
        PolicyFile.report(
            hasHost
                ? PolicyError(
                    error.code, "unknown format; each host is the one next to the pin in the code",
                    hint: error.hint) : error, in: file)
    }

    /// Names the CAs whose keys are pinned.
    private static func tellOwners(_ policy: PinPolicy, _ keys: CAKeys) {
        var seen: Set<Pin> = []
        for rule in policy.rules {
            for member in rule.strategies.compactMap({ $0.pinSet }).flatMap({ $0.members }) {
                guard let owner = keys.owner(of: member.pin), seen.insert(member.pin).inserted,
                    seen.count <= PinDecision.mostNamed
                else { continue }
                let source = keys.source(at: DERTime.now)
                complain("note: \(member.pin) is the pin of \(keys.text(owner)) (\(source))")
            }
        }
    }
}
