import DERKit
import X509Model

/// One piece of DER as it is shown: the tag and length of a value that is made of others, or a whole value.
///
/// Together the rows of an object hold each of its bytes once, in order.
struct ByteRow {
    /// What the bytes are.
    enum Part {
        /// Tag and length of a value whose content follows in rows of its own.
        case opening
        /// A whole value.
        case value
        /// Content that stands apart from its tag: the raw key.
        case rawKey
        /// Bytes that are no DER.
        case other
    }

    let range: Range<Int>
    let depth: Int
    let part: Part
    /// The value's tag; nil for bytes that have none of their own.
    let tag: DERTag?
    /// The value's content.
    let content: Range<Int>

    /// Values deeper than this are shown whole.
    private static let deepest = 24

    /// The rows of `bytes`; `rawKey` is where the content of a BIT STRING is to stand apart.
    static func rows(of bytes: [UInt8], rawKey: Range<Int>) -> [ByteRow] {
        let span = bytes.span
        var rows: [ByteRow] = []
        var open: [DERCursor] = [DERCursor(0..<bytes.count)]
        while var cursor = open.popLast() {
            guard !cursor.isAtEnd else { continue }
            let depth = open.count
            let start = cursor.position
            guard let element = try? cursor.next(in: span) else {
                rows.append(
                    ByteRow(
                        range: start..<cursor.end, depth: depth, part: .other, tag: nil,
                        content: start..<cursor.end)
                )
                continue
            }
            open.append(cursor)
            if element.tag.isConstructed, depth < deepest {
                rows.append(
                    ByteRow(
                        range: element.start..<element.contentStart, depth: depth, part: .opening,
                        tag: element.tag,
                        content: element.content))
                open.append(DERCursor(contentOf: element))
            } else if element.tag == .bitString, element.end == rawKey.upperBound,
                element.contentStart < rawKey.lowerBound
            {
                rows.append(
                    ByteRow(
                        range: element.start..<rawKey.lowerBound, depth: depth, part: .opening,
                        tag: element.tag,
                        content: element.content))
                rows.append(
                    ByteRow(range: rawKey, depth: depth + 1, part: .rawKey, tag: nil, content: rawKey))
            } else {
                rows.append(
                    ByteRow(
                        range: element.range, depth: depth, part: .value, tag: element.tag,
                        content: element.content))
            }
        }
        return rows
    }

    /// The type and size: `SEQUENCE, 89 bytes`.
    var type: String {
        guard let tag else { return part == .rawKey ? "raw key" : "no DER" }
        switch tag {
        case .objectIdentifier, .null, .boolean: return "\(tag)"
        case .integer where content.count <= 8: return "\(tag)"
        default: return "\(tag), \(content.count) \(content.count == 1 ? "byte" : "bytes")"
        }
    }

    /// The value in words; empty where the bytes say as much.
    func value(in bytes: [UInt8]) -> String {
        let content = Array(bytes[self.content])
        switch tag {
        case .objectIdentifier:
            guard let identifier = ObjectIdentifier(content: content) else { return "" }
            return identifier.name.map(ByteRow.commonName) ?? identifier.description
        case .integer:
            guard let number = DERInteger(twosComplement: content) else { return "" }
            return Int64(number).map(String.init) ?? "\(number.bitWidth) bits"
        case .boolean: return content == [0xff] ? "TRUE" : "FALSE"
        case .null: return "no parameters"
        case .utf8String, .printableString, .ia5String, .numericString, .visibleString, .utcTime,
            .generalizedTime:
            return escapedForDisplay(String(decoding: content, as: UTF8.self))
        default: return ""
        }
    }

    /// A curve by both of its names.
    private static func commonName(_ name: String) -> String {
        switch name {
        case "prime256v1": "prime256v1 (P-256)"
        case "secp384r1": "secp384r1 (P-384)"
        case "secp521r1": "secp521r1 (P-521)"
        case "secp224r1": "secp224r1 (P-224)"
        default: name
        }
    }
}
