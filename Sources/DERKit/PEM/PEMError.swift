/// An error in reading a PEM block, with its place.
public struct PEMError: Error, Sendable, Hashable {
    /// The code of an error. Raw values are stable; later versions may add cases.
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

    /// The code of the error.
    public let code: Code
    /// The label of the block.
    public let label: String
    /// The offset of the BEGIN line in the input, in bytes.
    package let blockOffset: Int
    /// The offset of the character at fault, in bytes.
    public let offset: Int
    /// The line and column of that character.
    public let position: TextPosition
    /// The expected text, in words.
    package let expected: String
    /// The text found, in words; empty if it is not reported.
    package let found: String
}

extension PEMError: CustomStringConvertible {
    /// The problem, without its place.
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

    /// The place, the label and what is wrong, on one line.
    public var description: String {
        "line \(position.line), column \(position.column): \(label.isEmpty ? "PEM" : label): \(message)"
    }
}
