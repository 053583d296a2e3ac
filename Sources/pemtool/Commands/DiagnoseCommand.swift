import DERKit
import SPKIHash
import X509Model

extension Command {
    static let diagnose = Command(
        name: "diagnose",
        summary: "find the mistake behind a pin that does not match",
        operands: "[OPTIONS] ((PIN... | --policy FILE) FILE... | FAILURE)",
        discussion: """
            Compares PIN with the pin of every certificate and key in the files. If none
            matches, compares it with the result of every known mistake: hashing the raw key,
            the certificate, PEM text or empty input; prepending another key's header; using
            another digest or encoding. Reports the mistake, the command or line of code that
            causes it, and the right pin.

            PIN may be surrounded by anything that tools and configuration files write: a
            prefix, quotes, a line of openssl or curl output, a header, a line of source code.
            Text with several pins is split. If the right pin is spelled in a way that no
            platform or library accepts, the report shows the spelling for each of them.

            Servers do not send their root, so PIN may be for a certificate that is not in
            FILE. --roots supplies the CA certificates that platforms trust. They are found by
            name and key identifier, and PIN is compared with those that the chain leads to.

            With --policy, there is a verdict for each pin of a policy, in any format. FAILURE
            is the message with which OkHttp or TrustKit refused a server, or their log, in a
            file or on standard input (-). The report shows what was sent, what was pinned, and which
            change helps.

            Exit status: 0 if every PIN is right, in a spelling that some consumer accepts; 1 if
            not, even if a mistake explains it.
            """,
        options: [
            Option("--policy FILE", "a policy in any format that policy read accepts"),
            Option("--host NAME", "the host of the policy, for files without hosts"),
            Roots.option, CAKeys.option,
        ] + Passwords.options + jsonOptions,
        examples: [
            (
                "pemtool diagnose Ues/xSDzybWMEgs2jgMiz7GJUgX1dYZ6gKFXJso8nXU= server.pem",
                "find the mistake behind this pin"
            ),
            (
                "pemtool diagnose sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= chain.pem",
                "compare with every certificate in a chain"
            ),
            ("pemtool diagnose --policy pins.json chain.pem", "which pin of a policy is wrong?"),
            ("pemtool diagnose failure.txt", "explain the exception that an app logged"),
        ],
        hasPinOperands: true, run: { (arguments) throws(UsageError) in try runDiagnose(arguments) }
    )

    private static func runDiagnose(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        guard !arguments.has("--policy") else { return try runDiagnosePolicy(arguments) }
        if let status = try diagnosedFailure(arguments) { return status }
        var answer = try Answer(arguments)
        let (pins, files) = try DiagnoseOperands.sorted(arguments.operands)
        let roots = try Roots(arguments)
        let keys = try CAKeys(arguments)
        var search = PinSearch(pins)
        let inputs = try DiagnosedInputs(arguments.files(files), roots: roots, &search)
        let (objects, presented) = (inputs.objects, inputs.presented)
        let reports = pins.indices.map {
            DiagnosisReport(diagnosis: search.diagnosis($0), objects: objects, chain: presented, keys: keys)
        }
        answer.finish(
            with: reports.map { $0.json },
            orLines: objects.isEmpty
                ? []
                : reports.enumerated().flatMap { (place, report) in
                    (reports.count > 1 ? [(place > 0 ? "\n" : "") + report.title] : []) + report.lines
                })
        if roots != nil { complain(Roots.caveat) }
        guard roots?.isWhole ?? true else { return .unreadable }
        return inputs.hasFailed ? .unreadable : reports.allSatisfy { $0.isRight } ? .success : .no
    }
}

/// The operands of `diagnose`: pins, then files.
private enum DiagnoseOperands {
    /// Separates pins from files, and splits text with several pins.
    static func sorted(
        _ operands: [String]
    ) throws(UsageError) -> (pins: [PinSpelling], files: [String]) {
        guard let first = operands.first else {
            throw UsageError("missing pin", hint: "usage: pemtool diagnose PIN FILE...")
        }
        let others = operands.dropFirst()
        if PathName.isInput(first), PinSpelling(first).pin == nil { throw noPin(first, others) }
        // The first operand is always a pin; later operands are pins if they look like one.
        let isFurther = { (operand: String) in !PathName.isInput(operand) && PinSpelling(operand).isDigest }
        let pins = [first] + others.filter(isFurther)
        let files = others.filter { !isFurther($0) }
        guard !files.isEmpty || !System.isTerminal(0) else {
            throw UsageError("missing file", hint: "usage: pemtool diagnose PIN FILE...")
        }
        return (pins.flatMap { PinSpelling.pieces(of: $0) }, Array(files))
    }

    /// Returns the error for a file where a pin is expected.
    private static func noPin(_ first: String, _ others: ArraySlice<String>) -> UsageError {
        let files = others.filter(PathName.isInput)
        let names = ([first] + files).map { escapedForDisplay($0) }.joined(separator: " ")
        if let pin = others.first(where: { !PathName.isInput($0) }) {
            return UsageError(
                "the pin goes before the files",
                hint: "pemtool diagnose \(escapedForDisplay(pin)) \(names)")
        }
        return UsageError(
            "missing pin; only " + (files.isEmpty ? "the file \(names) was given" : "files were given"),
            hint: "usage: pemtool diagnose PIN \(names)")
    }
}
