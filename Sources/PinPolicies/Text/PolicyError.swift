import DERKit
import SPKIHash

/// Why a policy could not be made, read or written, with what to do about it.
public struct PolicyError: Error, Sendable, Hashable {
    /// What went wrong. The raw values are a contract: they are only ever added to.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, CaseIterable {
        /// A text that is neither a host name nor a pattern.
        case badHost = "bad-host"
        /// Two rules for one pattern.
        case duplicateHost = "duplicate-host"
        /// A rule without pins.
        case noPins = "no-pins"
        /// A text that is neither a pin nor a fingerprint.
        case badPin = "bad-pin"
        /// A label with a line end or another character that does not show as itself.
        case badLabel = "bad-label"
        /// A date that is not written `yyyy-MM-dd`, or does not exist.
        case badDate = "bad-date"
        /// The text does not follow the syntax of its format.
        case syntax = "syntax"
        /// A field that has to be there is not.
        case missingField = "missing-field"
        /// A field or value that the format does not know.
        case unknownField = "unknown-field"
        /// A schema that this version does not read.
        case unknownSchema = "unknown-schema"
        /// No format that can be read.
        case unknownFormat = "unknown-format"
        /// The format carries no host, and none was given.
        case missingHost = "missing-host"
        /// The format cannot express a part of the policy, and leaving it out would weaken or break it.
        case notExpressible = "not-expressible"
        /// The format cannot hold a part of the policy, and it was not said that this may be lost.
        case loss = "loss"
        /// A digest that a policy does not hold, as SHA-1.
        case unsupportedDigest = "unsupported-digest"
        /// An entry whose meaning the file does not say, or that its consumer would not know.
        case notUnderstood = "not-understood"
        /// More pins than a policy may have: `mostMembers`.
        case limit = "limit"
    }

    /// What went wrong.
    public let code: Code
    /// What is wrong, in one sentence.
    public let message: String
    /// What to do about it; `nil` if the message says it.
    public let hint: String?
    /// Where in the text; `nil` if the text is not at fault, or the file is not text.
    public let position: TextPosition?
    /// Where in a file that is not text, as a binary property list, in bytes.
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
    /// A text in none of the formats.
    package static func unreadableFormat(hasPins: Bool) -> PolicyError {
        hasPins
            ? PolicyError(
                .unknownFormat, "unknown format, so the host of its pins is unknown",
                hint: "specify the host, to write a manifest, or the format")
            : PolicyError(
                .unknownFormat, "unknown format, and no pin in the text", hint: "specify the format")
    }

    /// The same error at a place, unless it has one.
    func at(_ position: TextPosition?) -> PolicyError {
        PolicyError(
            code, message, hint: hint, position: self.position ?? (offset == nil ? position : nil),
            offset: offset)
    }

    /// True if the file can be read and what it says is wrong, rather than how it is written.
    package var isAboutContent: Bool {
        switch code {
        case .badHost, .duplicateHost, .noPins, .badPin, .badLabel, .badDate: true
        default: false
        }
    }
}

extension PolicyError: CustomStringConvertible {
    /// One line that a person can act on.
    public var description: String {
        let byte = offset.map { "byte \($0): " } ?? ""
        let place = position.map { "line \($0.line), column \($0.column): " } ?? byte
        return place + message
    }
}
