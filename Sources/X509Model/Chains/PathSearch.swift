import DERKit

/// Finds which certificates may have issued others, and the resulting paths.
///
/// Tables find certificates by name and key identifier, so the work is proportional to their number. The
/// number of paths may grow faster and is bounded.
struct PathSearch {
    /// The nodes of the paths: the given certificates, then the roots.
    let nodes: [ChainNode]
    private(set) var duplicates: [(place: Int, first: Int)] = []
    private let givenCount: Int
    /// The nodes with a subject, without duplicates, by subject and key identifier.
    private var bySubject: [Int: [[UInt8]?: [Int]]] = [:]
    /// A number for each subject and key, which a path must not repeat (RFC 4158 section 5.2).
    private var entities: [Int] = []
    /// The nodes that are roots, or are equal to one.
    private var anchors: Set<Int> = []
    /// The remaining number of candidates to examine and members to add to paths.
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

    /// Returns the certificates that may be the server's own, and those where paths begin.
    mutating func starts(host: ServerName?) -> (leaves: [Int], starts: [Int]) {
        let isDuplicate = Set(duplicates.map { $0.place })
        let unique = (0..<givenCount).filter { !isDuplicate.contains($0) }
        var leaves = unique.filter { !nodes[$0].certificate.isAuthority }
        if let host {
            let named = { (place: Int) in nodes[place].certificate.identifies(host) == true }
            let own = leaves.filter(named)
            // A certificate for development is often both a CA's and a server's.
            let found = own.isEmpty ? unique.filter(named) : own
            if !found.isEmpty { leaves = found }
        }
        if leaves.count > 1 {
            let able = leaves.filter { nodes[$0].canServe }
            if !able.isEmpty { leaves = able }
        }
        guard leaves.count != 1 else { return (leaves, leaves) }
        var issuers: Set<Int> = []
        for place in unique {
            for issuer in candidates(place) where issuer != place { issuers.insert(issuer) }
        }
        let ends = (leaves.isEmpty ? unique : leaves).filter { !issuers.contains($0) }
        guard leaves.isEmpty else { return ends.isEmpty ? (leaves, leaves) : (ends, ends) }
        // There are only CAs: one with a server's name, or a single one, may also be a server's.
        let serving = ends.filter { nodes[$0].certificate.serverNames?.isEmpty == false }
        if !serving.isEmpty { return (serving, serving) }
        let isSingle = unique.count == 1 && unique.allSatisfy { nodes[$0].isSelfSigned }
        return (isSingle ? unique : [], ends.isEmpty ? Array(unique.prefix(1)) : ends)
    }

    // MARK: Issuers

    /// Returns the nodes that may have issued one, whether or not they are CAs; empty for a self-issued one.
    private mutating func candidates(_ place: Int) -> [Int] {
        let node = nodes[place]
        guard let issuer = node.issuer, !node.isSelfSigned, let named = bySubject[issuer] else { return [] }
        var listed: [[Int]]
        if let key = node.authorityKeyIdentifier?.keyIdentifier {
            listed = [named[key] ?? [], named[nil] ?? []]
        } else {
            listed = named.map { $0.value }
        }
        listed.removeAll { $0.isEmpty }
        var found: [Int] = []
        for places in listed {
            for other in places where other != place {
                budget -= 1
                guard budget > 0 else { return found }
                if node.mayBeIssued(by: nodes[other]) { found.append(other) }
            }
        }
        // A set has no order. Nodes with the exact key identifier come first, otherwise in the given order.
        let key = node.authorityKeyIdentifier?.keyIdentifier
        return found.sorted { (one, other) in
            let ranks = [one, other].map { key != nil && nodes[$0].subjectKeyIdentifier == key ? 0 : 1 }
            return ranks[0] == ranks[1] ? one < other : ranks[0] < ranks[1]
        }
    }

    // MARK: Paths

    /// Returns the paths that begin at each of `starts`.
    mutating func paths(from starts: [Int], leaves: Set<Int>) -> Found {
        var found = Found()
        for start in starts {
            guard found.paths.count < PathSearch.maximumPaths, budget > 0 else {
                found.hasMore = true
                break
            }
            var own = Found()
            collect(from: start, hasLeaf: leaves.contains(start), into: &own)
            // If a platform knows a root above, it does not look for another one that was not given.
            let isAnchored = own.paths.contains { $0.isAnchored }
            found.paths += own.paths.filter { !isAnchored || $0.isComplete || $0.isAnchored }
            found.hasMore = found.hasMore || own.hasMore
        }
        if budget <= 0 { found.hasMore = true }
        return found
    }

    /// Collects all paths up from one certificate, without recursion.
    private mutating func collect(from start: Int, hasLeaf: Bool, into found: inout Found) {
        var members = [start]
        var onPath: Set<Int> = [entities[start]]
        // The issuers still to be tried above each member, the next one last.
        var pending = [issuers(start, without: onPath)]
        if pending[0].isEmpty { end(members, hasLeaf, &found) }
        while let place = pending.indices.last {
            guard found.paths.count < PathSearch.maximumPaths, budget > 0 else {
                found.hasMore = true
                return
            }
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

    /// Returns the CAs that may have issued a certificate and are not on the path yet, most likely last.
    private mutating func issuers(_ place: Int, without onPath: Set<Int>) -> [Int] {
        candidates(place).filter { nodes[$0].canIssue && !onPath.contains(entities[$0]) }.reversed()
    }

    /// Returns a given certificate that issued another one by its name, but may not sign certificates.
    mutating func unfitIssuer(_ place: Int) -> Int? {
        candidates(place).first { $0 < givenCount && !nodes[$0].canIssue }
    }

    private mutating func end(_ members: [Int], _ hasLeaf: Bool, _ found: inout Found) {
        budget -= members.count
        guard let last = members.last else { return }
        found.paths.append(
            CertificatePaths.Path(
                members: members, hasLeaf: hasLeaf, isComplete: nodes[last].isSelfSigned,
                isAnchored: anchors.contains(last)))
    }
}
