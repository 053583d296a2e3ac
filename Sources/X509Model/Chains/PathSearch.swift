import DERKit

/// Finds the certificates that may have issued others, and the resulting paths.
///
/// Certificates are looked up in tables by name and key identifier, so the work is proportional to their number. The
/// number of paths may grow faster and is therefore limited.
struct PathSearch {
    /// The nodes of the paths: the given certificates, then the roots.
    let nodes: [ChainNode]
    private(set) var duplicates: [(place: Int, first: Int)] = []
    private let givenCount: Int
    /// The indexes of the nodes that have a subject, without duplicates, by subject and key identifier.
    private var bySubject: [Int: [[UInt8]?: [Int]]] = [:]
    /// For each node, a number that identifies its subject and key. No number may occur twice in a path (RFC 4158
    /// section 5.2).
    private var entities: [Int] = []
    /// The indexes of the nodes that are roots or are equal to a root.
    private var anchors: Set<Int> = []
    /// The remaining number of operations, each of which examines a candidate or adds a member to a path.
    private var budget: Int

    /// The maximum number of paths.
    static let maximumPaths = 256

    struct Found {
        var paths: [CertificatePaths.Path] = []
        var hasMore = false
    }

    init(_ given: [Certificate], roots: [Certificate]) {
        var names = NameNumbers()
        var nodes: [ChainNode] = []
        var places: [Certificate: Int] = [:]
        var entities: [Entity: Int] = [:]
        givenCount = given.count
        budget = 1_000_000 + 16 * (given.count + roots.count)
        for (place, certificate) in (given + roots).enumerated() {
            let node = ChainNode(certificate, &names)
            nodes.append(node)
            let entity = Entity(subject: node.subject, key: certificate.subjectPublicKeyInfo.derBytes)
            let number = entities[entity] ?? entities.count
            entities[entity] = number
            self.entities.append(number)
            if let first = places[certificate] {
                if place < given.count { duplicates.append((place, first)) } else { anchors.insert(first) }
                continue
            }
            places[certificate] = place
            if place >= given.count { anchors.insert(place) }
            guard let subject = node.subject else { continue }
            bySubject[subject, default: [:]][node.subjectKeyIdentifier, default: []].append(place)
        }
        self.nodes = nodes
    }

    private struct Entity: Hashable {
        let subject: Int?
        let key: [UInt8]
    }

    // MARK: The server's certificate

    /// Returns the certificates that may be the server's own, and the certificates at which paths begin.
    mutating func starts(host: ServerName?) -> (leaves: [Int], starts: [Int]) {
        let isDuplicate = Set(duplicates.map { $0.place })
        let unique = (0..<givenCount).filter { !isDuplicate.contains($0) }
        var leaves = unique.filter { !nodes[$0].certificate.isAuthority }
        if let host {
            let named = { (place: Int) in nodes[place].certificate.identifies(host) == true }
            let own = leaves.filter(named)
            // A development certificate often belongs to both a CA and a server.
            let found = own.isEmpty ? unique.filter(named) : own
            if !found.isEmpty { leaves = found }
        }
        if leaves.count > 1 {
            let able = leaves.filter { nodes[$0].certificate.canServe }
            if !able.isEmpty { leaves = able }
        }
        guard leaves.count != 1 else { return (leaves, leaves) }
        var issuers: Set<Int> = []
        for place in unique {
            issuers.formUnion(candidates(place))
        }
        let ends = (leaves.isEmpty ? unique : leaves).filter { !issuers.contains($0) }
        guard leaves.isEmpty else { return ends.isEmpty ? (leaves, leaves) : (ends, ends) }
        // All certificates belong to CAs. One that names a server, or a single self-signed one, may also belong to a
        // server.
        let serving = ends.filter { nodes[$0].certificate.serverNames?.isEmpty == false }
        if !serving.isEmpty { return (serving, serving) }
        let isSingle = unique.count == 1 && unique.allSatisfy { nodes[$0].isSelfSigned }
        return (isSingle ? unique : [], ends.isEmpty ? Array(unique.prefix(1)) : ends)
    }

    // MARK: Issuers

