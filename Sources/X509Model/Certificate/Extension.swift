import DERKit

extension Certificate {
    /// An extension of a certificate (RFC 5280 section 4.2). Its value is decoded on demand.
    ///
    ///     Extension  ::=  SEQUENCE  {
    ///          extnID      OBJECT IDENTIFIER,
    ///          critical    BOOLEAN DEFAULT FALSE,
    ///          extnValue   OCTET STRING }
    public struct Extension: Sendable {
        private let input: [UInt8]
        private let layout: Layout

        /// Creates an extension from its parts.
        ///
        /// - Parameters:
        ///   - oid: the type of the extension.
        ///   - isCritical: whether a reader that does not know the extension must reject the certificate.
        ///   - value: the content of the OCTET STRING, usually DER.
        public init(_ oid: ASN1ObjectIdentifier, isCritical: Bool = false, value: some Collection<UInt8>) {
            input = oid.content + value
            layout = Layout(
                oid: 0..<oid.content.count, critical: isCritical, hasEncodedDefault: false,
                value: oid.content.count..<input.count)
        }

        /// The DER of the whole extension.
        public var derBytes: [UInt8] {
            DERWriter.bytes { (writer) in
                writer.append(.sequence) { (fields) in
                    fields.append(oid)
                    if isCritical || hasEncodedDefault { fields.append(isCritical) }
                    fields.append(octetString: value)
                }
            }
        }

        /// The type of the extension.
        public var oid: ASN1ObjectIdentifier { ASN1ObjectIdentifier(checked: input.span.array(layout.oid)) }
        /// A Boolean value that indicates whether a reader that does not know the extension must reject the
        /// certificate.
        public var isCritical: Bool { layout.critical }
        /// The content of the OCTET STRING, usually DER.
        public var value: [UInt8] { input.span.array(layout.value) }
        /// The offset of the first octet of ``value`` in the input, usually the certificate.
        package var valueOffset: Int { layout.value.lowerBound }
        /// A Boolean value that indicates whether `critical` is encoded although it has its default value, FALSE.
        package var hasEncodedDefault: Bool { layout.hasEncodedDefault }

        /// The positions of the fields in the input.
        package struct Layout: Sendable {
            package let oid: Range<Int>
            package let critical: Bool
            package let hasEncodedDefault: Bool
            package let value: Range<Int>
        }

        package init(_ layout: Layout, in input: [UInt8]) {
            self.input = input
            self.layout = layout
        }

        package static func read(
            _ cursor: inout DERCursor, in bytes: Span<UInt8>
        ) throws(DERError) -> Layout {
            var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
            let oid = try field("extnID", fields.checkedIdentifier(in: bytes))
            // DER omits a field that has its DEFAULT value; an encoded FALSE is odd but unambiguous.
            let critical = try field(
                "critical", fields.nextIfPresent(.boolean, in: bytes)?.boolean(in: bytes))
            let value = try field("extnValue", fields.next(.octetString, in: bytes))
            try fields.finish()
            return Layout(
                oid: oid, critical: critical ?? false, hasEncodedDefault: critical == false,
                value: value.content)
        }
    }
}

extension Certificate.Extension: Hashable, CustomStringConvertible {
    /// The name of the extension in its standard, such as `basicConstraints`; `nil` for an unknown extension.
    package var name: String? {
        ASN1ObjectIdentifier.name(ofContent: input.span.extracting(layout.oid))
    }

    /// Returns whether the extension has this type.
    func isOf(_ type: ASN1ObjectIdentifier) -> Bool { input[layout.oid].elementsEqual(type.content) }

    /// The type; `nil` if it is not supported.
    var type: ExtensionType? {
        ExtensionType.place(input.span.extracting(layout.oid)).map { ExtensionType.table[$0] }
    }

    /// Checks that the value is valid for the type; extensions of unknown types are accepted.
    ///
    /// - Throws: ``DERKit/DERError`` with the offset in the input and a path that begins with the extension's name; the
    ///   certificate is still readable.
    public func checkValue() throws(DERError) {
        guard let type = ExtensionType.place(input.span.extracting(layout.oid)) else { return }
        var sink = FieldSink(.none)
        try read { (cursor, bytes) throws(DERError) in
            try ExtensionType.table[type].describe(&cursor, bytes, &sink)
        }
    }

