import DERKit

/// An extension as it is in a certificate, RFC 5280 section 4.2. Its value is decoded when asked for.
///
///     Extension  ::=  SEQUENCE  {
///          extnID      OBJECT IDENTIFIER,
///          critical    BOOLEAN DEFAULT FALSE,
///          extnValue   OCTET STRING }
public struct Extension: Sendable {
    /// What the extension is.
    public let extnID: ObjectIdentifier
    /// True if a reader that does not know the extension must refuse the certificate.
    public let critical: Bool
    /// The content of the OCTET STRING: as a rule DER itself.
    public let extnValue: [UInt8]
    /// Offset of the first octet of ``extnValue`` in the input, as a rule the certificate.
    public let extnValueOffset: Int
    /// True if `critical` is written out though it has its DEFAULT, FALSE.
    public let hasEncodedDefault: Bool

    /// Where the fields are in the input.
    package struct Layout: Sendable {
        package let extnID: Range<Int>
        package let critical: Bool
        package let hasEncodedDefault: Bool
        package let extnValue: Range<Int>
    }

    package init(_ layout: Layout, in bytes: Span<UInt8>) {
        extnID = ObjectIdentifier(checked: bytes.array(layout.extnID))
        critical = layout.critical
        extnValue = bytes.array(layout.extnValue)
        extnValueOffset = layout.extnValue.lowerBound
        hasEncodedDefault = layout.hasEncodedDefault
    }

    package static func read(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> Layout {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let extnID = try field("extnID") { () throws(DERError) in
            let element = try fields.next(.objectIdentifier, in: bytes)
            try element.checkObjectIdentifier(in: bytes)
            return element
        }
        let critical = try field("critical") { () throws(DERError) in
            // DER leaves out a field that has its DEFAULT value; FALSE written out is odd but clear.
            try fields.nextIfPresent(.boolean, in: bytes)?.boolean(in: bytes)
        }
        let extnValue = try field("extnValue") { () throws(DERError) in
            try fields.next(.octetString, in: bytes)
        }
        try fields.finish()
        return Layout(
            extnID: extnID.content, critical: critical ?? false, hasEncodedDefault: critical == false,
            extnValue: extnValue.content)
    }
}

extension Extension {
    /// The name that its standard gives the extension, as in `basicConstraints`; nil for an unknown one.
    public var name: String? { extnID.name }

    /// What the extension says; ``ExtensionValue/other`` if it is of a type that is not read here.
    ///
    /// The reading is strict. An error has its offset in the input and the extension's name at the head of its
    /// path; the certificate is readable all the same.
    public var decoded: Result<ExtensionValue, DERError> {
        guard let type = ExtensionType.known[extnID] else { return .success(.other) }
        let bytes = extnValue.span
        var cursor = DERCursor(0..<bytes.count)
        do throws(DERError) {
            let value = try type.read(&cursor, bytes)
            try cursor.finish()
            return .success(value)
        } catch {
            let error = DERError(
                error.code, at: extnValueOffset + error.offset, expected: error.expected, found: error.found,
                path: error.path)
            return .failure(error.inside(name ?? "\(extnID)"))
        }
    }
}

// MARK: Lists of them

extension Extension {
    /// Checks every member of Extensions, and returns where they are. Errors in a member carry its position: `[0]`.
    static func checkAll(_ sequence: DERElement, in bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        var members = DERCursor(contentOf: sequence)
        var index = 0
        while !members.isAtEnd {
            do throws(DERError) {
                _ = try read(&members, in: bytes)
            } catch {
                throw error.inside("[\(index)]")
            }
            index += 1
        }
        return sequence.content
    }

    /// The extensions in `range`, which was checked before.
    static func all(_ range: Range<Int>, in input: [UInt8]) -> [Extension] {
        var cursor = DERCursor(range)
        var result: [Extension] = []
        while !cursor.isAtEnd, let layout = try? read(&cursor, in: input.span) {
            result.append(Extension(layout, in: input.span))
        }
        return result
    }
}

extension Extension: Hashable {
    /// Equal if identifier, criticality and value are, wherever they are.
    public static func == (one: Extension, other: Extension) -> Bool {
        one.extnID == other.extnID && one.critical == other.critical && one.extnValue == other.extnValue
    }

    /// Hashes identifier, criticality and value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(extnID)
        hasher.combine(critical)
        hasher.combine(extnValue)
    }
}
