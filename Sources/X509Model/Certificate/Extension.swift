import DERKit

/// An extension as it is in a certificate, RFC 5280 section 4.2. Its value is decoded when asked for.
///
///     Extension  ::=  SEQUENCE  {
///          extnID      OBJECT IDENTIFIER,
///          critical    BOOLEAN DEFAULT FALSE,
///          extnValue   OCTET STRING }
public struct Extension: Sendable {
    private let input: [UInt8]
    private let layout: Layout

    /// What the extension is.
    public var extnID: ObjectIdentifier { ObjectIdentifier(checked: input.span.array(layout.extnID)) }
    /// True if a reader that does not know the extension must refuse the certificate.
    public var critical: Bool { layout.critical }
    /// The content of the OCTET STRING: as a rule DER itself.
    public var extnValue: [UInt8] { input.span.array(layout.extnValue) }
    /// Offset of the first octet of ``extnValue`` in the input, as a rule the certificate.
    public var extnValueOffset: Int { layout.extnValue.lowerBound }
    /// True if `critical` is written out though it has its DEFAULT, FALSE.
    public var hasEncodedDefault: Bool { layout.hasEncodedDefault }

    /// Where the fields are in the input.
    package struct Layout: Sendable {
        package let extnID: Range<Int>
        package let critical: Bool
        package let hasEncodedDefault: Bool
        package let extnValue: Range<Int>
    }

    package init(_ layout: Layout, in input: [UInt8]) {
        self.input = input
        self.layout = layout
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
    public var name: String? {
        ObjectIdentifier.name(ofContent: input.span.extracting(layout.extnID))
    }

    /// Adds the identifier in its dotted form to `text`.
    package func appendIdentifier(to text: inout [UInt8]) {
        ObjectIdentifier.appendText(ofContent: input.span.extracting(layout.extnID), to: &text)
    }

    /// True for the type with these content octets of its identifier.
    func isOf(_ identifier: [UInt8]) -> Bool { input[layout.extnID].elementsEqual(identifier) }

    /// How the values of the type are read; nil for one that is unknown.
    var type: ExtensionType.Row? {
        ExtensionType.known[content: input.span.extracting(layout.extnID)]
    }

    /// What the extension says; ``ExtensionValue/other`` if it is of a type that is not read here.
    ///
    /// The reading is strict. An error has its offset in the input and the extension's name at the head of its
    /// path; the certificate is readable all the same.
    public var decoded: Result<ExtensionValue, DERError> {
        guard let type else { return .success(.other) }
        var cursor = DERCursor(layout.extnValue)
        do throws(DERError) {
            let value = try type.read(&cursor, input.span)
            try cursor.finish()
            return .success(value)
        } catch {
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
        let bytes = input.span
        var cursor = DERCursor(range)
        var result: [Extension] = []
        while !cursor.isAtEnd, let layout = try? read(&cursor, in: bytes) {
            result.append(Extension(layout, in: input))
        }
        return result
    }
}

extension Extension: Hashable {
    /// Equal if identifier, criticality and value are, wherever they are.
    public static func == (one: Extension, other: Extension) -> Bool {
        one.input[one.layout.extnID] == other.input[other.layout.extnID] && one.critical == other.critical
            && one.input[one.layout.extnValue] == other.input[other.layout.extnValue]
    }

    /// Hashes identifier, criticality and value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(input[layout.extnID])
        hasher.combine(critical)
        hasher.combine(input[layout.extnValue])
    }
}
