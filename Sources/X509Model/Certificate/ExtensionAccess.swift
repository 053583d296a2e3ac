import DERKit

// The getters throw DERError if the extension cannot be read, and return nil if it is absent.
extension Array where Element == Certificate.Extension {
    /// Returns the first extension with an identifier, or `nil` if the list lacks it.
    public subscript(_ oid: ASN1ObjectIdentifier) -> Certificate.Extension? { first { $0.oid == oid } }

    /// The names that the certificate is for, RFC 5280 section 4.2.1.6; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var subjectAlternativeName: GeneralNames? {
        get throws(DERError) { try decoded(.subjectAlternativeName) }
    }

    /// The constraint that indicates whether the certificate is a CA's, RFC 5280 section 4.2.1.9; `nil` if
    /// the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var basicConstraints: BasicConstraints? {
        get throws(DERError) { try decoded(.basicConstraints) }
    }

    /// The permitted uses of the key, RFC 5280 section 4.2.1.3; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var keyUsage: KeyUsage? {
        get throws(DERError) { try decoded(.keyUsage) }
    }

    /// The purposes of the key, RFC 5280 section 4.2.1.12; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var extendedKeyUsage: ExtendedKeyUsage? {
        get throws(DERError) { try decoded(.extendedKeyUsage) }
    }

    /// The identifier of the certificate's key, RFC 5280 section 4.2.1.2; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var subjectKeyIdentifier: SubjectKeyIdentifier? {
        get throws(DERError) { try decoded(.subjectKeyIdentifier) }
    }

    /// The identifier of the issuer's key, RFC 5280 section 4.2.1.1; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var authorityKeyIdentifier: AuthorityKeyIdentifier? {
        get throws(DERError) { try decoded(.authorityKeyIdentifier) }
    }

    /// The locations of the issuer's certificate and OCSP responses, RFC 5280 section 4.2.2.1; `nil` if
    /// the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var authorityInfoAccess: [AccessDescription]? {
        get throws(DERError) { try decoded(.authorityInfoAccess) }
    }

    /// The names that a CA may issue for, RFC 5280 section 4.2.1.10; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    package var nameConstraints: NameConstraints? {
        get throws(DERError) { try decoded(.nameConstraints) }
    }

    private func decoded<Content: ExtensionContent>(_ oid: ASN1ObjectIdentifier) throws(DERError) -> Content?
    {
        guard let found = self[oid] else { return nil }
        return try found.decoded(as: Content.self)
    }
}
