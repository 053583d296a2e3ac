import DERKit
import SPKIHash

extension Command {
    /// Explains an app's message if the only operand is or names one; returns `nil` for anything else.
    static func diagnosedFailure(_ arguments: Arguments) throws(UsageError) -> ExitStatus? {
        guard let operand = arguments.operands.first else { return nil }
        let isAlone = arguments.operands.count == 1
        var failure = isAlone ? PinFailure(operand) : nil
        if failure == nil {
            switch operand == PathName.standardInput && isAlone ? .stream : try? System.kind(ofPath: operand)
            {
            case .file,
                .stream where isAlone:
                let contents =
                    operand == PathName.standardInput
                    ? try? System.standardInput() : try? System.contents(ofPath: operand)
                failure = contents.flatMap { PinFailure(String(decoding: $0, as: UTF8.self)) }
            case .folder, .stream, nil: break
            }
        }
        guard let failure else { return nil }
        guard isAlone else {
            throw UsageError(
                "\(PathName.ofInput(operand)) is a failure message, which names the certificates itself",
                hint: "pemtool diagnose \(PathName.displayed(operand))")
        }
        var json = try JSONOutput(arguments)
        guard let keys = CAKeys(arguments) else { return json.unreadable() }
        let report = FailureReport(failure, keys)
        json.finish(with: [report.json], orLines: report.lines)
        if json == nil, let source = report.source(at: DERTime.now) { complain("note: \(source)") }
        return .no
    }
}
