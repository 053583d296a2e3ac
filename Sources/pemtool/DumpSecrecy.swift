import DERKit
import X509Model

/// Which values of a tree are not shown: those of a private key, and those of which nobody knows that they are not.
///
/// A key with a flaw, or inside something else, is no key to a parser, and its octets are as secret as before. So values
/// are shown where the structure says what they are; others only if they are short, or text.
struct DumpSecrecy {
    /// Why a value is hidden.
    enum Reason {
        /// It is a part of a private key.
        case isPrivate
        /// It stands in no known structure, or in one with a flaw.
        case mayBePrivate
    }

    /// What is said in place of a value that may be private.
    static let advice = "may be of a private key; --unknown shows it"

    private let tree: DERTree
    private let labels: TreeLabels
    private let showsUnknown: Bool
    /// True for a block that says it is a private key, and is not seen to be one: it may hold anything.
    private let isUnknownPrivateKey: Bool
    private let hasPrivateLabel: Bool
    /// So many octets are too few for a key.
    private static let shortest = 9
    /// Structures without a private part that so many of their values tell.
    private static let publicStructures: Set = [
        "Certificate", "CertificationRequest", "CertificateList", "SubjectPublicKeyInfo",
    ]
    private static let tellingCount = 4

    init(_ tree: DERTree, _ labels: TreeLabels, label: String?, showsUnknown: Bool) {
        self.tree = tree
        self.labels = labels
        self.showsUnknown = showsUnknown
        hasPrivateLabel = label.map { $0.uppercased().contains("PRIVATE") } ?? false
        let known = Set(TreeLabels.privateStructures + ["EncryptedPrivateKeyInfo"])
        isUnknownPrivateKey =
            hasPrivateLabel
            && (labels.structures.isEmpty
                || !labels.structures.allSatisfy { $0.map(known.contains) == true })
    }

    /// Why the value is not shown; nil where it is.
    func reason(_ place: Int) -> Reason? {
        let node = tree.nodes[place]
        guard !node.tag.isConstructed, !node.holdsDER, !node.content.isEmpty else { return nil }
        // The number of a known algorithm is no secret.
        let isKnownIdentifier =
            node.tag == .objectIdentifier
            && ObjectIdentifier(content: Array(tree.bytes[node.content]))?.name != nil
        if labels.isPrivate(place) || isUnknownPrivateKey { return isKnownIdentifier ? nil : .isPrivate }
        guard !showsUnknown, !labels.isKnown, node.content.count >= DumpSecrecy.shortest,
            !labels.isNamed(place) || isEncrypted(place), !isText(node), !isKnownIdentifier
        else { return nil }
        return .mayBePrivate
    }

    /// The octets of EncryptedPrivateKeyInfo: those of a key without its version have the same place.
    private func isEncrypted(_ place: Int) -> Bool { labels.name(of: place) == "encryptedData" }

    /// True for types whose octets are text, time, or an identifier.
    private func isText(_ node: DERNode) -> Bool {
        switch node.tag {
        case .utf8String, .printableString, .ia5String, .numericString, .visibleString, .utcTime,
            .generalizedTime, .objectIdentifier:
            (try? DERElement(tag: node.tag, content: 0..<node.content.count)
                .checkContent(in: Array(tree.bytes[node.content]).span)) != nil
        default: false
        }
    }

    /// True where nothing of the value and of what it holds is hidden.
    func canShowOctets(_ place: Int) -> Bool {
        let depth = tree.nodes[place].depth
        var next = place
        repeat {
            if reason(next) != nil { return false }
            next += 1
        } while next < tree.nodes.count && tree.nodes[next].depth > depth
        return true
    }

    /// True where bytes around a flaw of the encoding can be shown: those of a damaged key may be anything.
    func canShowDamage(at offset: Int) -> Bool {
        guard !labels.hasPrivatePart, !hasPrivateLabel else { return false }
        guard !showsUnknown else { return true }
        let isPublic = labels.structures.allSatisfy {
            $0.map(DumpSecrecy.publicStructures.contains) == true
        }
        return isPublic && labels.namedCount >= DumpSecrecy.tellingCount
            && tree.node(at: offset).map(labels.isNamed) == true
    }
}
