import DERKit

/// The contents of an extension, described once: programs get values with names, people get lines.
///
/// A value has one line, a list or several fields have the lines of their parts. Lists are described member by member,
/// so a long one takes no memory.
package enum DescribedValue: Sendable {
    case bool(Bool)
    case number(Int64)
    case integer(DERInteger)
    /// Text, unescaped.
    case text(String)
    case ia5(IA5Text)
    case hex([UInt8])
    /// An identifier, which people see as its name.
    case oid(ASN1ObjectIdentifier)
    /// An identifier and its name.
    case identifier(ASN1ObjectIdentifier)
    case name(GeneralName)
    /// The number of members, and the description of each.
    case members(Int, @Sendable (Int) -> DescribedValue)
    case fields([Field])
    /// A value with its lines joined to one by a separator.
    indirect case joined(DescribedValue, String)
    /// A value with other lines, safe to display; without `isFull`, they omit details.
    indirect case worded(DescribedValue, @Sendable (_ isFull: Bool) -> [String])

    /// A part with a name.
    package struct Field: Sendable {
        /// The name for programs.
        package let name: StaticString
        /// The value; `nil` if it is absent, so that it has no lines.
        package let value: DescribedValue?
        /// The words before each line.
        package let heading: String

        init(_ name: StaticString, _ value: DescribedValue?, _ heading: String = "") {
            self.name = name
            self.value = value
            self.heading = heading
        }

        init(_ name: StaticString, _ value: DERInteger?, _ heading: String = "") {
            self.init(name, value.map { .integer($0) }, heading)
        }
    }

    static func worded(
        _ value: DescribedValue, _ line: @autoclosure @escaping @Sendable () -> String
    ) -> DescribedValue { .worded(value) { (_) in [line()] } }

    /// Returns a value that people do not see.
    static func unshown(_ value: DescribedValue) -> DescribedValue { .worded(value) { (_) in [] } }

    static func list<Member: Sendable>(
        _ members: [Member], _ described: @escaping @Sendable (Member) -> DescribedValue
    ) -> DescribedValue { .members(members.count) { described(members[$0]) } }
}

extension DescribedValue {
    /// Returns the lines for people, safe to display; without `isFull`, they omit details such as the signatures of
    /// logs.
    package func lines(isFull: Bool) -> [String] {
        switch self {
        case .bool(let value): ["\(value)"]
        case .number(let number): ["\(number)"]
        case .integer(let integer): [integer.decimalOrHex]
        case .text(let text): [escapedForDisplay(text)]
        case .ia5(let text): ["\(text)"]
        case .hex(let octets): [DERKit.hex(octets)]
        case .oid(let identifier), .identifier(let identifier): [identifier.nameOrNumber]
        case .name(let name): [name.fullDescription]
        case .members(let count, let member): (0..<count).flatMap { member($0).lines(isFull: isFull) }
        case .fields(let fields):
            fields.flatMap { (field) in
                (field.value?.lines(isFull: isFull) ?? []).map { field.heading + $0 }
            }
        case .joined(let value, let separator): [value.lines(isFull: isFull).joined(separator: separator)]
        case .worded(_, let lines): lines(isFull)
        }
    }
}

/// A value that occurs in extensions.
protocol ExtensionContent: Sendable {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError)

    var described: DescribedValue { get }
}

extension Array: ExtensionContent where Element: ExtensionContent {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        self = try cursor.sequence(in: bytes, of: Element.init)
    }

    var described: DescribedValue { .list(self) { $0.described } }
}

extension GeneralName: ExtensionContent {
    var described: DescribedValue { .name(self) }
}

extension IA5Text: ExtensionContent {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        self.init(bytes.array(try cursor.next(.ia5String, in: bytes).content))
    }

    var described: DescribedValue { .ia5(self) }
}

extension NamedBits: ExtensionContent {
    var described: DescribedValue {
        let names = DescribedValue.members(bits.count + unnamedBits.count) { (place) in
            .text(place < bits.count ? bits[place].name : "bit \(unnamedBits[place - bits.count])")
        }
        return .joined(names, ", ")
    }
}

extension DERInteger {
    /// The number in decimal, or beyond 64 bits in hex.
    package var decimalOrHex: String { Int64(self).map(String.init) ?? "0x\(self)" }
}
