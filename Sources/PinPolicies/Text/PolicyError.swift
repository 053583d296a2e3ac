import DERKit
import SPKIHash

/// An error in creating, reading or writing a policy, with advice.
public struct PolicyError: Error, Sendable, Hashable {
    /// A kind of error. The raw values are stable: future versions only add to them.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, CaseIterable {
        /// Text that is neither a host name nor a pattern.
        case badHost = "bad-host"
        /// Two rules for one pattern.
        case duplicateHost = "duplicate-host"
        /// A rule without pins.
        case noPins = "no-pins"
        /// Text that is neither a pin nor a fingerprint.
        case badPin = "bad-pin"
        /// A label with a line end or an invisible character.
        case badLabel = "bad-label"
        /// A date that is not in the form `yyyy-MM-dd`, or does not exist.
        case badDate = "bad-date"
        /// The text does not follow the syntax of its format.
        case syntax = "syntax"
        /// A required field is missing.
        case missingField = "missing-field"
        /// A field or value that the format does not know.
        case unknownField = "unknown-field"
        /// A schema that this version does not support.
        case unknownSchema = "unknown-schema"
        /// An unknown format.
        case unknownFormat = "unknown-format"
        /// The format does not include a host, and none was given.
        case missingHost = "missing-host"
        /// The format cannot express a part of the policy, and omitting it would weaken or break the policy.
        case notExpressible = "not-expressible"
        /// The format cannot express a part of the policy, and its loss was not allowed.
        case loss = "loss"
        /// A digest that a policy cannot contain, such as SHA-1.
        case unsupportedDigest = "unsupported-digest"
        /// An entry whose meaning is not clear from the file, or that its consumer would not understand.
        case notUnderstood = "not-understood"
        /// More pins than `mostMembers` allows.
        case limit = "limit"
    }

    /// The kind of error.
    public let code: Code
    /// A description of the error, in one sentence.
    public let message: String
    /// A suggestion for fixing the error; `nil` if the message is sufficient.
    public let hint: String?
    /// The position in the text; `nil` if the text is not at fault, or the file is not text.
    public let position: TextPosition?
    /// The offset in bytes in a file that is not text, such as a binary property list.
    public let offset: Int?

    package init(
        _ code: Code, _ message: String, hint: String? = nil, position: TextPosition? = nil,
        offset: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.position = position
        self.offset = offset
    }
}

extension PolicyError {
    /// Returns the error for text of unknown format.
    package static func unreadableFormat(hasPins: Bool) -> PolicyError {
        hasPins
            ? PolicyError(
                .unknownFormat, "unknown format, so the host of its pins is unknown",
                hint: "specify the host, to write a manifest, or the format")
            : PolicyError(
                .unknownFormat, "unknown format, and no pin in the text", hint: "specify the format")
    }

    /// Returns the same error with a position, unless it has one.
    func at(_ position: TextPosition?) -> PolicyError {
        PolicyError(
            code, message, hint: hint, position: self.position ?? (offset == nil ? position : nil),
            offset: offset)
    }

    /// A Boolean value that indicates whether the file's content is wrong, rather than its syntax.
    package var isAboutContent: Bool {
        switch code {
        case .badHost, .duplicateHost, .noPins, .badPin, .badLabel, .badDate: true
        default: false
        }
    }
}

extension PolicyError: CustomStringConvertible {
    /// The location, the description and the hint, on one line.
    public var description: String { placedMessage + (hint.map { "; \($0)" } ?? "") }

    /// The location and the description, for a caller that shows the hint separately.
    package var placedMessage: String {
        let byte = offset.map { "byte \($0): " } ?? ""
        let place = position.map { "line \($0.line), column \($0.column): " } ?? byte
        return place + message
    }
}
