import DERKit
import SPKIHash

extension Command {
    /// Explains an app's message if the only operand is or names one; returns `nil` for anything else.
    static func diagnosedFailure(_ arguments: Arguments) throws(UsageError) -> ExitStatus? {
        guard let operand = arguments.operands.first else { return nil }
        let isAlone = arguments.operands.count == 1
        var failures = isAlone ? PinFailure.failures(in: operand) : []
        if failures.isEmpty, isReadable(operand, isAlone),
            let contents = try? System.contents(ofInput: operand)
        {
            failures = PinFailure.failures(in: String(decoding: contents, as: UTF8.self))
        }
        guard !failures.isEmpty else { return nil }
        guard isAlone else {
            throw UsageError(
                "\(PathName.ofInput(operand)) is a failure message, which names the certificates itself",
                hint: "pemtool diagnose \(PathName.displayed(operand))")
        }
        var answer = try Answer(arguments)
        let keys = try CAKeys(arguments)
        let reports = failures.map { FailureReport($0, keys) }
        // An app retries, so each failure is shown once, with the number of times.
        var counts: [[String]: Int] = [:]
        var shown: [[String]] = []
        for report in reports {
            let lines = report.lines
            if counts[lines] == nil { shown.append(lines) }
            counts[lines, default: 0] += 1
        }
        answer.finish(
            with: reports.map { $0.json },
            orLines: shown.enumerated().flatMap { (place, lines) in
                let count = counts[lines] ?? 1
                let title = (place > 0 ? "\n" : "") + lines[0] + (count > 1 ? ", \(count) times" : "")
                return [title] + lines.dropFirst()
            })
        if !answer.isJSON, let source = reports.lazy.compactMap({ $0.source(at: DERTime.now) }).first {
            complain("note: \(source)")
        }
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
