import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The arguments of `policy check`, parsed, and the chains that they name.
struct PolicyCheckRun {
    /// The findings about a policy, and what limits them.
    struct Conclusion {
        var findings: [PolicyFinding]
        /// A Boolean value that indicates whether every part of the file was read.
        var isUnderstood = true
        /// A Boolean value that indicates whether the file has several policies, of which only one was read.
        var isPart = false
    }

    let file: String
    let consumers: [PolicyFormat]
    let host: HostName?
    let now: DERTime
    /// The time in days for which the policy must remain valid.
    let horizon: Int
    let chain: Chain?
    let roots: Roots?
    /// A Boolean value that indicates whether every object of the chains and roots was read.
    let isWhole: Bool
    /// The chain that the server presents; `nil` if none is given or part of an input could not be read.
    let presented: PresentedChain?
    /// The chain that the server will present, likewise.
    let next: PresentedChain?

    init(_ arguments: Arguments) throws(UsageError) {
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw UsageError("policy check requires one file", hint: "see pemtool policy check --help")
        }
        self.file = file
        consumers = try PolicyFile.consumers(arguments)
        host = try PolicyFile.host(arguments)
        now = try Dates.moment(arguments)
        horizon = try Dates.days(arguments["--within"] ?? "30d")
        chain = try Chain(option: "--chain", arguments)
        roots = try Roots(arguments)
        let next = try Chain(option: "--next", arguments)
        guard roots == nil || chain != nil || next != nil else {
            throw UsageError("--roots requires --chain or --next")
        }
        isWhole = (chain?.isWhole ?? true) && (next?.isWhole ?? true) && (roots?.isWhole ?? true)
        let (isWhole, roots, host) = (isWhole, roots, host)
        let present = { (chain: Chain?) in
            isWhole ? chain.map { PresentedChain($0, roots: roots, host: host) } : nil
        }
        presented = present(chain)
        self.next = present(next)
    }

    func conclusion(
        for text: [UInt8], _ suffixes: PublicSuffixList?, _ keys: CAKeys, _ arguments: Arguments
    ) throws(PolicyError) -> Conclusion {
        do throws(PolicyError) {
            let (reading, format) = try PolicyFile.parse(text, arguments)
            var conclusion = Conclusion(
                findings: reading.omissions.map { PolicyFinding($0) } + reading.findings)
            conclusion.isPart = PolicyFile.isOneOfSeveral(
                reading, format, in: file, arguments, command: "policy check")
            conclusion.isUnderstood = reading.omissions.allSatisfy { $0.isAboutContent }
            // Conclusions from a part of a policy may be wrong.
            if reading.omissions.isEmpty {
                conclusion.findings += ownFindings(reading, format, suffixes)
                conclusion.findings += reading.policy.findings { keys.owner(of: $0) }
                conclusion.findings += rehearsal(reading.policy)
            }
            conclusion.findings = PolicyFinding.worstFirst(conclusion.findings)
            return conclusion
        } catch  where error.isAboutContent {
            // A pin of the wrong length or an invalid host is a finding of the check.
            return Conclusion(findings: [PolicyFinding(error)])
        }
    }

    /// Returns the findings of the rules about a policy and the chain that the server presents.
    private func ownFindings(
        _ reading: PolicyReading, _ format: PolicyFormat, _ suffixes: PublicSuffixList?
    ) -> [PolicyFinding] {
        PolicyCheck(
            reading.policy, in: format, for: consumers.isEmpty && format != .manifest ? [format] : consumers,
            chain: presented?.paths ?? CertificatePaths([]), names: presented?.names ?? [],
            hasRoots: roots != nil, objects: chain?.objects ?? [], certificates: reading.certificates,
            host: host, at: now, within: horizon, suffixes: suffixes
        ).run()
    }

    /// Returns the findings about the chain that the server will present.
    private func rehearsal(_ policy: PinPolicy) -> [PolicyFinding] {
        guard let next else { return [] }
        return NextChain(
            next.check(policy, objects: next.chain.objects, host: host, at: now)
        ).findings()
    }
}

extension PolicyFile {
    /// Returns the formats of `--for`.
    static func consumers(_ arguments: Arguments) throws(UsageError) -> [PolicyFormat] {
        let lists = arguments.lists["--for"] ?? []
        guard !lists.contains("all") else { return PolicyFormat.allCases.filter { $0 != .manifest } }
        var result: [PolicyFormat] = []
        for word in lists.flatMap({ $0.split(separator: ",") }).map({ String($0.filter { $0 != " " }) }) {
            guard let format = PolicyFile.format(named: word) else {
                throw .unknown(
                    "format", word, among: PolicyFile.formatNames,
                    help: "--for accepts \(PolicyFile.formats.joined(separator: ", "))")
            }
            result.append(format)
        }
        return result
    }
}
