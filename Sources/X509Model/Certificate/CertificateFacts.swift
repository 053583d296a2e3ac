import DERKit

/// Facts about a certificate as a whole, found by reading its extensions once, without creating a
/// ``Certificate/Extension`` for any of them.
package struct CertificateFacts: Sendable {
    package let certificate: Certificate
    package let notBefore: Result<DERTime, DERError>
    package let notAfter: Result<DERTime, DERError>
    package let publicKeyResult: Result<Certificate.PublicKey, DERError>
    /// A Boolean value that indicates whether the basic constraints say that the certificate belongs to a CA.
    package private(set) var isCA = false
    /// The range of the value of the first readable subject alternative name extension.
    private var subjectAlternativeName: Range<Int>?
    /// The first host name in the first subject alternative name extension; `nil` if the extension is malformed or has
    /// none.
    private var firstHost: DERElement?
    private var subjectKey: Range<Int>?
    private var authorityKey: Range<Int>?
    /// A Boolean value that indicates whether there is a subject alternative name extension, readable or not.
    private(set) var hasNames = false
    /// A Boolean value that indicates whether an extended key usage does not allow TLS servers.
    private(set) var isForOthers = false
    /// The oddities that notes report. Oddities are rare; the extensions are read again only if there are any.
    private(set) var oddities: Oddities = []

    struct Oddities: OptionSet {
        let rawValue: UInt8
        static let duplicate = Oddities(rawValue: 1)
        static let encodedDefault = Oddities(rawValue: 2)
        static let malformed = Oddities(rawValue: 4)
        static let foreignCharacters = Oddities(rawValue: 8)
    }

    package init(_ certificate: Certificate) {
        self.certificate = certificate
        let bytes = certificate.derBytes.span
        let validity = certificate.tbs.validity
        notBefore = Result { () throws(DERError) in try validity.notBefore.time(in: bytes) }
        notAfter = Result { () throws(DERError) in try validity.notAfter.time(in: bytes) }
        publicKeyResult = certificate.subjectPublicKeyInfo.publicKeyResult
        var cursor = DERCursor(certificate.tbs.extensions)
        var (seen, check) = (SeenExtensions(), FieldSink(.none))
        // Each extension was checked when the certificate was read, so none fails here.
        while !cursor.isAtEnd, let layout = try? Certificate.Extension.read(&cursor, in: bytes) {
            let place = ExtensionType.place(bytes.extracting(layout.oid))
            if !seen.insert(layout.oid, place, in: bytes) { oddities.insert(.duplicate) }
            if layout.hasEncodedDefault { oddities.insert(.encodedDefault) }
            if let place { add(place, layout.value, in: bytes, &check) }
        }
    }

    private mutating func add(
        _ type: Int, _ value: Range<Int>, in bytes: Span<UInt8>, _ check: inout FieldSink
    ) {
        let role = ExtensionType.table[type].role
        do throws(DERError) {
            var cursor = DERCursor(value)
            try ExtensionType.table[type].describe(&cursor, bytes, &check)
            try cursor.finish()
            try addFacts(role, value, in: bytes)
        } catch {
            oddities.insert(.malformed)
        }
        if role == .subjectAlternativeName { hasNames = true }
    }

    /// Adds the facts from a value that has been checked.
    private mutating func addFacts(
        _ role: ExtensionType.Role, _ value: Range<Int>, in bytes: Span<UInt8>
    ) throws(DERError) {
        var cursor = DERCursor(value)
        switch role {
        case .basicConstraints:
            var fields = DERCursor(contentOf: try cursor.next(in: bytes))
            guard let element = try fields.nextIfPresent(.boolean, in: bytes) else { return }
            if try element.boolean(in: bytes) { isCA = true } else { oddities.insert(.encodedDefault) }
        case .subjectKeyIdentifier: subjectKey = try cursor.next(in: bytes).content
        case .authorityKeyIdentifier:
            var fields = DERCursor(contentOf: try cursor.next(in: bytes))
            authorityKey = try fields.nextIfPresent(.contextPrimitive(0), in: bytes)?.content
        case .subjectAlternativeName:
            if subjectAlternativeName == nil { subjectAlternativeName = value }
            var names = DERCursor(contentOf: try cursor.next(in: bytes))
            if try GeneralName.hasForeignCharacters(names, in: bytes) { oddities.insert(.foreignCharacters) }
            while !hasNames, firstHost == nil, !names.isAtEnd {
                let name = try names.next(in: bytes)
                if name.tag == .contextPrimitive(2) { firstHost = name }
            }
        case .extendedKeyUsage:
            var purposes = DERCursor(contentOf: try cursor.next(in: bytes))
            while !purposes.isAtEnd {
                let purpose = bytes.extracting(try purposes.next(in: bytes).content)
                if purpose.isEqual(to: ASN1ObjectIdentifier.serverAuth.content)
                    || purpose.isEqual(to: ASN1ObjectIdentifier.anyExtendedKeyUsage.content)
                {
                    return
                }
            }
            isForOthers = true
        case .keyUsage, .nameConstraints, .described: return
        }
    }

    /// A Boolean value that indicates whether the certificate claims to be signed by its own key: it is self-issued,
    /// and its subject and authority key identifiers, if both are present, are equal. The signature is not checked.
    package var isSelfSigned: Bool {
        guard certificate.isSelfIssued else { return false }
        guard let subjectKey, let authorityKey else { return true }
        let bytes = certificate.derBytes.span
        return bytes.extracting(subjectKey).isEqual(to: bytes.extracting(authorityKey))
    }

    /// A Boolean value that indicates whether the certificate belongs to a CA, as in ``Certificate/isAuthority``.
    package var isAuthority: Bool { isCA || certificate.tbs.extensions.isEmpty && certificate.isSelfIssued }

    /// Writes a short, readable name that is safe to display: for a server, its first host name; otherwise, the last
    /// common name or, if there is none, the subject.
    package func describeTitle(into sink: inout FieldSink) {
        let bytes = certificate.derBytes.span
        if !isAuthority, let firstHost {
            return describe(firstHost, into: &sink) { IA5Text(bytes.array(firstHost.content)).text }
        }
        let name = DistinguishedName.lastValue(.commonName, in: certificate.tbs.subject, of: bytes)
        if let name, let text = try? name.string(in: bytes) {
            return describe(name, into: &sink) { text }
        }
        sink.string { DistinguishedName.appendText(of: certificate.tbs.subject, in: bytes, to: &$0) }
    }

    private func describe(_ element: DERElement, into sink: inout FieldSink, _ text: () -> String) {
        let octets = certificate.derBytes.span.extracting(element.content)
        switch element.tag {
        case .bmpString, .universalString: break
        default: if octets.isPlainText { return sink.plain { $0.append(octets: octets) } }
        }
        sink.string(escapedForDisplay(text()))
    }

    /// Writes the list of names in the first readable subject alternative name extension; an empty list if there is
    /// none.
    package func describeNames(into sink: inout FieldSink) {
        guard let subjectAlternativeName else {
            sink.open("[")
            return sink.close("]")
        }
        var cursor = DERCursor(subjectAlternativeName)
        // The value was checked when the facts were found, so nothing fails here.
        try? sink.list(&cursor, in: certificate.derBytes.span, of: GeneralName.describe)
    }
}

