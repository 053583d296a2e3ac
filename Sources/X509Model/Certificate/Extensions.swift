import DERKit

extension Certificate {
    /// The extensions of a certificate or a request, in order, with a property for each common type.
    ///
    /// Each property is `nil` if its extension is absent, and throws ``DERKit/DERError`` if the extension cannot be
    /// read.
    ///
    ///     try certificate.extensions.basicConstraints?.isCertificateAuthority
    ///     certificate.extensions[oid]?.value
    public struct Extensions: Sendable, Hashable {
        private let members: [Certificate.Extension]

        /// Creates a list of extensions, for example for a request.
        public init(_ members: some Sequence<Certificate.Extension>) { self.members = Array(members) }

        /// Reads a list of extensions that fills `derBytes`, as in the extensionRequest attribute.
        ///
        /// - Throws: ``DERKit/DERError`` with the offset in `derBytes`.
        public init(der derBytes: some Collection<UInt8>) throws(DERError) {
            let input = Array(derBytes)
            let range = try DERCursor.only(input.indices, in: input.span) {
                (cursor, bytes) throws(DERError) in
                try Extension.checkAll(cursor.next(.sequence, in: bytes), in: bytes)
            }
            members = Extension.all(range, in: input)
        }

        /// The extensions as DER: a SEQUENCE OF Extension.
        public var derBytes: [UInt8] {
            DERWriter.bytes { (writer) in
                writer.append(.sequence) { (list) in
                    for member in members { list.append(encoded: member.derBytes) }
                }
            }
        }
    }
}

extension Certificate.Extensions: RandomAccessCollection, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// Creates a list of extensions.
    public init(arrayLiteral members: Certificate.Extension...) { self.init(members) }

    /// The first index, 0.
    public var startIndex: Int { 0 }
    /// The number of extensions.
    public var endIndex: Int { members.count }
    /// Returns the extension at an index.
    public subscript(_ place: Int) -> Certificate.Extension { members[place] }

    /// Returns the first extension with the given identifier, or `nil` if there is none.
    public subscript(_ oid: ASN1ObjectIdentifier) -> Certificate.Extension? { first { $0.oid == oid } }

    /// The names for which the certificate was issued (RFC 5280 section 4.2.1.6); `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var subjectAlternativeName: [GeneralName]? {
        get throws(DERError) { try decoded(.subjectAlternativeName) }
    }

    /// The basic constraints, which say whether the certificate belongs to a CA (RFC 5280 section 4.2.1.9); `nil` if
    /// the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var basicConstraints: BasicConstraints? {
        get throws(DERError) { try decoded(.basicConstraints) }
    }

    /// The permitted uses of the key (RFC 5280 section 4.2.1.3); `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var keyUsage: KeyUsage? {
        get throws(DERError) { try decoded(.keyUsage) }
    }

    /// The purposes of the key (RFC 5280 section 4.2.1.12); `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var extendedKeyUsage: [ASN1ObjectIdentifier]? {
        get throws(DERError) { try decoded(.extendedKeyUsage) }
    }

    /// The identifier of the certificate's key (RFC 5280 section 4.2.1.2); `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var subjectKeyIdentifier: [UInt8]? {
        get throws(DERError) {
            try decoded(.subjectKeyIdentifier, as: SubjectKeyIdentifier.self)?.keyIdentifier
        }
    }

    /// The identifier of the issuer's key (RFC 5280 section 4.2.1.1); `nil` if the extension or the identifier is
    /// absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var authorityKeyIdentifier: [UInt8]? {
        get throws(DERError) {
            try decoded(.authorityKeyIdentifier, as: AuthorityKeyIdentifier.self)?.keyIdentifier
        }
    }

    /// The locations of the issuer's certificate and OCSP responder (RFC 5280 section 4.2.2.1); `nil` if the extension
    /// is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var authorityInfoAccess: [AccessDescription]? {
        get throws(DERError) { try decoded(.authorityInfoAccess) }
    }

    /// The names that a CA may certify (RFC 5280 section 4.2.1.10); `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var nameConstraints: NameConstraints? {
        get throws(DERError) { try decoded(.nameConstraints) }
    }

    /// The locations of the revocation lists (RFC 5280 section 4.2.1.13); `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var crlDistributionPoints: [DistributionPoint]? {
        get throws(DERError) { try decoded(.crlDistributionPoints) }
    }

    /// The policies under which the certificate was issued (RFC 5280 section 4.2.1.4); `nil` if the extension is
    /// absent.
    ///
    /// - Throws: ``DERKit/DERError`` if the extension cannot be read.
    public var certificatePolicies: [PolicyInformation]? {
        get throws(DERError) { try decoded(.certificatePolicies) }
    }

    private func decoded<Content: ExtensionContent>(
        _ oid: ASN1ObjectIdentifier, as type: Content.Type = Content.self
    ) throws(DERError) -> Content? {
        guard let found = self[oid] else { return nil }
        return try found.decoded(as: type)
    }

    /// The names or identifiers of the extensions, separated by commas.
    public var description: String { members.map { $0.name ?? "\($0.oid)" }.joined(separator: ", ") }
}

/// The extensions of a certificate, a request or a revocation list. Each extension is read during iteration, so that a
/// long list needs no extra memory.
package struct ExtensionList: Sequence, IteratorProtocol, Sendable {
    private let input: [UInt8]
    private var cursor: DERCursor
    private let types: [ASN1ObjectIdentifier]

    /// Creates a list of the extensions in `range`.
    ///
    /// - Parameters:
    ///   - range: the content of the SEQUENCE OF in `input`, which has been checked.
    ///   - types: the types of the extensions to include; empty for all.
    init(_ range: Range<Int>, in input: [UInt8], of types: [ASN1ObjectIdentifier] = []) {
        self.input = input
        cursor = DERCursor(range)
        self.types = types
    }

    package mutating func next() -> Certificate.Extension? {
        // Each extension was checked when the object was read, so none fails here.
        let input = input
        while !cursor.isAtEnd, let layout = try? Certificate.Extension.read(&cursor, in: input.span) {
            let value = Certificate.Extension(layout, in: input)
            if types.isEmpty || types.contains(where: value.isOf) { return value }
        }
        return nil
    }
}
