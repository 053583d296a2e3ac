/// A series of DER values, together with its bytes, so that an offset cannot be applied to the wrong input.
///
///     var fields = try DERValue(der: data, tag: .sequence).fields
///     let name = try fields.next(.utf8String, "name").string()
///     let count = try fields.nextIfPresent(.integer, "count")?.int64() ?? 1
///     try fields.finish()
///
/// Each read moves the reader forward; after an error, its position is unspecified.
public struct DERReader: Sendable {
    private let input: [UInt8]
    private let path: [String]
    private var cursor: DERCursor

    /// Creates a reader of the values in `der`, which may be a slice. Offsets in errors count from its
    /// first byte.
    public init(_ der: some Collection<UInt8>) {
        let input = Array(der)
        self.init(input, DERCursor(0..<input.count), [])
    }

    fileprivate init(_ input: [UInt8], _ cursor: DERCursor, _ path: [String]) {
        self.input = input
        self.cursor = cursor
        self.path = path
    }

    /// A Boolean value that indicates whether all values have been read.
    public var isAtEnd: Bool { cursor.isAtEnd }

    /// Reads the next value.
    ///
    /// - Parameters:
    ///   - tag: the tag that the value must have; `nil` for any.
    ///   - name: the field's name in ASN.1; errors about the value include it in their path.
    /// - Throws: ``DERError``: `missing` at the end, `unexpectedTag`, or an error about the tag or length.
    public mutating func next(_ tag: DERTag? = nil, _ name: StaticString? = nil) throws(DERError) -> DERValue
    {
        let path = name.map { self.path + ["\($0)"] } ?? path
        let input = input
        do throws(DERError) {
            let element =
                if let tag { try cursor.next(tag, in: input.span) } else { try cursor.next(in: input.span) }
            return DERValue(input, element, path)
        } catch {
            throw error.inside(path)
        }
    }

    /// Reads the next value if it has the given tag, for a field that is OPTIONAL or has a DEFAULT; otherwise
    /// returns `nil` and does not move.
    ///
    /// - Throws: ``DERError`` if the tag or length of the next value is invalid.
    public mutating func nextIfPresent(
        _ tag: DERTag, _ name: StaticString? = nil
    ) throws(DERError) -> DERValue? {
        var ahead = self
        guard !isAtEnd else { return nil }
        let value = try ahead.next(nil, name)
        guard value.tag == tag else { return nil }
        self = ahead
        return value
    }

    /// Checks that no bytes remain.
    ///
    /// - Throws: ``DERError`` with the code `trailingData` if any remain.
    public func finish() throws(DERError) {
        do throws(DERError) { try cursor.finish() } catch { throw error.inside(path) }
    }
}

/// A DER value with its bytes.
///
/// The methods that return a Swift value require the matching universal type, or a tag of another class, such as `[0]`,
/// which they read as IMPLICIT. With such a tag, ``string(as:)`` and ``time(as:)`` require the type as an argument.
/// Offsets in the errors count from the start of the whole input.
public struct DERValue: Sendable, Hashable, CustomStringConvertible {
    private let input: [UInt8]
    private let element: DERElement
    private let path: [String]

    fileprivate init(_ input: [UInt8], _ element: DERElement, _ path: [String]) {
        self.input = input
        self.element = element
        self.path = path
    }

    /// Reads a value that fills `derBytes`, such as a `Data` or a slice of one, to the last byte.
    ///
    /// - Parameters:
    ///   - derBytes: the tag, length and content.
    ///   - tag: the tag that the value must have; `nil` for any.
    /// - Throws: ``DERError`` with the offset in `derBytes`.
    public init(der derBytes: some Collection<UInt8>, tag: DERTag? = nil) throws(DERError) {
        var reader = DERReader(derBytes)
        self = try reader.next(tag)
        try reader.finish()
    }

    /// The tag.
    public var tag: DERTag { element.tag }
    /// The offset of the value in the whole input.
    public var offset: Int { element.start }
    /// The content, without tag and length; for an OCTET STRING, its octets.
    public var bytes: [UInt8] { input.span.array(element.content) }
    /// The tag, length and content.
    public var derBytes: [UInt8] { input.span.array(element.range) }

    /// A reader of the values in the content: the fields of a SEQUENCE, the value in an EXPLICIT tag, or DER in an
    /// OCTET STRING.
    public var fields: DERReader { DERReader(input, DERCursor(contentOf: element), path) }

    /// Returns the values in the content, such as the elements of a SEQUENCE OF or a SET OF.
    ///
    /// - Parameter tag: the tag that each value must have; `nil` for any.
    /// - Throws: ``DERError`` if a value has a different tag, or an invalid tag or length.
    public func members(_ tag: DERTag? = nil) throws(DERError) -> [DERValue] {
        var reader = fields
        var members: [DERValue] = []
        while !reader.isAtEnd { members.append(try reader.next(tag)) }
        return members
    }

