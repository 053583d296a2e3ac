import DERKit

/// The decoded value of an extension, with a case for each type that anything but views depends on.
package enum ExtensionValue: Sendable {
    case basicConstraints(BasicConstraints)
    case keyUsage(KeyUsage)
    case extendedKeyUsage(ExtendedKeyUsage)
    case subjectAlternativeName(GeneralNames)
    case subjectKeyIdentifier(SubjectKeyIdentifier)
    case authorityKeyIdentifier(AuthorityKeyIdentifier)
    case nameConstraints(NameConstraints)
    /// An extension of another supported type.
    case described(DescribedValue)
    /// An extension of an unknown type; see ``Certificate/Extension/value``.
    case unknown

    /// The description of the value; `nil` for an unknown type.
    package var described: DescribedValue? {
        switch self {
        case .basicConstraints(let value): value.described
        case .keyUsage(let value): value.described
        case .extendedKeyUsage(let value): value.described
        case .subjectAlternativeName(let value): value.described
        case .subjectKeyIdentifier(let value): value.described
        case .authorityKeyIdentifier(let value): value.described
        case .nameConstraints(let value): value.described
        case .described(let value): value
        case .unknown: nil
        }
    }
}
