import DERKit

extension Certificate {
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
        public var oid: ASN1ObjectIdentifier { ASN1ObjectIdentifier(checked: input.span.array(layout.oid)) }
        /// A Boolean value that indicates whether a reader that does not know the extension must reject the
        /// certificate.
        public var critical: Bool { layout.critical }
        /// The content of the OCTET STRING: as a rule DER itself.
        public var value: [UInt8] { input.span.array(layout.value) }
        /// Offset of the first octet of ``value`` in the input, as a rule the certificate.
        package var valueOffset: Int { layout.value.lowerBound }
        /// True if `critical` is written out though it has its DEFAULT, FALSE.
        package var hasEncodedDefault: Bool { layout.hasEncodedDefault }

        /// Where the fields are in the input.
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
            let oid = try field("extnID") { () throws(DERError) in
                let element = try fields.next(.objectIdentifier, in: bytes)
                try element.checkObjectIdentifier(in: bytes)
                return element
            }
            let critical = try field("critical") { () throws(DERError) in
                // DER leaves out a field that has its DEFAULT value; FALSE written out is odd but clear.
                try fields.nextIfPresent(.boolean, in: bytes)?.boolean(in: bytes)
            }
            let value = try field("extnValue") { () throws(DERError) in
                try fields.next(.octetString, in: bytes)
            }
            try fields.finish()
            return Layout(
                oid: oid.content, critical: critical ?? false, hasEncodedDefault: critical == false,
                value: value.content)
        }
    }
}

extension Certificate.Extension {
    /// The name that its standard gives the extension, as in `basicConstraints`; nil for an unknown one.
    package var name: String? {
        ASN1ObjectIdentifier.name(ofContent: input.span.extracting(layout.oid))
    }

    /// Adds the identifier in its dotted form to `text`.
    package func appendIdentifier(to text: inout [UInt8]) {
        ASN1ObjectIdentifier.appendText(ofContent: input.span.extracting(layout.oid), to: &text)
    }

    /// True for the type with this identifier.
    func isOf(_ type: ASN1ObjectIdentifier) -> Bool { input[layout.oid].elementsEqual(type.content) }

    /// How the values of the type are read; nil for one that is unknown.
    var type: ExtensionType.Row? {
        ExtensionType.known[content: input.span.extracting(layout.oid)]
    }

    /// Checks that the value is what an extension of this type has; extensions of unknown types pass.
    ///
    /// - Throws: ``DERKit/DERError`` with its offset in the input and the extension's name at the head of its path;
    ///   the certificate is readable all the same.
    public func checkValue() throws(DERError) { _ = try decodedResult.get() }

    /// What the extension says; ``ExtensionValue/other`` if it is of a type that is not read here.
    ///
    /// The reading is strict.
    ///
    /// - Throws: ``DERKit/DERError`` with its offset in the input and the extension's name at the head of its path;
    ///   the certificate is readable all the same.
    package var decoded: ExtensionValue { get throws(DERError) { try decodedResult.get() } }

    package var decodedResult: Result<ExtensionValue, DERError> {
        guard let type else { return .success(.other) }
        var cursor = DERCursor(layout.value)
        do throws(DERError) {
            let value = try type.read(&cursor, input.span)
            try cursor.finish()
            return .success(value)
        } catch {
            return .failure(error.inside(name ?? "\(oid)"))
        }
    }
}

// MARK: Lists of them

extension Certificate.Extension {
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
    static func all(_ range: Range<Int>, in input: [UInt8]) -> [Certificate.Extension] {
        let bytes = input.span
        var cursor = DERCursor(range)
        var result: [Certificate.Extension] = []
        while !cursor.isAtEnd, let layout = try? read(&cursor, in: bytes) {
            result.append(Certificate.Extension(layout, in: input))
        }
        return result
    }
}

extension Certificate.Extension: Hashable {
    /// Equal if identifier, criticality and value are, wherever they are.
    public static func == (one: Certificate.Extension, other: Certificate.Extension) -> Bool {
        one.input[one.layout.oid] == other.input[other.layout.oid] && one.critical == other.critical
            && one.input[one.layout.value] == other.input[other.layout.value]
    }

    /// Hashes identifier, criticality and value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(input[layout.oid])
        hasher.combine(critical)
        hasher.combine(input[layout.value])
    }
}
