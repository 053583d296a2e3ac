import PinPolicies

/// The files that the command line names, read one by one.
struct Inputs {
    let operands: [String]
    private let need: ObjectRequirement
    private let isStrict: Bool
    private var passwords: Passwords
    private(set) var facts: Rendered.Facts = []
    /// A function that receives the bytes of each file; if it returns `true`, objects are not read from the file.
    var whole: ((_ file: String, [UInt8]) -> Bool)?
    /// The error for a file with nothing like an object, unless its name promises one; `nil` for the reader's error.
    var unknownText: InputError?
    private(set) var hasUnknownText = false

    /// The way to read objects that are not in a separate file, with the passwords known so far.
    var reading: ObjectReading { passwords.reading }

    /// The reader of large inputs and folders, and the receiver of its lines; `nil` to pass objects on one by one.
    private typealias Lines = (reader: Bulk, emit: ([UInt8]) -> Void)?

    /// A Boolean value that indicates whether any object could not be read or did not yield an answer.
    var hasFailed: Bool { !facts.isDisjoint(with: [.failed, .isLacking]) }

    /// The exit status that results from the inputs.
    var status: ExitStatus { hasFailed ? .unreadable : facts.contains(.refused) ? .no : .success }

    /// Creates the inputs that the operands name or, without operands, standard input unless it is a terminal.
    init(_ arguments: Arguments, for need: ObjectRequirement = .object) throws(UsageError) {
        self.need = need
        isStrict = arguments.has(Command.strictOption.name)
        passwords = try Passwords(arguments)
        guard arguments.operands.isEmpty else {
            operands = arguments.operands
            return
        }
        guard !System.isTerminal(0) else {
            throw UsageError("missing file", hint: "specify a file or a folder, or - for standard input")
        }
        operands = [PathName.standardInput]
    }

    /// Renders every object of every input, in order, and reports what cannot be read.
    ///
    /// - Parameters:
    ///   - bulk: the options for reading large inputs in parts; `nil` if the output is not one line per object.
    ///   - emit: a function that receives the output for one object, and returns facts about it.
    ///   - emitLines: a function that receives whole lines from parts.
    mutating func forEachObject(
        _ render: @escaping @Sendable (_ file: String, InputObject) -> Rendered, bulk options: Bulk.Options?,
        emit: (Rendered) -> Rendered.Facts, emitLines: @escaping ([UInt8]) -> Void
    ) {
        let (need, isStrict) = (need, isStrict)
        let checkedRender = { @Sendable (file: String, read: InputObject) in
            // Nearly all objects are certificates without notes on how they were read.
            if !isStrict, case .success(.certificate) = read.contentResult {
                var rendered = render(file, read)
                rendered.facts.insert(.answered)
                return rendered
            }
            let checked = CheckedObject(read, in: file, for: need, isStrict: isStrict)
            var rendered = render(file, checked.object)
            rendered.complaints = checked.complaints + rendered.complaints
            rendered.facts.formUnion(checked.facts)
            return rendered
        }
        let lines = options.map { (Bulk(render: checkedRender, options: $0, reading: reading), emitLines) }
        var seen: Rendered.Facts = []
        forEachObject(lines) { (file, object) in
            let rendered = render(file, object)
            rendered.complaints.forEach(complain)
            seen.formUnion(rendered.facts.union(emit(rendered)))
        }
        facts.formUnion(seen)
    }

    /// Calls `body` with every object of every input, in order. Reports objects that cannot be read or do not meet the
    /// requirement, and inputs without an object that meets the requirement.
    mutating func forEachObject(_ body: (_ file: String, InputObject) -> Void) { forEachObject(nil, body) }

    private mutating func forEachObject(_ lines: Lines, _ body: (_ file: String, InputObject) -> Void) {
        for operand in operands where !System.isInterrupted {
            System.holdSignals()
            let before = facts
            facts = []
            readOperand(operand, lines, body)
            if facts.isDisjoint(with: [.answered, .failed, .refused, .isLacking]), !System.isInterrupted {
                // Each object of the input was reported as skipped.
                facts.insert(.isLacking)
                hint(need.advice)
            }
            facts.formUnion(before)
        }
    }

    private mutating func readOperand(
        _ operand: String, _ lines: Lines, _ body: (_ file: String, InputObject) -> Void
    ) {
        guard operand != PathName.standardInput else { return read(operand, ofPath: nil, lines, body) }
        do throws(System.Failure) {
            switch try System.kind(ofPath: operand) {
            case .folder: readFolder(operand, lines, body)
            case .file, .stream: read(operand, ofPath: operand, lines, body)
            }
        } catch {
            fail(operand, error.message)
            hint(Suggestion.file(operand))
        }
    }

