import DERKit
import X509Model

/// The modes for one object per line (`--lines`) and for entries of Certificate Transparency logs (`--ct`):
/// one JSON line for each object, in order, with unreadable ones as errors in place.
///
/// A line has the same fields of schema `pemtool/1` as without `--lines`, then `ct` for a log entry.
struct LineMode {
    private let names: [[UInt8]]
    private let isLog: Bool
    private let isLines: Bool
    private let firstEntry: Int64
    private let view: ObjectJSON
    /// The line so far, in a buffer that is reused.
    private var json = JSONWriter()
    private var opener = LockedFileOpener()
    private var output = Output()
    private var failures = 0
    /// The number of objects without a pin, if pins were requested.
    private var lacking = 0

    /// Creates the mode that the options select; `nil` for whole files.
    ///
    /// - Parameter view: how objects are written.
    init?(_ arguments: Arguments, _ view: ObjectJSON) throws(UsageError) {
        isLines = arguments.has("--lines")
        isLog = arguments.has("--ct")
        for (option, needed) in [("--der-field", "--lines"), ("--start", "--ct")]
        where arguments.has(option) && !arguments.has(needed) {
            throw UsageError("\(option) requires \(needed)")
        }
        guard isLines || isLog else { return nil }
        for option in ["--json", "--format"] where arguments.has(option) {
            throw UsageError(
                "\(option) and \(isLines ? "--lines" : "--ct") cannot be combined",
                hint: "the output is one JSON object per line")
        }
        guard !(isLog && arguments.has("--der-field")) else {
            throw UsageError(
                "--der-field and --ct cannot be combined", hint: "--ct reads leaf_input and extra_data")
        }
        guard !(isLines && arguments.has("--start")) else {
            throw UsageError(
                "--start and --lines cannot be combined",
                hint: "answers are in the order of the lines")
        }
        guard let first = Int64(arguments["--start"] ?? "0"), first >= 0, first <= Int64.max >> 1 else {
            throw UsageError("--start requires a number: --start N")
        }
        firstEntry = first
        names = (isLog ? ["leaf_input", "extra_data"] : [arguments["--der-field"]].compactMap { $0 })
            .map { Array($0.utf8) }
        self.view = view
    }

    mutating func run(_ inputs: Inputs) -> ExitStatus {
        var hasFailed = false
        opener = inputs.opener
        for operand in inputs.operands where !System.isInterrupted {
            System.holdSignals()
            (failures, lacking) = (0, 0)
            do throws(System.Failure) {
                let count = isLines ? try readLines(operand) : try readAnswers(operand)
                let what = isLines ? (count == 1 ? "line" : "lines") : (count == 1 ? "entry" : "entries")
                if failures > 0 {
                    complain(
                        "\(PathName.ofInput(operand)): \(failures) of \(count) \(what) could not be read")
                }
                if lacking > 0 {
                    complain("\(PathName.ofInput(operand)): \(lacking) of \(count) \(what) without a pin")
                }
            } catch {
                output.flush()
                guard !System.isInterrupted else { break }
                complain("\(PathName.ofInput(operand)): \(error.message)")
                hasFailed = true
            }
            hasFailed = hasFailed || failures + lacking > 0
        }
        output.flush()
        return hasFailed ? .unreadable : .success
    }

    // MARK: Lines

    private mutating func readLines(_ file: String) throws(System.Failure) -> Int {
        var reader = LineReader(
            try System.Stream(ofPath: file == PathName.standardInput ? nil : file))
        var index = 0
        while let line = try reader.next({ output.flush() }) {
            begin(file, index, line.offset)
            // A signal may have cut off the last line.
            if System.isInterrupted { break }
            let text = reader.buffer.span
            do throws(LineError) {
                guard !line.isTooLong else { throw .tooLong }
                if names.isEmpty {
                    add(try object(try plainBytes(line.range, in: text)))
                } else {
                    try readObject(line.range, in: text, line: index + 1)
                }
            } catch {
                fail(error, line: index + 1)
            }
            end()
            index += 1
        }
        return index
    }

    private mutating func begin(_ file: String, _ index: Int, _ offset: Int) {
        json.restart()
        json.open("{")
        ObjectJSON.writePlace(file, index, offset, to: &json)
    }

    private mutating func end() {
        json.close("}")
        output.line(json.bytes)
    }

    private mutating func add(_ object: InputObject) {
        view.writeAnswer(object, to: &json)
        guard view.detail == .summary, case .success(let content) = object.contentResult else { return }
        if !ObjectRequirement.key.isMet(by: content) { lacking += 1 }
    }

    private mutating func fail(_ error: LineError, line: Int?) {
        error.write(line: line, to: &json)
        failures += 1
    }

