import X509Model

/// Writes octets as readable and editable text that ``DERTextReader`` converts back to the same octets.
///
///     SEQUENCE {
///       INTEGER { 5 }
///       OBJECT IDENTIFIER { 2.5.4.3 }  -- commonName
///       primitive [2] { "example.com" }
///       OCTET STRING length 3 { '0001'H }
///     }
///
/// A value is written as a tag followed by its content in braces. Numbers, strings and hex octets are written as in
/// X.680. A length is written only if it is not the shortest encoding of the content's length. Octets that cannot be
/// read as a value are written in hex.
struct DERTextWriter {
    private let tree: DERTree
    private let comment: (Int) -> String?
    private var open: [(end: Int, isIndefinite: Bool)] = []
    /// The offset of the first octet that has not been written.
    private var place = 0

    /// The number of octets on a line of hex.
    private static let octetsPerLine = 32

    /// - Parameter comment: a function that returns a comment for the value at an index in the tree; `nil` for none.
    init(_ tree: DERTree, comment: @escaping (Int) -> String? = { _ in nil }) {
        self.tree = tree
        self.comment = comment
    }

    /// Calls `body` with each line of the text.
    mutating func forEachLine(_ body: (String) -> Void) {
        for (index, node) in tree.nodes.enumerated() {
            close(before: node.offset, body)
            // The closing brace of an indefinite form already represents its end-of-contents octets.
            guard node.offset >= place else { continue }
            writeOctets(place..<node.offset, body)
            let isEnded = isEnded(node)
            let (head, remark) = (head(of: node, isEnded: isEnded), remark(on: index))
            place = node.content.lowerBound
            guard !node.tag.isConstructed, !node.holdsDER else {
                open.append((node.content.upperBound, isEnded))
                writeLine("\(head) {\(remark)", depth: open.count - 1, body)
                continue
            }
            let values = values(of: node)
            place = node.content.upperBound
            if values.count <= 1 {
                writeLine("\(head) { \(values.first.map { $0 + " " } ?? "")}\(remark)", body)
            } else {
                writeLine("\(head) {\(remark)", body)
                for value in values { writeLine("  \(value)", body) }
                writeLine("}", body)
            }
        }
        close(before: .max, body)
        writeOctets(place..<tree.bytes.count, body)
    }

    /// Writes the ends of values that are complete before an offset.
    private mutating func close(before offset: Int, _ body: (String) -> Void) {
        while let last = open.last, last.end <= offset {
            writeOctets(place..<last.end, body)
            open.removeLast()
            writeLine("}", body)
            place = last.end + (last.isIndefinite ? 2 : 0)
        }
    }

    private func writeLine(_ text: String, depth: Int? = nil, _ body: (String) -> Void) {
        body(String(repeating: "  ", count: depth ?? open.count) + text)
    }

    /// Writes octets that do not belong to any value.
    private func writeOctets(_ range: Range<Int>, _ body: (String) -> Void) {
        for row in rows(range) { writeLine(row, body) }
    }

    private func rows(_ range: Range<Int>) -> [String] {
        let count = DERTextWriter.octetsPerLine
        return stride(from: range.lowerBound, to: range.upperBound, by: count).map { (start) in
            DERTextWriter.quoted(tree.bytes[start..<range.upperBound].prefix(count))
        }
    }

    private static func quoted(_ octets: ArraySlice<UInt8>) -> String { "'\(hex(octets, uppercase: true))'H" }

    /// Returns whether end-of-contents octets follow the content of an indefinite form.
    private func isEnded(_ node: DERNode) -> Bool {
        let end = node.content.upperBound
        return node.form == .indefinite && end + 2 <= (open.last?.end ?? tree.bytes.count)
            && tree.bytes[end] == 0 && tree.bytes[end + 1] == 0
    }

    private func remark(on index: Int) -> String {
        guard let text = comment(index), !text.isEmpty,
            text.utf8.allSatisfy({ $0 != 0x0a && $0 != 0x0d })
        else { return "" }
        return "  -- \(text)"
    }

    // MARK: Header

