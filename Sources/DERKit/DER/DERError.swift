/// An error that a DER reader throws.
///
/// The path is filled from the inside out: the reader that fails sets the offset, and every structure that the
/// error passes on its way up prepends its own field name.
public struct DERError: Error, Sendable, Hashable {
    /// A kind of error. The raw values are stable: future versions only add to them.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, CaseIterable {
        /// The input ends inside a tag or a length.
        case truncated = "truncated"
        /// A length exceeds the enclosing structure or the input.
        case lengthOverrun = "length-overrun"
        /// A length has more octets than necessary, X.690 section 10.1.
        case lengthNotMinimal = "length-not-minimal"
        /// A length is larger than any input.
        case lengthTooLarge = "length-too-large"
        /// A length has the indefinite form, which DER forbids, X.690 section 10.1.
        case indefiniteLength = "indefinite-length"
        /// A tag number has more octets than necessary, X.690 section 8.1.2.4.
        case tagNotMinimal = "tag-not-minimal"
        /// A tag number has more than 29 bits.
        case tagTooLarge = "tag-too-large"
        /// A tag is not the one that the structure requires.
        case unexpectedTag = "unexpected-tag"
        /// A required field is absent.
        case missing = "missing"
        /// Bytes follow the end of the value.
        case trailingData = "trailing-data"
        /// The content is not a value of its type.
        case invalidValue = "invalid-value"
        /// A value is not in the only encoding that DER allows.
        case notCanonical = "not-canonical"
        /// A value is outside the representable range.
        case outOfRange = "out-of-range"
        /// A limit of the reader was exceeded.
        case limit = "limit"
    }

    private struct Fields: Sendable, Hashable {
        let code: Code
        let offset: Int
        let expected: String
        let found: String
        var path: [String]
    }
    private let fields: Boxed<Fields>

    /// The kind of error.
    public var code: Code { fields.value.code }
    /// The offset of the invalid octet, in bytes from the start of the DER.
    public var offset: Int { fields.value.offset }
    /// A description of the expected value; empty if ``found`` is sufficient.
    public var expected: String { fields.value.expected }
    /// A description of the value in the input; empty if it is not reported.
    public var found: String { fields.value.found }
    /// The names of the enclosing fields, outermost first: `["tbsCertificate", "validity", "notBefore"]`.
    public var path: [String] { fields.value.path }

    private init(_ fields: Fields) { self.fields = .value(fields) }

    /// Creates an error at a byte.
    @inline(never)
    public init(_ code: Code, at offset: Int, expected: String, found: String = "", path: [String] = []) {
        self.init(Fields(code: code, offset: offset, expected: expected, found: found, path: path))
    }

    /// Returns the error with the enclosing field `name` added to its path.
    @inline(never) @usableFromInline
    package func inside(_ name: String) -> DERError {
        var outer = fields.value
        outer.path.insert(name, at: 0)
        return DERError(outer)
    }
}

extension DERError {
    /// Returns the error for an input in which the one that was read begins at `offset`.
    package func moved(by offset: Int) -> DERError {
        DERError(code, at: self.offset + offset, expected: expected, found: found, path: path)
    }
}

extension DERError: CustomStringConvertible {
    /// A description of the error, without its location.
    public var message: String {
        let found = code == .unexpectedTag && !found.isEmpty ? "unexpected \(found)" : found
        if found.isEmpty { return expected.isEmpty ? code.rawValue : "expected \(expected)" }
        return expected.isEmpty ? found : "\(found); expected \(expected)"
    }

    /// The path, the description and the offset, on one line.
    public var description: String {
        let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        return "\(place)\(message) (offset \(offset))" + (hint.map { "; \($0)" } ?? "")
    }

    /// A suggestion for fixing the error, or `nil`.
    public var hint: String? {
        // The two hyphens at the start of PEM look like this tag and a length.
        guard code == .unexpectedTag, offset == 0, found == "\(DERTag(word: 0x2000_000d))" else { return nil }
        return "the bytes seem to be PEM, not DER"
    }
}

/// Returns a number and its unit: `1 byte`, `2 bytes`.
@usableFromInline @inline(never)
func byteCount(_ count: Int) -> String { "\(count) \(count == 1 ? "byte" : "bytes")" }

/// Returns the number of bits in `count` octets, or the largest `Int`, which with 32 bits is reached at 256
/// MiB.
package func bitTotal(ofOctets count: Int) -> Int { Int(clamping: Int64(count) * 8) }
