import PinPolicies

/// The mode for one object per line (`--lines`): one JSON line for each object, in order, with an error for each
/// unreadable object. A line has the same fields, of schema `pemtool/1`, as without `--lines`.
struct LineMode {
    /// The name of the field that contains the object; `nil` if the line itself is the object.
    private let field: String?
    private let view: ObjectJSON
    /// The output line so far, in a buffer that is reused.
    private var json = JSONWriter()
    private var reading = ObjectReading()
    private var output = Output()
    private var failures = 0
    /// The number of objects without a pin, if pins were requested.
    private var lacking = 0

    /// Creates the mode that the options select; `nil` to read whole files.
    init?(_ arguments: Arguments, _ view: ObjectJSON) throws(UsageError) {
        field = arguments["--der-field"]
        self.view = view
        guard arguments.has("--lines") else {
            guard field == nil else { throw UsageError("--der-field requires --lines") }
            return nil
        }
        for option in ["--json", "--format", "--strict", "--field"] where arguments.has(option) {
            throw UsageError(
                "\(option) and --lines cannot be combined", hint: "the output is one JSON object per line")
        }
    }

    mutating func run(_ inputs: Inputs) -> ExitStatus {
        var hasFailed = false
        reading = inputs.reading
        for operand in inputs.operands where !System.isInterrupted {
            System.holdSignals()
            (failures, lacking) = (0, 0)
            let name = PathName.ofInput(operand)
            do throws(System.Failure) {
                let lines = counted(try readLines(operand), "line")
                if failures > 0 { complain("\(name): \(failures) of \(lines) could not be read") }
                if lacking > 0 { complain("\(name): \(lacking) of \(lines) without a pin") }
            } catch {
                output.flush()
                guard !System.isInterrupted else { break }
                complain("\(name): \(error.message)")
                hasFailed = true
            }
            hasFailed = hasFailed || failures + lacking > 0
        }
        output.flush()
        return hasFailed ? .unreadable : .success
    }

    /// Reads the lines of a file, prints a JSON line for each, and returns their number.
    private mutating func readLines(_ file: String) throws(System.Failure) -> Int {
        var reader = LineReader(try System.Stream(ofPath: file == PathName.standardInput ? nil : file))
        var index = 0
        while let line = try reader.next({ output.flush() }) {
            // A signal may have cut off the last line.
            if System.isInterrupted { break }
            json.restart()
            json.open("{")
            ObjectJSON.writePlace(file, index, line.offset, to: &json)
            do throws(LineError) {
                guard !line.isTooLong else { throw .tooLong }
                let object = try object(try bytes(line.range, in: reader.buffer.span))
                view.writeAnswer(object, to: &json)
                if !view.isFull, case .success(let content) = object.contentResult,
                    !ObjectRequirement.key.isMet(by: content)
                {
                    lacking += 1
                }
            } catch {
                error.write(line: index + 1, to: &json)
                failures += 1
            }
            json.close("}")
            output.line(json.bytes)
            index += 1
        }
        return index
    }

    /// Returns the bytes that a line or its field encodes in base64 or hex, ignoring spaces around the line.
    private func bytes(_ line: Range<Int>, in text: Span<UInt8>) throws(LineError) -> [UInt8] {
        var scanner = JSONScanner(line)
        let start = line.lowerBound
        scanner.skipSpace(in: text)
        guard scanner.position < line.upperBound else { throw .emptyLine }
        guard let field else {
            guard text[scanner.position] != UInt8(ascii: "{") else { throw .noField }
            return try LineText.bytes(scanner.position..<line.upperBound, start: start, in: text)
        }
        let value: JSONScanner.ScannedValue?
        do throws(JSONScanner.Failure) {
            value = try scanner.onlyObject(field: field, in: text)
        } catch {
            throw .text(error.code, error.message, at: error.offset, from: start)
        }
        switch value {
        case .string(let string): return try LineText.bytes(string, start: start, in: text)
        case .other(let range):
            throw .text(
                "not-a-string", "the field \(Pin.shown(field)) is not a string",
                at: range.lowerBound, from: start)
        case nil:
            throw LineError(code: "missing-field", message: "missing field \(Pin.shown(field))", offset: 0)
        }
    }

    private func object(_ bytes: [UInt8]) throws(LineError) -> InputObject {
        var reader = reading.objects(in: bytes)
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
}

extension Command {
    /// The options for one object per line.
    static let lineOptions = [
        Option("--lines", "read one object per line, in base64 or hex; print one JSON object per line"),
        Option("--der-field NAME", "with --lines: read the object from this field of a JSON object"),
    ]
}
