import DERKit
import SPKIHash
import X509Model

extension Command {
    static let explain = Command(
        name: "explain",
        summary: "show how a pin is computed, byte by byte",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Shows, for each key, why two tools print different hashes: the header and raw key that
            make up the SPKI, the hash of each, which API returns which, the header as a
            constant to paste, and how OpenSSL and TrustKit treat the key. --html writes a page
            that shows every byte by field.
            """,
        options: jsonOptions + [
            Option(
                "--html OUT",
                "write a self-contained HTML page to OUT, or to standard output if OUT is -"),
            Option("--force", "replace OUT if it exists"),
        ] + Passwords.options,
        examples: [
            ("pemtool explain server.pem", "header + raw key = SPKI, and the hash of each"),
            ("pemtool explain --html server.html server.pem", "the same as a page, with every byte by field"),
        ],
        run: { (arguments) throws(UsageError) in try runExplain(arguments) }
    )

    /// Returns whether the page would overwrite its own input.
    private static func isInput(_ target: String) -> Bool {
        guard target != PathName.standardInput, case .file? = try? System.kind(ofPath: target),
            let bytes = try? System.contents(ofPath: target)
        else { return false }
        return InputReader(bytes, limits: ObjectReading.limits).contains { (object) in
            if case .success = object.contentResult { true } else { false }
        }
    }

    private static func runExplain(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        let target = arguments["--html"]
        guard target != nil || !arguments.has("--force") else { throw UsageError("--force requires --html") }
        guard !answer.isJSON || target == nil else {
            throw UsageError("--html cannot be combined with --json or --jsonl")
        }
        if let target, isInput(target) {
            throw UsageError(
                "--html requires the name of the page to write, but \(PathName.displayed(target)) contains a certificate or key",
                hint: "pemtool explain --html page.html \(PathName.displayed(target))")
        }
        var inputs = try Inputs(arguments, for: .key)
        var page = ExplainPage()
        let view = ObjectJSON(detail: .summary)
        var count = 0
        inputs.forEachObject { (file, object) in
            guard case .success(let content) = object.contentResult, let key = content.subjectPublicKeyInfo
            else {
                if answer.isJSON { answer.print { view.write(object, in: file, to: &$0) } }
                return
            }
            count += 1
            if answer.isJSON {
                answer.print { (json) in
                    view.write(object, in: file, to: &json) { ExplainJSON.write(key, in: content, to: &$0) }
                }
            } else if target != nil {
                page.append(object, content, key, in: file)
            } else {
                answer.beginScreen()
                let name = PathName.ofInput(file)
                let kind = spokenKind(content.kind)
                for line in paragraph("\(name): \(kind) \(object.index + 1), \(key.keyName)", indent: 2) {
                    answer.line(line)
                }
                for line in ExplainText(key).lines { answer.line(line) }
            }
        }
        answer.finish()
        if let target, count > 0, try !write(page, to: target, replacing: arguments.has("--force")) {
            return .unwritable
        }
        return inputs.status
    }

    /// Writes the page, to standard output for `-`. Returns false after reporting a failure.
    private static func write(
        _ page: ExplainPage, to target: String, replacing: Bool
    ) throws(UsageError) -> Bool {
        if target != PathName.standardInput, !replacing, System.isTaken(target) {
            throw UsageError(
                "\(PathName.displayed(target)): file already exists", hint: "use --force to replace it")
        }
        let write = { (writer: System.Writer) throws(System.Failure) in
            var buffer: [UInt8] = []
            try page.write { (text) throws(System.Failure) in
                buffer += text.utf8
                guard buffer.count >= 1 << 16 else { return }
                try writer(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
            try writer(buffer)
        }
        do throws(System.Failure) {
            guard target != PathName.standardInput else {
                try write { (bytes) throws(System.Failure) in try System.write(bytes, to: 1) }
                return true
            }
            try System.save(toPath: target, replacing: replacing, write)
            confirm("wrote \(PathName.displayed(target))")
            return true
        } catch {
            complain("\(PathName.displayed(target)): \(error.message)")
            return false
        }
    }
}
