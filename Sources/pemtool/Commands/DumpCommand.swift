import DERKit
import X509Model

extension Command {
    static let dump = Command(
        name: "dump",
        summary: "show the ASN.1 tree of any PEM or DER",
        operands: "[--hex] [--at OFFSET] FILE...",
        discussion: """
            Shows every value with its offset, depth, header length, content length, name,
            type and content. Strings that hold DER are opened. What cannot be read is
            shown with its bytes, after all that can be. Of a private key only tags and
            lengths are shown, of a damaged one only its size. Values in no known public
            structure may be of a key, and are hidden too.
            """,
        options: [
            Option("--hex", help: "show the bytes beside each value"),
            Option("--at", "OFFSET", help: "show the one value at this offset in the DER, in full"),
            Option(
                "--unknown",
                help: "show values in unknown structures too, except under the label of a private key"),
            colorOption,
        ],
        examples: [
            ("pemtool dump server.pem", "the tree of every block in the file"),
            ("pemtool dump --at 135 broken.der", "the value that an error message points at"),
        ],
        run: { (arguments) throws(UsageError) in try runDump(arguments) }
    )

    private static func runDump(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var at: Int?
        if let text = arguments["--at"] {
            guard let offset = Int(text), offset >= 0 else {
                throw UsageError("--at takes a number of bytes, not '\(escapedForDisplay(text))'")
            }
            at = offset
        }
        let colour = Colour(arguments)
        let columns = System.isTerminal(1) ? System.columns(ofTerminal: 1) ?? usualTextWidth : nil
        var inputs = try Inputs(arguments)
        var output = Output()
        var isFirst = true
        inputs.forEachFile { (file, bytes) in
            var isReadable = true
            for part in DumpPart.parts(of: bytes) {
                if !isFirst { output.line() }
                isFirst = false
                let heading = [PathName.displayed(DumpPart.display(file)), part.title].compactMap { $0 }
                output.line(colour.paint(heading.joined(separator: ": "), .faint))
                let screen = DumpScreen(
                    part, hasHex: arguments.has("--hex"), showsUnknown: arguments.has("--unknown"),
                    colour: colour, columns: columns)
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
                // The error belongs behind the tree, wherever the two are shown.
                output.flush()
                complain("\(heading.joined(separator: ": ")): \(complaint)")
            }
            return isReadable
        }
        output.flush()
        return inputs.hasFailed ? .unreadable : .success
    }
}

/// A piece of an input that is DER, or should be: a PEM block, or all of the input.
struct DumpPart {
    /// What it is and where it begins: `CERTIFICATE 2, line 31`; nil for an input that is no PEM.
    let title: String?
    /// The label of its PEM block.
    let label: String?
    let bytes: [UInt8]
    /// Why there are no bytes.
    let problem: String?

    /// A file's name as messages have it.
    static func display(_ file: String) -> String {
        file == Inputs.standardInputName ? "standard input" : file
    }

    /// The PEM blocks of an input; where there are none, the input itself.
    static func parts(of input: [UInt8]) -> [DumpPart] {
        guard !input.isEmpty else {
            return [DumpPart(title: nil, label: nil, bytes: [], problem: "the file is empty")]
        }
        // As for all commands, what begins like a SEQUENCE is DER, whatever text it holds.
        let isDER =
            input[0] == 0x30 && input.count > 1 && (input[1] >= 0x80 || Int(input[1]) + 2 == input.count)
        var text = input
        var isText = false
        switch isDER ? .bytes : InputDER(input) {
        case .bytes: break
        case .decoded(let bytes): return [DumpPart(title: nil, label: nil, bytes: bytes, problem: nil)]
        case .text(let bytes): (text, isText) = (bytes, true)
        }
        var parts: [DumpPart] = []
        for block in isDER ? [] : Array(PEM.Reader(text)) {
            let number = parts.count + 1
            switch block {
            case .success(let block):
                let isEncrypted = block.headers.contains { $0.name == "DEK-Info" }
                parts.append(
                    DumpPart(
                        title: "\(escapedForDisplay(block.label)) \(number), line \(block.line)",
                        label: block.label, bytes: isEncrypted ? [] : block.derBytes,
                        problem: isEncrypted ? "encrypted, so that there is no ASN.1 to show" : nil))
            case .failure(let error):
                parts.append(
                    DumpPart(
                        title: "\(escapedForDisplay(error.label)) \(number), line \(error.position.line), "
                            + "column \(error.position.column)",
                        label: error.label, bytes: [], problem: escapedForDisplay(error.message)))
            }
        }
        guard parts.isEmpty else { return parts }
        return [
            DumpPart(
                title: nil, label: nil, bytes: isText ? [] : input,
                problem: isText ? "no PEM block and no DER" : nil)
        ]
    }
}
