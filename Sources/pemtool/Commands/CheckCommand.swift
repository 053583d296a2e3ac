import PinPolicies

extension Command {
    static let check = Command(
        name: "check",
        summary: "check whether an app accepts its servers, now and after a renewal",
        operands: "[OPTIONS] [POLICY|FOLDER|APP|NAME=POLICY|CHAIN]...",
        discussion: """
            Checks policies against general rules of pinning, the rules of the platforms and
            libraries that enforce the policies, and the rules of TLS. With a chain, says for each
            host whether the app would accept the server (accepted, refused, undecided or not
            pinned), and what to change. With several policies or chains, prints a table. Warns if
            policies that are given without a NAME differ. A pin that results from a known mistake
            is an error.

            POLICY is a file in any format, FOLDER and APP (.apk, .ipa, .zip) are searched for
            policies, and NAME=POLICY is a released version. A file with certificates is a
            chain, as with --chain. Without a policy, check says whether the chain is complete,
            in order and valid.

            The certificates of a chain may be in any order. If a pin may be for a root, which
            servers do not send, add --roots.

            Exit status: 0 if everything is accepted and no check fails; 1 if not, or if the
            given certificates are not enough to decide; 3 if some input could not be read.
            With --strict, or without a policy, warnings count as failures.
            """,
        options: [
            Option("--host NAME", "the host for the chains, and for pins without a host"),
            Option("--chain FILE", "the certificates that the server presents (repeatable)"),
            Option("--next FILE", "the certificates that the server will present (repeatable)"),
            Roots.option,
            Option(
                "--for CONSUMERS", suggesting: PolicyFile.formats + ["all"],
                "platforms and libraries whose rules apply, comma-separated, or all"),
            Option("--pin PIN", "a pin in any spelling, instead of a policy (repeatable)"), Dates.atOption,
            Option("--within DAYS", "warn about anything expiring within DAYS, such as 4w (default: 30d)"),
            Option("--strict", "exit with status 1 for warnings too, and if no policy pins the host"),
        ] + jsonOptions
            + ([
                CAKeys.option,
                Option("--suffixes FILE", "a list of public suffixes (default: the system's)"),
                Option("--github", "print GitHub annotations"),
            ] + Passwords.options).map { $0.rare },
        examples: [
            ("pemtool check --for trustkit,android pins.json", "before a release"),
            (
                "pemtool check --host api.example.com --chain chain.pem pins.json",
                "would the app accept this server?"
            ),
            (
                "pemtool check --host api.example.com --chain now.pem --next next.pem v1=old.json v2=pins.json",
                "which released versions does the new chain break?"
            ),
            ("pemtool check --pin PIN chain.pem", "does the chain contain this key?"),
        ],
        run: { (arguments) throws(UsageError) in try runCheck(arguments) }
    )

    private static func runCheck(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments, withoutJSON: ["--github"])
        let options = try CheckOptions(arguments)
        let inputs = try CheckInputs(options, arguments)
        let report = CheckReport(inputs, options)
        if answer.isJSON {
            report.printJSON(to: &answer)
        } else if arguments.has("--github") {
            report.printAnnotations(to: &answer)
        } else {
            report.printLines(to: &answer)
        }
        answer.finish()
        report.remarks.forEach(complain)
        guard inputs.isRead else { return .unreadable }
        return report.isPassed(strictly: options.isStrict) ? .success : .no
    }
}
