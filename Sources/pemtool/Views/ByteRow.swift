import X509Model

/// A displayed part of DER: the tag and length of a constructed value, or a whole value.
///
/// Together, the rows of an object contain each of its bytes exactly once, in order.
struct ByteRow {
    let range: Range<Int>
    let depth: Int
    /// The value's tag; `nil` for the raw key, which is in a row separate from its tag, and for bytes that are not DER.
    let tag: DERTag?
    /// The value's content.
    let content: Range<Int>
    /// A Boolean value that indicates whether the bytes are the raw key.
    var isRawKey = false

    /// The type and size: `SEQUENCE, 89 bytes`.
    var type: String { String(writtenBy: appendType) }

    private func appendType(to text: inout [UInt8]) {
        guard let tag else { return text.append(literal: isRawKey ? "raw key" : "not DER") }
        text += tag.description.utf8
        switch tag {
        case .objectIdentifier, .null, .boolean: return
        case .integer where content.count <= 8: return
        default:
            text.append(literal: ", ")
            text.append(decimal: UInt64(content.count))
            text.append(literal: content.count == 1 ? " byte" : " bytes")
        }
    }

    /// Returns a description of the value; empty if it would not add any information to the bytes.
    func value(in bytes: [UInt8]) -> String {
        let content = bytes.span.extracting(self.content)
        switch tag {
        case .objectIdentifier:
            guard let identifier = ASN1ObjectIdentifier(content: bytes.span.array(self.content)) else {
                return ""
            }
            return NamedCurve(identifier)?.description ?? identifier.name ?? identifier.description
        case .integer:
            guard let number = DERInteger(twosComplement: bytes.span.array(self.content)) else { return "" }
            return number.int64.map(String.init) ?? "\(number.bitWidth) bits"
        case .boolean: return content.isEqual(to: [0xff]) ? "TRUE" : "FALSE"
        case .null: return "no parameters"
        case .utf8String, .printableString, .ia5String, .numericString, .visibleString, .utcTime,
            .generalizedTime:
            return escapedForDisplay(content.text)
        default: return ""
        }
    }

    /// Writes the fields that are common to the rows of all lists.
    func write(_ bytes: [UInt8], isHidden: Bool, to json: inout JSONWriter) {
        json.count("offset", range.lowerBound)
        json.count("depth", depth)
        if isHidden { json.null("bytes") } else { json.hex("bytes", bytes.span.extracting(range)) }
        json.string("type", appendType)
        json.string("value", isHidden ? nil : value(in: bytes))
    }
}

/// The rows of an object, created one by one, because all of them together take many times the memory of the bytes.
struct ByteRows: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let rawKey: Range<Int>
    private var open: [DERCursor]
    /// The row of the raw key, which follows the row of its tag.
    private var pending: ByteRow?

    /// The depth from which values are shown whole.
    private static let deepest = 24

    /// - Parameter rawKey: the range of BIT STRING content to show in a separate row.
    init(_ bytes: [UInt8], rawKey: Range<Int>) {
        self.bytes = bytes
        self.rawKey = rawKey
        open = [DERCursor(0..<bytes.count)]
    }

    mutating func next() -> ByteRow? {
        if let row = pending {
            pending = nil
            return row
        }
        let bytes = bytes
        let span = bytes.span
        while var cursor = open.popLast() {
            guard !cursor.isAtEnd else { continue }
            let depth = open.count
            let start = cursor.position
            guard let element = try? cursor.next(in: span) else {
                let rest = start..<cursor.end
                return ByteRow(range: rest, depth: depth, tag: nil, content: rest)
            }
            open.append(cursor)
            var range = element.range
            if element.tag.isConstructed, depth < ByteRows.deepest {
                range = element.start..<element.contentStart
                open.append(DERCursor(contentOf: element))
            } else if element.tag == .bitString, element.end == rawKey.upperBound,
                element.contentStart < rawKey.lowerBound
            {
                range = element.start..<rawKey.lowerBound
                pending = ByteRow(range: rawKey, depth: depth + 1, tag: nil, content: rawKey, isRawKey: true)
            }
            return ByteRow(range: range, depth: depth, tag: element.tag, content: element.content)
        }
        return nil
    }
}
