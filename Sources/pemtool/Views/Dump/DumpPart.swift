import DERKit
import SPKIHash

/// A part of an input that should be DER: a PEM block, or the whole input.
struct DumpPart {
    /// The kind and place of the part: `CERTIFICATE 2, line 31`; `nil` for an input that is not PEM.
    var title: String?
    var label: String?
    var bytes: [UInt8] = []
    /// The reason why the bytes of the part are not available; `nil` if they are.
    var problem: String?

    /// Returns the PEM blocks of an input or, without blocks, the input itself.
    static func parts(of input: [UInt8]) -> [DumpPart] {
        guard !input.isEmpty else { return [DumpPart(problem: "empty input")] }
        // As in all commands, input that begins like a SEQUENCE is DER, whatever text it contains.
        let isDER =
            input[0] == 0x30 && input.count > 1 && (input[1] >= 0x80 || Int(input[1]) + 2 == input.count)
        var text = input
        var other = DumpPart(bytes: input)
        switch isDER ? .bytes : InputDER(input) {
        case .bytes: break
        case .decoded(let bytes): return [DumpPart(bytes: bytes)]
        case .text(let bytes): (text, other) = (bytes, DumpPart(problem: "neither PEM nor DER"))
        }
        let parts = (isDER ? [] : Array(PEM.Reader(text))).enumerated().map { (index, block) -> DumpPart in
            switch block {
            case .success(let block):
                let isEncrypted = block.headers.contains { $0.name == "DEK-Info" }
                return DumpPart(
                    title: "\(escapedForDisplay(withoutKeys(block.label))) \(index + 1), line \(block.line)",
                    label: block.label, bytes: isEncrypted ? [] : block.derBytes,
                    problem: isEncrypted ? "encrypted, so there is no ASN.1 to show" : nil)
            case .failure(let error):
                return DumpPart(
                    title:
                        "\(escapedForDisplay(withoutKeys(error.label))) \(index + 1), line \(error.position.line), "
                        + "column \(error.position.column)",
                    label: error.label, problem: escapedForDisplay(error.message))
            }
        }
        return parts.isEmpty ? [other] : parts
    }
}

// Decides which values of a tree are shown, and how.
extension TreeDisclosure {
    /// The reason why the content of a value is hidden.
    enum Reason {
        /// The value is part of a private key.
        case isPrivate
        /// The value is in an unknown or damaged structure.
        case mayBePrivate
    }

    /// Returns whether a value has its own line.
    func isListed(_ place: Int) -> Bool { levels[place] != .nothing }

    /// Returns the index of the last listed value at or before an index.
    func listed(_ place: Int) -> Int {
        (0...place).last { isListed($0) } ?? place
    }

    /// Returns whether the tag and length of a value are shown.
    func hasHeader(_ place: Int) -> Bool {
        let level = levels[place]
        return level != .size && level != .nothing
    }

    /// Returns the number of bytes that a line without tag and length covers, up to the end of the enclosing value.
    func size(_ place: Int) -> Int {
        let node = tree.nodes[place]
        return (node.parent.map { tree.nodes[$0].content.upperBound } ?? tree.bytes.count) - node.offset
    }

    /// Returns the reason why the content is hidden, or `nil` if it is shown.
    func reason(_ place: Int) -> Reason? {
        let node = tree.nodes[place]
        switch levels[place] {
        case .whole: return nil
        case .size, .nothing: return hasPrivateLabel ? .isPrivate : .mayBePrivate
        case .privateHeader, .header:
            guard !node.tag.isConstructed, !node.holdsDER, !node.content.isEmpty,
                !isKnownIdentifier(place)
            else { return nil }
            if levels[place] == .privateHeader { return .isPrivate }
            // A one-octet number or a BOOLEAN cannot be a key.
            let isSmall = node.content.count == 1 && [.boolean, .integer, .enumerated].contains(node.tag)
            return isSmall ? nil : .mayBePrivate
        }
    }

