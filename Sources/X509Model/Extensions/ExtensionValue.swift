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
    /// A value that is only displayed.
    case described
    /// An extension of an unknown type; see ``Certificate/Extension/value``.
    case unknown
}

/// A value that occurs in extensions.
protocol ExtensionContent: Sendable {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError)
}

extension Array: ExtensionContent where Element: ExtensionContent {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        self = try cursor.sequence(in: bytes, of: Element.init)
    }
}

extension GeneralName: ExtensionContent {}

extension ExtensionValue {
    /// Reads the value of a type.
    init(
        _ type: ExtensionType, _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) {
        switch type.role {
        case .basicConstraints: self = .basicConstraints(try BasicConstraints(&cursor, in: bytes))
        case .keyUsage: self = .keyUsage(try KeyUsage(&cursor, in: bytes))
        case .extendedKeyUsage: self = .extendedKeyUsage(try ExtendedKeyUsage(&cursor, in: bytes))
        case .subjectAlternativeName:
            self = .subjectAlternativeName(try GeneralName.names(&cursor, in: bytes))
        case .subjectKeyIdentifier: self = .subjectKeyIdentifier(try SubjectKeyIdentifier(&cursor, in: bytes))
        case .authorityKeyIdentifier:
            self = .authorityKeyIdentifier(try AuthorityKeyIdentifier(&cursor, in: bytes))
        case .nameConstraints: self = .nameConstraints(try NameConstraints(&cursor, in: bytes))
        case .described:
            var sink = FieldSink(.none)
            try type.describe(&cursor, bytes, &sink)
            self = .described
        }
    }
}