/// The types of the extensions seen so far: known types as bits, others by their identifiers.
private struct SeenExtensions {
    private var known: UInt64 = 0
    private var others: Set<ASN1ObjectIdentifier> = []

    /// Adds a type; returns `false` if it was seen before.
    ///
    /// - Parameter place: the index of the type in the table of types; `nil` for an unknown type.
    mutating func insert(_ oid: Range<Int>, _ place: Int?, in bytes: Span<UInt8>) -> Bool {
        guard let place else {
            return others.insert(ASN1ObjectIdentifier(checked: bytes.array(oid))).inserted
        }
        let bit = UInt64(1) << UInt64(place)
        defer { known |= bit }
        return known & bit == 0
    }
}

extension Certificate {
    /// A Boolean value that indicates whether the certificate belongs to a CA according to its basic constraints.
    public var isCertificateAuthority: Bool {
        extensionList(of: [.basicConstraints]).contains {
            (try? $0.decoded(as: BasicConstraints.self))?.isCertificateAuthority ?? false
        }
    }

    /// A Boolean value that indicates whether issuer and subject are the same nonempty name, compared octet by octet.
    /// The signature is not verified.
    public var isSelfIssued: Bool {
        let bytes = derBytes.span
        return tbs.subject.count > 2
            && bytes.extracting(tbs.issuer).isEqual(to: bytes.extracting(tbs.subject))
    }
}
