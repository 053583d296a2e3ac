import DERKit
import X509Model

extension Certificate.Extension {
    /// Writes an extension, `{oid, name, critical, value}`.
    func write(to json: inout JSONWriter) {
        json.open("{")
        describeType(into: &json)
        json.name("value")
        if describeValue(into: &json) == .unknown { describeOctets(into: &json) }
        json.close("}")
    }

    /// Returns the lines of the value, safe to display; without `isFull`, they omit details such as the signatures of
    /// logs. A value of an unknown type, or one that cannot be read, is hex.
    func lines(isFull: Bool) -> [String] {
        var sink = FieldSink(isFull ? .fullLines : .lines)
        guard describeValue(into: &sink) != .unknown else { return unknownLines(isFull: isFull) }
        return sink.bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the lines of a value of an unknown type: hex, and the text in it if it is DER.
    private func unknownLines(isFull: Bool) -> [String] {
        let octets = value
        let isCut = !isFull && octets.count > 32
        let lines = [isCut ? hex(octets.prefix(24)) + "... (\(octets.count) bytes)" : hex(octets)]
        let tree = DERTree(octets)
        guard tree.error == nil else { return lines }
        let labels = TreeLabels(tree)
        return lines
            + tree.nodes.indices.compactMap { (place) in
                guard tree.nodes[place].tag.isString else { return nil }
                return DumpValue(tree, labels, place).text(octets: 32)
            }
    }
}

extension DERTag {
    /// A Boolean value that indicates whether the tag is for a character string.
    fileprivate var isString: Bool {
        tagClass == .universal && !isConstructed && (number == 12 || (18...30).contains(number))
            && self != .utcTime && self != .generalizedTime
    }
}
