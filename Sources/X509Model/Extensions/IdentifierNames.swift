import DERKit

extension ASN1ObjectIdentifier {
    /// The name of the identifier in its standard, such as `sha256WithRSAEncryption`, `prime256v1`,
    /// `basicConstraints`, `commonName` or `serverAuth`; `nil` if unknown.
    public var name: String? { ASN1ObjectIdentifier.names[self] }

    /// The name, or the identifier itself if it has no name.
    package var nameOrNumber: String { name ?? description }

    /// Returns the name of the identifier with these content octets, or `nil` if unknown.
    package static func name(ofContent content: Span<UInt8>) -> String? { names[content: content] }

    private static let names: IdentifierTable<String> = {
        let register = IdentifierRegister.self
        let rows = register.attributeTypes + register.algorithms + register.curves + register.others
        var names = rows.byIdentifier { $0.name }
        ExtensionType.known.forEach { (identifier, type) in names.set(identifier, type.name) }
        return names
    }()
}
