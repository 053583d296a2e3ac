import DERKit
import PinPolicies
import X509Model

extension Command {
    static let policyReleases = Command(
        name: "releases",
        summary: "report which released versions a new chain breaks",
        operands: "--chain TODAY --next TOMORROW [OPTIONS] VERSION=FILE...",
        discussion: """
            Compares the pins of each released version with three chains: the one that the
            server presents today, today's with a new certificate for the current key, and
            the one that it will present. FILE is the policy of a version, in any format.

            Prints the last day on which the server can renew with its current key (when today's
            certificate expires), which versions fail with the new chain, and the share of their
            users if --adoption gives figures.

            Exit status: 1 if a version refuses one of the chains, if a chain is for another
            host, or if the given certificates are not enough to decide.
            """,
        options: [
            Option("--chain FILE", "the certificates that the server presents today"),
            Option("--next FILE", "the certificates that it will present"),
            Adoption.option, Option("--host NAME", "the host of both chains"), Roots.option,
            Dates.atOption,
        ] + Passwords.options + jsonOptions,
        examples: [
            (
                "pemtool policy releases --chain today.pem --next tomorrow.pem v1=old.json v2=new.json",
                "can the server change its key yet?"
            ),
            (
                "pemtool policy releases --chain today.pem --next tomorrow.pem --adoption v1=20%,v2=80% v1=old.json v2=new.json",
                "and how many users would fail?"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyReleases(arguments) }
    )

    private static func runPolicyReleases(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        let versions = try arguments.operands.map { (operand) throws(UsageError) in try version(operand) }
        guard !versions.isEmpty else {
            throw UsageError("no version given", hint: "name each as VERSION=FILE, as in v1=pins.json")
        }
        let names = versions.map { $0.name }
        for (place, name) in names.enumerated() where names[..<place].contains(name) {
            throw UsageError("the version '\(escapedForDisplay(name))' is given twice")
        }
        let host = try PolicyFile.host(arguments)
        let now = try Dates.moment(arguments)
        guard let today = try Chain(option: "--chain", arguments),
            let next = try Chain(option: "--next", arguments)
        else { throw UsageError("policy releases requires --chain and --next") }
        let roots = try Roots(arguments)
        let adoption = try Adoption(arguments, versions: names)
        let readings = versions.map {
            (name: $0.name, file: $0.file, reading: try? PolicyFile.read($0.file, arguments))
        }
        guard today.isWhole, next.isWhole, roots?.isWhole ?? true, !today.certificates.isEmpty,
            !next.certificates.isEmpty, readings.allSatisfy({ $0.reading?.reading.isWhole ?? false })
        else {
            complain("no answer, because part of the input could not be used")
            throw .unreadable
        }
        let chains = ReleaseReport.Chains(
            today: PresentedChain(today, roots: roots, host: host),
            next: PresentedChain(next, roots: roots, host: host), host: host)
        let report = ReleaseReport(
            readings.compactMap { (name, file, read) in
                read.map {
                    ReleaseReport.Version(name: name, file: file, reading: $0.reading, format: $0.format)
                }
            }, chains, adoption, at: now)
        answer.finish(with: report.json, orLines: report.lines)
        if report.needsRoots { hint(Roots.advice) }
        for (name, share) in adoption.others(than: names) {
            complain(
                "warning: no policy was given for \(escapedForDisplay(name)), which has \(Adoption.text(share)) "
                    + "of users")
        }
        if adoption.rest > 0 {
            complain("warning: the figures add up to \(Adoption.text(Adoption.whole - adoption.rest))")
        }
        if roots != nil { complain(Roots.caveat) }
        return report.isAccepted ? .success : .no
    }

    /// Reads an operand such as `v1=old.json`.
    private static func version(_ operand: String) throws(UsageError) -> (name: String, file: String) {
        let parts = operand.split(separator: "=", maxSplits: 1).map { String($0) }
        guard parts.count == 2, !operand.hasPrefix("=") else {
            let file = escapedForDisplay(String(operand.drop { $0 == "=" }))
            throw UsageError(
                "invalid operand '\(escapedForDisplay(operand))'; expected VERSION=FILE",
                hint: operand.hasSuffix("=")
                    ? "specify the file too, as in \(operand == "=" ? "v1=" : file)pins.json"
                    : "specify the version too, as in v1=\(file)")
        }
        return (parts[0], parts[1])
    }
}
