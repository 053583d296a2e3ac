/// The kind of an error or a note, such as `unexpected-tag`.
///
/// Codes are a contract: future versions only add to them. Compare a code with a constant or a string:
///
///     if error.code == .limit || error.code == "length-overrun" { … }
public struct IssueCode: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The code as text.
    public let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from a string literal.
    public init(stringLiteral rawValue: String) { self.init(rawValue) }

    /// The code as text.
    public var description: String { rawValue }
}

/// Errors in DER.
extension IssueCode {
    /// The input or the enclosing structure ends inside a tag or a length.
    package static let truncated: IssueCode = "truncated"
    /// A length exceeds the enclosing structure or the input.
    package static let lengthOverrun: IssueCode = "length-overrun"
    /// A length has more octets than necessary, X.690 section 10.1.
    package static let lengthNotMinimal: IssueCode = "length-not-minimal"
    /// A length is larger than that of any input.
    package static let lengthTooLarge: IssueCode = "length-too-large"
    /// A length has the indefinite form, which DER forbids (X.690 section 10.1).
    package static let indefiniteLength: IssueCode = "indefinite-length"
    /// A tag number has more octets than necessary, X.690 section 8.1.2.4.
    package static let tagNotMinimal: IssueCode = "tag-not-minimal"
    /// A tag number has more than 29 bits.
    package static let tagTooLarge: IssueCode = "tag-too-large"
    /// A tag is not the one that the structure requires.
    public static let unexpectedTag: IssueCode = "unexpected-tag"
    /// A required field is absent.
    public static let missing: IssueCode = "missing"
    /// Bytes follow the end of the value.
    public static let trailingData: IssueCode = "trailing-data"
    /// The content of a value is not valid for its type.
    public static let invalidValue: IssueCode = "invalid-value"
    /// A value does not have the only encoding that DER allows.
    @usableFromInline package static let notCanonical: IssueCode = "not-canonical"
    /// A value is outside the representable range.
    public static let outOfRange: IssueCode = "out-of-range"
    /// A limit of the reader was exceeded.
    public static let limit: IssueCode = "limit"
}

/// Errors in PEM.
extension IssueCode {
    /// A BEGIN or END line with missing or wrong dashes.
    package static let malformedBoundary: IssueCode = "malformed-boundary"
    /// A BEGIN line without its END line. Some such blocks are read anyway, with a note that has the same code.
    package static let missingEnd: IssueCode = "missing-end"
    /// The END label differs from the BEGIN label. Such blocks are read anyway, with a note that has the same code.
    package static let labelMismatch: IssueCode = "label-mismatch"
    /// Headers without the blank line that ends them.
    package static let malformedHeader: IssueCode = "malformed-header"
    /// A character that is not in the base64 alphabet.
    package static let invalidCharacter: IssueCode = "invalid-character"
    /// A misplaced or missing `=`, or text after it.
    package static let invalidPadding: IssueCode = "invalid-padding"
    /// The base64 text ends inside a group of four characters.
    package static let incompleteBase64: IssueCode = "incomplete-base64"
    /// A block without base64 text.
    package static let empty: IssueCode = "empty"
    /// An END line without its BEGIN line.
    package static let missingBegin: IssueCode = "missing-begin"
    /// The text of a block differs from the output of ``PEM/encode(_:label:)`` in more than its line endings. Such
    /// blocks are read anyway, with a note.
    package static let layout: IssueCode = "pem-layout"
    /// A limit of the reader was exceeded; see ``DERLimits``.
    package static let pemLimit: IssueCode = "pem-limit"
}
