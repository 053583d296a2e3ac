import DERKit

extension Command {
    static let assemble = Command(
        name: "assemble",
        summary: "convert the output of dump --text back to DER",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Reads text that dump --text printed or that you wrote, and writes the bytes that the
            text describes, valid DER or not, to standard output or, with --output, to PATH. Writes
            nothing if one of the files cannot be read.

            A value is a tag with its content in braces, as in SEQUENCE { INTEGER { 5 } }. A tag
            is a type name, [0] (constructed), primitive [0], or tag '1F05'H. The
            content consists of values, numbers, object identifiers, TRUE, FALSE, "text" and octets in hex,
            as in '00FF'H. The length is computed from the content, unless the text states one after
            the tag: length 3, length '8103'H (its bytes in hex) or indefinite, as in OCTET STRING
            length 3 { }.
            Comments run from -- to the end of the line.
            """,
        options: [
            Option("--output PATH", "write to this file"),
            Option("--force", "replace an existing file"),
        ],
        examples: [
            ("pemtool dump --text server.pem > server.txt", "a certificate as text"),
            ("pemtool assemble server.txt | pemtool dump -", "the tree of the assembled bytes"),
            ("pemtool assemble --output broken.der server.txt", "a file for a test"),
        ],
        run: { (arguments) throws(UsageError) in try runAssemble(arguments) }
    )

    private static func runAssemble(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        let path = arguments["--output"]
        guard path != nil || !arguments.has("--force") else {
            throw UsageError("--force requires --output PATH")
        }
        guard path != nil || !System.isTerminal(1) else {
            throw UsageError("binary output is not written to a terminal", hint: "use --output PATH")
        }
        var inputs = try Inputs(arguments)
        var octets: [UInt8] = []
        inputs.forEachFile { (file, text) in
            do throws(DERTextError) {
                octets += try DERTextReader.octets(of: text)
                return true
            } catch {
                let place = "line \(error.position.line), column \(error.position.column)"
                complain("\(PathName.ofInput(file)): \(place): \(error.message)")
                return false
            }
        }
        guard !inputs.hasFailed else { return .unreadable }
        return try write(octets, toPath: path, replacing: arguments.has("--force")) ? .success : .unwritable
    }
}
