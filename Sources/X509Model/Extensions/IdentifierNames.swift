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
        var names = AttributeTypeNames.fullNames
        func add(_ identifier: ASN1ObjectIdentifier, _ name: String) {
            if names[identifier] == nil { names.set(identifier, name) }
        }
        algorithmNames.forEach(add)
        NamedCurve.known.forEach { (identifier, curve) in add(identifier, curve.name) }
        ExtensionType.known.forEach { (identifier, type) in add(identifier, type.name) }
        registeredNames.forEach(add)
        return names
    }()
}
