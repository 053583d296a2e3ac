import DERKit

extension ASN1ObjectIdentifier {
    /// The name of the identifier in its standard, such as `sha256WithRSAEncryption`, `prime256v1`,
    /// `basicConstraints`, `commonName` or `serverAuth`; `nil` if unknown.
    public var name: String? { ASN1ObjectIdentifier.name(ofContent: content.span) }

    /// The name, or the identifier itself if it has no name.
    package var nameOrNumber: String { name ?? description }

    /// Returns the name of the identifier with these content octets, or `nil` if unknown.
    package static func name(ofContent content: Span<UInt8>) -> String? {
        IdentifierTexts.known[content].map {
            String(decoding: IdentifierTexts.known.octets[$0.name], as: UTF8.self)
        }
    }
}

/// The numbers and names of the known identifiers as octets, so that no string is created to write an identifier.
struct IdentifierTexts {
    /// The ranges of the texts in ``octets``.
    struct Entry: Sendable {
        /// The number and the name as JSON fields: `"oid":"2.5.29.14","name":"subjectKeyIdentifier"`.
        let fields: Range<Int>
        let number: Range<Int>
        let name: Range<Int>
    }

    /// The texts of the identifiers in the register and of the extension types.
    static let known = IdentifierTexts()

    private(set) var octets: [UInt8] = []
    private var entries = IdentifierTable<Entry>()

    private init() {
        let register = IdentifierRegister.self
        for rows in [register.attributeTypes, register.algorithms, register.curves, register.others] {
            for row in rows { set(row.identifier, row.number, row.name) }
        }
        for type in ExtensionType.table {
            if let identifier = type.identifier {
                set(identifier, Array("\(type.number)".utf8)[...], "\(type.name)")
            }
        }
    }

    private mutating func set(
        _ identifier: ASN1ObjectIdentifier, _ number: ArraySlice<UInt8>, _ name: String
    ) {
        let start = octets.count
        /// Appends a text, and returns its range.
        func add(_ text: some Sequence<UInt8>) -> Range<Int> {
            let start = octets.count
            octets += text
            return start..<octets.count
        }
        _ = add("\"oid\":\"".utf8)
        let number = add(number)
        _ = add("\",\"name\":\"".utf8)
        let name = add(name.utf8)
        _ = add("\"".utf8)
        entries.set(identifier, Entry(fields: start..<octets.count, number: number, name: name))
    }

    /// Returns the texts of the identifier with these content octets, or `nil` if it is unknown.
    subscript(content: Span<UInt8>) -> Entry? { entries[content: content] }
}

extension FieldSink {
    /// Writes an identifier; readable lines show its name instead if it has one.
    package mutating func oid(_ content: Span<UInt8>) {
        let isName = hasLines
        plain { (text) in
            guard let entry = IdentifierTexts.known[content] else {
                return ASN1ObjectIdentifier.appendText(ofContent: content, to: &text)
            }
            let octets = IdentifierTexts.known.octets
            text.append(octets: octets.span.extracting(isName ? entry.name : entry.number))
        }
    }

    /// Writes an identifier and its name, `{oid, name}`; readable lines show only the name, or only the identifier if
    /// it has no name.
    package mutating func identifier(_ content: Span<UInt8>) {
        guard style == .json else { return oid(content) }
        open("{")
        identifierFields(content)
        close("}")
    }

    /// Writes the fields `oid` and `name` of an identifier in JSON; writes nothing in readable lines.
    package mutating func identifierFields(_ content: Span<UInt8>) {
        guard style == .json else { return }
        if let entry = IdentifierTexts.known[content] {
            let octets = IdentifierTexts.known.octets
            return fields(octets.span.extracting(entry.fields))
        }
        name("oid")
        oid(content)
        name("name")
        null()
    }
}