    /// Calls `body` with the bytes of every file, in order, for commands that work with bytes rather than objects. If
    /// `body` cannot read the bytes, it reports this itself and returns `false`.
    mutating func forEachFile(_ body: (_ file: String, [UInt8]) -> Bool) {
        for operand in operands where !System.isInterrupted {
            System.holdSignals()
            do throws(System.Failure) {
                if operand != PathName.standardInput, case .folder = try System.kind(ofPath: operand) {
                    fail(operand, "is a folder; expected a file")
                    continue
                }
                let bytes = try System.contents(ofInput: operand)
                guard !System.isInterrupted else { return }
                if !body(operand, bytes) { facts.insert(.failed) }
            } catch {
                fail(operand, error.message)
            }
        }
    }

    private mutating func read(
        _ file: String, ofPath path: String?, _ lines: Lines, _ body: (String, InputObject) -> Void
    ) {
        do throws(System.Failure) {
            let bytes =
                if let lines {
                    try lines.reader.read(file, ofPath: path, &facts, lines.emit)
                } else {
                    try System.contents(ofInput: file)
                }
            // Input that a signal cut off is not read, because the cut is not the fault of the input.
            guard let bytes, !System.isInterrupted else { return }
            guard !ZIPArchive.isArchive(bytes) else { return readArchive(file, bytes, body) }
            guard !(whole?(file, bytes) ?? false) else {
                facts.insert(.answered)
                return
            }
            let reading = passwords.reading(for: file, bytes)
            // A signal that arrives while a password is requested does not mean that the password is missing.
            guard !System.isInterrupted else { return }
            for object in reading.objects(in: bytes) {
                deliver(file, object.identified(in: bytes), body)
                guard !System.isInterrupted else { return }
            }
        } catch {
            fail(file, error.message)
        }
    }

    private mutating func deliver(
        _ file: String, _ object: InputObject, _ body: (String, InputObject) -> Void
    ) {
        var object = object
        if let unknownText, case .failure(let error) = object.contentResult, error.code == .noObject,
            !PathName.namesObject(file)
        {
            object = object.failing(with: unknownText)
            hasUnknownText = true
        }
        let checked = CheckedObject(object, in: file, for: need, isStrict: isStrict)
        checked.complaints.forEach(complain)
        facts.formUnion(checked.facts)
        body(file, checked.object)
    }

    /// Reads every file in a folder, recursively. One line reports how many files were skipped because they are neither
    /// PEM nor DER. A folder that contains only such files is an error, as is such a file if it is named like a
    /// certificate or key.
    private mutating func readFolder(
        _ folder: String, _ lines: Lines, _ body: (String, InputObject) -> Void
    ) {
        guard let lines else {
            var tally = Tally()
            for entry in FolderWalk(folder) {
                switch entry {
                case .failure(let path, let error): fail(path, error.message)
                case .file(let path, _):
                    do throws(System.Failure) {
                        readMember(path, path, try System.contents(ofPath: path), &tally, body)
                    } catch {
                        fail(path, error.message)
                    }
                }
            }
            return finish(folder, "folder", tally)
        }
        finish(folder, "folder", lines.reader.read(folder: folder, lines.emit))
    }

    /// Reads the files in an archive, such as an app with its provisioning profile. Programs and images in the archive
    /// are skipped, because they contain many octets that only look like an object.
    private mutating func readArchive(
        _ file: String, _ bytes: [UInt8], _ body: (String, InputObject) -> Void
    ) {
        var tally = Tally()
        AppFiles(path: file, contents: bytes).forEach { (member) in
            if let problem = member.problem {
                facts.insert(.failed)
                return complain("\(member.name): \(problem)")
            }
            let path = member.entry ?? file
            readMember(
                "\(file): \(path)", path, member.bytes, hasObjects: member.mayHoldObjects, &tally, body)
        }
        finish(file, "archive", tally)
    }

    /// Reads a file in a folder or an archive.
    private mutating func readMember(
        _ name: String, _ path: String, _ bytes: [UInt8], hasObjects: Bool = true, _ tally: inout Tally,
        _ body: (String, InputObject) -> Void
    ) {
        guard !(whole?(name, bytes) ?? false) else {
            tally.objects += 1
            return
        }
        guard hasObjects else {
            tally.skipped += 1
            return
        }
        for object in reading.objects(in: bytes) where tally.counts(object, inFolderAs: path) {
            deliver(name, object.identified(in: bytes), body)
        }
    }

    /// Reports the files of a folder or an archive that are not objects.
    private mutating func finish(_ file: String, _ what: String, _ tally: Tally) {
        facts.formUnion(tally.facts)
        guard !System.isInterrupted else { return }
        // A file that could not be read may have contained an object.
        if tally.objects == 0, !facts.contains(.failed) {
            fail(file, "no certificates or keys in this \(what)")
        } else if tally.skipped > 0 {
            complain(
                "\(PathName.displayed(file)): skipped \(counted(tally.skipped, "file")): neither PEM nor DER")
        }
    }

    private mutating func fail(_ file: String, _ message: String) {
        // A signal that ended the wait is not a failure of the file.
        guard !System.isInterrupted else { return }
        facts.insert(.failed)
        complain("\(PathName.ofInput(file)): \(message)")
    }
}
