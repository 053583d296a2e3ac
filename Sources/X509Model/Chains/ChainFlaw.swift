import DERKit

/// A reason in the certificates themselves why TLS clients refuse a chain, whatever is pinned. Certificates
/// are identified by their places in ``CertificatePaths``.
package enum ChainFlaw: Sendable, Hashable {
    /// The issuer of a certificate is not a CA.
    case issuerIsNotCA(Int, of: Int)
    /// The issuer of a certificate is a CA whose key usage lacks keyCertSign.
    case issuerLacksKeyCertSign(Int, of: Int)
    /// More intermediate certificates are below a CA than its pathLenConstraint allows.
    case pathTooLong(below: Int, limit: Int)
    /// The name constraints of a CA do not allow a name of the server's own certificate.
    case nameNotAllowed(by: Int, name: GeneralName, of: Int)
    /// The extended key usage of a certificate does not allow TLS servers.
    case notForServers(Int)
}

extension CertificatePaths {
    /// The flaws of the paths, each with a Boolean value that indicates whether a client can avoid it: another
    /// path from the same certificate has none.
    package var flaws: [(flaw: ChainFlaw, isAvoidable: Bool)] {
        // A path that was not listed may be one without flaws.
        guard !hasMorePaths else { return [] }
        var search = FlawSearch(self)
        var found: [(start: Int, flaw: ChainFlaw)] = []
        var seen: Set<ChainFlaw> = []
        var usable: Set<Int> = []
        for path in paths {
            guard let start = path.members.first else { continue }
            let flaws = search.flaws(of: path)
            if flaws.isEmpty { usable.insert(start) }
            for flaw in flaws where seen.insert(flaw).inserted { found.append((start, flaw)) }
        }
        return found.map { ($0.flaw, usable.contains($0.start)) }
    }
}

/// Finds the flaws of paths. Each certificate is examined once.
private struct FlawSearch {
    private let chain: CertificatePaths
    private var limits: [Int: Limits] = [:]
    /// The first name of a leaf that the constraints of a CA do not allow.
    private var refusedNames: [[Int]: GeneralName?] = [:]
    /// The remaining number of names to compare with constraints.
    private var budget = 1_000_000

    /// What a certificate says about its own use and about the certificates below it.
    private struct Limits {
        var isSelfIssued = false
        var isForServers = true
        var pathLength: Int?
        var names: NameConstraints?
    }

    init(_ chain: CertificatePaths) {
        self.chain = chain
    }

    mutating func flaws(of path: CertificatePaths.Path) -> [ChainFlaw] {
        var flaws: [ChainFlaw] = []
        var intermediates = 0
        for (depth, place) in path.members.enumerated() {
            let own = limits(place)
            // Constraints of a self-issued certificate at the top are those of a trust anchor; platforms
            // differ only in its extended key usage.
            if !own.isForServers, depth == 0 || !own.isSelfIssued { flaws.append(.notForServers(place)) }
            if depth == 0, path.hasLeaf { continue }
            if let limit = own.pathLength, intermediates > limit {
                flaws.append(.pathTooLong(below: place, limit: limit))
            }
            if path.hasLeaf, let leaf = path.members.first, let name = refusedName(of: leaf, by: place) {
                flaws.append(.nameNotAllowed(by: place, name: name, of: leaf))
            }
            if !own.isSelfIssued { intermediates += 1 }
        }
        guard let last = path.members.last, let issuer = chain.unfitIssuers[last] else { return flaws }
        let isCA = chain[issuer]?.isAuthority ?? false
        flaws.append(isCA ? .issuerLacksKeyCertSign(issuer, of: last) : .issuerIsNotCA(issuer, of: last))
        return flaws
    }

    private mutating func limits(_ place: Int) -> Limits {
        if let known = limits[place] { return known }
        var found = Limits()
        guard let certificate = chain[place] else { return found }
        found.isSelfIssued = certificate.isSelfIssued
        for member in certificate.extensionList(
            of: [.basicConstraints, .extendedKeyUsage, .nameConstraints])
        {
            switch member.decodedResult {
            case .success(.basicConstraints(let constraints)):
                if let limit = constraints.pathLengthConstraint, !limit.isNegative, limit.bitWidth <= 16 {
                    found.pathLength = limit.magnitude.reduce(0) { $0 << 8 | Int($1) }
                }
            case .success(.extendedKeyUsage(let usage)): found.isForServers = ChainNode.allowsServers(usage)
            case .success(.nameConstraints(let constraints)): found.names = constraints
            default: continue
            }
        }
        limits[place] = found
        return found
    }

    /// Returns the first name of a leaf that a CA does not allow, or `nil` if it allows all.
    private mutating func refusedName(of leaf: Int, by place: Int) -> GeneralName? {
        if let known = refusedNames[[leaf, place]] { return known }
        var refused: GeneralName?
        if let constraints = limits(place).names {
            let count =
                (constraints.permittedSubtrees?.count ?? 0) + (constraints.excludedSubtrees?.count ?? 0)
            for name in chain[leaf]?.serverNames ?? [] {
                budget -= count
                guard budget > 0 else { break }
                if !constraints.allow(name) {
                    refused = name
                    break
                }
            }
        }
        refusedNames[[leaf, place]] = .some(refused)
        return refused
    }
}

extension NameConstraints {
    /// Returns whether a DNS name or IP address is allowed, RFC 5280 section 4.2.1.10. A wildcard is a label
    /// like any other.
    fileprivate func allow(_ name: GeneralName) -> Bool {
        if let excludedSubtrees, excludedSubtrees.contains(where: { $0.holds(name) == true }) { return false }
        let answers = permittedSubtrees?.compactMap { $0.holds(name) } ?? []
        return answers.isEmpty || answers.contains(true)
    }
}

extension GeneralSubtree {
    /// Returns whether a name lies in the subtree, or `nil` if it is of another kind.
    fileprivate func holds(_ name: GeneralName) -> Bool? {
        switch (base, name) {
        case (.dnsName(let base), .dnsName(let name)):
            let top: [UInt8] = base.bytes.map(lowercased)
            let host: [UInt8] = name.bytes.map(lowercased)
            guard let first = top.first else { return true }
            let (rest, end) = (host.dropLast(top.count), host.suffix(top.count))
            guard end.elementsEqual(top), let last = rest.last else { return host == top }
            return first == UInt8(ascii: ".") || last == UInt8(ascii: ".")
        case (.ipAddress(let base), .ipAddress(let name)):
            let count = name.bytes.count
            guard base.bytes.count == 2 * count else { return false }
            return zip(zip(base.bytes, name.bytes), base.bytes[count...])
                .allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
        default: return nil
        }
    }
}
