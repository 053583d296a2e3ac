import DERKit
import X509Model

/// The output of `dump --json` for a piece of DER.
struct DumpJSON {
    private let part: DumpPart
    private let tree: DERTree
    private let labels: TreeLabels
    private let secrecy: DumpSecrecy
    /// The error; `nil` if everything could be read.
    let damage: String?

    init(_ part: DumpPart, showsUnknown: Bool) {
        let screen = DumpScreen(part, hasHex: false, showsUnknown: showsUnknown, color: Color("never"))
        self.part = part
        (tree, labels, secrecy) = (screen.tree, screen.labels, screen.secrecy)
        damage = screen.complaint
    }

    /// Writes the piece, whose position in the file is `index`.
    func write(file: String, index: Int, to json: inout JSONWriter) {
        json.object { (json) in
            json.string("schema", "pemtool/1")
            json.string("file", file)
            json.count("index", index)
            json.string("label", part.label)
            json.string("title", part.title)
            json.bool("ok", damage == nil)
            json.count("byte_count", part.bytes.count)
            json.array("values", tree.nodes.indices.lazy.filter { secrecy.isListed($0) }) { (place, json) in
                json.object { write(place, to: &$0) }
            }
            json.string("damage", damage)
        }
    }

    /// The maximum number of octets of a value in its text; `content` has all of them.
    private static let shownOctets = 32

    private func write(_ place: Int, to json: inout JSONWriter) {
        let node = tree.nodes[place]
        let reason = secrecy.reason(place)
        let hasHeader = secrecy.hasHeader(place)
        let isShown = hasHeader && !node.tag.isConstructed && !node.holdsDER && reason == nil
        json.count("offset", node.offset)
        json.count("depth", node.depth)
        json.hex("header", hasHeader ? Array(tree.bytes[node.offset..<node.content.lowerBound]) : nil)
        json.count("length", hasHeader ? tree.length(of: node) : nil)
        json.count("content_length", hasHeader ? node.content.count : secrecy.size(place))
        json.string("name", hasHeader ? labels.name(of: place) : nil)
        json.string("tag", hasHeader ? "\(node.tag)" : nil)
        json.string(
            "value", isShown ? DumpValue(tree, labels, place).text(octets: DumpJSON.shownOctets) : nil)
        json.hex(
            "content", isShown ? Array(tree.bytes[node.content]) : hasHeader ? leadingOctets(place) : nil)
        json.string("hidden", reason.map { $0 == .isPrivate ? "private" : "unknown" })
    }

    /// Returns the octets in a string before its DER: for a BIT STRING, the number of unused bits.
    private func leadingOctets(_ place: Int) -> [UInt8]? {
        let node = tree.nodes[place]
        guard node.holdsDER, place + 1 < tree.nodes.count, secrecy.canShowOctets(place) else { return nil }
        let end = min(tree.nodes[place + 1].offset, node.content.upperBound)
        return Array(tree.bytes[node.content.lowerBound..<max(end, node.content.lowerBound)])
    }
}