    /// Returns the nodes that may have issued a certificate, whether or not they are CAs, the most likely one first.
    /// The result is empty for a self-signed certificate and for an empty issuer name.
    private mutating func candidates(_ place: Int) -> [Int] {
        let node = nodes[place]
        guard let issuer = node.issuer, !node.isSelfSigned, budget > 0, let named = bySubject[issuer]
        else { return [] }
        let key = node.authorityKeyIdentifier?.keyIdentifier
        let listed = key == nil ? Array(named.values) : [named[key] ?? [], named[nil] ?? []]
        var found: [Int] = []
        for other in listed.joined() where other != place {
            budget -= 1
            guard budget > 0 else { return found }
            if node.mayBeIssued(by: nodes[other]) { found.append(other) }
        }
        // A dictionary has no order. Nodes with the exact key identifier come first; otherwise, the order is that of
        // the indexes.
        return found.sorted { (one, other) in
            let ranks = [one, other].map { key != nil && nodes[$0].subjectKeyIdentifier == key ? 0 : 1 }
            return ranks[0] == ranks[1] ? one < other : ranks[0] < ranks[1]
        }
    }

    // MARK: Paths

    /// Returns the paths that begin at each of `starts`, up to the limits ``maximumPaths`` and ``budget``.
    mutating func paths(from starts: [Int], leaves: Set<Int>) -> Found {
        var found = Found()
        for start in starts {
            guard found.paths.count < PathSearch.maximumPaths, budget > 0 else {
                found.hasMore = true
                break
            }
            var own = Found()
            collect(from: start, hasLeaf: leaves.contains(start), into: &own)
            // If a platform knows the root of one path, it does not look for the missing issuer of another path.
            let isAnchored = own.paths.contains { $0.isAnchored }
            found.paths += own.paths.filter { !isAnchored || $0.isComplete || $0.isAnchored }
            found.hasMore = found.hasMore || own.hasMore
        }
        let surplus = found.paths.count - PathSearch.maximumPaths
        if surplus > 0 { found.paths.removeLast(surplus) }
        if budget <= 0 || surplus > 0 { found.hasMore = true }
        return found
    }

    /// Collects all paths that begin at one certificate, without recursion.
    private mutating func collect(from start: Int, hasLeaf: Bool, into found: inout Found) {
        var members = [start]
        var onPath: Set<Int> = [entities[start]]
        // For each member, the issuers that are still to be tried, the next one last.
        var pending = [issuers(start, without: onPath)]
        if pending[0].isEmpty { end(members, hasLeaf, &found) }
        while let place = pending.indices.last {
            guard !found.hasMore, budget > 0 else { return found.hasMore = true }
            guard let next = pending[place].popLast() else {
                pending.removeLast()
                if let last = members.popLast() { onPath.remove(entities[last]) }
                continue
            }
            members.append(next)
            onPath.insert(entities[next])
            let above = issuers(next, without: onPath)
            guard above.isEmpty else {
                pending.append(above)
                continue
            }
            end(members, hasLeaf, &found)
            members.removeLast()
            onPath.remove(entities[next])
        }
    }

    /// Returns the CAs that may have issued a certificate and are not on the path yet, the most likely one last.
    private mutating func issuers(_ place: Int, without onPath: Set<Int>) -> [Int] {
        candidates(place).filter { nodes[$0].canIssue && !onPath.contains(entities[$0]) }.reversed()
    }

    /// Returns the first given certificate that seems to have issued the one at `place` but may not sign certificates,
    /// or `nil` if there is none.
    mutating func unfitIssuer(_ place: Int) -> Int? {
        candidates(place).first { $0 < givenCount && !nodes[$0].canIssue }
    }

    private mutating func end(_ members: [Int], _ hasLeaf: Bool, _ found: inout Found) {
        budget -= members.count
        guard let last = members.last, found.paths.count < PathSearch.maximumPaths else {
            return found.hasMore = true
        }
        found.paths.append(
            CertificatePaths.Path(
                members: members, hasLeaf: hasLeaf, isComplete: nodes[last].isSelfSigned,
                isAnchored: anchors.contains(last)))
    }
}

/// A certificate with the properties that determine its place in a chain, computed once.
struct ChainNode {
    let certificate: Certificate
    /// The numbers of the subject and the issuer in ``NameNumbers``; `nil` for an empty name.
    let subject: Int?
    let issuer: Int?
    let subjectKeyIdentifier: [UInt8]?
    let authorityKeyIdentifier: AuthorityKeyIdentifier?
    /// The numbers of the names that the authority key identifier gives for the issuer's own issuer; `nil` if it gives
    /// none.
    private let authorityIssuers: Set<Int>?
    /// A Boolean value that indicates whether this certificate may be the issuer of another certificate in a path.
    let canIssue: Bool

