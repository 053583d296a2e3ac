import DERKit
import X509Model

// The values of any bytes, and the tree that they make.
extension Targets {
    /// Every value of a DER tree, read by every reader.
    @Sendable static func der(_ input: [UInt8]) {
        let bytes = input.span
        var pending = [DERCursor(0..<bytes.count)]
        while var cursor = pending.popLast() {
            while !cursor.isAtEnd {
                guard let element = try? cursor.next(in: bytes) else { break }
                guard element.range.upperBound <= bytes.count, element.contentStart <= element.end,
                    element.start < element.contentStart
                else { Finding.report("an element outside its input") }
                touch(element, bytes)
                if element.tag.isConstructed, pending.count < 1000 {
                    pending.append(DERCursor(contentOf: element))
                }
            }
        }
    }

    private static func touch(_ element: DERElement, _ bytes: Span<UInt8>) {
        try? element.checkContent(in: bytes)
        _ = try? element.boolean(in: bytes)
        _ = (try? element.integer(in: bytes)).map { ($0.description, $0.bitWidth, $0.int64) }
        _ = try? element.bitString(in: bytes)
        _ = (try? element.time(in: bytes)).map { ($0.description, $0.secondsSince1970) }
        _ = try? element.string(in: bytes)
        _ = element.isInAlphabet(in: bytes)
        if let identifier = try? element.objectIdentifier(in: bytes) {
            let text = identifier.description
            if let again = ASN1ObjectIdentifier(text), again != identifier {
                Finding.report("\(text) reads as \(again)")
            }
        }
    }

    /// The tree of any bytes, with the names of its values.
    @Sendable static func tree(_ input: [UInt8]) {
        let tree = DERTree(input)
        let labels = TreeLabels(tree)
        for node in tree.nodes.indices {
            _ = (labels.name(of: node), labels.path(of: node), labels.isPrivate(node))
        }
    }
}
