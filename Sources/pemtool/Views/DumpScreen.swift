import DERKit
import X509Model

/// The tree of a piece of DER as text.
struct DumpScreen {
    private let part: DumpPart
    private let tree: DERTree
    private let labels: TreeLabels
    private let hasHex: Bool
    private let secrecy: DumpSecrecy
    private let color: Color
    /// The width at which lines are wrapped on a terminal; nil elsewhere, so that each value stays on one
    /// line.
    private let columns: Int?
    /// The number of octets on a line of hex.
    private static let hexOctets = 8

    init(
        _ part: DumpPart, hasHex: Bool, showsUnknown: Bool = false, color: Color, columns: Int? = nil
    ) {
        self.columns = columns
        self.part = part
        self.hasHex = hasHex
        self.color = color
        tree = DERTree(part.bytes)
        labels = TreeLabels(tree, label: part.label)
        secrecy = DumpSecrecy(tree, labels, label: part.label, showsUnknown: showsUnknown)
    }

    /// The tree, one line per value.
    var lines: [String] {
        var lines: [String] = []
        forEachLine { lines.append($0) }
        return lines
    }

    /// Calls `body` with each line of the tree.
    func forEachLine(_ body: (String) -> Void) {
        guard !tree.nodes.isEmpty else { return }
        let width = max(6, String(tree.bytes.count).count)
        let isBeside = hasHex && !isCompact
        let hexHeading = isBeside ? padded("bytes", 3 * DumpScreen.hexOctets + 1) : ""
        let columnHeading = isCompact ? "  " : "  d  h  length  "
        body(color.paint(leftPadded("offset", width) + columnHeading + hexHeading + "value", .faint))
        for (place, node) in tree.nodes.enumerated() where secrecy.isListed(place) {
            let numbers = leftPadded(String(node.offset), width) + (isCompact ? "" : columns(place)) + "  "
            let text = self.text(place, from: numbers.count + (isBeside ? 3 * DumpScreen.hexOctets + 1 : 0))
            let rows = hasHex ? hexRows(place) : []
            guard isBeside else {
                body(color.paint(numbers, .faint) + (text.first ?? ""))
                for line in text.dropFirst() + rows.map({ color.paint($0, .faint) }) {
                    body(String(repeating: " ", count: numbers.count) + line)
                }
                continue
            }
            for row in 0..<max(rows.count, text.count) {
                let lead = row == 0 ? numbers : String(repeating: " ", count: numbers.count)
                let hex = row < rows.count ? rows[row] : ""
                guard row < text.count else {
                    body(lead + color.paint(hex, .faint))
                    continue
                }
                body(
                    color.paint(lead + padded(hex, 3 * DumpScreen.hexOctets + 1), .faint) + text[row])
            }
        }
    }

    /// Returns the depth, the length of the header, and the length.
    private func columns(_ place: Int) -> String {
        let node = tree.nodes[place]
        let hasHeader = secrecy.hasHeader(place)
        let length = node.length.map(String.init) ?? "inf"
        return leftPadded(String(node.depth), 3)
            + leftPadded(hasHeader ? String(node.headerLength) : "-", 3)
            + leftPadded(hasHeader ? length : "-", 8)
    }

    /// Returns the value that covers an offset, in full, or nil if there is none.
    func lines(at offset: Int) -> [String]? {
        guard let place = tree.node(at: offset).map(secrecy.listed) else { return nil }
        let node = tree.nodes[place]
        var screen = Screen()
        screen.row("offset", "\(node.offset), depth \(node.depth)")
        guard secrecy.hasHeader(place) else {
            screen.row("value", hidden(place, secrecy.size(place)))
            return screen.lines
        }
        let path = labels.path(of: place)
        if !path.isEmpty { screen.row("name", path.joined(separator: ".")) }
        screen.row(
            "type",
            "\(node.tag)" + (labels.universalTag(of: place).map { $0 == node.tag ? "" : " (\($0))" } ?? ""))
        screen.row("header", hex(tree.bytes[node.offset..<node.content.lowerBound], separator: " "))
        screen.row("length", lengthText(node))
        if secrecy.reason(place) != nil {
            screen.row("value", hidden(place, node.content.count))
        } else if let value = DumpValue(tree, labels, place).text(octets: .max), !value.isEmpty {
            screen.row("value", value)
        }
        guard secrecy.canShowOctets(place) else { return screen.lines }
        let bytes = node.content
        let count = isNarrow ? 4 : 16
        for start in stride(from: bytes.lowerBound, to: bytes.upperBound, by: count) {
            let row = Array(tree.bytes[start..<min(start + count, bytes.upperBound)])
            let text = String(row.map { (0x20...0x7e).contains($0) ? Character(Unicode.Scalar($0)) : "." })
            screen.line(
                color.paint(leftPadded(String(start), 8), .faint) + "  "
                    + padded(hex(row, separator: " "), 3 * count + 1) + text)
        }
        return screen.lines
    }

