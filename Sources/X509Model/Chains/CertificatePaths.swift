import DERKit

/// Certificates in order: the server's own certificate, and the paths from it to the roots.
///
///     let decision = pins.decision(for: CertificatePaths(sentByTheServer))
///
/// The order follows from the subject and issuer names and from the key identifiers (RFC 5280 sections 4.2.1.1, 4.2.1.2
/// and 7.1). Signatures and dates are not checked, so a path is only a candidate for the one that a platform builds.
///
/// Certificates are identified by index: first the given certificates, starting at 0, then the roots that their paths
/// need.
public struct CertificatePaths: Sendable, CustomStringConvertible {
    /// A path from a server's certificate to a root, or to the last given certificate.
    package struct Path: Sendable, Hashable {
        /// The indexes of the certificates, each followed by its issuer.
        package let members: [Int]
        /// A Boolean value that indicates whether the path begins with a certificate that may belong to a server,
        /// rather than with a CA whose subordinate certificates were not given.
        package let hasLeaf: Bool
        /// A Boolean value that indicates whether the path ends with a self-signed certificate; always `true` for a
        /// chain that a platform built.
        package let isComplete: Bool
        /// A Boolean value that indicates whether the path ends with one of the roots.
        package let isAnchored: Bool
    }

    /// The given certificates, in order.
    package let given: [Certificate]
    /// The roots that are in a path and were not given as part of the chain; their indexes follow the indexes of
    /// ``given``.
    package let roots: [Certificate]
    /// A Boolean value that indicates whether the order of ``given`` is significant. The order of a SET is not.
    package let isOrdered: Bool
    /// The requested server, if any.
    package let host: ServerName?
    /// The indexes of the certificates that may be the server's own: one if the choice is unambiguous, several if only
    /// the host can decide, none if the certificate is missing.
    package let leaves: [Int]
    /// The paths, beginning with those of the first leaf.
    package let paths: [Path]
    /// A Boolean value that indicates whether a platform built the chain, and thus validated its dates, names and
    /// constraints.
    package let isValidated: Bool
    /// A Boolean value that indicates whether there are more paths than are listed.
    package let hasMorePaths: Bool
    /// For each certificate that ends a path because its issuer may not sign certificates, the index of that issuer.
    package let unfitIssuers: [Int: Int]
    /// The indexes of repeated certificates, each with the index of the first copy.
    package let duplicates: [(place: Int, first: Int)]
    /// The indexes of the certificates that are not on any path, without duplicates.
    package let strangers: [Int]
    /// The indexes in the order in which a server should send the certificates: its own certificate, then each issuer
    /// in turn, then the certificates that are not on any path.
    package let order: [Int]

    /// Creates the paths that certificates form, as the public initializer does.
    ///
    /// - Parameters:
    ///   - host: the server whose certificate is used if several certificates may be the server's own.
    ///   - isOrdered: whether the order of the certificates is significant. In a PKCS #7 container, it is not.
    package init(
        _ given: [Certificate], roots: [Certificate] = [], host: ServerName? = nil, isOrdered: Bool = true
    ) {
        self.given = given
        self.isOrdered = isOrdered
        self.host = host
        isValidated = false
        var search = PathSearch(given, roots: roots)
        let (leaves, starts) = search.starts(host: host)
        let found = search.paths(from: starts, leaves: Set(leaves))
        self.leaves = leaves
        duplicates = search.duplicates
        hasMorePaths = found.hasMore
        // The roots of paths follow the given certificates, in the order in which paths reach them.
        var used: [Int: Int] = [:]
        var usedRoots: [Certificate] = []
        let nodes = search.nodes
        paths = found.paths.map { (path) in
            let members = path.members.map { (node) -> Int in
                guard node >= given.count else { return node }
                if let place = used[node] { return place }
                let place = given.count + usedRoots.count
                used[node] = place
                usedRoots.append(nodes[node].certificate)
                return place
            }
            return Path(
                members: members, hasLeaf: path.hasLeaf, isComplete: path.isComplete,
                isAnchored: path.isAnchored)
        }
        self.roots = usedRoots
        var unfitIssuers: [Int: Int] = [:]
        for path in paths where !path.isComplete && !path.isAnchored {
            guard let last = path.members.last, last < given.count else { continue }
            unfitIssuers[last] = search.unfitIssuer(last)
        }
        self.unfitIssuers = unfitIssuers
        var order: [Int] = []
        var isListed = [Bool](repeating: false, count: given.count)
        for path in paths {
            for place in path.members where place < given.count && !isListed[place] {
                isListed[place] = true
                order.append(place)
            }
        }
        for duplicate in search.duplicates { isListed[duplicate.place] = true }
        let rest = given.indices.filter { !isListed[$0] }
        // A path that is not listed may have the others.
        strangers = hasMorePaths ? [] : rest
        self.order = order + rest
    }

