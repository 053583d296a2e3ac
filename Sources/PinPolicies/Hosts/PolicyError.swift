import SPKIHash

/// An error that occurs when a policy cannot be created, read or written.
public struct PolicyError: Error, Sendable, Hashable {
    private struct Fields: Sendable, Hashable {
        let code: IssueCode
        let message: String
        var hint: String?
        var position: TextPosition?
        let offset: Int?
        let lostParts: [String]
        var pattern: HostPattern?
        let pin: Pin?
    }
    private var fields: Boxed<Fields>

    /// The kind of error.
    public var code: IssueCode { fields.value.code }
    /// A description of the error, in one sentence.
    public var message: String { fields.value.message }
    /// A suggestion for fixing the error; `nil` if the message is sufficient.
    public var hint: String? { fields.value.hint }
    /// The position in the text; `nil` if the error is not in the text or the file is not text.
    public var position: TextPosition? { fields.value.position }
    /// The offset in bytes in a file that is not text, such as a binary property list.
    package var offset: Int? { fields.value.offset }
    /// The names of the parts of a policy that would be lost; empty for any code but `loss`.
    package var lostParts: [String] { fields.value.lostParts }
    /// The hosts whose entry is invalid; `nil` if the error is not about a single entry.
    package var pattern: HostPattern? { fields.value.pattern }

    /// The pin whose host the file does not name; `nil` for any other error.
    package var pin: Pin? { fields.value.pin }

    package init(
        _ code: IssueCode, _ message: String, hint: String? = nil, position: TextPosition? = nil,
        offset: Int? = nil, lostParts: [String] = [], pattern: HostPattern? = nil, pin: Pin? = nil
    ) {
        fields = .value(
            Fields(
                code: code, message: message, hint: hint, position: position, offset: offset,
                lostParts: lostParts, pattern: pattern, pin: pin))
    }
}

/// Errors in policies.
extension IssueCode {
    /// Text that is neither a host name nor a pattern.
    package static let badHost: IssueCode = "bad-host"
    /// Two rules for one pattern, or two values for one key.
    package static let duplicateHost: IssueCode = "duplicate-host"
    /// A rule without pins.
    package static let noPins: IssueCode = "no-pins"
    /// Text that is neither a pin nor a fingerprint.
    package static let badPin: IssueCode = "bad-pin"
    /// A label with a line end or an invisible character.
    package static let badLabel: IssueCode = "bad-label"
    /// A date that is not in the form `yyyy-MM-dd` or does not exist.
    package static let badDate: IssueCode = "bad-date"
    /// The text does not follow the syntax of its format.
    package static let syntax: IssueCode = "syntax"
    /// A required field is missing.
    package static let missingField: IssueCode = "missing-field"
    /// A field or value that the format does not define.
    package static let unknownField: IssueCode = "unknown-field"
    /// A schema that this version does not support.
    package static let unknownSchema: IssueCode = "unknown-schema"
    /// A name that the text does not define, where a pin is expected.
    package static let unknownName: IssueCode = "unknown-name"
    /// An unknown format.
    package static let unknownFormat: IssueCode = "unknown-format"
    /// The log of a refused connection instead of a policy.
    package static let failureMessage: IssueCode = "failure-message"
    /// The format does not include a host, and none was given.
    package static let missingHost: IssueCode = "missing-host"
    /// The format cannot express a part of the policy, and omitting it would weaken or break the policy.
    package static let notExpressible: IssueCode = "not-expressible"
    /// The format cannot express a part of the policy, and its loss was not allowed.
    public static let loss: IssueCode = "loss"
    /// A digest that a policy cannot contain, such as SHA-1.
    package static let unsupportedDigest: IssueCode = "unsupported-digest"
    /// An entry whose meaning is not clear from the file, or that its consumer would not understand.
    package static let notUnderstood: IssueCode = "not-understood"
    /// Pins next to code that hashes raw keys; the pins may be the hashes of such keys.
    package static let rawKeyHash: IssueCode = "raw-key-hash"
}

extension PolicyError: CustomStringConvertible {
    /// Returns the same error with a position, unless it already has a position or an offset.
    func at(_ position: TextPosition?) -> PolicyError {
        offset == nil ? with { $0.position = $0.position ?? position } : self
    }

    /// The same error without advice.
    package var withoutHint: PolicyError { with { $0.hint = nil } }

    /// Returns the same error, attributed to the entry for the given hosts unless it is already about an entry.
    func about(_ pattern: HostPattern) -> PolicyError { with { $0.pattern = $0.pattern ?? pattern } }

    private func with(_ change: (inout Fields) -> Void) -> PolicyError {
        var (error, fields) = (self, fields.value)
        change(&fields)
        error.fields = .value(fields)
        return error
    }

    /// A Boolean value that indicates whether the content of the file is wrong rather than its syntax.
    package var isAboutContent: Bool {
        [.badHost, .duplicateHost, .noPins, .badPin, .badLabel, .badDate, .unknownName, .rawKeyHash]
            .contains(code)
    }

    /// A Boolean value that indicates whether the error is about one of several pins, any of which may match, or about a
    /// detail that refuses no chain.
    var isAboutOnePin: Bool {
        [.badPin, .unsupportedDigest, .rawKeyHash, .unknownName, .missingHost, .badLabel, .badDate]
            .contains(code)
    }

    /// The location, the description and the hint, on one line.
    public var description: String { placedMessage + (hint.map { "; \($0)" } ?? "") }

    /// The location and the description, for a caller that shows the hint separately.
    package var placedMessage: String {
        let byte = offset.map { "byte \($0): " } ?? ""
        let place = position.map { "line \($0.line), column \($0.column): " } ?? byte
        return place + message
    }
}
