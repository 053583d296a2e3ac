/// Why bytes could not be read as DER, and where.
///
/// The path is filled from the inside out: the reader that fails names the byte, and every structure that the
/// error passes on its way up puts its own field name in front.
public struct DERError: Error, Sendable, Hashable {
    /// What went wrong. The raw values are a contract: they are only ever added to.
    public enum Code: String, Sendable, CaseIterable {
        /// The input ends inside a tag or a length.
        case truncated = "truncated"
        /// A length runs past the end of the structure around it, or of the input.
        case lengthOverrun = "length-overrun"
        /// A length has more octets than it needs, X.690 section 10.1.
        case lengthNotMinimal = "length-not-minimal"
        /// A length that no input can hold.
        case lengthTooLarge = "length-too-large"
        /// The indefinite form, which DER forbids, X.690 section 10.1.
        case indefiniteLength = "indefinite-length"
        /// A tag number in more octets than it needs, X.690 section 8.1.2.4.
        case tagNotMinimal = "tag-not-minimal"
        /// A tag number beyond ``DERTag/largestNumber``.
        case tagTooLarge = "tag-too-large"
        /// Another tag than the structure asks for.
        case unexpectedTag = "unexpected-tag"
        /// A field that has to be there is not.
        case missing = "missing"
        /// Bytes after the end of the value.
        case trailingData = "trailing-data"
        /// The content is not a value of its type.
        case invalidValue = "invalid-value"
        /// The value has more than one encoding and this is not the one that DER asks for.
        case notCanonical = "not-canonical"
        /// The value is outside the range that can be represented.
        case outOfRange = "out-of-range"
        /// A limit of the reader was reached.
        case limit = "limit"
    }

    /// What went wrong.
    public let code: Code
    /// Offset, in bytes from the start of the DER, of the octet that shows the problem.
    public let offset: Int
    /// What the rules ask for at this place, in words.
    public let expected: String
    /// What stands there, in words; empty where `expected` says it all.
    public let found: String
    /// Field names from the outside in: `["tbsCertificate", "validity", "notBefore"]`.
    public private(set) var path: [String]

    /// An error at a byte.
    @inline(never)
    public init(_ code: Code, at offset: Int, expected: String, found: String = "", path: [String] = []) {
        self.code = code
        self.offset = offset
        self.expected = expected
        self.found = found
        self.path = path
    }

    /// The same error as seen from the structure that holds the field `name`.
    @inline(never)
    public func inside(_ name: String) -> DERError {
        var outer = self
        outer.path.insert(name, at: 0)
        return outer
    }
}

extension DERError: CustomStringConvertible {
    /// What is wrong, in one sentence without its place.
    public var message: String {
        found.isEmpty ? expected : "\(found), expected \(expected)"
    }

    /// One line that a person can act on: path, what is wrong, offset.
    public var description: String {
        let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        return "\(place)\(message) (offset \(offset))"
    }
}

/// A number of bytes in words: `1 byte`, `2 bytes`.
@usableFromInline @inline(never)
func byteCount(_ count: Int) -> String { "\(count) \(count == 1 ? "byte" : "bytes")" }

/// Number of bits in `count` octets, as far as an `Int` holds it: one of 32 bits ends at 256 MiB.
package func bitTotal(ofOctets count: Int) -> Int { Int(clamping: Int64(count) * 8) }
