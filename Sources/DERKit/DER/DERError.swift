/// An error that a DER reader throws.
///
/// The path is filled from the inside out: the reader that fails sets the offset, and every structure that the
/// error passes on its way up prepends its own field name.
public struct DERError: Error, Sendable, Hashable, CustomStringConvertible {
    private struct Fields: Sendable, Hashable {
        let code: IssueCode
        let offset: Int
        let expected: String
        let found: String
        var path: [String]
    }
    private let fields: Boxed<Fields>

    /// The kind of error.
    public var code: IssueCode { fields.value.code }
    /// The offset of the invalid octet, in bytes from the start of the DER.
    public var offset: Int { fields.value.offset }
    /// A description of the expected value; empty if ``found`` is sufficient.
    package var expected: String { fields.value.expected }
    /// A description of the value in the input; empty if it is not reported.
    package var found: String { fields.value.found }
    /// The names of the enclosing fields, outermost first: `["tbsCertificate", "validity", "notBefore"]`.
    public var path: [String] { fields.value.path }

    private init(_ fields: Fields) { self.fields = .value(fields) }

    /// Creates an error at a byte.
    @inline(never)
    public init(_ code: IssueCode, at offset: Int, expected: String, found: String = "", path: [String] = [])
    {
        self.init(Fields(code: code, offset: offset, expected: expected, found: found, path: path))
    }

    /// Returns the error with the enclosing field `name` added to its path.
    @inline(never) @usableFromInline
    package func inside(_ name: String) -> DERError {
        var outer = fields.value
        outer.path.insert(name, at: 0)
        return DERError(outer)
    }

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
        // DER readers take the two hyphens at the start of PEM for this tag and a length.
        guard code == .unexpectedTag, offset == 0, found == "\(DERTag(word: 0x2000_000d))" else { return nil }
        return "the bytes seem to be PEM, not DER"
    }
}

/// Returns a number and its unit: `1 byte`, `2 bytes`.
@usableFromInline @inline(never)
package func byteCount(_ count: Int) -> String { "\(count) \(count == 1 ? "byte" : "bytes")" }

/// Returns the number of bits in `count` octets, but at most `Int.max`, which a 32-bit `Int` reaches at 256 MiB.
package func bitTotal(ofOctets count: Int) -> Int { Int(clamping: Int64(count) * 8) }

/// A value on the heap, for the fields of an error.
///
/// Each `try` that an error passes through copies the error; a box is only one pointer.
package indirect enum Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    case value(Value)

    package var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}

/// Reads a field, and prepends its name to the path of any error.
///
/// The name is converted to a string only if an error occurs.
///
/// - Parameters:
///   - name: the name of the field in the ASN.1.
///   - read: a closure that reads the field.
/// - Throws: any error from `read`, with the name in its path.
@inlinable @inline(__always)
package func field<Value>(
    _ name: StaticString, _ read: () throws(DERError) -> Value
) throws(DERError) -> Value {
    do throws(DERError) {
        return try read()
    } catch {
        throw error.inside("\(name)")
    }
}

/// Reads a field with one expression, and prepends the field's name to the path of any error.
@inlinable @inline(__always)
package func field<Value>(
    _ name: StaticString, _ read: @autoclosure () throws(DERError) -> Value
) throws(DERError) -> Value {
    try field(name, { () throws(DERError) in try read() })
}