    /// Returns the tag, followed by the length unless it is the shortest encoding of the content's length.
    private func head(of node: DERNode, isEnded: Bool) -> String {
        let header = tree.bytes[node.offset..<node.content.lowerBound]
        let isTagShortest = header.starts(with: DERWriter.bytes { $0.appendTag(node.tag) })
        var tagEnd = header.startIndex + 1
        if header[header.startIndex] & 0x1f == 0x1f {
            while tagEnd < header.endIndex, header[tagEnd] >= 0x80 { tagEnd += 1 }
            tagEnd = min(tagEnd + 1, header.endIndex)
        }
        let tag =
            isTagShortest
            ? DERTextWriter.name(of: node.tag) : "tag \(DERTextWriter.quoted(header[..<tagEnd]))"
        let length = header[tagEnd...]
        if length.elementsEqual(DERTextWriter.octets(ofLength: node.content.count)) { return tag }
        if isEnded, length.elementsEqual([0x80]) { return "\(tag) indefinite" }
        if let stated = tree.length(of: node), length.elementsEqual(DERTextWriter.octets(ofLength: stated)) {
            return "\(tag) length \(stated)"
        }
        return "\(tag) length \(DERTextWriter.quoted(length))"
    }

    private static func octets(ofLength length: Int) -> [UInt8] {
        DERWriter.bytes { $0.appendLength(UInt64(length)) }
    }

    /// Returns the tag in the form that ``DERTextReader`` reads. For types without a name, `[0]` is
    /// constructed and `primitive [0]` is not.
    private static func name(of tag: DERTag) -> String {
        let isUniversal = tag.tagClass == .universal
        if isUniversal, DERTag.universalNames[tag.number] != nil { return "\(tag)" }
        let name = isUniversal ? "[UNIVERSAL \(tag.number)]" : "\(tag)"
        return tag.isConstructed ? name : "primitive \(name)"
    }

    // MARK: Content

    /// Returns the content of a value without members, as lines.
    private func values(of node: DERNode) -> [String] {
        let content = Array(tree.bytes[node.content])
        guard !content.isEmpty else { return [] }
        if node.tag.tagClass == .universal, let value = DERTextWriter.value(content, node.tag.number) {
            return [value]
        }
        let isString = node.tag.tagClass != .universal || DERTextWriter.isString(node.tag.number)
        if isString, content.allSatisfy({ (0x20...0x7e).contains($0) }) {
            let text = content.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
            return ["\"" + String(decoding: text, as: UTF8.self) + "\""]
        }
        guard node.tag == .bitString, content.count > 1 else { return rows(node.content) }
        // The number of unused bits is written separately from the bits.
        let start = node.content.lowerBound
        let rows = rows(start + 1..<node.content.upperBound)
        let first = DERTextWriter.quoted(content[..<1])
        return rows.count == 1 ? ["\(first) \(rows[0])"] : [first] + rows
    }

    /// Returns the content as a value of its type, or `nil` if it would not be converted back to exactly these octets.
    private static func value(_ content: [UInt8], _ number: UInt32) -> String? {
        switch number {
        case 1 where content == [0]: return "FALSE"
        case 1 where content == [0xff]: return "TRUE"
        case 2, 10: return DERInteger(twosComplement: content).flatMap { $0.int64 }.map { String($0) }
        case 6:
            guard let identifier = ASN1ObjectIdentifier(content: content) else { return nil }
            let text = "\(identifier)"
            return ASN1ObjectIdentifier(text)?.content == content ? text : nil
        default: return nil
        }
    }

    /// Returns whether a type is a string or a time.
    private static func isString(_ number: UInt32) -> Bool {
        number == 7 || number == 12 || (18...27).contains(number)
    }
}

// The text that `assemble` converts back to the same octets.
extension DumpScreen {
    /// The reason why the text is not written; `nil` if it can be written. The text must contain all octets, so it is
    /// not written if any octet would be hidden.
    var refusal: (message: String, hint: String?)? {
        if let problem = part.problem { return (problem, nil) }
        guard !secrecy.hasPrivateLabel, !secrecy.levels.contains(.privateHeader) else {
            return ("private keys are not written as text", nil)
        }
        let isWhole = tree.error == nil && secrecy.levels.allSatisfy { $0 == .whole }
        guard isWhole || secrecy.showsUnknown else {
            return (
                "octets in unknown or damaged structures are not written as text",
                "they may belong to a private key; use --unknown to write them"
            )
        }
        return nil
    }

    func forEachLineOfText(_ body: (String) -> Void) {
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
