import DERKit

/// A repair of the text around an object, made so that the object can be read. The object is unchanged.
public struct InputNote: Sendable, Hashable {
    /// The kind of repair.
    public let code: IssueCode
    /// A description of the repair in one sentence, without its location.
    public let message: String
    /// The offset of the repair in the input, in bytes.
    public private(set) var offset: Int
    /// The line and column of that offset; `nil` if the input is not text.
    public private(set) var position: TextPosition?

    init(_ code: IssueCode, _ message: String, at offset: Int = 0, position: TextPosition? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.position = position
    }

    init(_ note: PEM.Note, in text: InputText) {
        self.init(note.code, note.message, at: text.offset(note.offset), position: note.position)
    }

    static let unarmoured = InputNote("base64-without-armour", "base64 without BEGIN and END lines")

    static let unarmouredDER = InputNote("der-in-text", "DER inside text, without BEGIN and END lines")

    static let hex = InputNote("hex", "hex digits instead of PEM or DER")

    static let listing = InputNote("hex", "a hex dump instead of PEM or DER")

    static let restored = InputNote(
        "restored", "DER that was altered as if it were text; its original bytes were restored")

    static let reversed = InputNote("reversed", "an object with its bytes in reverse order")

    static let jsonWebKey = InputNote("json-web-key", "a JSON Web Key, converted to the equivalent SPKI")

    /// Returns the note about padding after an object.
    static func filling(_ count: Int, at offset: Int) -> InputNote {
        InputNote("filling", "\(byteCount(count)) after the object: only zeros or white space", at: offset)
    }

    /// Returns the note about digits that follow an object's digits on the same line.
    static func leftOver(_ count: Int) -> InputNote {
        InputNote("left-over", "\(byteCount(count)) after the object, in the same run of digits")
    }

    static let encodedText = InputNote("encoded-text", "base64-encoded text")

    /// Returns the note with its location in the enclosing input, or in the text from which the object was decoded.
    func placed(at offset: Int, _ position: TextPosition?) -> InputNote {
        var note = self
        (note.offset, note.position) = (offset, position)
        return note
    }

    /// The maximum length of a label that is shown. In a longer one, the line end before a key may be missing.
    private static let longestLabel = 36

    /// Returns the note about a block whose label does not match its content.
    static func wrongLabel(_ label: String, _ kind: ObjectKind, at offset: Int, line: Int?) -> InputNote {
        InputNote(
            "wrong-label",
            label.utf8.count > longestLabel
                ? "the label has \(label.utf8.count) characters, and the object's kind is '\(kind.name)'"
                : "the label is '\(escapedForDisplay(label))', but the object's kind is '\(kind.name)'",
            at: offset, position: line.map { TextPosition(line: $0, column: 1) })
    }
}

extension InputObject {
    /// The object for a caller that does not allow repairs: the first repair becomes an error.
    package var strict: InputObject {
        guard let note = notes.first, case .success(let read) = contentResult else { return self }
        return failing(with: InputError(strict: note, kind: read.kind))
    }

    /// Returns the object with an error instead of its content.
    package func failing(with error: InputError) -> InputObject {
        var object = self
        object.contentResult = .failure(error)
        return object
    }
}
