import SPKIHash

/// A part of DER that `dump` shows as a tree, as JSON, or as text for `assemble`.
struct DumpScreen {
    let tree: DERTree
    let labels: TreeLabels
    let secrecy: TreeDisclosure
    let part: DumpPart
    /// The width at which lines are wrapped on a terminal; `nil` for other outputs, with each value on one line.
    private let columns: Int?

    init(_ part: DumpPart, showsUnknown: Bool = false, columns: Int? = nil) {
        self.columns = columns
        self.part = part
        tree = DERTree(part.bytes)
        labels = TreeLabels(tree, label: part.label)
        secrecy = TreeDisclosure(tree, labels, label: part.label, showsUnknown: showsUnknown)
    }

    /// Calls `body` with each line of the tree, in UTF-8.
    func forEachLine(_ body: ([UInt8]) -> Void) {
        guard !tree.nodes.isEmpty else { return }
        let width = max(6, String(tree.bytes.count).count)
        let heading = leftPadded("offset", width) + (isCompact ? "  " : "  d  h  length  ") + "value"
        body(Array(heading.utf8))
        var line: [UInt8] = []
        for place in tree.nodes.indices where secrecy.isListed(place) {
            line.removeAll(keepingCapacity: true)
            appendNumbers(place, width, to: &line)
            let further = appendText(place, to: &line)
            body(line)
            for row in further { body(Array(row.utf8)) }
        }
    }

    /// Appends the offset, the depth, the length of the header, and the encoded length of the content.
    private func appendNumbers(_ place: Int, _ width: Int, to line: inout [UInt8]) {
        let node = tree.nodes[place]
        line.append(node.offset, width: width)
        if !isCompact {
            let hasHeader = secrecy.hasHeader(place)
            line.append(node.depth, width: 3)
            line.append(hasHeader ? node.headerLength : nil, width: 3)
            line.append(hasHeader ? tree.length(of: node) : nil, or: hasHeader ? "inf" : "-", width: 8)
        }
        line.append(literal: "  ")
    }