    /// The error with its place and bytes; nil if everything could be read.
    var complaint: String? {
        if let problem = part.problem { return problem }
        guard let error = tree.error else { return nil }
        let offset = max(0, min(error.offset, tree.bytes.count - 1))
        guard secrecy.canShowDamage(at: offset) else {
            return "\(error.withoutContent.message)\n  offset \(error.offset)"
        }
        let path = tree.node(at: offset).map { labels.path(of: $0) } ?? []
        let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        return place + error.message + ErrorReport.excerpt(of: tree.bytes, at: error.offset)
    }

    /// Returns the replacement for a hidden value.
    private func hidden(_ place: Int, _ count: Int) -> String {
        let word = secrecy.reason(place) == .isPrivate ? "private" : "hidden"
        return "(\(word), \(count) \(count == 1 ? "byte" : "bytes"))"
    }

    private func lengthText(_ node: DERNode) -> String {
        guard let length = node.length else { return "indefinite, \(node.content.count) bytes" }
        return "\(length) \(length == 1 ? "byte" : "bytes")"
            + (node.isCut ? ", \(node.content.count) present" : "")
    }

    /// Returns name, type and value as lines that begin at a column, or as one line if they are not wrapped.
    private func text(_ place: Int, from column: Int) -> [String] {
        let node = tree.nodes[place]
        let hasHeader = secrecy.hasHeader(place)
        let name = (hasHeader ? labels.name(of: place) : nil).map { $0 + " " } ?? ""
        let type = hasHeader ? "\(node.tag)" : ""
        let room = columns.map { max(DumpScreen.leastRoom, $0 - column) } ?? .max
        // Very deep values are indented only as far as there is room.
        let indent = min(node.depth * (hasHex || isCompact ? 1 : 2), room - DumpScreen.leastRoom)
        let margin = String(repeating: " ", count: indent)
        var lines = [margin + color.paint(name, .name) + color.paint(type, .type)]
        var last = indent + name.count + type.count
        let (value, role) = value(
            place, columns: (columns ?? DumpScreen.usualColumns) - column - last - 1)
        if last > room {
            // A type that does not fit next to its name goes below it, and so does a value next to its type.
            lines = DumpScreen.broken(name, to: room - indent).map { margin + color.paint($0, .name) }
            lines.append(margin + "  " + color.paint(type, .type))
            last = indent + 2 + type.count
        }
        guard !value.isEmpty else { return lines }
        guard last + 1 + value.count > room else {
            lines[lines.count - 1] += (last > indent ? " " : "") + color.paint(value, role)
            return lines
        }
        return lines
            + Screen.wrapped(value, to: room - indent - 4).map { margin + "    " + color.paint($0, role) }
    }

    /// The minimum width of a value, even on a narrow terminal.
    private static let leastRoom = 20

    /// Returns a name on several lines, broken between its words: `accessLocation.uniform`,
    /// `ResourceIdentifier`.
    private static func broken(_ name: String, to width: Int) -> [String] {
        var words = [""]
        for character in name where character != " " {
            if character.isUppercase || words.last?.hasSuffix(".") == true { words.append("") }
            words[words.count - 1].append(character)
        }
        var lines = [""]
        for word in words {
            if (lines.last?.count ?? 0) + word.count > width { lines.append("") }
            lines[lines.count - 1] += word
        }
        return lines.flatMap { Screen.wrapped($0, to: width) }
    }

    /// A Boolean value that indicates whether only the offset is shown, as on a narrow terminal: the
    /// indentation shows the depth, and `--at` the rest. Octets in hex are below their value.
    private var isCompact: Bool { columns.map { $0 < (hasHex ? 72 : 60) } == true }

    /// The width to which octets are truncated if the output is not a terminal.
    private static let usualColumns = usualTextWidth

    private func value(_ place: Int, columns: Int) -> (text: String, role: Color.Role) {
        let node = tree.nodes[place]
        let count = node.content.count
        guard secrecy.hasHeader(place) else { return (hidden(place, secrecy.size(place)), .warning) }
        guard secrecy.reason(place) == nil else { return (hidden(place, count), .warning) }
        // Two digits per octet, and the text with their number; none if they are in the hex column.
        let shown = hasHex ? 0 : max(4, min(32, (columns - 16) / 2))
        let value = DumpValue(tree, labels, place).text(octets: shown) ?? ""
        guard node.isCut else { return (value, .value) }
        let cut = "(cut short: \(count) of \(node.length ?? 0) bytes)"
        return (value.isEmpty ? cut : "\(value) \(cut)", .warning)
    }

    /// Returns the header, then the content of a value without members.
    private func hexRows(_ place: Int) -> [String] {
        guard secrecy.hasHeader(place) else { return [] }
        let node = tree.nodes[place]
        let header = Array(tree.bytes[node.offset..<node.content.lowerBound])
        var rows = [hex(header, separator: " ")]
        guard !node.tag.isConstructed, !node.holdsDER, secrecy.reason(place) == nil else { return rows }
        let octets = header + tree.bytes[node.content]
        rows = stride(from: 0, to: octets.count, by: DumpScreen.hexOctets).map {
            hex(octets[$0..<min($0 + DumpScreen.hexOctets, octets.count)], separator: " ")
        }
        return rows
    }

    /// Advice on how to show more; nil if there is nothing more.
    var advice: String? { secrecy.advice }
}
