import DERKit
import X509Model

/// The tree of one piece of DER as text.
struct DumpScreen {
    private let part: DumpPart
    private let tree: DERTree
    private let labels: TreeLabels
    private let hasHex: Bool
    private let colour: Colour
    /// Octets of a value that are shown on its line; `--hex` and `--at` show all.
    private static let shownOctets = 20
    /// Octets on a line of hex.
    private static let hexOctets = 8

    init(_ part: DumpPart, hasHex: Bool, colour: Colour) {
        self.part = part
        self.hasHex = hasHex
        self.colour = colour
        tree = DERTree(part.bytes)
        labels = TreeLabels(tree)
    }

    /// The tree, a line a value.
    var lines: [String] {
        guard !tree.nodes.isEmpty else { return [] }
        var lines: [String] = []
        let width = max(6, String(tree.bytes.count).count)
        let hexHeading = hasHex ? padded("bytes", 3 * DumpScreen.hexOctets + 1) : ""
        lines.append(
            colour.paint(leftPadded("offset", width) + "  d  h  length  " + hexHeading + "value", .faint))
        for (place, node) in tree.nodes.enumerated() {
            let length = node.length.map(String.init) ?? "inf"
            let numbers =
                leftPadded(String(node.offset), width) + leftPadded(String(node.depth), 3)
                + leftPadded(String(node.headerLength), 3) + leftPadded(length, 8) + "  "
            let indent = String(repeating: "  ", count: node.depth)
            let text = indent + title(place) + valueLead(place)
            guard hasHex else {
                lines.append(colour.paint(numbers, .faint) + text)
                continue
            }
            let rows = hexRows(place)
            lines.append(
                colour.paint(numbers + padded(rows.first ?? "", 3 * DumpScreen.hexOctets + 1), .faint) + text)
            for row in rows.dropFirst() {
                lines.append(String(repeating: " ", count: width + 16) + colour.paint(row, .faint))
            }
        }
        return lines
    }

    /// The one value that covers an offset, in full; nil where there is none.
    func lines(at offset: Int) -> [String]? {
        guard let place = tree.node(at: offset) else { return nil }
        let node = tree.nodes[place]
        var screen = Screen()
        screen.row("offset", "\(node.offset), depth \(node.depth)")
        let path = labels.path(of: place)
        if !path.isEmpty { screen.row("name", path.joined(separator: ".")) }
        screen.row(
            "type",
            "\(node.tag)" + (labels.universalTag(of: place).map { $0 == node.tag ? "" : " (\($0))" } ?? ""))
        screen.row("header", hex(tree.bytes[node.offset..<node.content.lowerBound], separator: " "))
        screen.row("length", lengthText(node))
        if mustHide(place) {
            screen.row("value", "private, not shown")
        } else if let value = DumpValue(tree, labels, place).text(octets: .max), !value.isEmpty {
            screen.row("value", value)
        }
        guard canShowOctets(place) else { return screen.lines }
        let bytes = node.content
        for start in stride(from: bytes.lowerBound, to: bytes.upperBound, by: 16) {
            let row = Array(tree.bytes[start..<min(start + 16, bytes.upperBound)])
            let text = String(row.map { (0x20...0x7e).contains($0) ? Character(Unicode.Scalar($0)) : "." })
            screen.line(
                colour.paint(leftPadded(String(start), 8), .faint) + "  "
                    + padded(hex(row, separator: " "), 49) + text)
        }
        return screen.lines
    }

    /// What could not be read, with its place and bytes; nil where all could.
    var complaint: String? {
        if let problem = part.problem { return problem }
        guard let error = tree.error else { return nil }
        let node = tree.node(at: max(0, min(error.offset, tree.bytes.count - 1)))
        let path = node.map { labels.path(of: $0) } ?? []
        let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        // Bytes of a damaged key may be anything, so that none of them are shown.
        let excerpt =
            hasPrivatePart
            ? "\n  offset \(error.offset)" : ErrorReport.excerpt(of: tree.bytes, at: error.offset)
        return place + error.message + excerpt
    }

    private func lengthText(_ node: DERNode) -> String {
        guard let length = node.length else { return "indefinite, \(node.content.count) bytes" }
        return "\(length) \(length == 1 ? "byte" : "bytes")"
            + (node.isCut ? ", of which \(node.content.count) are there" : "")
    }

    private func title(_ place: Int) -> String {
        let node = tree.nodes[place]
        let name = labels.name(of: place).map { colour.paint($0, .name) + " " } ?? ""
        return name + colour.paint("\(node.tag)", .type)
    }

    private func valueLead(_ place: Int) -> String {
        let node = tree.nodes[place]
        if mustHide(place) {
            let count = node.content.count
            return " " + colour.paint("(private, \(count) \(count == 1 ? "byte" : "bytes"))", .warning)
        }
        var text = ""
        if let value = DumpValue(tree, labels, place).text(octets: DumpScreen.shownOctets), !value.isEmpty {
            text = " " + colour.paint(value, .value)
        }
        if node.isCut {
            text +=
                " "
                + colour.paint("(cut short: \(node.content.count) of \(node.length ?? 0) bytes)", .warning)
        }
        return text
    }

    /// The header, then the content of a value that holds no others.
    private func hexRows(_ place: Int) -> [String] {
        let node = tree.nodes[place]
        let header = Array(tree.bytes[node.offset..<node.content.lowerBound])
        var rows = [hex(header, separator: " ")]
        guard !node.tag.isConstructed, !node.holdsDER, !mustHide(place) else { return rows }
        let octets = header + tree.bytes[node.content]
        rows = stride(from: 0, to: octets.count, by: DumpScreen.hexOctets).map {
            hex(octets[$0..<min($0 + DumpScreen.hexOctets, octets.count)], separator: " ")
        }
        return rows
    }

    /// A block that says it is a private key, and is none that is known, may hold anything.
    private var isUnknownPrivateKey: Bool {
        guard let label = part.label, label.hasSuffix("PRIVATE KEY") else { return false }
        return labels.structures.contains(nil) || labels.structures.isEmpty
    }

    private var hasPrivatePart: Bool {
        labels.hasPrivatePart || (part.label ?? "").hasSuffix("PRIVATE KEY")
    }

    private func mustHide(_ place: Int) -> Bool {
        let node = tree.nodes[place]
        guard !node.tag.isConstructed, !node.holdsDER else { return false }
        return labels.isPrivate(place) || (isUnknownPrivateKey && node.tag != .objectIdentifier)
    }

    /// True where nothing of the value and of what it holds is private.
    private func canShowOctets(_ place: Int) -> Bool {
        let depth = tree.nodes[place].depth
        var next = place
        repeat {
            if mustHide(next) { return false }
            next += 1
        } while next < tree.nodes.count && tree.nodes[next].depth > depth
        return true
    }
}

/// `text` with spaces before it up to `width` characters.
func leftPadded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
