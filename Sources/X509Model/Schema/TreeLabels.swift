import DERKit

/// The names of an ASN.1 tree's values in the structure that they form: `tbsCertificate`, `notBefore`,
/// `dNSName`; and which of them are the private part of a key.
///
/// Structures are told by their form, whatever a PEM label says: certificate, request, revocation list, public
/// and private keys, PKCS #7 and #12 (the table is ASN1Definitions.swift). A structure that departs from its
/// form is named as far as it fits.
package struct TreeLabels: Sendable {
    /// The known facts about a value.
    struct State {
        var type: ASN1Type
        var typeName: String?
        var label: String
        /// Position of the next field of a SEQUENCE.
        var next = 0
    }

    let tree: DERTree
    var states: [State?]
    private var privateNodes: [Bool]
    /// For each value the position of the next one that is not inside it.
    package let ends: [Int]
    /// The name of each structure at the top of the tree, in their order; nil for one that is not known.
    package private(set) var structures: [String?] = []
    /// For each of ``structures``, true if it is known and has no flaw: every value is what its name says.
    package private(set) var isExact: [Bool] = []

    /// Names the values of `tree`.
    ///
    /// - Parameter label: the label of the PEM block, which alone tells the numbers of some structures apart.
    package init(_ tree: DERTree, label: String? = nil) {
        let roots = label.flatMap { ASN1Type.rootsByLabel[$0] } ?? ASN1Type.roots
        self.tree = tree
        ends = tree.ends
        states = Array(repeating: nil, count: tree.nodes.count)
        privateNodes = Array(repeating: false, count: tree.nodes.count)
        for (place, node) in tree.nodes.enumerated() {
            if node.depth == 0 {
                let known = recognize(place, among: roots, isLenient: true)
                structures.append(known?.name)
                isExact.append(tree.error == nil && known?.fits == true)
            } else if node.tag == .sequence, isOpenType(place) {
                _ = recognize(place, among: ASN1Type.privateTypes, isLenient: false)
            }
            let isKey = states[place]?.typeName.map(ASN1Type.privateTypes.contains) == true
            privateNodes[place] = isKey || node.parent.map { privateNodes[$0] } ?? false
        }
    }

    /// The name of a value; nil if it has none.
    package func name(of node: Int) -> String? {
        guard states.indices.contains(node), let label = states[node]?.label, !label.isEmpty else {
            return nil
        }
        return label
    }

    /// Returns whether a value is a part of a known structure that gives it a type.
    package func isNamed(_ node: Int) -> Bool {
        states.indices.contains(node) && !isOpenType(node)
    }

    /// The type of a value in the standard that defines it; nil if it is not known, or has no name.
    package func typeName(of node: Int) -> String? {
        states.indices.contains(node) ? states[node]?.typeName : nil
    }

    /// Names from the outside in, as an error's path has them.
    package func path(of node: Int) -> [String] {
        var path: [String] = []
        var place: Int? = node
        while let index = place, tree.nodes.indices.contains(index) {
            if let name = name(of: index) { path.insert(name, at: 0) }
            place = tree.nodes[index].parent
        }
        return path
    }

    /// Returns whether a value is a private key or part of one.
    package func isPrivate(_ node: Int) -> Bool {
        privateNodes.indices.contains(node) && privateNodes[node]
    }

    /// A Boolean value that indicates whether the tree contains a private key.
    package var hasPrivatePart: Bool { privateNodes.contains(true) }

    /// The universal type after an IMPLICIT tag: IA5String for the `[2]` of a dNSName; nil if none is known.
    package func universalTag(of node: Int) -> DERTag? {
        guard states.indices.contains(node), let state = states[node] else { return nil }
        switch state.type {
        case .universal(_, let number): return .universal(number)
        case .string(let number, _): return .universal(number)
        case .version: return .integer
        default: return nil
        }
    }

    private func isOpenType(_ node: Int) -> Bool {
        guard let state = states[node] else { return true }
        if case .any = state.type { return true }
        return false
    }

    /// Names a value and those inside by the first type that fits all of them, or, if lenient, by the one that
    /// fits the longest.
    private mutating func recognize(
        _ root: Int, among names: [String], isLenient: Bool
    ) -> (name: String, fits: Bool)? {
        let former = states[root]
        var best: (name: String, end: Int)?
        for name in names {
            guard let end = label(root, as: name, isLenient: false) else {
                // Of a damaged structure so little may be left that it fits anything.
                if tree.error != nil, !isSaid(root) {
                    forget(root, through: ends[root])
                    continue
                }
                if let former, !former.label.isEmpty { states[root]?.label = former.label }
                return (name, true)
            }
            if end > best?.end ?? root { best = (name, end) }
        }
        states[root] = former
        guard isLenient, let best, best.end >= root + TreeLabels.sayingCount else { return nil }
        _ = label(root, as: best.name, isLenient: true)
        return (best.name, false)
    }

    /// Fewer values than this that fit a structure say nothing.
    private static let sayingCount = 3

    /// Takes back the names of a value and of those inside, as far as they were given.
    private mutating func forget(_ root: Int, through last: Int) {
        var place = root
        while place < ends[root], place <= last {
            let next = hasInside(place) ? place + 1 : ends[place]
            states[place] = nil
            place = next
        }
    }

    private func isSaid(_ root: Int) -> Bool {
        let last = root + TreeLabels.sayingCount - 1
        return last < tree.nodes.count && tree.nodes[last].depth > tree.nodes[root].depth
    }

    /// Names a value and those inside as the type `name` has them.
    ///
    /// - Returns: nil if all fit; otherwise the position of the first that does not. Unless lenient, no name
    ///   is left behind in that case.
    private mutating func label(_ root: Int, as name: String, isLenient: Bool) -> Int? {
        let nodes = tree.nodes
        let end = ends[root]
        var misfit: Int?
        var place = root
        while place < end {
            // The octets that end an indefinite length are not a value of the structure.
            let isEnd = nodes[place].tag == .universal(0)
            let parent = place == root ? nil : nodes[place].parent
            let state =
                place == root
                ? match(.named(name), place) : isEnd ? nil : parent.flatMap { child(place, of: $0) }
            let isExpected = place == root || (!isEnd && parent.map { hasInside($0) } == true)
            states[place] = state
            if state == nil, isExpected {
                misfit = misfit ?? place
                if !isLenient { break }
            }
            // What is inside a value of any type is no one's part, however much it is.
            place = hasInside(place) ? place + 1 : ends[place]
        }
        if misfit == nil, tree.error == nil { misfit = firstIncomplete(root) }
        if misfit != nil, !isLenient {
            forget(root, through: place)
        }
        return misfit
    }

    /// Returns whether a value's type specifies its members.
    package func hasInside(_ node: Int) -> Bool {
        switch states[node]?.type {
        case .sequence, .sequenceOf, .setOf: true
        // The segments of BER's constructed form are not values of their own.
        case .string(_, let holds): holds != nil && !tree.nodes[node].tag.isConstructed
        default: false
        }
    }

    /// The first value inside that lacks a field it must have.
    private func firstIncomplete(_ root: Int) -> Int? {
        var place = root
        while place < ends[root] {
            if isIncomplete(place) { return place }
            place = hasInside(place) ? place + 1 : ends[place]
        }
        return nil
    }

    private func isIncomplete(_ node: Int) -> Bool {
        guard let state = states[node], case .sequence(let fields) = state.type else { return false }
        return fields.dropFirst(state.next).contains { !$0.isOptional }
    }
}
