import SPKIHash
import X509Model

/// The files that the command line names, read one after the other.
struct Inputs {
    /// The name by which standard input goes in messages and JSON.
    static let standardInputName = "-"

    private let operands: [String]
    private let isStrict: Bool
    /// True once anything could not be read.
    private(set) var hasFailed = false
    /// True once something was refused that could have been repaired.
    private(set) var hasRefused = false

    /// What the inputs mean for the exit status.
    var status: ExitStatus { hasFailed ? .unreadable : hasRefused ? .no : .success }

    /// What the operands name; without any it is standard input, unless a person would have to type it.
    init(_ arguments: Arguments) throws(UsageError) {
        isStrict = arguments.has(Command.strictOption.name)
        guard arguments.operands.filter({ $0 == Inputs.standardInputName }).count <= 1 else {
            throw UsageError("standard input (-) can be read only once")
        }
        guard arguments.operands.isEmpty else {
            operands = arguments.operands
            return
        }
        guard !System.isTerminal(0) else {
            throw UsageError("no file given", hint: "name a file or a folder, or - for standard input")
        }
        operands = [Inputs.standardInputName]
    }

    /// Calls `body` with every object of every input, in order, and reports what cannot be read.
    mutating func forEachObject(_ body: (_ file: String, InputObject) -> Void) {
        for operand in operands {
            if operand == Inputs.standardInputName {
                read(operand, body) { () throws(System.Failure) in try System.standardInput() }
                continue
            }
            do throws(System.Failure) {
                switch try System.kind(ofPath: operand) {
                case .folder: readFolder(operand, body)
                case .file, .stream:
                    read(operand, body) { () throws(System.Failure) in try System.contents(ofPath: operand) }
                }
            } catch {
                fail(operand, error.message)
            }
        }
    }

    /// Calls `body` with the bytes of every file, in order, for commands that look at bytes and not at objects.
    /// What `body` cannot read it reports itself, and answers false.
    mutating func forEachFile(_ body: (_ file: String, [UInt8]) -> Bool) {
        for operand in operands {
            do throws(System.Failure) {
                let isStandardInput = operand == Inputs.standardInputName
                if !isStandardInput, case .folder = try System.kind(ofPath: operand) {
                    fail(operand, "a folder, where a file was expected")
                    continue
                }
                let bytes =
                    isStandardInput ? try System.standardInput() : try System.contents(ofPath: operand)
                if !body(operand, bytes) { hasFailed = true }
            } catch {
                fail(operand, error.message)
            }
        }
    }

    /// The digest of an object that may hold a private key, whose bytes the reader does not keep.
    static let fingerprint: @Sendable ([UInt8]) -> [UInt8] = { SHA256.hash($0) }

    private mutating func read(
        _ file: String, _ body: (String, InputObject) -> Void,
        _ contents: () throws(System.Failure) -> [UInt8]
    ) {
        do throws(System.Failure) {
            for object in InputReader(try contents(), fingerprint: Inputs.fingerprint) {
                deliver(file, object, body)
            }
        } catch {
            fail(file, error.message)
        }
    }

    private mutating func deliver(
        _ file: String, _ object: InputObject, _ body: (String, InputObject) -> Void
    ) {
        let given = isStrict ? object.strict : object
        if case .failure(let error) = given.content {
            if case .success = object.content { hasRefused = true } else { hasFailed = true }
            ErrorReport(error, given, in: file).print()
        }
        body(file, given)
    }

    /// Reads every file in a folder and the folders inside. Files that are neither PEM nor DER are passed over,
    /// which one line says; a folder with nothing else is an error.
    private mutating func readFolder(_ folder: String, _ body: (String, InputObject) -> Void) {
        var passedOver = 0
        var objects = 0
        var pending = [folder]
        while let path = pending.popLast() {
            do throws(System.Failure) {
                // Links to folders are not followed, since they may lead in circles.
                switch try System.kind(ofPath: path) {
                case .folder where path == folder || !System.isLink(path):
                    let names = try System.names(inFolder: path)
                    let parent = path.hasSuffix("/") ? path : path + "/"
                    pending += names.reversed().map { parent + $0 }
                case .folder, .stream:
                    continue
                case .file:
                    for object in InputReader(
                        try System.contents(ofPath: path), fingerprint: Inputs.fingerprint)
                    {
                        if case .failure(let error) = object.content, error.isNoObject {
                            passedOver += 1
                        } else {
                            objects += 1
                            deliver(path, object, body)
                        }
                    }
                }
            } catch {
                fail(path, error.message)
            }
        }
        if objects == 0 {
            fail(folder, "no certificate or key in this folder")
        } else if passedOver > 0 {
            let files = passedOver == 1 ? "1 file is" : "\(passedOver) files are"
            complain("\(escapedForDisplay(folder)): \(files) neither PEM nor DER and passed over")
        }
    }

    private mutating func fail(_ file: String, _ message: String) {
        hasFailed = true
        complain("\(escapedForDisplay(file)): \(message)")
    }
}
