/// Why a PEM block could not be read, and where.
public struct PEMError: Error, Sendable, Hashable {
    /// What went wrong. The raw values are a contract: they are only ever added to.
    public enum Code: String, Sendable, CaseIterable {
        /// A BEGIN or END line without its closing dashes.
        case malformedBoundary = "malformed-boundary"
        /// A BEGIN line without its END line.
        case missingEnd = "missing-end"
        /// The END line names another label. Blocks with one are read, with a note of the same code.
        case labelMismatch = "label-mismatch"
        /// Headers without the blank line that ends them.
        case malformedHeader = "malformed-header"
        /// A character that has no place in base64.
        case invalidCharacter = "invalid-character"
        /// `=` where none belongs, one too few, or text after it.
        case invalidPadding = "invalid-padding"
        /// The base64 text ends inside a group of four characters.
        case incomplete = "incomplete-base64"
        /// Nothing stands between BEGIN and END.
        case empty = "empty"
        /// An END line without its BEGIN line.
        case missingBegin = "missing-begin"
        /// A limit of the reader was reached, ``DERLimits``.
        case limit = "pem-limit"
    }

    /// What went wrong.
    public let code: Code
    /// The label of the block.
    public let label: String
    /// Offset of the BEGIN line in the input, in bytes.
    public let blockOffset: Int
    /// Offset of the place that shows the problem, in bytes.
    public let offset: Int
    /// The same place as line and column.
    public let position: TextPosition
    /// What the rules ask for at this place, in words.
    public let expected: String
    /// What stands there, in words; empty where `expected` says it all.
    public let found: String
}

extension PEMError: CustomStringConvertible {
    /// What is wrong, in one sentence without its place.
    public var message: String { found.isEmpty ? expected : "\(found), expected \(expected)" }

    /// One line that a person can act on: place, label, what is wrong.
    public var description: String {
        "line \(position.line), column \(position.column): \(label.isEmpty ? "PEM" : label): \(message)"
    }
}
