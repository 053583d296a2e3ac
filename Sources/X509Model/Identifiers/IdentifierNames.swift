import DERKit

extension ObjectIdentifier {
    /// The name that the defining standard gives the identifier, as in `sha256WithRSAEncryption`, `prime256v1`,
    /// `basicConstraints`, `commonName` or `serverAuth`; nil if it has none here.
    public var name: String? { ObjectIdentifier.names[self] }

    private static let names: [ObjectIdentifier: String] = {
        var names = AttributeTypeNames.fullNames
        for more in [
            algorithmNames, NamedCurve.known.mapValues { $0.name }, extensionNames, registeredNames,
            encryptionNames,
        ] {
            for (identifier, name) in more where names[identifier] == nil { names[identifier] = name }
        }
        return names
    }()
}
