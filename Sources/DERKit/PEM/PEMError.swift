/// An error that occurs when a PEM block cannot be read.
public struct PEMError: Error, Sendable, Hashable {
    /// The kind of error.
    public let code: IssueCode
    package let label: String
    /// The offset of the BEGIN line in the input, in bytes.
    package let blockOffset: Int
    /// The offset of the invalid character, in bytes.
    public let offset: Int
    /// The line and column of that character.
    public let position: TextPosition
    package let expected: String
    /// A description of the text in the input; empty if it is not reported.
    package let found: String
}

extension PEMError: CustomStringConvertible {
    /// A description of the error, without its location.
    public var message: String {
        guard !found.isEmpty else { return "expected \(expected)" }
        return "\(isOfFound ? "unexpected " : "")\(found); expected \(expected)"
    }

    /// A Boolean value that indicates whether the message says that ``found`` is unexpected.
    private var isOfFound: Bool {
        switch code {
        case .missingEnd, .missingBegin, .invalidCharacter, .invalidPadding, .malformedHeader: true
        default: false
        }
    }

    /// The location, the label and the description, on one line.
    public var description: String {
        "line \(position.line), column \(position.column): \(label.isEmpty ? "PEM" : label): \(message)"
    }
}
