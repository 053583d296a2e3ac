import DERKit
import X509Model

/// The error of a line that could not be read, written as `error` in its JSON.
struct LineError: Error {
    /// The stable code: one of ``DERKit/DERError/Code``, ``DERKit/Base64Error/Code``, the codes below, or
    /// those of `InputError`.
    let code: String
    let message: String
    /// The offset in the DER, if the path or the code says so; otherwise in the line.
    let offset: Int
    var path: [String] = []
    /// The column of the error in the line, from 1.
    var column: Int?
    var hint: String?

    static let emptyLine = LineError(code: "empty-line", message: "empty line", offset: 0, column: 1)

    static let tooLong = LineError(
        code: "line-too-long", message: "more than \(LineReader.longestLine) bytes in one line", offset: 0)

    static let noField = LineError(
        code: "no-der-field", message: "unexpected JSON object; expected base64 or hex", offset: 0, column: 1,
        hint: "use --der-field with the name of the field that contains the DER")

    /// Returns an error in text that begins at byte `start` of the line.
    static func text(_ code: String, _ message: String, at offset: Int, from start: Int) -> LineError {
        LineError(code: code, message: message, offset: offset - start, column: offset - start + 1)
    }

    /// Writes the fields `ok` and `error`; `line` counts from 1.
    func write(line: Int, to json: inout JSONWriter) {
        json.bool("ok", false)
        json.object("error") { (json) in
            ObjectJSON.write(code, message, at: offset, path, to: &json)
            json.count("line", line)
            json.count("column", column)
            json.string("hint", hint)
        }
    }
}

extension LineError {
    /// Creates an error in the field's DER or PEM.
    init(_ error: InputError) {
        self.init(
            code: error.code.rawValue, message: error.message, offset: error.offset, path: error.path,
            hint: error.advice()
        )
    }
}
