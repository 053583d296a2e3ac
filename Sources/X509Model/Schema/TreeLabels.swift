import DERKit

/// What the values of an ASN.1 tree are called in the structure that they make up: `tbsCertificate`, `notBefore`,
/// `dNSName`; and which of them are the private part of a key.
///
/// Structures are told by their form, whatever a PEM label says: certificate, request, revocation list, public
/// and private keys, PKCS #7 and #12 (the table is ASN1Definitions.swift). A structure that departs from its
/// form is named as far as it fits.
package struct TreeLabels: Sendable {
    /// What is known of a value.
    private struct State {
        var type: ASN1Type
        var typeName: String?
        var label: String
        /// Position of the next field of a SEQUENCE.
        var next = 0
    }

    private let tree: DERTree
    private var states: [State?]
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

    /// True for a value that is a part of a known structure, with a type of its own there.
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

    /// True for a value that is a private key or a part of one.
    package func isPrivate(_ node: Int) -> Bool {
        privateNodes.indices.contains(node) && privateNodes[node]
    }

    /// True if anything in the tree is a private key.
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

    /// True for a value whose type says what is inside it.
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

    /// What the value `place` is as the next part of the value `parent`.
    private mutating func child(_ place: Int, of parent: Int) -> State? {
        guard let outer = states[parent] else { return nil }
        switch outer.type {
        case .sequence(let fields):
            var next = outer.next
            while next < fields.count {
                let field = fields[next]
                if let state = match(field, place, in: parent) {
                    states[parent]?.next = next + 1
                    return state
                }
                guard field.isOptional else { break }
                next += 1
            }
            // What follows a value that does not fit cannot be told either.
            states[parent]?.next = fields.count
            return nil
        case .sequenceOf(let name), .setOf(let name): return match(.named(name), place)
        case .string(_, let holds):
            return hasInside(parent) ? holds.flatMap { match(.named($0), place) } : nil
        default: return nil
        }
    }

    private func match(_ field: ASN1Type.Field, _ place: Int, in parent: Int) -> State? {
        let type = defined(field.type, in: parent)
        var state: State
        if let number = field.tagNumber {
            let tag = tree.nodes[place].tag
            guard tag.tagClass == .contextSpecific, tag.number == number else { return nil }
            if field.isExplicit {
                guard tag.isConstructed else { return nil }
                let inside = ASN1Type.Field(
                    name: "", type: type, tagNumber: nil, isExplicit: false, isOptional: false)
                state = State(type: .sequence([inside]), typeName: nil, label: "")
            } else {
                guard let found = match(type, place, isTagImplicit: true) else { return nil }
                state = found
            }
        } else {
            guard let found = match(type, place) else { return nil }
            state = found
        }
        if !field.name.isEmpty {
            let isTagged = tree.nodes[place].tag.tagClass == .contextSpecific && field.tagNumber == nil
            state.label = isTagged && !state.label.isEmpty ? "\(field.name).\(state.label)" : field.name
        }
        return state
    }

    /// What the value is as a type by itself, names and choices followed to their end.
    private func match(_ type: ASN1Type, _ place: Int, isTagImplicit: Bool = false) -> State? {
        var type = type
        var typeName: String?
        while case .named(let name) = type {
            guard let definition = ASN1Type.byName[name] else { return nil }
            typeName = name
            type = definition
        }
        if case .choice(let alternatives) = type {
            for alternative in alternatives {
                if let state = match(alternative, place, in: place) { return state }
            }
            return nil
        }
        guard isTagImplicit || fits(type, tree.nodes[place]) else { return nil }
        return State(type: type, typeName: typeName, label: typeName ?? "")
    }

    private func fits(_ type: ASN1Type, _ node: DERNode) -> Bool {
        switch type {
        case .universal(_, let number), .string(let number, _):
            node.tag.tagClass == .universal && node.tag.number == number
        case .version: node.tag == .integer && node.content.count == 1
        case .sequence, .sequenceOf: node.tag == .sequence
        case .setOf: node.tag == .set
        case .any, .definedBy, .choice, .named: true
        }
    }

    /// A type `DEFINED BY` an object identifier: the first one inside the value `parent`.
    private func defined(_ type: ASN1Type, in parent: Int) -> ASN1Type {
        func found() -> String? {
            guard let outer = states[parent]?.typeName, let types = ASN1Type.byIdentifier[outer] else {
                return nil
            }
            var place = parent + 1
            while place < tree.nodes.count, tree.nodes[place].depth > tree.nodes[parent].depth {
                let node = tree.nodes[place]
                if node.tag == .objectIdentifier {
                    return ASN1ObjectIdentifier(content: Array(tree.bytes[node.content])).flatMap {
                        types[$0]
                    }
                }
                place += 1
            }
            return nil
        }
        switch type {
        case .definedBy: return found().map(ASN1Type.named) ?? .any
        case .string(let number, nil): return .string(number, holds: found())
        default: return type
        }
    }
}
