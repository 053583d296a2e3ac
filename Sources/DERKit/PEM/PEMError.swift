/// An error that occurs when a PEM block cannot be read.
public struct PEMError: Error, Sendable, Hashable {
    /// A kind of error. The raw values are stable: future versions only add to them.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, CaseIterable {
        /// A BEGIN or END line with missing dashes.
        case malformedBoundary = "malformed-boundary"
        /// A BEGIN line without its END line.
        case missingEnd = "missing-end"
        /// The label of END differs from that of BEGIN. Such blocks are read, with a note of the same code.
        case labelMismatch = "label-mismatch"
        /// Headers without the blank line that ends them.
        case malformedHeader = "malformed-header"
        /// A character that is not base64.
        case invalidCharacter = "invalid-character"
        /// Misplaced or missing `=`, or text after it.
        case invalidPadding = "invalid-padding"
        /// The base64 text ends inside a group of four characters.
        case incomplete = "incomplete-base64"
        /// A block with nothing between BEGIN and END.
        case empty = "empty"
        /// An END line without its BEGIN line.
        case missingBegin = "missing-begin"
        /// A limit of the reader was exceeded, ``DERLimits``.
        case limit = "pem-limit"
    }

    /// The kind of error.
    public let code: Code
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
