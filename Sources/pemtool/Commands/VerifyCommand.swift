import DERKit
import PinPolicies
import SPKIHash
import X509Model

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "tell whether a chain has what is pinned",
        operands: "(--pin PIN... | --policy FILE --host NAME) CHAIN...",
        discussion: """
            Puts the certificates of a server in order and compares them with pins or with
            a policy. Exit status 0 where the chain is accepted, 1 where it is not, or where
            the certificates given do not decide it. A policy accepts a chain that matches,
            and also one that it does not pin: no rule names the host and the policy accepts
            such hosts, the rule has expired, or it only reports. The line then says so, and
            JSON has the reason.

            The certificates may be in any order; the server's own is found by its role and
            by --host. Servers do not send their root: --roots supplies those that platforms
            know, found by name and key identifier. Signatures and dates of certificates are
            not looked at: pinning comes after the usual validation.

            A pin is taken in any form: base64, hex, sha256/..., sha256//..., pin-sha256,
            TLSA 3 1 1. A pin that was made from the right key by a wrong recipe is
            recognised and named.
            """,
        options: [
            Option("--pin", "PIN", help: "a pin that may match; give it again for each"),
            Option(
                "--position", "POSITION", values: positions,
                help: "which certificates may match a --pin: \(positions.joined(separator: ", "))"),
            Option("--policy", "FILE", help: "a policy, in any format that policy read takes"),
            Option("--host", "NAME", help: "the host whose rule and certificate count"), Roots.option,
            CAKeys.option,
            Dates.atOption, Option("--quiet", help: "print nothing, tell by exit status alone"),
        ] + jsonOptions,
        examples: [
            (
                "pemtool verify --pin sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k= chain.pem",
                "is the key of a certificate in the chain pinned?"
            ),
            (
                "pemtool verify --policy pins.json --host api.example.com --roots system chain.pem",
                "does the policy accept it?"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runVerify(arguments) }
    )

    private static let positions = ChainPosition.allCases.map(\.rawValue)

    private static func runVerify(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var json = try JSONOutput(arguments)
        guard arguments.has("--pin") != arguments.has("--policy") else {
            throw UsageError(
                "verify compares a chain with either --pin or --policy", hint: "see 'pemtool verify --help'")
        }
        let now = try Dates.moment(arguments)
        guard let question = try Question(arguments, at: now) else {
            json?.finish()
            return .unreadable
        }
        let chain = try Chain(arguments)
        let roots = try Roots(arguments)
        guard let keys = CAKeys(arguments) else {
            json?.finish()
            return .unreadable
        }
        let presented = PresentedChain(chain, roots: roots, host: question.host)
        let decision = question.decide(presented)
        guard presented.supports(decision), !chain.certificates.isEmpty else {
            json?.finish()
            if !chain.certificates.isEmpty { complain("no answer, since not all of the chain could be used") }
            return .unreadable
        }
        let report = DecisionReport(decision, presented, question, keys, at: now)
        if json != nil {
            json?.print(report.json)
            json?.finish()
        } else if !arguments.has("--quiet") {
            var output = Output()
            for line in report.lines { output.line(line) }
            output.flush()
        }
        if !arguments.has("--quiet") { report.complaints.forEach(complain) }
        guard chain.isWhole, roots?.isWhole ?? true else { return .unreadable }
        return report.isAccepted ? .success : .no
    }
}
