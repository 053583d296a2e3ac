import DERKit
import X509Model

/// Which values of a tree are shown, and how: by the rule of `TreeDisclosure`.
struct DumpSecrecy {
    /// Why the content of a value is hidden.
    enum Reason {
        /// It is a part of a private key.
        case isPrivate
        /// It is in no known structure, or in a damaged one.
        case mayBePrivate
    }

    private let tree: DERTree
    private let disclosure: TreeDisclosure

    init(_ tree: DERTree, _ labels: TreeLabels, label: String?, showsUnknown: Bool) {
        self.tree = tree
        disclosure = TreeDisclosure(tree, labels, label: label, showsUnknown: showsUnknown)
    }

    /// True for a value that has a line of its own.
    func isListed(_ place: Int) -> Bool { disclosure.levels[place] != .nothing }

    /// The listed value that says most of the value at a place.
    func listed(_ place: Int) -> Int {
        (0...place).last { isListed($0) } ?? place
    }

    /// True for a value whose tag and length are shown.
    func hasHeader(_ place: Int) -> Bool {
        let level = disclosure.levels[place]
        return level != .size && level != .nothing
    }

    /// Number of bytes that a line without tag and length is about: to the end of what is around the value.
    func size(_ place: Int) -> Int {
        let node = tree.nodes[place]
        return (node.parent.map { tree.nodes[$0].content.upperBound } ?? tree.bytes.count) - node.offset
    }

    /// Why the content is not shown; nil if it is.
    func reason(_ place: Int) -> Reason? {
        let node = tree.nodes[place]
        switch disclosure.levels[place] {
        case .whole: return nil
        case .size, .nothing: return disclosure.hasPrivateLabel ? .isPrivate : .mayBePrivate
        case .privateHeader, .header:
            guard !node.tag.isConstructed, !node.holdsDER, !node.content.isEmpty,
                !disclosure.isKnownIdentifier(place)
            else { return nil }
            if disclosure.levels[place] == .privateHeader { return .isPrivate }
            return isSmall(node) ? nil : .mayBePrivate
        }
    }

    /// One octet of a number or a truth value, which is not a key.
    private func isSmall(_ node: DERNode) -> Bool {
        guard node.content.count == 1 else { return false }
        return node.tag == .boolean || node.tag == .integer || node.tag == .enumerated
    }

    /// True if nothing of the value and of what it holds is hidden.
    func canShowOctets(_ place: Int) -> Bool {
        let depth = tree.nodes[place].depth
        var next = place
        repeat {
            if disclosure.levels[next] != .whole { return false }
            next += 1
        } while next < tree.nodes.count && tree.nodes[next].depth > depth
        return true
    }

    /// True if the bytes around a flaw of the encoding, and what they say, can be shown.
    func canShowDamage(at offset: Int) -> Bool {
        tree.node(at: offset).map { disclosure.levels[$0] == .whole } ?? false
    }

    /// The advice for hidden values that an option shows; nil if there are none.
    var advice: String? {
        let isHidden = tree.nodes.indices.contains { isListed($0) && reason($0) == .mayBePrivate }
        return isHidden ? "hidden values may belong to a private key; use --unknown to show them" : nil
    }
}
