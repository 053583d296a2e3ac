import DERKit
import SPKIHash

extension Command {
    /// Explains an app's message if the only operand is or names one; returns `nil` for anything else.
    static func diagnosedFailure(_ arguments: Arguments) throws(UsageError) -> ExitStatus? {
        guard let operand = arguments.operands.first else { return nil }
        let isAlone = arguments.operands.count == 1
        var failure = isAlone ? PinFailure(operand) : nil
        if failure == nil, isReadable(operand, isAlone),
            let contents = try? System.contents(ofInput: operand)
        {
            failure = PinFailure(String(decoding: contents, as: UTF8.self))
        }
        guard let failure else { return nil }
        guard isAlone else {
            throw UsageError(
                "\(PathName.ofInput(operand)) is a failure message, which names the certificates itself",
                hint: "pemtool diagnose \(PathName.displayed(operand))")
        }
        var answer = try Answer(arguments)
        let report = FailureReport(failure, try CAKeys(arguments))
        answer.finish(with: [report.json], orLines: report.lines)
        if !answer.isJSON, let source = report.source(at: DERTime.now) { complain("note: \(source)") }
        return .no
    }

    /// Returns whether the first operand can be read now: a pipe is not read twice, for pins and for a message.
    private static func isReadable(_ operand: String, _ isAlone: Bool) -> Bool {
        guard operand != PathName.standardInput else { return isAlone }
        return switch try? System.kind(ofPath: operand) {
        case .file: true
        case .stream: isAlone
        case .folder, nil: false
        }
    }
}
