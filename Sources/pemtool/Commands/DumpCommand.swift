import SPKIHash

extension Command {
    static let dump = Command(
        name: "dump",
        summary: "show the ASN.1 tree of any PEM or DER file",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Shows every value with its offset, depth, header length, content length, name, type
            and content. Expands strings that contain DER. After everything that can be parsed,
            shows the bytes that cannot be parsed. For a private key, shows only tags and lengths;
            for a damaged one, only its size. Hides values in unknown structures too, because they
            may belong to a private key.

            With --text, writes text that you can edit and that assemble converts back to the
            same bytes, even if they are malformed.
            """,
        options: [
            Option("--at OFFSET", "show only the value at this offset in the DER, in full"),
            Option(
                "--unknown",
                "also show values in unknown structures, except in blocks labeled as private keys"),
            Option("--text", "write text for assemble; refuse if values would be hidden"),
        ] + jsonOptions,
        examples: [
            ("pemtool dump server.pem", "the tree of every block in the file"),
            ("pemtool dump --at 135 broken.der", "the value that an error message points to"),
            ("pemtool dump --text server.pem", "text to edit, for pemtool assemble"),
        ],
        run: { (arguments) throws(UsageError) in try runDump(arguments) }
    )

    private static func runDump(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        for other in ["--at", "--json", "--jsonl"]
        where arguments.has("--text") && arguments.has(other) {
            throw UsageError("--text and \(other) cannot be combined")
        }
        var dump = try Dump(arguments)
        var inputs = try Inputs(arguments)
        inputs.forEachFile { (file, bytes) in
            var isReadable = true
            let parts = DumpPart.parts(of: bytes)
            for (index, part) in parts.enumerated() {
                let heading = [PathName.ofInput(file), part.title].compactMap { $0 }.joined(separator: ": ")
                guard let failure = dump.print(part, heading, of: file, index) else { continue }
                isReadable = false
                // The error must appear after the tree if both are shown in the same place.
                dump.answer.output.flush()
                complain("\(heading): \(failure.message)")
                hint(failure.hint)
            }
            dump.answer.output.flush()
            return isWhole(parts, of: bytes, in: file) && isReadable
        }
        dump.answer.finish()
        return inputs.hasFailed ? .unreadable : .success
    }

    /// Reports the objects outside the blocks of a PEM file, which are not shown; returns `true` if there are none.
    private static func isWhole(_ parts: [DumpPart], of bytes: [UInt8], in file: String) -> Bool {
        guard parts.contains(where: { $0.label != nil }) else { return true }
        var isWhole = true
        for object in ObjectReading().objects(in: bytes) where object.label == nil && object.container == nil
        {
            isWhole = false
            switch object.contentResult {
            case .failure(let error): ErrorReport(error: error, object: object, file: file).print()
            case .success(let content):
                complain(
                    "\(PathName.ofInput(file)): \(spokenKind(content.kind)) at offset \(object.offset): not in a PEM block, "
                        + "so it is not shown"
                )
            }
        }
        return isWhole
    }
}

/// The options of `dump`, and its output.
private struct Dump {
    var answer: Answer
    private let isText: Bool
    private let showsUnknown: Bool
    /// The offset of the one value to show; `nil` for all values.
    private let offset: Int?
    private let columns: Int?

    init(_ arguments: Arguments) throws(UsageError) {
        answer = try Answer(arguments, withoutJSON: ["--at"])
        isText = arguments.has("--text")
        showsUnknown = arguments.has("--unknown")
        offset = arguments["--at"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        if let text = arguments["--at"], offset == nil {
            throw UsageError("invalid offset \(Pin.shown(text)); --at requires a number of bytes")
        }
        columns = System.isTerminal(1) ? System.columns(ofTerminal: 1) ?? usualTextWidth : nil
    }

    /// Prints a part of a file, and returns a message if anything could not be read or is not shown.
    mutating func print(
        _ part: DumpPart, _ heading: String, of file: String, _ index: Int
    ) -> (message: String, hint: String?)? {
        let screen = DumpScreen(part, showsUnknown: showsUnknown, columns: columns)
        if answer.isJSON {
            answer.printObject { screen.write(file: file, index: index, to: &$0) }
            return screen.complaint.map { ($0, nil) }
        }
        if isText {
            if let refusal = screen.refusal { return refusal }
            answer.output.line("-- \(heading)")
            screen.forEachLineOfText { answer.output.line($0) }
            return nil
        }
        answer.beginScreen()
        answer.output.line(heading)
        if let offset {
            guard let lines = screen.lines(at: offset) else { return ("no value at offset \(offset)", nil) }
            for line in lines { answer.output.line(line) }
            return nil
        }
        screen.forEachLine { answer.output.line($0) }
        answer.output.flush()
        hint(screen.advice)
        return screen.complaint.map { ($0, nil) }
    }
}
