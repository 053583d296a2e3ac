/// Why bytes could not be read as DER, and where.
///
/// The path is filled from the inside out: the reader that fails sets the offset, and every structure that the
/// error passes on its way up prepends its own field name.
public struct DERError: Error, Sendable, Hashable {
    /// What went wrong. The raw values are a contract: they are only ever added to.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, CaseIterable {
        /// The input ends inside a tag or a length.
        case truncated = "truncated"
        /// A length that runs past the end of the enclosing structure or of the input.
        case lengthOverrun = "length-overrun"
        /// A length has more octets than it needs, X.690 section 10.1.
        case lengthNotMinimal = "length-not-minimal"
        /// A length beyond what any input can hold.
        case lengthTooLarge = "length-too-large"
        /// The indefinite form, which DER forbids, X.690 section 10.1.
        case indefiniteLength = "indefinite-length"
        /// A tag number encoded in more octets than it needs, X.690 section 8.1.2.4.
        case tagNotMinimal = "tag-not-minimal"
        /// A tag number beyond `largestNumber`.
        case tagTooLarge = "tag-too-large"
        /// A tag other than the one the structure requires.
        case unexpectedTag = "unexpected-tag"
        /// A required field that is absent.
        case missing = "missing"
        /// Bytes after the end of the value.
        case trailingData = "trailing-data"
        /// The content is not a value of its type.
        case invalidValue = "invalid-value"
        /// A value that is not in the one encoding that DER allows.
        case notCanonical = "not-canonical"
        /// A value outside the representable range.
        case outOfRange = "out-of-range"
        /// A limit of the reader was exceeded.
        case limit = "limit"
    }

    /// What went wrong.
    public let code: Code
    /// Offset, in bytes from the start of the DER, of the octet at fault.
    public let offset: Int
    /// What was expected at this place, in words; empty if `found` says it all.
    public let expected: String
    /// What is there, in words; empty if it is not reported.
    public let found: String
    /// Field names from the outside in: `["tbsCertificate", "validity", "notBefore"]`.
    public private(set) var path: [String]

    /// Creates an error at a byte.
    @inline(never)
    public init(_ code: Code, at offset: Int, expected: String, found: String = "", path: [String] = []) {
        self.code = code
        self.offset = offset
        self.expected = expected
        self.found = found
        self.path = path
    }

    /// The same error as seen from the structure that holds the field `name`.
    @inline(never) @usableFromInline
    package func inside(_ name: String) -> DERError {
        var outer = self
        outer.path.insert(name, at: 0)
        return outer
    }
}

extension DERError: CustomStringConvertible {
    /// What is wrong, without the place.
    public var message: String {
        let found = code == .unexpectedTag && !found.isEmpty ? "unexpected \(found)" : found
        if found.isEmpty { return expected.isEmpty ? code.rawValue : "expected \(expected)" }
        return expected.isEmpty ? found : "\(found); expected \(expected)"
    }

    /// The path, what is wrong and the offset, on one line.
    public var description: String {
        let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        return "\(place)\(message) (offset \(offset))" + (hint.map { "; \($0)" } ?? "")
    }

    /// What to do about it; `nil` if nothing more can be said.
    public var hint: String? {
        // Two hyphens are the tag and the length of such a value.
        guard code == .unexpectedTag, offset == 0, found == "\(DERTag(word: 0x2000_000d))" else { return nil }
        return "the bytes seem to be PEM, not DER"
    }
}

/// A number of bytes in words: `1 byte`, `2 bytes`.
@usableFromInline @inline(never)
func byteCount(_ count: Int) -> String { "\(count) \(count == 1 ? "byte" : "bytes")" }

/// Number of bits in `count` octets, as far as an `Int` holds it: one of 32 bits ends at 256 MiB.
package func bitTotal(ofOctets count: Int) -> Int { Int(clamping: Int64(count) * 8) }
