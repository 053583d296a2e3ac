import DERKit
import X509Model

// Values that many structures have.

extension JSON {
    /// A text, or null.
    static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    static func count(_ number: Int) -> JSON { .number(Int64(number)) }

    static func hex(_ bytes: some Collection<UInt8>) -> JSON { .string(DERKit.hex(bytes)) }

    /// A number, beyond 64 bits a string in hex; null for none.
    static func integer(_ integer: DERInteger?) -> JSON {
        guard let integer else { return .null }
        return Int64(integer).map(JSON.number) ?? .string("\(integer)")
    }

    /// An identifier with its name, `{oid, name}`.
    static func identifier(_ identifier: ObjectIdentifier) -> JSON {
        .object([("oid", .string("\(identifier)")), ("name", .text(identifier.name))])
    }

    static func names(_ names: GeneralNames?) -> JSON {
        names.map { .array($0.map { .string($0.text) }) } ?? .null
    }

    static func bits<Bit: NamedBit>(_ bits: NamedBits<Bit>?) -> JSON {
        guard let bits else { return .null }
        return .array(bits.bits.map { .string($0.name) } + bits.unnamedBits.map { .string("bit \($0)") })
    }
}
