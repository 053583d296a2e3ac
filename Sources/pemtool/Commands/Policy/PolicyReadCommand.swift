import PinPolicies
import SPKIHash

extension Command {
    static let policyRead = Command(
        name: "read",
        summary: "read the pins of any format into a manifest",
        operands: "[--from FORMAT] [--host NAME] FILE",
        discussion: """
            Prints the manifest of what FILE pins. The format is told by the content. Formats
            that name no host (curl, hpkp) need --host; the others keep their own. In a text
            of no known format every sha256/... is found: with --host as a manifest, without
            as a list with lines. No other command takes such a text: check the manifest, and
            use that. Entries that are not understood are reported with their place; the
            rest is printed, and the exit status is 3.
            """,
        options: [
            PolicyFile.fromOption,
            Option(
                "--host", "NAME",
                help: "the host that the pins are for, where the file names none; not used otherwise"),
        ],
        examples: [
            ("pemtool policy read Info.plist", "the manifest of an app's TrustKit or NSPinnedDomains"),
            ("pemtool policy read --host example.com Network.kt", "the pins in some source text"),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyRead(arguments) }
    )

    private static func runPolicyRead(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw UsageError("policy read needs one file", hint: "see 'pemtool policy read --help'")
        }
        _ = try PolicyFile.pattern(arguments)
        guard let text = PolicyFile.contents(file) else { return .unreadable }
        var output = Output()
        do throws(PolicyError) {
            let (reading, format) = try PolicyFile.parse(text, arguments, takesAnyText: true)
            // Pins in any text come as a manifest, and of these alone the format is not known.
            if arguments.has("--host"), format.namesHosts,
                arguments.has("--from") || PolicyFormat.detect(text) != nil
            {
                complain("\(PathName.ofInput(file)): it names its hosts itself, --host is not used")
            }
            PolicyFile.tell(reading, in: file)
            guard reading.omissions.isEmpty || !reading.policy.rules.isEmpty else { return .unreadable }
            output.text(try PolicyFormat.manifest.emit(reading.policy))
            output.flush()
            let isPart = PolicyFile.isOneOfSeveral(reading, format, in: file, arguments)
            return reading.omissions.isEmpty && !isPart ? .success : .unreadable
        } catch {
            // Without a host there is no policy, but where the pins stand can be said.
            let findings = error.code == .unknownFormat ? PinFinder.find(in: text) : []
            for finding in findings {
                output.line("\(finding.position.line):\(finding.position.column): \(finding.pin)")
            }
            output.flush()
            PolicyFile.report(error, in: file)
            return .unreadable
        }
    }
}
