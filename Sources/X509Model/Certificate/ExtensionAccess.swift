import DERKit

// The getters throw DERError if the extension cannot be read, and return nil if it is absent.
extension Array where Element == Certificate.Extension {
    /// Returns the first extension with an identifier, or `nil` if the list lacks it.
    public subscript(_ oid: ASN1ObjectIdentifier) -> Certificate.Extension? { first { $0.oid == oid } }

    /// The names that the certificate is for, RFC 5280 section 4.2.1.6; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var subjectAlternativeName: GeneralNames? {
        get throws(DERError) {
            if case .subjectAlternativeName(let value)? = try decoded(.subjectAlternativeName) {
                value
            } else {
                nil
            }
        }
    }

    /// The constraint that indicates whether the certificate is a CA's, RFC 5280 section 4.2.1.9; `nil` if
    /// the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var basicConstraints: BasicConstraints? {
        get throws(DERError) {
            if case .basicConstraints(let value)? = try decoded(.basicConstraints) { value } else { nil }
        }
    }

    /// The permitted uses of the key, RFC 5280 section 4.2.1.3; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var keyUsage: KeyUsage? {
        get throws(DERError) {
            if case .keyUsage(let value)? = try decoded(.keyUsage) { KeyUsage(named: value) } else { nil }
        }
    }

    /// The purposes of the key, RFC 5280 section 4.2.1.12; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var extendedKeyUsage: ExtendedKeyUsage? {
        get throws(DERError) {
            if case .extendedKeyUsage(let value)? = try decoded(.extendedKeyUsage) { value } else { nil }
        }
    }

    /// The identifier of the certificate's key, RFC 5280 section 4.2.1.2; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var subjectKeyIdentifier: SubjectKeyIdentifier? {
        get throws(DERError) {
            if case .subjectKeyIdentifier(let value)? = try decoded(.subjectKeyIdentifier) {
                value
            } else {
                nil
            }
        }
    }

    /// The identifier of the issuer's key, RFC 5280 section 4.2.1.1; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var authorityKeyIdentifier: AuthorityKeyIdentifier? {
        get throws(DERError) {
            if case .authorityKeyIdentifier(let value)? = try decoded(.authorityKeyIdentifier) {
                value
            } else {
                nil
            }
        }
    }

    /// The locations of the issuer's certificate and OCSP responses, RFC 5280 section 4.2.2.1; `nil` if
    /// the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    public var authorityInfoAccess: [AccessDescription]? {
        get throws(DERError) {
            if case .authorityInfoAccess(let value)? = try decoded(.authorityInfoAccess) {
                value
            } else {
                nil
            }
        }
    }

    /// The names that a CA may issue for, RFC 5280 section 4.2.1.10; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    package var nameConstraints: NameConstraints? {
        get throws(DERError) {
            if case .nameConstraints(let value)? = try decoded(.nameConstraints) { value } else { nil }
        }
    }

    /// The policies of the certificate, RFC 5280 section 4.2.1.4; `nil` if the extension is absent.
    ///
    /// - Throws: ``DERKit/DERError`` if it cannot be read.
    package var certificatePolicies: [PolicyInformation]? {
        get throws(DERError) {
            if case .certificatePolicies(let value)? = try decoded(.certificatePolicies) {
                value
            } else {
                nil
            }
        }
    }

    private func decoded(_ oid: ASN1ObjectIdentifier) throws(DERError) -> ExtensionValue? {
        guard let found = self[oid] else { return nil }
        return try found.decoded
    }
}
