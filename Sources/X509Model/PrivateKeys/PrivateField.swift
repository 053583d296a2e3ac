import DERKit

// What every reader of a private key goes by. Private octets are read past and never copied, and no error says
// what they are: a length or a tag that is read at the wrong place would be private too.

extension DERCursor {
    /// Reads past an INTEGER of a private key.
    mutating func skipPrivateInteger(in bytes: Span<UInt8>) throws(DERError) {
        try next(.integer, in: bytes).checkInteger(in: bytes)
    }
}

extension DERError {
    /// The same error without any byte of the input in its words: its code, its place, and the rule.
    package var withoutContent: DERError {
        let rule =
            switch code {
            case .truncated: "the object ends inside a tag or a length"
            case .lengthOverrun: "a length runs past the end of what is around it"
            case .lengthNotMinimal: "a length has more octets than it needs"
            case .lengthTooLarge: "a length is too large"
            case .indefiniteLength: "an indefinite length, which DER does not have"
            case .tagNotMinimal: "a tag number has more octets than it needs"
            case .tagTooLarge: "a tag number is too large"
            case .unexpectedTag: "another value than belongs at this place"
            case .missing: "a field is missing"
            case .trailingData: "bytes after the end"
            case .invalidValue: "not a value of its type"
            case .notCanonical: "a value that is not encoded as DER asks for"
            case .outOfRange: "a value is out of range"
            case .limit: expected.isEmpty ? "a limit of the reader was reached" : expected
            }
        return DERError(code, at: offset, expected: rule, path: path)
    }

    /// Runs a reader of a private key, and keeps the input out of its errors.
    static func withoutContent<Value>(_ read: () throws(DERError) -> Value) throws(DERError) -> Value {
        do throws(DERError) {
            return try read()
        } catch {
            throw error.withoutContent
        }
    }
}
