import PinPolicies

extension Command {
    static let diagnose = Command(
        name: "diagnose",
        summary: "find the mistake behind a pin that does not match",
        operands: "[OPTIONS] (PIN | FILE | MESSAGE)...",
        discussion: """
            Explains pins that do not match, and messages that apps and tools write when they
            refuse a server. Operands may be in any order, and are recognized by their content.
            They can be pins, certificates, keys, failure messages and app configurations, as
            text, as files, or on standard input (-).

            Compares each pin, given alone or in a message or configuration, with the pin of every
            certificate and key. If none matches, compares it with the result of every known
            mistake: hashing the raw key, the certificate, PEM text or empty input; prepending
            another key's header; using another digest or encoding. The report shows the
            mistake, the command or line of code that causes it, and the right pin.

            PIN may contain several pins, and surrounding text from tool output or
            configuration files. A SHA-1 digest, or hex with colons, is treated as a certificate
            fingerprint: the report shows which certificate it belongs to.

            MESSAGE is an error that OkHttp, Android, TrustKit, NSURLSession, Alamofire, curl or another
            program wrote, alone or in a log. The report shows what was sent, what was pinned,
            what the message means, and which change helps.

            If PIN may be for a root, which servers do not send, add --roots; pemtool then also
            compares PIN with the CA certificates that the chain leads to, which it finds by name
            and key identifier.

            Exit status: 0 if every PIN is right (in a spelling that some consumer accepts) or is
            the fingerprint of a given certificate; 1 if not, even if a mistake explains the PIN,
            and 1 for a failure message.
            """,
        options: [Roots.option, CAKeys.option] + Passwords.options + jsonOptions,
        examples: [
            (
                "pemtool diagnose Ues/xSDzybWMEgs2jgMiz7GJUgX1dYZ6gKFXJso8nXU= server.pem",
                "find the mistake behind this pin"
            ),
            (
                "pemtool diagnose sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= chain.pem",
                "compare with every certificate in a chain"
            ),
            ("pemtool diagnose failure.txt", "explain the exception that an app logged"),
        ],
        hasPinOperands: true, run: { (arguments) throws(UsageError) in try runDiagnose(arguments) }
    )

    private static func runDiagnose(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        let operands = try DiagnoseOperands(arguments.operands)
        let roots = try Roots(arguments)
        let keys = try CAKeys(arguments)
        if let text = operands.unknownText {
            complain("'\(displayed(text))': \(DiagnosedInputs.unknownText.message)")
            hint(DiagnosedInputs.unknownText.hint)
        }
        let inputs = try DiagnosedInputs(
            arguments.files(operands.files), messages: operands.messages,
            hasPins: !operands.pins.isEmpty || !operands.fingerprints.isEmpty, roots: roots)
        let hasUnknownText = operands.unknownText != nil || inputs.hasUnknownText
        let reports = DiagnoseReports(operands.pins, operands.fingerprints, inputs, keys)
        guard !reports.isEmpty else {
            let status = try reports.reject(operands.files, hasUnknownText: hasUnknownText)
            answer.finish()
            return status
        }
        reports.print(to: &answer)
        answer.finish()
        if !answer.isJSON, let source = reports.source(at: DERTime.now) { complain("note: \(source)") }
        if roots != nil { complain(Roots.caveat) }
        guard roots?.isWhole ?? true, !inputs.hasFailed, operands.unknownText == nil else {
            return .unreadable
        }
        return reports.isRight ? .success : .no
    }
}

/// The operands of `diagnose`, in any order.
private struct DiagnoseOperands {
    private(set) var pins: [PinSpelling] = []
    private(set) var fingerprints: [FingerprintText] = []
    private(set) var messages: [PinFailure] = []
    private(set) var files: [String] = []
    /// A sentence that is not a known message.
    private(set) var unknownText: String?

    init(_ operands: [String]) throws(UsageError) {
        guard !operands.isEmpty || !System.isTerminal(0) else {
            throw UsageError(
                "missing pin or message", hint: "usage: pemtool diagnose (PIN | FILE | MESSAGE)...")
        }
        var others: [String] = []
        for operand in operands {
            if PathName.isInput(operand) {
                files.append(operand)
                continue
            }
            let spelling = PinSpelling(operand)
            // A pin alone is not a message, so the table of messages need not be read.
            let isPin = spelling.pin != nil && !operand.utf8.contains { $0 <= 0x20 }
            let failures = isPin ? [] : PinFailure.failures(in: operand)
            let printed = FingerprintText.lines(of: operand)
            if !printed.isEmpty {
                fingerprints += printed
            } else if !failures.isEmpty {
                messages += failures
            } else if spelling.isDigest, !saysPrivateKey(Array(operand.utf8)) {
                pins += PinSpelling.pieces(of: operand)
            } else {
                others.append(operand)
            }
        }
        // If there is no pin, fingerprint or message, the first text that is not a file was probably meant as a pin.
        let hasQuestion = !pins.isEmpty || !fingerprints.isEmpty || !messages.isEmpty
        if !hasQuestion, let first = others.first, !PinsInText.namesFile(first),
            Suggestion.similarPath(first) == nil, !saysPrivateKey(Array(first.utf8))
        {
            if DiagnoseOperands.isSentence(first) {
                unknownText = first
            } else {
                pins = PinSpelling.pieces(of: first)
            }
            others.removeFirst()
        }
        files += others
        guard files.isEmpty, messages.isEmpty, unknownText == nil else { return }
        guard !System.isTerminal(0) else {
            throw UsageError("missing file", hint: "usage: pemtool diagnose PIN FILE...")
        }
        files = [PathName.standardInput]
    }
    /// Returns whether at least half of several words are words of a language: letters, small ones behind the first,
    /// which are not all hex digits. The groups of a pin are not.
    private static func isSentence(_ text: String) -> Bool {
        let words = text.utf8.split(whereSeparator: { $0 <= 0x20 })
        let spoken = words.filter { (word) in
            let letters = word.drop { !isLetter($0) }
            let rest = letters.reversed().drop { !isLetter($0) }
            return rest.dropLast().allSatisfy { (0x61...0x7a).contains($0) || $0 >= 0x80 }
                && rest.contains { hexDigit($0) == nil }
        }
        return words.count > 1 && spoken.count * 2 >= words.count
    }

    private static func isLetter(_ octet: UInt8) -> Bool { isWordCharacter(octet) && !isDecimalDigit(octet) }
}
