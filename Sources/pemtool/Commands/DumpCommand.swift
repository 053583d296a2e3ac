import DERKit
import X509Model

extension Command {
    static let dump = Command(
        name: "dump",
        summary: "show the ASN.1 tree of any PEM or DER file",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Shows every value with its offset, depth, header length, content length, name, type
            and content. Strings that contain DER are expanded. Bytes that cannot be parsed are
            shown after everything that can. For a private key, only tags and lengths are
            shown; for a damaged one, only its size. Values in unknown structures are hidden
            too, because they may belong to a private key.

            With --text, writes text that you can edit and that assemble converts back to the
            same bytes, even malformed ones.
            """,
        options: [
            Option("--hex", help: "show the bytes of each value"),
            Option("--at", "OFFSET", help: "show only the value at this offset in the DER, in full"),
            Option(
                "--unknown",
                help: "also show values in unknown structures, except in blocks labeled as private keys"),
            Option("--text", help: "write text for assemble; refuse if values would be hidden"),
            colorOption,
        ] + jsonOptions,
        examples: [
            ("pemtool dump server.pem", "the tree of every block in the file"),
            ("pemtool dump --at 135 broken.der", "the value that an error message points to"),
            ("pemtool dump --text server.pem", "text to edit, for pemtool assemble"),
        ],
        run: { (arguments) throws(UsageError) in try runDump(arguments) }
    )

    private static func runDump(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        if arguments.has("--text") { return try dumpText(arguments) }
        if var json = try JSONOutput(arguments) { return try dump(arguments, to: &json) }
        let at = try offset(arguments)
        let color = Color(arguments["--color"])
        let columns = System.isTerminal(1) ? System.columns(ofTerminal: 1) ?? usualTextWidth : nil
        var inputs = try Inputs(arguments)
        var output = Output()
        var isFirst = true
        inputs.forEachFile { (file, bytes) in
            var isReadable = true
            let parts = DumpPart.parts(of: bytes)
            for part in parts {
                if !isFirst { output.line() }
                isFirst = false
                let heading = [PathName.ofInput(file), part.title].compactMap { $0 }
                output.line(color.paint(heading.joined(separator: ": "), .faint))
                let screen = DumpScreen(
                    part, hasHex: arguments.has("--hex"), showsUnknown: arguments.has("--unknown"),
                    color: color, columns: columns)
                if let at {
                    guard let lines = screen.lines(at: at) else {
                        complain("\(heading.joined(separator: ": ")): no value at offset \(at)")
                        isReadable = false
                        continue
                    }
                    for line in lines { output.line(line) }
                    continue
                }
                screen.forEachLine { output.line($0) }
                if let advice = screen.advice {
                    output.flush()
                    hint(advice)
                }
                guard let complaint = screen.complaint else { continue }
                isReadable = false
                // The error must appear after the tree, wherever the two are shown.
                output.flush()
                complain("\(heading.joined(separator: ": ")): \(complaint)")
            }
            output.flush()
            return isWhole(parts, of: bytes, in: file) && isReadable
        }
        output.flush()
        return inputs.hasFailed ? .unreadable : .success
    }

    /// Returns the offset of the one value to show; `nil` for all values.
    private static func offset(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments["--at"] else { return nil }
        guard let offset = Int(text), offset >= 0 else {
            throw UsageError("invalid offset '\(escapedForDisplay(text))'; --at requires a number of bytes")
        }
        return offset
    }

    /// Prints each tree as text for `assemble`.
    private static func dumpText(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        for other in ["--at", "--hex", "--json", "--jsonl"] where arguments.has(other) {
            throw UsageError("--text and \(other) cannot be combined")
        }
        var inputs = try Inputs(arguments)
        var output = Output()
        inputs.forEachFile { (file, bytes) in
            var isReadable = true
            let parts = DumpPart.parts(of: bytes)
            for part in parts {
                let heading = [PathName.ofInput(file), part.title].compactMap { $0 }.joined(separator: ": ")
                let text = DumpText(part, showsUnknown: arguments.has("--unknown"))
                if let refusal = text.refusal {
                    isReadable = false
                    output.flush()
                    complain("\(heading): \(refusal.message)")
                    if let advice = refusal.hint { hint(advice) }
                    continue
                }
                output.line("-- \(heading)")
                text.forEachLine { output.line($0) }
            }
            output.flush()
            return isWhole(parts, of: bytes, in: file) && isReadable
        }
        return inputs.hasFailed ? .unreadable : .success
    }

    /// Prints each tree as JSON. Bytes that could not be read are also reported on standard error.
    private static func dump(
        _ arguments: Arguments, to json: inout JSONOutput
    ) throws(UsageError) -> ExitStatus {
        guard arguments["--at"] == nil, !arguments.has("--hex") else {
            throw UsageError("--at and --hex cannot be combined with --json or --jsonl")
        }
        var inputs = try Inputs(arguments)
        inputs.forEachFile { (file, bytes) in
            var isReadable = true
            let parts = DumpPart.parts(of: bytes)
            for (index, part) in parts.enumerated() {
                let dump = DumpJSON(part, showsUnknown: arguments.has("--unknown"))
                json.print { dump.write(file: file, index: index, to: &$0) }
                guard let damage = dump.damage else { continue }
                isReadable = false
                let heading = [PathName.ofInput(file), part.title].compactMap { $0 }.joined(separator: ": ")
                complain("\(heading): \(damage)")
            }
            return isWhole(parts, of: bytes, in: file) && isReadable
        }
        json.finish()
        return inputs.hasFailed ? .unreadable : .success
    }

    /// Reports objects in a PEM file outside its blocks, which are not shown. Returns true if the file has none.
    private static func isWhole(_ parts: [DumpPart], of bytes: [UInt8], in file: String) -> Bool {
        guard parts.contains(where: { $0.label != nil }) else { return true }
        var isWhole = true
        for object in ObjectReading.objects(in: bytes) where object.label == nil && object.container == nil {
            isWhole = false
            switch object.contentResult {
            case .failure(let error): ErrorReport(error, object, in: file).print()
            case .success(let content):
                complain(
                    "\(PathName.ofInput(file)): \(content.kind) at offset \(object.offset): not in a PEM block, so it is not shown"
                )
            }
        }
        return isWhole
    }
}
