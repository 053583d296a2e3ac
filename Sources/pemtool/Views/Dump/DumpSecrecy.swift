import DERKit
import X509Model

/// Decides which values of a tree are shown, and how, by the rule of `TreeDisclosure`.
struct DumpSecrecy {
    /// The reason the content of a value is hidden.
    enum Reason {
        /// It is part of a private key.
        case isPrivate
        /// It is in an unknown structure, or in a damaged one.
        case mayBePrivate
    }

    private let tree: DERTree
    private let disclosure: TreeDisclosure

    init(_ tree: DERTree, _ labels: TreeLabels, label: String?, showsUnknown: Bool) {
        self.tree = tree
        disclosure = TreeDisclosure(tree, labels, label: label, showsUnknown: showsUnknown)
    }

    /// Returns whether a value has its own line.
    func isListed(_ place: Int) -> Bool { disclosure.levels[place] != .nothing }

    /// Returns the listed value that best describes the value at a place.
    func listed(_ place: Int) -> Int {
        (0...place).last { isListed($0) } ?? place
    }

    /// Returns whether the tag and length of a value are shown.
    func hasHeader(_ place: Int) -> Bool {
        let level = disclosure.levels[place]
        return level != .size && level != .nothing
    }

    /// Returns the number of bytes that a line without tag and length covers: to the end of the enclosing
    /// value.
    func size(_ place: Int) -> Int {
        let node = tree.nodes[place]
        return (node.parent.map { tree.nodes[$0].content.upperBound } ?? tree.bytes.count) - node.offset
    }

    /// Returns the reason the content is hidden, or `nil` if it is shown.
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

    /// Returns whether a value is a one-octet number or a BOOLEAN, which cannot be a key.
    private func isSmall(_ node: DERNode) -> Bool {
        guard node.content.count == 1 else { return false }
        return node.tag == .boolean || node.tag == .integer || node.tag == .enumerated
    }

    /// Returns whether nothing in the value is hidden.
    func canShowOctets(_ place: Int) -> Bool {
        let depth = tree.nodes[place].depth
        var next = place
        repeat {
            if disclosure.levels[next] != .whole { return false }
            next += 1
        } while next < tree.nodes.count && tree.nodes[next].depth > depth
        return true
    }

    /// Returns whether the bytes around an encoding error, and their meaning, can be shown.
    func canShowDamage(at offset: Int) -> Bool {
        tree.node(at: offset).map { disclosure.levels[$0] == .whole } ?? false
    }

    /// A hint about hidden values that an option shows; `nil` if no value is hidden.
    var advice: String? {
        let isHidden = tree.nodes.indices.contains { isListed($0) && reason($0) == .mayBePrivate }
        return isHidden ? "hidden values may belong to a private key; use --unknown to show them" : nil
    }
}
