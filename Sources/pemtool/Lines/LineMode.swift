import DERKit
import X509Model

/// The modes for one object per line (`--lines`) and for entries of Certificate Transparency logs (`--ct`):
/// one JSON line for each object, in order, with unreadable ones as errors in place.
struct LineMode {
    private let names: [[UInt8]]
    private let isLog: Bool
    private let isLines: Bool
    private let firstEntry: Int64
    private var record: LineRecord
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
        for (option, reason) in [
            ("--json", "the output is one JSON object per line"),
            ("--format", "the output is one JSON object per line"),
        ] where arguments.has(option) {
            throw UsageError(
                "\(option) and \(isLines ? "--lines" : "--ct") cannot be combined", hint: reason)
        }
        guard !(isLog && arguments.has("--der-field")) else {
            throw UsageError(
                "--der-field and --ct cannot be combined", hint: "--ct reads leaf_input and extra_data")
        }
        guard !(isLines && arguments.has("--start")) else {
            throw UsageError(
                "--start and --lines cannot be combined",
                hint: "put the index into a field of the input; other fields are copied to the output")
        }
        guard let first = Int64(arguments["--start"] ?? "0"), first >= 0, first <= Int64.max >> 1 else {
            throw UsageError("--start requires a number: --start N")
        }
        firstEntry = first
        names = (isLog ? ["leaf_input", "extra_data"] : [arguments["--der-field"]].compactMap { $0 })
            .map { Array($0.utf8) }
        record = LineRecord(view)
    }

    /// Reads everything that the command line names.
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
            record.begin(file, index: index, offset: line.offset)
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
            record.end()
            output.line(record.text)
            index += 1
        }
        return index
    }

    private mutating func add(_ object: InputObject) {
        record.add(object)
        guard !record.isFull, case .success(let content) = object.contentResult else { return }
        if !ObjectRequirement.key.isMet(by: content) { lacking += 1 }
    }

    private mutating func fail(_ error: LineError, line: Int?) {
        record.add(error, line: line)
        failures += 1
    }

    /// Reads a line that is one JSON object; the fields that are passed through appear even with an error.
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
                record.add(try LineMode.entry(fields, start: start, in: text), index: index)
            } else {
                add(
                    try object(
                        try LineText.bytes(try fields.string(0, start: start), start: start, in: text)))
            }
        } catch {
            fail(error, line: line)
        }
        record.add(fields, from: text)
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
        var reader = ObjectReading.objects(in: bytes, opener)
        guard let object = reader.next()?.identified(in: bytes), !bytes.isEmpty else {
            throw LineError(code: InputError.Code.emptyInput.rawValue, message: "empty input", offset: 0)
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

    private mutating func readAnswers(_ file: String) throws(System.Failure) -> Int {
        let contents =
            file == PathName.standardInput ? try System.standardInput() : try System.contents(ofPath: file)
        let text = contents.span
        var answers = LogAnswerReader(count: contents.count, names: names)
        var index = 0
        while !System.isInterrupted, let entry = answers.next(in: text) {
            record.begin(file, index: index, offset: entry.offset)
            switch entry.fields {
            case .success(let fields):
                add(fields, start: entry.offset, in: text, line: nil, index: firstEntry + Int64(index))
            case .failure(let error): fail(error, line: nil)
            }
            record.end()
            output.line(record.text)
            index += 1
        }
        return index
    }
}
