import PinPolicies
import SPKIHash

extension Command {
    static let policyEmit = Command(
        name: "emit",
        summary: "write a policy as its consumer reads it",
        operands: "FORMAT [OPTIONS] FILE",
        discussion: """
            Prints the policy of FILE, a manifest or any other format, in FORMAT. What the
            format cannot hold is an error unless --allow-loss names it; a host pattern that
            it cannot express is always one.

            Formats: \(PolicyFile.formats[..<6].joined(separator: ", ")),
            \(PolicyFile.formats[6...].joined(separator: ", "))
            """,
        options: [
            Option(
                "--allow-loss", "PARTS",
                help: "what may be lost, with commas between: "
                    + PolicyLoss.allCases.map(\.rawValue).joined(separator: ", ")),
            Option(
                "--chain", "FILE",
                help: "certificates that the pins come from: leaf and authorities are told apart"),
            Option("--host", "NAME", help: "the rule to write, for formats that name no host"),
            Option("--max-age", "SECONDS", help: "max-age of hpkp (default: 5184000, 60 days)"),
            Option("--port", "PORT", help: "the port of tlsa (default: 443)"), PolicyFile.fromOption,
        ],
        examples: [
            ("pemtool policy emit android pins.json > network_security_config.xml", "for res/xml of an app"),
            (
                "pemtool policy emit nspinneddomains --chain chain.pem pins.json",
                "each pin in the array of its kind"
            ),
            (
                "curl --pinnedpubkey \"$(pemtool policy emit curl --allow-loss labels --host example.com pins.json)\" ...",
                "the pins of one host on a command line"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runPolicyEmit(arguments) }
    )

    private static func runPolicyEmit(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        guard let word = arguments.operands.first, arguments.operands.count == 2 else {
            throw UsageError(
                "policy emit needs a format and a file", hint: "see 'pemtool policy emit --help'")
        }
        guard let format = PolicyFile.format(named: word) else {
            throw .unknown(
                "format", word, among: PolicyFile.formatNames,
                help: "formats are \(PolicyFile.formats.joined(separator: ", "))")
        }
        var emission = PolicyEmission(
            allowedLosses: try losses(arguments), pattern: try PolicyFile.pattern(arguments))
        emission.maxAge = try number("--max-age", arguments, 0...315_360_000) ?? emission.maxAge
        emission.port = UInt16(try number("--port", arguments, 1...65_535) ?? Int(emission.port))
        let chain = try Chain(option: "--chain", arguments)
        let file = arguments.operands[1]
        guard let (reading, _) = PolicyFile.read(file, arguments), chain?.isWhole ?? true else {
            return .unreadable
        }
        guard reading.isWhole else {
            complain("\(PathName.ofInput(file)): nothing is written, for it would pin what the file does not")
            hint("policy check says what to change; policy read prints what could be read")
            return .no
        }
        emission.certificates = (chain?.certificates ?? []) + reading.certificates
        do throws(PolicyError) {
            let text = try format.emit(reading.policy, emission)
            var output = Output()
            output.text(text)
            output.flush()
            return .success
        } catch {
            complain("\(PathName.ofInput(file)): \(error)")
            if let advice = error.hint {
                hint(error.code == .loss ? advice + " (--allow-loss)" : advice)
            }
            return .no
        }
    }

    static func losses(_ arguments: Arguments) throws(UsageError) -> Set<PolicyLoss> {
        var result: Set<PolicyLoss> = []
        for word in (arguments.lists["--allow-loss"] ?? []).flatMap({ $0.split(separator: ",") }) {
            guard let loss = PolicyLoss(rawValue: String(word)) else {
                let known = PolicyLoss.allCases.map(\.rawValue)
                throw .unknown(
                    "part", String(word), among: known,
                    help: "--allow-loss takes \(known.joined(separator: ", "))")
            }
            result.insert(loss)
        }
        return result
    }

    private static func number(
        _ option: String, _ arguments: Arguments, _ range: ClosedRange<Int>
    ) throws(UsageError) -> Int? {
        guard let text = arguments[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(option) takes a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
