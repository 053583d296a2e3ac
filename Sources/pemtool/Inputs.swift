import SPKIHash
import X509Model

/// The files that the command line names, read one after the other.
struct Inputs {
    /// The name by which standard input goes in messages and JSON.
    static let standardInputName = "-"

    let operands: [String]
    private let isStrict: Bool
    /// Reads what is large; nil where everything goes the ordinary way.
    private var bulk: (reader: Bulk, emit: ([UInt8]) -> Void)?
    /// What was seen so far.
    private(set) var facts: Rendered.Facts = []

    /// True once anything could not be read.
    var hasFailed: Bool { facts.contains(.failed) }

    /// What the inputs mean for the exit status.
    var status: ExitStatus { hasFailed ? .unreadable : facts.contains(.refused) ? .no : .success }

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

    /// Renders every object of every input, in order, and reports what cannot be read.
    ///
    /// - Parameters:
    ///   - bulk: reads what is large in parts; nil where the output is not lines of their own.
    ///   - emit: takes the output of one object.
    ///   - emitLines: takes whole lines, from parts.
    mutating func forEachObject(
        _ render: @escaping @Sendable (_ file: String, InputObject) -> Rendered, bulk options: Bulk.Options?,
        emit: (String) -> Void, emitLines: @escaping ([UInt8]) -> Void
    ) {
        if let options {
            let isStrict = isStrict
            let reader = Bulk(
                render: { (file, read) in
                    // Nearly all objects are read, and there is nothing to say about how.
                    if !isStrict, case .success = read.content { return render(file, read) }
                    let judgement = Judgement(read, in: file, isStrict: isStrict)
                    return render(file, judgement.object).after(judgement)
                }, options: options)
            bulk = (reader, emitLines)
        }
        var seen: Rendered.Facts = []
        forEachObject { (file, object) in
            let rendered = render(file, object)
            rendered.complaints.forEach(complain)
            seen.formUnion(rendered.facts)
            if let output = rendered.output { emit(output) }
        }
        facts.formUnion(seen)
        bulk = nil
    }

    /// Calls `body` with every object of every input, in order, and reports what cannot be read.
    mutating func forEachObject(_ body: (_ file: String, InputObject) -> Void) {
        for operand in operands {
            if operand == Inputs.standardInputName {
                read(operand, ofPath: nil, body)
                continue
            }
            do throws(System.Failure) {
                switch try System.kind(ofPath: operand) {
                case .folder: readFolder(operand, body)
                case .file, .stream: read(operand, ofPath: operand, body)
                }
            } catch {
                fail(operand, error.message)
                if let advice = Guess.host(operand) { hint(advice) }
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
                if !body(operand, bytes) { facts.insert(.failed) }
            } catch {
                fail(operand, error.message)
            }
        }
    }

    /// The digest of an object that may hold a private key, whose bytes the reader does not keep.
    static let fingerprint: @Sendable ([UInt8]) -> [UInt8] = { SHA256.hash($0) }

    private mutating func read(_ file: String, ofPath path: String?, _ body: (String, InputObject) -> Void) {
        do throws(System.Failure) {
            guard let bytes = try contents(file, ofPath: path) else { return }
            for object in InputReader(bytes, fingerprint: Inputs.fingerprint) { deliver(file, object, body) }
        } catch {
            fail(file, error.message)
        }
    }

    /// All bytes of an input; nil where the bulk reader has read and printed it.
    private mutating func contents(_ file: String, ofPath path: String?) throws(System.Failure) -> [UInt8]? {
        guard let bulk else {
            guard let path else { return try System.standardInput() }
            return try System.contents(ofPath: path)
        }
        switch try bulk.reader.read(file, ofPath: path, bulk.emit) {
        case .ordinary(let bytes): return bytes
        case .printed(let seen):
            facts.formUnion(seen)
            return nil
        }
    }

    private mutating func deliver(
        _ file: String, _ object: InputObject, _ body: (String, InputObject) -> Void
    ) {
        let judgement = Judgement(object, in: file, isStrict: isStrict)
        judgement.complaints.forEach(complain)
        facts.formUnion(judgement.facts)
        body(file, judgement.object)
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
                    guard let bytes = try contents(path, ofPath: path) else {
                        objects += 1
                        continue
                    }
                    for object in InputReader(bytes, fingerprint: Inputs.fingerprint) {
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
        facts.insert(.failed)
        complain("\(escapedForDisplay(file)): \(message)")
    }
}
