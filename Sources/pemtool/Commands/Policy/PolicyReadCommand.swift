import DERKit
import PinPolicies
import SPKIHash

extension Command {
    static let policyRead = Command(
        name: "read",
        summary: "convert a policy in any format to a manifest",
        operands: "[OPTIONS] FILE",
        discussion: """
            Prints a manifest of the pins in FILE, whose format is detected by its content.
            Formats without hosts (curl, hpkp) require --host. In text of an unknown format,
            every sha256/... is found: with --host it is printed as a manifest, without it as a
            list with line numbers. Other commands do not accept such text; check the manifest
            and use that. Entries that are not understood are reported with their place; the
            rest is printed, and the exit status is 3.
            """,
        options: [
            PolicyFile.fromOption,
            Option(
                "--host", "NAME",
                help: "the host of the pins, for files without hosts"),
        ],
        examples: [
            ("pemtool policy read Info.plist", "the manifest of an app's TrustKit or NSPinnedDomains"),
            ("pemtool policy read --host example.com Network.kt", "the pins in source code"),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyRead(arguments) }
    )

    private static func runPolicyRead(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw UsageError("policy read requires one file", hint: "see pemtool policy read --help")
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
                complain("\(PathName.ofInput(file)): the file lists its own hosts; --host was ignored")
            }
            PolicyFile.tell(reading, in: file)
            guard reading.omissions.isEmpty || !reading.policy.rules.isEmpty else { return .unreadable }
            output.text(try PolicyFormat.manifest.emit(reading.policy))
            output.flush()
            let isPart = PolicyFile.isOneOfSeveral(reading, format, in: file, arguments)
            return reading.omissions.isEmpty && !isPart ? .success : .unreadable
        } catch {
            // Without a host there is no policy, but where the pins are can be said.
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