    /// Returns the only value in the content, such as the value in an EXPLICIT tag.
    ///
    /// - Throws: ``DERError`` if there is not exactly one value, or if its tag is different.
    public func only(_ tag: DERTag? = nil) throws(DERError) -> DERValue {
        var reader = fields
        let value = try reader.next(tag)
        try reader.finish()
        return value
    }

    /// Returns the value of a BOOLEAN.
    ///
    /// - Throws: ``DERError`` if the value is not a BOOLEAN.
    public func boolean() throws(DERError) -> Bool {
        try read(.boolean) { (element, bytes) throws(DERError) in try element.boolean(in: bytes) }
    }

    /// Returns the value of an INTEGER or ENUMERATED of any size.
    ///
    /// - Throws: ``DERError`` if the value is neither.
    public func integer() throws(DERError) -> DERInteger {
        try read(.integer, .enumerated) { (element, bytes) throws(DERError) in try element.integer(in: bytes)
        }
    }

    /// Returns the value of an INTEGER or ENUMERATED.
    ///
    /// - Throws: ``DERError`` if the value is neither; `outOfRange` if it requires more than 64 bits.
    public func int64() throws(DERError) -> Int64 {
        try read(.integer, .enumerated) { (element, bytes) throws(DERError) in
            try element.smallInteger(in: bytes)
        }
    }

    /// Returns the value of an OBJECT IDENTIFIER.
    ///
    /// - Throws: ``DERError`` if the value is not an OBJECT IDENTIFIER.
    public func objectIdentifier() throws(DERError) -> ASN1ObjectIdentifier {
        try read(.objectIdentifier) { (element, bytes) throws(DERError) in
            try element.objectIdentifier(in: bytes)
        }
    }

    /// Returns the octets of a BIT STRING of whole octets, such as a signature.
    ///
    /// A list of named bits, such as flags, usually has unused bits. To read such a list, use ``bytes``, which begins
    /// with the number of unused bits, followed by the octets.
    ///
    /// - Throws: ``DERError`` if the value is not a BIT STRING or has unused bits.
    public func bitString() throws(DERError) -> [UInt8] {
        try read(.bitString) { (element, bytes) throws(DERError) in
            let string = try element.bitString(in: bytes)
            guard string.unusedBits == 0 else {
                throw DERError(
                    .invalidValue, at: element.contentStart, expected: "none",
                    found: "\(string.unusedBits) unused bits")
            }
            return bytes.array(string.range)
        }
    }

    /// Returns the text of a character string.
    ///
    /// - Parameter type: the tag of the text type, if the value has a different tag, as in `[0] IMPLICIT UTF8String`.
    /// - Throws: ``DERError`` if the value is not a character string.
    public func string(as type: DERTag? = nil) throws(DERError) -> String {
        let value = retagged(type)
        do throws(DERError) {
            if let text = try value.string(in: input.span) { return text }
            throw DERError(.unexpectedTag, at: value.start, expected: "text", found: "\(tag)")
        } catch {
            throw error.inside(path)
        }
    }

    /// Returns the time in a UTCTime or GeneralizedTime, in UTC and without a fraction of a second.
    ///
    /// - Parameter type: the tag of the time type, if the value has a different tag, as in `[0] IMPLICIT
    ///   GeneralizedTime`.
    /// - Throws: ``DERError`` if the value is not a valid UTCTime or GeneralizedTime.
    public func time(as type: DERTag? = nil) throws(DERError) -> DERTime {
        let value = retagged(type)
        do throws(DERError) { return try value.time(in: input.span) } catch { throw error.inside(path) }
    }

    /// Returns the element with the tag `type` in place of its own tag, or unchanged if `type` is `nil`.
    private func retagged(_ type: DERTag?) -> DERElement {
        DERElement(
            tag: type ?? tag, start: element.start, contentStart: element.contentStart, end: element.end)
    }

    private func read<Value>(
        _ types: DERTag..., value: (DERElement, Span<UInt8>) throws(DERError) -> Value
    ) throws(DERError) -> Value {
        do throws(DERError) {
            guard types.contains(tag) || tag.tagClass != .universal else {
                throw DERError(.unexpectedTag, at: element.start, expected: "\(types[0])", found: "\(tag)")
            }
            return try value(element, input.span)
        } catch {
            throw error.inside(path)
        }
    }

    /// Returns whether the tags, lengths and contents are equal, regardless of the values' positions.
    public static func == (one: DERValue, other: DERValue) -> Bool { one.derBytes == other.derBytes }

    /// Hashes the tag, length and content.
    public func hash(into hasher: inout Hasher) { hasher.combine(derBytes) }

    /// The type and the number of content bytes, as in `OCTET STRING, 32 bytes`.
    public var description: String { "\(tag), \(byteCount(element.count))" }
}

extension DERError {
    /// Returns the error with the enclosing fields `names`, outermost first, added to its path.
    fileprivate func inside(_ names: [String]) -> DERError {
        names.reversed().reduce(self) { (error, name) in error.inside(name) }
    }
}