    /// Creates the paths that certificates form.
    ///
    /// - Parameters:
    ///   - given: the certificates, in any order. They may include several chains, duplicates and unrelated
    ///     certificates.
    ///   - roots: certificates that a platform may know, such as the system's roots. Decisions use the ones that the
    ///     paths need; ``certificates`` does not include them.
    public init(_ given: [Certificate], roots: [Certificate] = []) {
        self.init(given, roots: roots, host: nil)
    }

    /// Creates the single path of a chain that a platform built, with the certificates in order; an empty chain has no
    /// path.
    package init(built chain: [Certificate]) {
        given = chain
        isOrdered = true
        isValidated = true
        host = nil
        roots = []
        leaves = chain.isEmpty ? [] : [0]
        paths =
            chain.isEmpty
            ? []
            : [Path(members: Array(chain.indices), hasLeaf: true, isComplete: true, isAnchored: false)]
        (hasMorePaths, duplicates, strangers, order) = (false, [], [], Array(chain.indices))
        unfitIssuers = [:]
    }

    /// Returns the paths for a server if no host was given and these paths do not have exactly one leaf; otherwise,
    /// returns these paths.
    package func narrowed(to server: ServerName?) -> CertificatePaths {
        guard let server, host == nil, !isValidated, leaves.count != 1 else { return self }
        return CertificatePaths(given, roots: roots, host: server, isOrdered: isOrdered)
    }

    /// Returns the certificate at an index, or `nil` if the index is out of range.
    package subscript(_ place: Int) -> Certificate? {
        if given.indices.contains(place) { return given[place] }
        let root = place - given.count
        return roots.indices.contains(root) ? roots[root] : nil
    }

    /// The given certificates in the order in which a server should send them: its own certificate, then each issuer in
    /// turn, then the certificates that are not on any path. Duplicates are left out.
    public var certificates: [Certificate] { order.compactMap { self[$0] } }

    /// A Boolean value that indicates whether the certificates were given in the order in which a server must send
    /// them.
    ///
    /// A server's own certificate comes first (RFC 8446 section 4.4.2), and every other certificate on a path follows a
    /// certificate that it issued. Unrelated certificates and duplicates are allowed after the first certificate.
    public var isInOrder: Bool {
        guard isOrdered, let first = paths.first else { return true }
        let beginsRight = first.hasLeaf ? leaves.contains(0) : paths.contains { $0.members.first == 0 }
        guard beginsRight else { return false }
        var isAfterIssued: [Int: Bool] = [:]
        for path in paths {
            let sent = path.members.filter { $0 < given.count }
            for (issued, issuer) in zip(sent, sent.dropFirst()) {
                isAfterIssued[issuer] = isAfterIssued[issuer] ?? false || issued < issuer
            }
        }
        return isAfterIssued.values.allSatisfy { $0 }
    }

    /// The subjects of ``certificates``, one per line.
    public var description: String { certificates.map { "\($0.subject)" }.joined(separator: "\n") }
}
