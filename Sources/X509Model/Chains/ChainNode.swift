import DERKit

/// A certificate with the properties that determine its place in a chain, computed once.
struct ChainNode {
    let certificate: Certificate
    /// The number of its subject and of its issuer in ``NameNumbers``; `nil` for an empty name.
    let subject: Int?
    let issuer: Int?
    let subjectKeyIdentifier: [UInt8]?
    let authorityKeyIdentifier: AuthorityKeyIdentifier?
    /// The names of the issuer's issuer that the authority key identifier has; `nil` if it has none.
    private let authorityIssuers: [Int]?
    /// A Boolean value that indicates whether other certificates may be below it in a path.
    let canIssue: Bool
    /// A Boolean value that indicates whether its extended key usage, if any, allows a TLS server.
    let canServe: Bool

    init(_ certificate: Certificate, _ names: inout NameNumbers) {
        self.certificate = certificate
        let (issuerName, subjectName) = (certificate.issuer, certificate.subject)
        issuer = issuerName.derBytes.count > 2 ? names.number(issuerName) : nil
        subject = subjectName.derBytes.count > 2 ? names.number(subjectName) : nil
        var key: [UInt8]?
        var authority: AuthorityKeyIdentifier?
        var (mayCertify, maySignServers) = (true, true)
        for member in certificate.extensionList() {
            switch member.type?.role {
            case .subjectKeyIdentifier:
                key = (try? member.decoded(as: SubjectKeyIdentifier.self))?.keyIdentifier ?? key
            case .authorityKeyIdentifier: authority = (try? member.decoded()) ?? authority
            case .keyUsage:
                guard let usage = try? member.decoded(as: KeyUsage.self) else { continue }
                mayCertify = usage.contains(.keyCertSign)
            case .extendedKeyUsage:
                guard let usage = try? member.decoded(as: [ASN1ObjectIdentifier].self) else { continue }
                maySignServers = ChainNode.allowsServers(usage)
            default: continue
            }
        }
        subjectKeyIdentifier = key
        authorityKeyIdentifier = authority
        authorityIssuers = authority?.authorityCertIssuer.map { (found) in
            found.compactMap { if case .directoryName(let name) = $0 { names.number(name) } else { nil } }
        }
        canIssue = mayCertify && certificate.isAuthority
        canServe = maySignServers
    }

    /// Returns whether an extended key usage allows TLS servers.
    static func allowsServers(_ usage: [ASN1ObjectIdentifier]) -> Bool {
        usage.contains { $0 == .serverAuth || $0.name == "anyExtendedKeyUsage" }
    }

    /// Returns whether names and key identifiers allow that `other` issued this certificate.
    func mayBeIssued(by other: ChainNode) -> Bool {
        guard let issuer, issuer == other.subject else { return false }
        guard let authority = authorityKeyIdentifier else { return true }
        if let key = authority.keyIdentifier, let own = other.subjectKeyIdentifier, key != own {
            return false
        }
        if let serial = authority.authorityCertSerialNumber, serial != other.certificate.serialNumber {
            return false
        }
        guard let authorityIssuers, !authorityIssuers.isEmpty else { return true }
        return other.issuer.map(authorityIssuers.contains) ?? false
    }

    /// A Boolean value that indicates whether the certificate says that it is signed by its own key.
    var isSelfSigned: Bool { mayBeIssued(by: self) }
}

extension Certificate {
    /// A Boolean value that indicates whether the subject is a CA, by its basic constraints (RFC 5280 section
    /// 4.2.1.9). A self-issued certificate without extensions is an old root of version 1.
    package var isAuthority: Bool { isCertificateAuthority || tbs.extensions.isEmpty && isSelfIssued }
}