    init(_ certificate: Certificate, _ names: inout NameNumbers) {
        self.certificate = certificate
        let (issuerName, subjectName) = (certificate.issuer, certificate.subject)
        issuer = issuerName.isEmpty ? nil : names.number(issuerName)
        subject = subjectName.isEmpty ? nil : names.number(subjectName)
        var key: [UInt8]?
        var authority: AuthorityKeyIdentifier?
        var mayCertify = true
        for member in certificate.extensionList() {
            switch member.type?.role {
            case .subjectKeyIdentifier:
                key = (try? member.decoded(as: SubjectKeyIdentifier.self))?.keyIdentifier ?? key
            case .authorityKeyIdentifier: authority = (try? member.decoded()) ?? authority
            case .keyUsage:
                guard let usage = try? member.decoded(as: KeyUsage.self) else { continue }
                mayCertify = usage.contains(.keyCertSign)
            default: continue
            }
        }
        subjectKeyIdentifier = key
        authorityKeyIdentifier = authority
        authorityIssuers = authority?.authorityCertIssuer.map { (found) in
            Set(
                found.compactMap { if case .directoryName(let name) = $0 { names.number(name) } else { nil } }
            )
        }
        canIssue = mayCertify && certificate.isAuthority
    }

    /// Returns whether `other` may have issued this certificate, according to its names and authority key identifier.
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

    /// A Boolean value that indicates whether the certificate claims to be signed by its own key.
    var isSelfSigned: Bool { mayBeIssued(by: self) }
}

extension Certificate {
    /// A Boolean value that indicates whether the subject is a CA according to its basic constraints (RFC 5280 section
    /// 4.2.1.9). A self-issued certificate without extensions also counts as a CA: it is an old root of version 1.
    package var isAuthority: Bool { isCertificateAuthority || tbs.extensions.isEmpty && isSelfIssued }

    /// A Boolean value that indicates whether the last readable extended key usage, if any, allows TLS servers.
    var canServe: Bool {
        extensionList(of: [.extendedKeyUsage]).compactMap { try? $0.decoded(as: [ASN1ObjectIdentifier].self) }
            .last?.contains { $0 == .serverAuth || $0 == .anyExtendedKeyUsage } ?? true
    }
}

/// Numbers for names. Two names have the same number if they are equal according to RFC 5280 section 7.1.
///
/// Text is compared regardless of string type, case and amount of white space; other values are compared octet by
/// octet. Each distinct encoding is examined once.
struct NameNumbers {
    private var byOctets: [[UInt8]: Int] = [:]
    private var byMeaning: [[UInt8]: Int] = [:]

    /// Returns the number of a name.
    mutating func number(_ name: DistinguishedName) -> Int {
        if let number = byOctets[name.derBytes] { return number }
        let meaning = NameNumbers.meaning(name)
        let number = byMeaning[meaning] ?? byMeaning.count
        byMeaning[meaning] = number
        byOctets[name.derBytes] = number
        return number
    }

    /// Returns a normalized form, which is the same for equal names.
    private static func meaning(_ name: DistinguishedName) -> [UInt8] {
        var result: [UInt8] = []
        for part in name.rdnSequence {
            // The attributes of a part have no order.
            let attributes = part.attributes.map(meaning).sorted { $0.lexicographicallyPrecedes($1) }
            append(attributes.flatMap { $0 }, to: &result)
        }
        return result
    }

    private static func meaning(_ attribute: AttributeTypeAndValue) -> [UInt8] {
        var content: [UInt8] = []
        append(attribute.type.content, to: &content)
        content.append(attribute.text == nil ? 0 : 1)
        append(attribute.text.map(folded) ?? attribute.value, to: &content)
        var result: [UInt8] = []
        append(content, to: &result)
        return result
    }

    /// Returns text in lower case, trimmed, with each run of white space reduced to one space.
    private static func folded(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        var isSpaceDue = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isSpaceDue = !result.isEmpty
                continue
            }
            if isSpaceDue { result.append(0x20) }
            isSpaceDue = false
            if scalar.isASCII {
                result.append(lowercased(UInt8(truncatingIfNeeded: scalar.value)))
            } else {
                result += scalar.properties.lowercaseMapping.utf8
            }
        }
        return result
    }

    /// Appends octets after their count, so that different series of octets cannot yield the same result.
    private static func append(_ octets: [UInt8], to result: inout [UInt8]) {
        for shift in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: octets.count >> shift)) }
        result += octets
    }
}
