import DERKit

/// The field names of the values in an ASN.1 tree, such as `tbsCertificate`, `notBefore`,
/// and `dNSName`, and whether a value belongs to a private key.
///
/// Structures are identified by their form: certificates, requests, CRLs, public and private keys, PKCS #7 and PKCS #12
/// (see ASN1Definitions.swift). A PEM label matters only for structures that consist of numbers. If a structure
/// deviates from its definition, only the values that match the definition get names.
package struct TreeLabels: Sendable {
    /// The type and the label of a value. Values without members share one object if their labels are the same.
    final class State: Sendable {
        let type: ASN1Type
        let typeName: String?
        let label: String

        init(_ type: ASN1Type, named typeName: String?, _ label: String) {
            (self.type, self.typeName, self.label) = (type, typeName, label)
        }
    }

    let tree: DERTree
    var states: [State?]
    /// The position of the next field of each SEQUENCE.
    var nextFields: [UInt8]
    /// The shared objects for values without members, by label.
    var shared: [String: State] = [:]
    private var privateNodes: [Bool]
    /// For each value, the index of the next value that is not inside it.
    package let ends: [Int]
    /// The name of each outermost structure, in order; `nil` for an unknown structure.
    package private(set) var structures: [String?] = []
    /// For each of ``structures``, a Boolean value that indicates whether the structure is known and intact.
    package private(set) var isExact: [Bool] = []

    /// Creates labels for the values of `tree`.
    ///
    /// - Parameter label: the label of the PEM block, which is needed to identify structures that consist only of
    ///   numbers.
    package init(_ tree: DERTree, label: String? = nil) {
        let roots = label.flatMap { ASN1Type.rootsByLabel[$0] } ?? ASN1Type.roots
        self.tree = tree
        ends = tree.ends
        states = Array(repeating: nil, count: tree.nodes.count)
        nextFields = Array(repeating: 0, count: tree.nodes.count)
        privateNodes = Array(repeating: false, count: tree.nodes.count)
        for (place, node) in tree.nodes.enumerated() {
            if node.depth == 0 {
                var known = recognize(place, among: roots, isLenient: true)
                // Without the label RSA PUBLIC KEY, two numbers are an RSA key only if ``ObjectShape`` says so.
                if known?.name == "RSAPublicKey", label != "RSA PUBLIC KEY",
                    ObjectShape(Array(tree.bytes[node.range]))?.isRSAPublicKey == false
                {
                    forget(place, through: ends[place])
                    known = recognize(place, among: ["DHParameter"], isLenient: true)
                }
                structures.append(known?.name)
                isExact.append(tree.error == nil && known?.fits == true)
            } else if node.tag == .sequence, isOpenType(place) {
                _ = recognize(place, among: ASN1Type.privateTypes, isLenient: false)
            }
            let isKey = states[place]?.typeName.map(ASN1Type.privateTypes.contains) == true
            privateNodes[place] = isKey || node.parent.map { privateNodes[$0] } ?? false
        }
    }

    /// Returns the name of a value; `nil` if the value has none.
    package func name(of node: Int) -> String? {
        guard states.indices.contains(node), let label = states[node]?.label, !label.isEmpty else {
            return nil
        }
        return label
    }

    /// Returns whether a value is a field of known type in a known structure.
    package func isNamed(_ node: Int) -> Bool {
        states.indices.contains(node) && !isOpenType(node)
    }

    /// Returns the type name of a value, as in its standard; `nil` if the type is unknown or unnamed.
    package func typeName(of node: Int) -> String? {
        states.indices.contains(node) ? states[node]?.typeName : nil
    }

    /// Returns the names of a value and of the enclosing fields, outermost first, as in the path of an error.
    package func path(of node: Int) -> [String] {
        var path: [String] = []
        var place: Int? = node
        while let index = place, tree.nodes.indices.contains(index) {
            if let name = name(of: index) { path.insert(name, at: 0) }
            place = tree.nodes[index].parent
        }
        return path
    }

    /// Returns whether a value belongs to a private key.
    package func isPrivate(_ node: Int) -> Bool {
        privateNodes.indices.contains(node) && privateNodes[node]
    }

    /// A Boolean value that indicates whether the tree contains a private key.
    package var hasPrivatePart: Bool { privateNodes.contains(true) }

    /// Returns the universal type behind an IMPLICIT tag, such as IA5String for the `[2]` of a dNSName; `nil`
    /// if unknown.
    package func universalTag(of node: Int) -> DERTag? {
        guard states.indices.contains(node), let state = states[node] else { return nil }
        switch state.type {
        case .universal(let number), .string(let number, _): return .universal(number)
        case .version: return .integer
        default: return nil
        }
    }

    private func isOpenType(_ node: Int) -> Bool {
        guard let state = states[node] else { return true }
        if case .any = state.type { return true }
        return false
    }

    /// Names a value and the values inside it by the first type that matches all of them or, if lenient, by the type
    /// that matches the most. Returns the name of that type and whether it matches all values, or `nil` if there is no
    /// such type.
    private mutating func recognize(
        _ root: Int, among names: [String], isLenient: Bool
    ) -> (name: String, fits: Bool)? {
        let former = states[root]
        var best: (name: String, end: Int)?
        for name in names {
            guard let end = label(root, as: name, isLenient: false) else {
                // The remains of a damaged structure may be small enough to fit any type.
                if tree.error != nil, !isSaid(root) {
                    forget(root, through: ends[root])
                    continue
                }
                if let former, let state = states[root], !former.label.isEmpty {
                    states[root] = State(state.type, named: state.typeName, former.label)
                }
                return (name, true)
            }
            if end > best?.end ?? root { best = (name, end) }
        }
        states[root] = former
        guard isLenient, let best, best.end >= root + TreeLabels.sayingCount else { return nil }
        _ = label(root, as: best.name, isLenient: true)
        return (best.name, false)
    }

    /// The minimum number of matching values that are needed to identify a structure.
    private static let sayingCount = 3

    /// Removes the names of a value and of the values inside it.
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

    /// Names a value and the values inside it according to the type `name`.
    ///
    /// - Returns: `nil` if all values match; otherwise, the index of the first value that does not match or lacks a
    ///   required field. In that case, no names remain unless `isLenient` is true.
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
                ? state(named: name, place) : isEnd ? nil : parent.flatMap { child(place, of: $0) }
            let isExpected = place == root || (!isEnd && parent.map { hasInside($0) } == true)
            (states[place], nextFields[place]) = (state, 0)
            if state == nil, isExpected {
                misfit = misfit ?? place
                if !isLenient { break }
            }
            // The contents of an ANY do not count as fields of the structure.
            place = hasInside(place) ? place + 1 : ends[place]
        }
        if misfit == nil, tree.error == nil { misfit = firstIncomplete(root) }
        if misfit != nil, !isLenient {
            forget(root, through: place)
        }
        return misfit
    }

    /// Returns whether the type of a value determines its contents.
    package func hasInside(_ node: Int) -> Bool {
        switch states[node]?.type {
        case .sequence, .sequenceOf, .setOf: true
        // The segments of BER's constructed form are not separate values.
        case .string(_, let holds): holds != nil && !tree.nodes[node].tag.isConstructed
        default: false
        }
    }

    /// Returns the first of the value `root` and the values inside it that lacks a required field, or `nil` if there is
    /// none.
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
        return fields.dropFirst(Int(nextFields[node])).contains { !$0.isOptional }
    }
}
