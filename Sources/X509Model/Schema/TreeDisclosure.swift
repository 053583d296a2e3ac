import DERKit

/// Decides how much of each value in a tree can be shown without revealing a private key, intact or damaged.
///
/// A damaged key can go unrecognized, and damaged lengths may lead a parser into the private octets, which then look
/// like tags and lengths. The rule therefore requires proof that a value is public, never proof that it is private:
/// - An intact, known public structure is shown.
/// - A damaged certificate, request or list is shown as far as its values are named in the standard, if one of the
///   values is a known name attribute or the version of a certificate. Keys contain neither. The same applies to a
///   SubjectPublicKeyInfo with a known algorithm.
/// - For an intact private key, and for anything else that is strict DER throughout, tags and lengths are shown.
/// - For everything else, only the size is shown. The same applies to everything under a private key label, except an
///   intact key.
package struct TreeDisclosure {
    /// The amount of a value that is shown.
    package enum Level: UInt8, Sendable {
        /// The whole value.
        case whole
        /// The tag and the length of a part of a private key.
        case privateHeader
        /// The tag and the length.
        case header
        /// The number of bytes from here to the end of the enclosing value; these bytes may belong to a private key.
        case size
        /// Nothing, because the value is covered by the size of a value before or around it.
        case nothing
    }

    /// The level for each value in the tree.
    package private(set) var levels: [Level]
    /// A Boolean value that indicates whether the block has a private key label; if so, no more of the block than
    /// ``levels`` allows is ever shown.
    package let hasPrivateLabel: Bool
    /// A Boolean value that indicates whether values that are not known to be private are shown.
    package let showsUnknown: Bool
    package let tree: DERTree
    private let labels: TreeLabels

    /// Determines the level for each value in `tree`.
    ///
    /// - Parameters:
    ///   - label: the label of the PEM block; `nil` if there is none.
    ///   - showsUnknown: whether to show values that are not known to be private, unless the label is that of one.
    package init(_ tree: DERTree, _ labels: TreeLabels, label: String?, showsUnknown: Bool = false) {
        self.tree = tree
        self.labels = labels
        hasPrivateLabel = label.map(TreeDisclosure.isPrivate) ?? false
        self.showsUnknown = showsUnknown && !hasPrivateLabel
        levels = Array(repeating: .nothing, count: tree.nodes.count)
        guard !levels.isEmpty else { return }
        var root = 0
        for structure in labels.structures.indices {
            judge(root, structure)
            if levels[root] == .size { break }
            root = labels.ends[root]
        }
        if hasPrivateLabel {
            guard levels.contains(where: { $0 != .privateHeader }) else { return }
            set(0..<levels.count, .nothing)
            levels[0] = .size
        } else if self.showsUnknown {
            for place in levels.indices where levels[place] != .privateHeader { levels[place] = .whole }
        }
    }

    /// Returns whether a label is for a private key, regardless of case.
    package static func isPrivate(label: String) -> Bool { label.uppercased().containsText("PRIVATE") }

    /// Returns whether bytes are, or begin like, a known public structure, so that an error may show some of the bytes.
    package static func isSurelyPublic(_ derBytes: [UInt8]) -> Bool {
        // The proof needs only the first values, and a tree takes many times the memory of its octets.
        let tree = DERTree(derBytes.prefix(4096))
        return TreeDisclosure(tree, TreeLabels(tree), label: nil).levels.first == .whole
    }

    /// Returns whether a value is a registered object identifier, whose octets are never secret.
    package func isKnownIdentifier(_ place: Int) -> Bool {
        let node = tree.nodes[place]
        return node.tag == .objectIdentifier
            && ASN1ObjectIdentifier(content: Array(tree.bytes[node.content]))?.name != nil
    }

    private mutating func set(_ places: Range<Int>, _ level: Level) {
        for place in places { levels[place] = level }
    }

    private func inside(_ root: Int) -> Range<Int> { root..<labels.ends[root] }

    private mutating func judge(_ root: Int, _ structure: Int) {
        let name = labels.structures[structure] ?? ""
        guard labels.isExact[structure] else {
            return isProven(root, name) ? discloseNamed(root) : discloseStranger(root)
        }
        switch name {
        case _ where !mayBePublic(root, name): discloseStranger(root)
        case "PFX": discloseContainer(root)
        case _ where ASN1Type.privateTypes.contains(name) || name == "EncryptedPrivateKeyInfo":
            discloseStranger(root)
            if levels[root] != .size { set(inside(root), .privateHeader) }
        default: discloseNamed(root, isExact: true)
        }
    }

    // MARK: - Proof

    /// Returns whether a damaged structure is certainly not a private key.
    private func isProven(_ root: Int, _ name: String) -> Bool {
        if name == "SubjectPublicKeyInfo" {
            let algorithm = root + 1
            return algorithm + 1 < labels.ends[root] && isKnownIdentifier(algorithm + 1)
                && labels.ends[algorithm] < labels.ends[root]
                && labels.name(of: labels.ends[algorithm]) == "subjectPublicKey"
        }
        guard ASN1Type.publicTypes.contains(name) else { return false }
        if name == "Certificate", hasVersion(root + 2) { return true }
        return inside(root).contains { (place) in
            tree.nodes[place].parent.flatMap { labels.typeName(of: $0) } == "AttributeTypeAndValue"
                && isKnownIdentifier(place)
        }
    }

    /// Returns whether a value is the tagged version field with which only certificates begin.
    private func hasVersion(_ place: Int) -> Bool {
        place + 1 < tree.nodes.count && labels.name(of: place) == "version"
            && tree.nodes[place].tag == .contextConstructed(0) && tree.nodes[place + 1].tag == .integer
            && tree.nodes[place + 1].content.count == 1 && tree.nodes[place].content.count == 3
    }

    /// Returns whether an intact structure may be public. Numbers from a private key have the same form as those of a
    /// public key or of parameters.
    private func mayBePublic(_ root: Int, _ name: String) -> Bool {
        lazy var bits = numberBits(root)
        switch name {
        // Public exponents in use are short.
        case "RSAPublicKey": return bits.count == 2 && bits[1] <= 64 && bits[1] < bits[0]
        // The base is usually short, and the optional third number is only the bit length of a private value.
        case "DHParameter":
            return bits.count > 1 && bits[1] <= 64 && bits[1] < bits[0]
                && bits.dropFirst(2).allSatisfy { $0 <= 16 }
        // The order of a DSA subgroup is far shorter than the prime.
        case "DSAParameters":
            return bits.count == 3 && bits[1] >= 160 && 4 * bits[1] <= bits[0] && bits[2] <= bits[0]
        default: return name != "DomainParameters"
        }
    }

    private func numberBits(_ root: Int) -> [Int] {
        tree.nodes[inside(root)].compactMap { (node) in
            guard node.tag == .integer else { return nil }
            return DERInteger(twosComplement: Array(tree.bytes[node.content]))?.bitWidth
        }
    }

    // MARK: - Levels

    /// Shows a public structure or, if it is damaged, those of its values that have names.
    private mutating func discloseNamed(_ root: Int, isExact: Bool = false) {
        var place = root
        while place < labels.ends[root] {
            let isOpen = !labels.isNamed(place) && !isInString(place)
            if labels.isPrivate(place) || isStrayKey(place) || (isExact ? isMessage(place) : isOpen) {
                discloseStranger(place)
            } else {
                levels[place] = .whole
                place += 1
                continue
            }
            place = labels.ends[levels[place] == .size ? tree.nodes[place].parent ?? place : place]
        }
    }

    /// Returns whether a subject public key does not match its algorithm, and may thus be a private key.
    private func isStrayKey(_ place: Int) -> Bool {
        guard labels.name(of: place) == "subjectPublicKey", let parent = tree.nodes[place].parent,
            let key = try? SubjectPublicKeyInfo(der: tree.bytes[tree.nodes[parent].range])
        else { return false }
        return key.provenRawKey == nil
    }

    /// Returns whether a value is the signed content of a PKCS #7 container, or the content of a container that is not
    /// SignedData.
    private func isMessage(_ place: Int) -> Bool {
        guard tree.nodes[place].tag != .universal(0), let parent = tree.nodes[place].parent,
            let name = labels.name(of: parent)
        else { return false }
        return name == "eContent" || name == "content" && labels.typeName(of: place) != "SignedData"
    }

    /// Returns whether a value is the DER inside a string of unknown type, such as a signature.
    private func isInString(_ place: Int) -> Bool {
        guard let parent = tree.nodes[place].parent else { return false }
        return labels.isNamed(parent) && !labels.hasInside(parent) && levels[parent] == .whole
            && tree.nodes[parent].holdsDER
    }

    /// Shows the certificates of PKCS #12, and the tags and lengths of everything else.
    private mutating func discloseContainer(_ root: Int) {
        guard inside(root).contains(where: { labels.typeName(of: $0) == "AuthenticatedSafeContent" }) else {
            return discloseStranger(root)
        }
        set(inside(root), .privateHeader)
        for place in inside(root) where labels.typeName(of: place) == "Certificate" {
            set(inside(place), .whole)
        }
    }

    /// Decides how much to show of a value whose structure is unknown.
    private mutating func discloseStranger(_ root: Int) {
        let node = tree.nodes[root]
        guard tree.isPlausible(node), node.depth > 0 || node.tag == .sequence || isKnownIdentifier(root)
        else {
            levels[root] = .size
            return
        }
        for place in inside(root) { levels[place] = labels.isPrivate(place) ? .privateHeader : .header }
    }
}