    /// Returns whether nothing in the value is hidden.
    func canShowOctets(_ place: Int) -> Bool {
        let depth = tree.nodes[place].depth
        let inside = tree.nodes[(place + 1)...].prefix { $0.depth > depth }
        return levels[place..<inside.endIndex].allSatisfy { $0 == .whole }
    }

    /// Returns whether bytes around an encoding error, and their meaning, can be shown. If the parts of the object do not
    /// fill it, as in a certificate that lost its end, bytes in none of its values may be anything.
    func canShowDamage(in range: Range<Int>) -> Bool {
        let showsGaps = showsUnknown || isFilled
        return range.allSatisfy { (offset) in
            guard let place = tree.node(at: offset), levels[place] == .whole else { return false }
            let node = tree.nodes[place]
            return showsGaps || !node.tag.isConstructed || offset < node.content.lowerBound
        }
    }

    /// A Boolean value that indicates whether the first value is all there is, and its parts follow each other to its end.
    private var isFilled: Bool {
        let bytes = tree.bytes
        guard var parts = try? DERCursor(contentOfSequence: bytes.indices, in: bytes.span) else {
            return false
        }
        while !parts.isAtEnd {
            guard (try? parts.next(in: bytes.span)) != nil else { return false }
        }
        return true
    }
}

/// A description of a value's content.
struct DumpValue {
    private let bytes: [UInt8]
    private let node: DERNode
    private let tag: DERTag

    init(_ tree: borrowing DERTree, _ labels: borrowing TreeLabels, _ place: Int) {
        bytes = tree.bytes
        node = tree.nodes[place]
        tag = node.tag.tagClass == .universal ? node.tag : labels.universalTag(of: place) ?? node.tag
    }

    /// Returns the value on one line, safe to display, with at most `limit` octets in hex (if 0, only their number), or
    /// `nil` if it is constructed or contains DER.
    func text(octets limit: Int) -> String? {
        guard !node.tag.isConstructed, !node.holdsDER else { return nil }
        let content = Array(bytes[node.content])
        switch tag {
        case .boolean where content.count == 1:
            return content[0] == 0xff ? "TRUE" : content[0] == 0 ? "FALSE" : "TRUE (\(hex(content)))"
        case .integer, .enumerated:
            guard let number = DERInteger(twosComplement: content) else { return octets(content, limit) }
            if content.count <= 8, let small = number.int64 { return String(small) }
            let bits = "(\(number.bitWidth) bits)"
            guard limit > 0 else { return bits }
            return hex(content.prefix(limit)) + (content.count <= limit ? " " : "... ") + bits
        case .null: return content.isEmpty ? "" : octets(content, limit)
        case .objectIdentifier:
            guard let identifier = ASN1ObjectIdentifier(content: content) else {
                return octets(content, limit)
            }
            return identifier.name.map { "\($0) (\(identifier))" } ?? "\(identifier)"
        case .bitString:
            guard let unused = content.first else { return "" }
            return octets(Array(content.dropFirst()), limit) + (unused == 0 ? "" : " (\(unused) unused bits)")
        case .utcTime, .generalizedTime:
            let time = try? element.time(in: content.span)
            return time.map { "\($0)" } ?? quoted(escaped(content))
        case .octetString: return octets(content, limit)
        default:
            if let text = try? element.string(in: content.span) {
                return quoted(escapedForDisplay(text))
            }
            let isText = !content.isEmpty && content.allSatisfy { (0x20...0x7e).contains($0) }
            return isText
                ? quoted(escapedForDisplay(String(decoding: content, as: UTF8.self))) : octets(content, limit)
        }
    }

    /// The content as a separate element.
    private var element: DERElement { DERElement(tag: tag, content: 0..<node.content.count) }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }

    private func escaped(_ octets: [UInt8]) -> String {
        escapedForDisplay(String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) })))
    }

    private func octets(_ octets: [UInt8], _ limit: Int) -> String {
        guard octets.count > limit else { return hex(octets) }
        guard limit > 0 else { return "(\(byteCount(octets.count)))" }
        return hex(octets.prefix(limit)) + "... (\(octets.count) bytes)"
    }
}