    /// Returns the value, which must be of the given type.
    ///
    /// - Throws: the same ``DERKit/DERError`` as ``checkValue()``.
    package func decoded<Content: ExtensionContent>(as _: Content.Type = Content.self) throws(DERError)
        -> Content
    {
        try read { (cursor, bytes) throws(DERError) in try Content(&cursor, in: bytes) }
    }

    private func read<Value>(
        _ read: (inout DERCursor, Span<UInt8>) throws(DERError) -> Value
    ) throws(DERError) -> Value {
        do throws(DERError) {
            return try DERCursor.only(layout.value, in: input.span, read)
        } catch {
            throw error.inside(name ?? "\(oid)")
        }
    }

    /// Writes the identifier, the name and the criticality in JSON: the fields `oid`, `name` and `critical`.
    package func describeType(into sink: inout FieldSink) {
        sink.identifierFields(input.span.extracting(layout.oid))
        sink.bool("critical", isCritical)
    }

    /// The result of writing a value.
    package enum Description {
        case written
        /// The value is not valid for its type, so its octets were written.
        case malformed
        /// The type is unknown, so nothing was written.
        case unknown
    }

    /// Writes the value, in hex if it is malformed.
    package func describeValue(into sink: inout FieldSink) -> Description {
        guard let type = ExtensionType.place(input.span.extracting(layout.oid)) else { return .unknown }
        // The output of a short value is not drained until the value has been read. The output of a long value is
        // drained earlier, so the value is checked first.
        let isLong = layout.value.count > 1 << 16
        if isLong, (try? checkValue()) == nil { return describeMalformed(into: &sink) }
        let (place, drain) = (sink.place, sink.drain)
        if !isLong { sink.drain = nil }
        defer { sink.drain = drain }
        var cursor = DERCursor(layout.value)
        do throws(DERError) {
            try ExtensionType.table[type].describe(&cursor, input.span, &sink)
            try cursor.finish()
            return .written
        } catch {
            sink.takeBack(to: place)
            return describeMalformed(into: &sink)
        }
    }

    private func describeMalformed(into sink: inout FieldSink) -> Description {
        let octets = input.span.extracting(layout.value)
        let isForPeople = sink.hasLines
        sink.plain { (text) in
            if isForPeople { text.append(literal: "malformed: ") }
            text.append(hex: octets)
        }
        return .malformed
    }

    /// Writes the octets of the value in hex.
    package func describeOctets(into sink: inout FieldSink) {
        sink.hex(input.span.extracting(layout.value))
    }

    // MARK: Lists of extensions

    /// Checks every member of Extensions, and returns the range of the members. Errors in a member contain its index:
    /// `[0]`.
    static func checkAll(_ sequence: DERElement, in bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        _ = try DERCursor.forEachMember(of: sequence) { (members) throws(DERError) in
            _ = try read(&members, in: bytes)
        }
        return sequence.content
    }

    /// Returns the extensions in a range that has been checked.
    static func all(_ range: Range<Int>, in input: [UInt8]) -> [Certificate.Extension] {
        var result: [Certificate.Extension] = []
        result.reserveCapacity(range.isEmpty ? 0 : 8)
        for value in ExtensionList(range, in: input) { result.append(value) }
        return result
    }

    /// Returns whether the identifiers, criticality and values are equal.
    public static func == (one: Certificate.Extension, other: Certificate.Extension) -> Bool {
        one.input[one.layout.oid] == other.input[other.layout.oid] && one.isCritical == other.isCritical
            && one.input[one.layout.value] == other.input[other.layout.value]
    }

    /// Hashes the identifier, criticality and value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(octets: input.span.extracting(layout.oid))
        hasher.combine(isCritical)
        hasher.combine(octets: input.span.extracting(layout.value))
    }

    /// The name or identifier, and the size, as in `basicConstraints, critical, 3 bytes`.
    public var description: String {
        "\(name ?? "\(oid)"), \(isCritical ? "critical, " : "")\(layout.value.count) bytes"
    }
}