    /// Reads a line that is one JSON object.
    private mutating func readObject(
        _ range: Range<Int>, in text: Span<UInt8>, line: Int
    ) throws(LineError) {
        var scanner = JSONScanner(range)
        scanner.skipSpace(in: text)
        guard scanner.position < range.upperBound else { throw .emptyLine }
        let fields = try LineFields(&scanner, names: names, start: range.lowerBound, in: text)
        scanner.skipSpace(in: text)
        guard scanner.position == range.upperBound else {
            let error = scanner.unexpected("end of line", in: text)
            throw .text(error.code, error.message, at: error.offset, from: range.lowerBound)
        }
        add(fields, start: range.lowerBound, in: text, line: line, index: nil)
    }

    private mutating func add(
        _ fields: LineFields, start: Int, in text: Span<UInt8>, line: Int?, index: Int64?
    ) {
        do throws(LineError) {
            if isLog {
                add(try LineMode.entry(fields, start: start, in: text), index: index)
            } else {
                add(
                    try object(
                        try LineText.bytes(try fields.string(0, start: start), start: start, in: text)))
            }
        } catch {
            fail(error, line: line)
        }
    }

    /// Returns the bytes of a line that is base64 or hex, ignoring surrounding spaces.
    private func plainBytes(_ line: Range<Int>, in text: Span<UInt8>) throws(LineError) -> [UInt8] {
        var scanner = JSONScanner(line)
        scanner.skipSpace(in: text)
        let start = scanner.position
        guard start < line.upperBound else { throw .emptyLine }
        guard text[start] != UInt8(ascii: "{") else { throw .noField }
        return try LineText.bytes(start..<line.upperBound, start: line.lowerBound, in: text)
    }

    private func object(_ bytes: [UInt8]) throws(LineError) -> InputObject {
        var reader = opener.objects(in: bytes)
        guard let object = reader.next()?.identified(in: bytes), !bytes.isEmpty else {
            throw LineError(code: IssueCode.emptyInput.rawValue, message: "empty input", offset: 0)
        }
        if case .failure(let error) = object.contentResult {
            guard !error.isNoObject else {
                throw LineError(code: error.code.rawValue, message: "invalid DER", offset: 0)
            }
            throw LineError(error)
        }
        guard reader.next() == nil else {
            throw LineError(code: "several-objects", message: "more than one object in the line", offset: 0)
        }
        return object
    }

    // MARK: Entries of logs

    private static func entry(
        _ fields: LineFields, start: Int, in text: Span<UInt8>
    ) throws(LineError) -> LogEntry {
        let leafInput = try LineText.base64(fields, 0, start: start, in: text)
        let extraData = try LineText.base64(fields, 1, start: start, in: text)
        do throws(DERError) {
            return try LogEntry(leafInput: leafInput, extraData: extraData)
        } catch {
            throw LineError(error)
        }
    }

    /// Adds the fields of a log entry: those of its certificate or precertificate, and `ct`.
    ///
    /// - Parameter index: its number in the log, if known.
    private mutating func add(_ entry: LogEntry, index: Int64?) {
        let view = view
        let kind = entry.isPrecertificate ? "precertificate" : nil
        view.writeAnswer(ofDER: entry.certificate.derBytes, kind: kind, to: &json)
        json.object("ct") { (json) in
            if let index { json.number("index", index) }
            // A larger number of milliseconds, 292 million years, does not fit.
            json.name("timestamp")
            if let time = Int64(exactly: entry.leaf.timestamp) { json.number(time) } else { json.null() }
            switch entry.leaf.signedEntry {
            case .x509: json.string("entry_type", "x509_entry")
            case .precertificate(let signed):
                json.string("entry_type", "precert_entry")
                json.base64("issuer_key_hash", signed.issuerKeyHash)
            }
            json.array("chain", entry.chain) { (member, json) in
                json.object { (json) in
                    switch member {
                    case .success(let certificate):
                        view.writeAnswer(ofDER: certificate.derBytes, to: &json)
                    case .failure(let error): LineError(error).write(line: nil, to: &json)
                    }
                }
            }
        }
    }

    private mutating func readAnswers(_ file: String) throws(System.Failure) -> Int {
        let contents = try System.contents(ofInput: file)
        let text = contents.span
        var answers = LogAnswerReader(contents, names: names)
        var index = 0
        answers.forEachEntry(in: text) { (offset, fields) in
            begin(file, index, offset)
            switch fields {
            case .success(let fields):
                add(fields, start: offset, in: text, line: nil, index: firstEntry + Int64(index))
            case .failure(let error): fail(error, line: nil)
            }
            end()
            index += 1
        }
        return index
    }
}

extension Command {
    /// The options for one object per line and for log entries.
    static let lineOptions = [
        Option("--lines", "read one object per line, in base64 or hex; print one JSON object per line"),
        Option("--der-field NAME", "with --lines: read the object from this field of a JSON object"),
        Option("--ct", "read get-entries responses of a log (RFC 6962) or, with --lines, one entry per line"),
        Option("--start N", "with --ct: the log index of the first entry"),
    ]
}