    /// Returns the lines of the complete value that covers an offset, or `nil` if there is none.
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
        var lines = screen.lines
        guard secrecy.canShowOctets(place) else { return lines }
        let bytes = node.content
        let count = isNarrow ? 4 : 16
        for start in stride(from: bytes.lowerBound, to: bytes.upperBound, by: count) {
            let row = Array(tree.bytes[start..<min(start + count, bytes.upperBound)])
            let text = String(row.map { (0x20...0x7e).contains($0) ? Character(Unicode.Scalar($0)) : "." })
            lines.append(
                leftPadded(String(start), 8) + "  " + padded(hex(row, separator: " "), 3 * count + 1) + text)
        }
        return lines
    }

    /// The error with its location and bytes; `nil` if all bytes were read.
    var complaint: String? {
        if let problem = part.problem { return problem }
        guard let error = tree.error else { return nil }
        let offset = max(0, min(error.offset, tree.bytes.count - 1))
        guard secrecy.canShowDamage(in: ErrorReport.shown(of: tree.bytes, at: error.offset)) else {
            return "\(error.withoutContent.message)\n  offset \(error.offset)"
        }
        let path = tree.node(at: offset).map { labels.path(of: $0) } ?? []
        let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
        return place + error.message + ErrorReport.excerpt(of: tree.bytes, at: error.offset)
    }

    /// Returns the text that replaces a hidden value.
    private func hidden(_ place: Int, _ count: Int) -> String {
        let word = secrecy.reason(place) == .isPrivate ? "private" : "hidden"
        return "(\(word), \(byteCount(count)))"
    }

    private func lengthText(_ node: DERNode) -> String {
        guard let length = tree.length(of: node) else { return "indefinite, \(node.content.count) bytes" }
        return byteCount(length) + (node.isCut ? ", \(node.content.count) present" : "")
    }

    /// Appends the name, type and value of a line, and returns the lines that continue it on a narrow terminal.
    private func appendText(_ place: Int, to line: inout [UInt8]) -> [String] {
        let node = tree.nodes[place]
        let column = line.count
        let room = columns.map { max(DumpScreen.leastRoom, $0 - column) } ?? .max
        // Very deep values are indented only as far as there is room.
        let indent = min(node.depth * (isCompact ? 1 : 2), room - DumpScreen.leastRoom)
        line.append(contentsOf: repeatElement(0x20, count: indent))
        let start = line.count
        if secrecy.hasHeader(place) {
            if let name = labels.name(of: place) {
                line += name.utf8
                line.append(0x20)
            }
            line += node.tag.description.utf8
        }
        let value = value(place, columns: (columns ?? usualTextWidth) - line.count - 1)
        if !value.isEmpty {
            if line.count > start { line.append(0x20) }
            line += value.utf8
        }
        guard line.count - column > room else { return [] }
        let text = String(decoding: line[start...], as: UTF8.self)
        let parts = Screen.wrapped(text, to: room - indent, indent: 4)
        line.replaceSubrange(start..., with: (parts.first ?? "").utf8)
        return parts.dropFirst().map { spaces(start) + $0 }
    }

    /// The minimum width of a value, even on a narrow terminal.
    private static let leastRoom = 20

    /// A Boolean value that indicates whether only the offset is shown, as on a narrow terminal: the indentation shows
    /// the depth, and `--at` shows the other numbers.
    private var isCompact: Bool { columns.map { $0 < 60 } == true }

    private func value(_ place: Int, columns: Int) -> String {
        let node = tree.nodes[place]
        let count = node.content.count
        guard secrecy.hasHeader(place) else { return hidden(place, secrecy.size(place)) }
        guard secrecy.reason(place) == nil else { return hidden(place, count) }
        // Each octet takes two columns, and the number of octets takes 16.
        let shown = max(4, min(32, (columns - 16) / 2))
        let value = DumpValue(tree, labels, place).text(octets: shown) ?? ""
        guard node.isCut else { return value }
        let cut = "(cut short: \(count) of \(tree.length(of: node) ?? 0) bytes)"
        return value.isEmpty ? cut : "\(value) \(cut)"
    }

    /// A hint about hidden values that `--unknown` shows; `nil` if there are none.
    var advice: String? {
        let isHidden = tree.nodes.indices.contains {
            secrecy.isListed($0) && secrecy.reason($0) == .mayBePrivate
        }
        return isHidden ? "hidden values may belong to a private key; use --unknown to show them" : nil
    }
}

extension [UInt8] {
    /// Appends a nonnegative number, or a text if the number is `nil`, aligned to the right.
    fileprivate mutating func append(_ number: Int?, or text: StaticString = "-", width: Int) {
        var (rest, missing) = (number ?? 0, width - (number == nil ? text.utf8CodeUnitCount : 1))
        while rest >= 10 { (rest, missing) = (rest / 10, missing - 1) }
        append(contentsOf: repeatElement(0x20, count: Swift.max(0, missing)))
        if let number { append(decimal: UInt64(clamping: number)) } else { append(literal: text) }
    }
}

// MARK: - JSON

extension DumpScreen {
    /// Writes the fields of the part, whose index in the file is `index`.
    func write(file: String, index: Int, to json: inout JSONWriter) {
        let damage = complaint
        json.string("file", file)
        json.count("index", index)
        json.string("label", part.label.map { withoutKeys($0) })
        json.string("title", part.title)
        json.bool("ok", damage == nil)
        json.count("byte_count", part.bytes.count)
        json.objects("values", tree.nodes.indices.lazy.filter { secrecy.isListed($0) }, write)
        json.string("damage", damage)
    }

    /// The maximum number of octets in the text of a value; the field `content` contains all of them.
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
            "value", isShown ? DumpValue(tree, labels, place).text(octets: DumpScreen.shownOctets) : nil)
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
