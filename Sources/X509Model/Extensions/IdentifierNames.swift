import DERKit

extension ASN1ObjectIdentifier {
    /// The name of the identifier in its standard, such as `sha256WithRSAEncryption`, `prime256v1`,
    /// `basicConstraints`, `commonName` or `serverAuth`; `nil` if unknown.
    public var name: String? { ASN1ObjectIdentifier.name(ofContent: content.span) }

    /// The name, or the identifier itself if it has no name.
    package var nameOrNumber: String { name ?? description }

    /// Returns the name of the identifier with these content octets, or `nil` if unknown.
    package static func name(ofContent content: Span<UInt8>) -> String? {
        let texts = IdentifierTexts.known
        return texts[content].map { String(decoding: texts.octets[$0.name], as: UTF8.self) }
    }
}

/// The numbers and names of the known identifiers as octets, so that writing one builds nothing.
struct IdentifierTexts {
    /// The places of both texts in ``octets``.
    struct Entry: Sendable {
        let number: Range<Int>
        let name: Range<Int>
    }

    /// The identifiers of the register and of the extensions.
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
                set(identifier, Array(type.number.utf8)[...], "\(type.name)")
            }
        }
    }

    private mutating func set(
        _ identifier: ASN1ObjectIdentifier, _ number: ArraySlice<UInt8>, _ name: String
    ) {
        let start = octets.count
        octets += number
        let middle = octets.count
        octets += name.utf8
        entries.set(identifier, Entry(number: start..<middle, name: middle..<octets.count))
    }

    /// The texts of the identifier with these content octets; `nil` if it is unknown.
    subscript(content: Span<UInt8>) -> Entry? { entries[content: content] }
}

extension FieldSink {
    /// Writes an identifier; people see its name.
    package mutating func oid(_ content: Span<UInt8>) {
        guard style != .none else { return }
        let texts = IdentifierTexts.known
        oid(content, texts[content], texts)
    }

    /// Writes an identifier and its name, `{oid, name}`; people see its name.
    package mutating func identifier(_ content: Span<UInt8>) {
        guard style == .json else { return oid(content) }
        open("{")
        identifierFields(content)
        close("}")
    }

    /// Writes the fields `oid` and `name` of an identifier; JSON only.
    package mutating func identifierFields(_ content: Span<UInt8>) {
        guard style == .json else { return }
        let texts = IdentifierTexts.known
        let entry = texts[content]
        name("oid")
        oid(content, entry, texts)
        name("name")
        guard let entry else { return null() }
        plain { $0.append(octets: texts.octets.span.extracting(entry.name)) }
    }

    private mutating func oid(
        _ content: Span<UInt8>, _ entry: IdentifierTexts.Entry?, _ texts: IdentifierTexts
    ) {
        let isName = hasLines
        plain { (text) in
            guard let entry else { return ASN1ObjectIdentifier.appendText(ofContent: content, to: &text) }
            text.append(octets: texts.octets.span.extracting(isName ? entry.name : entry.number))
        }
    }
}
