import DERKit
import X509Model

extension ExtensionList.Member {
    /// The description of the value. One of an unknown type, or one that cannot be read, is hex.
    var described: DescribedValue {
        let octets = value.value
        switch decodedResult {
        case .success(let value): return value.described ?? .worded(.hex(octets)) { unknown(octets, $0) }
        case .failure: return .worded(.hex(octets)) { (_) in ["malformed: " + hex(octets)] }
        }
    }
}

/// Returns the lines of a value of an unknown type: hex, and the text in it if it is DER.
private func unknown(_ octets: [UInt8], _ isFull: Bool) -> [String] {
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

extension JSONWriter {
    /// Writes a value. The form is part of the contract.
    mutating func value(_ value: DescribedValue) {
        switch value {
        case .bool(let value): bool(value)
        case .number(let value): number(value)
        case .integer(let value): integer(value)
        case .text(let text): string(text)
        case .ia5(let text): string { text.appendText(to: &$0) }
        case .hex(let octets): hex(octets)
        case .oid(let identifier): oid(identifier)
        case .identifier(let identifier): self.identifier(identifier)
        case .name(let name): string { name.appendText(to: &$0) }
        case .members(let count, let member):
            array(0..<count) { (place, json) in json.value(member(place)) }
        case .fields(let fields):
            object { (json) in
                for field in fields {
                    json.name(field.name)
                    if let value = field.value { json.value(value) } else { json.null() }
                }
            }
        case .joined(let value, _), .worded(let value, _): self.value(value)
        }
    }
}

extension DERTag {
    /// A Boolean value that indicates whether the tag is that of a character string.
    fileprivate var isString: Bool {
        tagClass == .universal && !isConstructed && (number == 12 || (18...30).contains(number))
            && self != .utcTime && self != .generalizedTime
    }
}
