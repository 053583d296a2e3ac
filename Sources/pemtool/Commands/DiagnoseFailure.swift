import DERKit
import SPKIHash

extension Command {
    /// Explains an app's message if the only operand is or names one; returns `nil` for anything else.
    static func diagnosedFailure(_ arguments: Arguments) throws(UsageError) -> ExitStatus? {
        guard arguments.operands.count == 1, let operand = arguments.operands.first else { return nil }
        var failure = PinFailure(operand)
        if failure == nil {
            switch operand == PathName.standardInput ? .stream : try? System.kind(ofPath: operand) {
            case .file, .stream:
                let contents =
                    operand == PathName.standardInput
                    ? try? System.standardInput() : try? System.contents(ofPath: operand)
                failure = contents.flatMap { PinFailure(String(decoding: $0, as: UTF8.self)) }
            case .folder, nil: break
            }
        }
        guard let failure else { return nil }
        var json = try JSONOutput(arguments)
        guard let keys = CAKeys(arguments) else {
            json?.finish()
            return .unreadable
        }
        let report = FailureReport(failure, keys)
        json.finish(with: [report.json], orLines: report.lines)
        if json == nil, let source = report.source(at: DERTime.now) { complain("note: \(source)") }
        return .no
    }
}
