import DERKit
import SPKIHash

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "check whether a chain matches a pin or a policy",
        operands: "[OPTIONS] (--pin PIN... | --policy FILE --host NAME) CHAIN...",
        discussion: """
            Compares the certificates of a server with pins or with a policy. Exit status: 0 if
            the chain is accepted; 1 if it is not, or if the given certificates are not enough
            to decide. A policy accepts a chain that matches. It also accepts a chain that it
            does not pin: if it has no rule for the host and accepts unlisted hosts, if the rule
            has expired, or if the rule only reports. The output then says so, and JSON has the
            reason.

            The certificates may be in any order; the server's own is found by its role and by
            --host. Servers do not send their root: --roots supplies the CA certificates that
            platforms trust, found by name and key identifier. Signatures and dates are not
            checked, because pinning comes after the usual validation.

            PIN may be in any form: base64, hex, sha256/..., sha256//..., pin-sha256,
            TLSA 3 1 1. If a pin was made from the right key by mistake, the answer names the
            mistake.
            """,
        options: [
            Option("--pin PIN", "a pin that may match (repeatable)"),
            Option(
                "--position POSITION", values: positions,
                "the certificates that may match a --pin: \(positions.joined(separator: ", "))"),
            Option("--policy FILE", "a policy in any format that policy read accepts"),
            Option("--host NAME", "the host whose rule and certificate to check"), Roots.option,
            CAKeys.option,
            Dates.atOption, Option("--quiet", "print nothing; set the exit status only"),
        ] + Passwords.options + jsonOptions,
        examples: [
            (
                "pemtool verify --pin sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k= chain.pem",
                "does the chain contain this key?"
            ),
            (
                "pemtool verify --policy pins.json --host api.example.com --roots system chain.pem",
                "does the policy accept the chain?"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runVerify(arguments) }
    )

    private static let positions = ChainPosition.allCases.map { $0.rawValue }

    private static func runVerify(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        guard arguments.has("--pin") != arguments.has("--policy") else {
            throw UsageError(
                arguments.has("--pin")
                    ? "--pin and --policy cannot be combined" : "verify requires either --pin or --policy",
                hint: "see pemtool verify --help")
        }
        let now = try Dates.moment(arguments)
        let question = try Question(arguments, at: now)
        let chain = try Chain(arguments)
        let roots = try Roots(arguments)
        let keys = try CAKeys(arguments)
        let presented = PresentedChain(chain, roots: roots, host: question.host)
        let decision = question.decision(for: presented)
        guard presented.supports(decision), !chain.certificates.isEmpty else {
            if !chain.certificates.isEmpty {
                complain("no answer, because part of the chain could not be used")
            }
            throw .unreadable
        }
        let report = DecisionReport(
            decision: decision, chain: presented, question: question, keys: keys, now: now)
        answer.finish(with: [report.json], orLines: arguments.has("--quiet") ? [] : report.lines)
        if !arguments.has("--quiet") { report.complaints.forEach(complain) }
        guard chain.isWhole, roots?.isWhole ?? true else { return .unreadable }
        return report.isAccepted ? .success : .no
    }
}
