import DERKit
import X509Model

/// What `dump --json` prints of one piece of DER.
struct DumpJSON {
    private let part: DumpPart
    private let tree: DERTree
    private let labels: TreeLabels
    private let secrecy: DumpSecrecy
    /// What could not be read; nil where all could.
    let damage: String?

    init(_ part: DumpPart, showsUnknown: Bool) {
        self.part = part
        tree = DERTree(part.bytes)
        labels = TreeLabels(tree)
        secrecy = DumpSecrecy(tree, labels, label: part.label, showsUnknown: showsUnknown)
        damage =
            DumpScreen(part, hasHex: false, showsUnknown: showsUnknown, color: Color(isOn: false)).complaint
    }

    /// The fields of the piece, which is `index` among those of the file.
    func fields(file: String, index: Int) -> JSON.Fields {
        [
            ("schema", .string("pemtool/1")), ("file", .string(file)), ("index", .count(index)),
            ("label", .text(part.label)), ("title", .text(part.title)), ("ok", .bool(damage == nil)),
            ("byte_count", .count(part.bytes.count)),
            (
                "values",
                .list { [self] (emit) in
                    for place in tree.nodes.indices where secrecy.isListed(place) { emit(value(place)) }
                }
            ),
            ("damage", .text(damage)),
        ]
    }

    /// The octets of a value in hex that are shown in its text; all of them are in `content`.
    private static let shownOctets = 32

    private func value(_ place: Int) -> JSON {
        let node = tree.nodes[place]
        let reason = secrecy.reason(place)
        let hidden: JSON = reason.map { .string($0 == .isPrivate ? "private" : "unknown") } ?? .null
        guard secrecy.hasHeader(place) else {
            return .object([
                ("offset", .count(node.offset)), ("depth", .count(node.depth)), ("header", .null),
                ("length", .null), ("content_length", .count(secrecy.size(place))), ("name", .null),
                ("tag", .null), ("value", .null), ("content", .null), ("hidden", hidden),
            ])
        }
        let isLeaf = !node.tag.isConstructed && !node.holdsDER
        let isShown = isLeaf && reason == nil
        let text = isShown ? DumpValue(tree, labels, place).text(octets: DumpJSON.shownOctets) : nil
        return .object([
            ("offset", .count(node.offset)), ("depth", .count(node.depth)),
            ("header", .hex(tree.bytes[node.offset..<node.content.lowerBound])),
            ("length", node.length.map(JSON.count) ?? .null), ("content_length", .count(node.content.count)),
            ("name", .text(labels.name(of: place))), ("tag", .string("\(node.tag)")), ("value", .text(text)),
            ("content", isShown ? .hex(tree.bytes[node.content]) : leadingOctets(place)), ("hidden", hidden),
        ])
    }

    /// What stands in a string before the DER that it holds: of a BIT STRING the number of unused bits.
    private func leadingOctets(_ place: Int) -> JSON {
        let node = tree.nodes[place]
        guard node.holdsDER, place + 1 < tree.nodes.count, secrecy.canShowOctets(place) else { return .null }
        let end = min(tree.nodes[place + 1].offset, node.content.upperBound)
        return .hex(tree.bytes[node.content.lowerBound..<max(end, node.content.lowerBound)])
    }
}
