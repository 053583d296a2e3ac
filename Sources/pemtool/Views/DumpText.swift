import DERKit
import X509Model

/// One piece of DER as text that `assemble` makes the same octets of.
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

    /// Why nothing is written; the text stands for all octets or none, so one that is hidden is enough.
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

    /// Calls `body` with each line of the text.
    func forEachLine(_ body: (String) -> Void) {
        var writer = DERTextWriter(tree) { comment($0) }
        writer.forEachLine(body)
    }

    /// The name of a value, and what a person does not see in the octets.
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
