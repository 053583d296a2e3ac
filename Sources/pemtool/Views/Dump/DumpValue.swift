import DERKit
import X509Model

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

    /// Returns the value on one line, safe to display, with at most `limit` octets in hex (for 0, their
    /// number), or `nil` if its members are enough.
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
            let time = element.flatMap { try? $0.time(in: content.span) }
            return time.map { "\($0)" } ?? quoted(escaped(content))
        case .octetString: return octets(content, limit)
        default:
            if let text = element.flatMap({ try? $0.string(in: content.span) }) {
                return quoted(escapedForDisplay(text))
            }
            let isText = !content.isEmpty && content.allSatisfy { (0x20...0x7e).contains($0) }
            return isText
                ? quoted(escapedForDisplay(String(decoding: content, as: UTF8.self))) : octets(content, limit)
        }
    }

    /// The content as a separate element.
    private var element: DERElement? {
        DERElement(tag: tag, content: 0..<node.content.count)
    }

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
