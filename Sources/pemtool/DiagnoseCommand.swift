import DERKit
import SPKIHash
import X509Model

extension Command {
    static let diagnose = Command(
        name: "diagnose",
        summary: "say which mistake made a pin that does not match",
        operands: "[--json | --jsonl] PIN FILE...",
        discussion: """
            Compares PIN with the pin of every certificate and key in the files, and where
            it is none of them, with what every known mistake makes of them: hashing the
            raw key, the certificate, PEM text, a header of another kind of key in front,
            nothing at all, with another digest, written in another way. Says which one it
            was, the line of code or the command that makes it, and the right pin.

            Exit status 0 when PIN is right, 1 when it is not, whether or not a mistake
            explains it.
            """,
        options: jsonOptions,
        examples: [
            (
                "pemtool diagnose Ues/xSDzybWMEgs2jgMiz7GJUgX1dYZ6gKFXJso8nXU= server.pem",
                "the recipe that this pin was made by"
            ),
            (
                "pemtool diagnose sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= chain.pem",
                "every certificate of a chain is looked at"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runDiagnose(arguments) }
    )

    private static func runDiagnose(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var arguments = arguments
        var json = try JSONOutput(arguments)
        guard let text = arguments.takeOperand() else {
            throw UsageError("no pin given", hint: "pemtool diagnose PIN FILE...")
        }
        if arguments.operands.isEmpty, (try? System.kind(ofPath: text)) != nil {
            throw UsageError(
                "no pin given, only the file \(escapedForDisplay(text))", hint: "pemtool diagnose PIN FILE..."
            )
        }
        guard !arguments.operands.isEmpty || !System.isTerminal(0) else {
            throw UsageError("no file given", hint: "pemtool diagnose PIN FILE...")
        }
        var inputs = try Inputs(arguments, for: .key)
        var search = PinSearch([text])
        var objects: [DiagnosedObject] = []
        var file = WholeFile()
        inputs.forEachObject { (name, object) in
            guard let candidate = PinDiagnosis.Object(object, file: file.bytes(name)) else { return }
            search.examine(candidate)
            objects.append(DiagnosedObject(name, object, candidate))
        }
        let diagnosis = search.diagnosis(0)
        let report = DiagnosisReport(diagnosis, objects, isWhole: !inputs.hasFailed)
        if json != nil {
            json?.print(report.json)
            json?.finish()
        } else if !objects.isEmpty {
            var output = Output()
            for line in report.lines { output.line(line) }
            output.flush()
        }
        return inputs.hasFailed ? .unreadable : diagnosis.isRight ? .success : .no
    }
}

/// An object that a pin was compared with, as far as the report needs it.
struct DiagnosedObject {
    let file: String
    let index: Int
    let kind: String
    let pin: Pin
    let keyName: String
    let subject: String?

    init(_ file: String, _ object: InputObject, _ candidate: PinDiagnosis.Object) {
        self.file = file
        index = object.index
        kind = candidate.kind
        pin = candidate.subjectPublicKeyInfo.pin
        keyName = candidate.subjectPublicKeyInfo.keyName
        if case .success(let content) = object.content, let certificate = content.certificate {
            subject = certificate.subject.description
        } else {
            subject = nil
        }
    }

    /// The object as a person finds it: file, number and subject.
    var name: String {
        let place = file == Inputs.standardInputName ? "standard input" : PathName.displayed(file)
        let what = "\(kind.replacing("-", with: " ")) \(index + 1)"
        return subject.map { "\(what) of \(place), \($0)" } ?? "\(what) of \(place)"
    }
}

/// The bytes of the file that was read last, for pins that were made of a whole file.
private struct WholeFile {
    private var name: String?
    private var contents: [UInt8] = []

    /// The bytes of a file; empty for standard input and pipes, which can be read only once.
    mutating func bytes(_ file: String) -> [UInt8] {
        guard file != name else { return contents }
        name = file
        contents = []
        if file != Inputs.standardInputName, case .file? = try? System.kind(ofPath: file) {
            contents = (try? System.contents(ofPath: file)) ?? []
        }
        return contents
    }
}
