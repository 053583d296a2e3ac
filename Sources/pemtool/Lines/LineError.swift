import DERKit
import X509Model

/// Why a line, or an entry of a log, could not be read: what the field `error` of its JSON says.
struct LineError: Error {
    /// Stable: one of ``DERKit/DERError/Code``, ``DERKit/Base64Error/Code``, of the codes below or of `InputError`.
    let code: String
    let message: String
    /// In the DER or the log's structure, if the path or the code says so; otherwise in the line, from its start.
    let offset: Int
    var path: [String] = []
    /// Where in the line the text is at fault, from 1.
    var column: Int?
    var hint: String?

    static let emptyLine = LineError(code: "empty-line", message: "empty line", offset: 0, column: 1)

    static let tooLong = LineError(
        code: "line-too-long", message: "more than \(LineReader.longestLine) bytes in one line", offset: 0)

    static let noField = LineError(
        code: "no-der-field", message: "unexpected JSON object; expected base64 or hex", offset: 0, column: 1,
        hint: "use --der-field with the name of the field that contains the DER")

    static func missing(_ name: String) -> LineError {
        LineError(code: "missing-field", message: "missing field '\(escapedForDisplay(name))'", offset: 0)
    }

    /// The text, of which `start` bytes of the line are in front, is at fault.
    static func text(_ code: String, _ message: String, at offset: Int, from start: Int) -> LineError {
        LineError(code: code, message: message, offset: offset - start, column: offset - start + 1)
    }

    /// The field's DER, or its PEM, is at fault.
    init(_ error: InputError) {
        self.init(
            code: error.code, message: error.message, offset: error.offset, path: error.path,
            hint: error.advice()
        )
    }

    /// A structure of a log, or a certificate in it, is at fault.
    init(_ error: DERError) {
        self.init(
            code: error.code.rawValue, message: error.message, offset: error.offset, path: error.path)
    }

    init(
        code: String, message: String, offset: Int, path: [String] = [], column: Int? = nil,
        hint: String? = nil
    ) {
        self.code = code
        self.message = message
        self.offset = offset
        self.path = path
        self.column = column
        self.hint = hint
    }

    /// Writes the fields `ok` and `error`; `line` counts from 1 and is nil if lines mean nothing.
    func write(line: Int?, to json: inout JSONWriter) {
        json.bool("ok", false)
        json.object("error") { (json) in
            ObjectJSON.write(code, message, at: offset, path, to: &json)
            json.count("line", line)
            json.count("column", column)
            json.string("hint", hint)
        }
    }
}
