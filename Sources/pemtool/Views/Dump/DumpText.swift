import DERKit
import X509Model

/// A piece of DER as text that `assemble` converts back to the same octets.
struct DumpText {
    private let part: DumpPart
    private let tree: DERTree
    private let labels: TreeLabels
    private let showsUnknown: Bool

    init(_ part: DumpPart, showsUnknown: Bool) {
        self.part = part
        self.showsUnknown = showsUnknown
        tree = DERTree(part.bytes)
        labels = TreeLabels(tree, label: part.label)
    }

    /// The reason nothing is written: the text must contain all octets, so a single hidden one is enough.
    var refusal: (message: String, hint: String?)? {
        if let problem = part.problem { return (problem, nil) }
        let disclosure = TreeDisclosure(tree, labels, label: part.label, showsUnknown: showsUnknown)
        guard !disclosure.hasPrivateLabel, !disclosure.levels.contains(.privateHeader) else {
            return ("private keys are not written as text", nil)
        }
        let isWhole = tree.error == nil && disclosure.levels.allSatisfy { $0 == .whole }
        guard isWhole || showsUnknown else {
            return (
                "octets in unknown or damaged structures are not written as text",
                "they may belong to a private key; use --unknown to write them"
            )
        }
        return nil
    }

    func forEachLine(_ body: (String) -> Void) {
        var writer = DERTextWriter(tree) { comment($0) }
        writer.forEachLine(body)
    }

    /// Returns the name of a value, and information that the octets do not show.
    private func comment(_ place: Int) -> String? {
        let node = tree.nodes[place]
        let name = labels.name(of: place)
        let value: String? =
            switch node.tag {
            case .objectIdentifier:
                ASN1ObjectIdentifier(content: Array(tree.bytes[node.content]))?.name
            case .utcTime, .generalizedTime, .bmpString, .universalString:
                DumpValue(tree, labels, place).text(octets: 0)
            case .utf8String, .teletexString:
                tree.bytes[node.content].allSatisfy { $0 < 0x80 }
                    ? nil : DumpValue(tree, labels, place).text(octets: 0)
            default: nil
            }
        let words = [name, value].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ": ")
    }
}
