/// The tag of an ASN.1 value: class, number, and whether the content consists of further values.
///
/// See X.690 section 8.1.2. The three parts are packed into one word, so that comparing two tags takes one step.
public struct DERTag: Sendable, Hashable, CustomStringConvertible {
    /// The four tag classes, X.690 table 1.
    @usableFromInline package enum Class: UInt8, Sendable {
        /// Types that X.680 itself defines: INTEGER, SEQUENCE and so on.
        case universal = 0
        /// Types that one application defines; X.509 does not use them.
        case application = 1
        /// Types whose meaning the enclosing structure defines, written `[0]`, `[1]` and so on.
        case contextSpecific = 2
        /// Types for private use.
        case `private` = 3
    }

    /// The largest supported tag number, which has 29 bits. No larger numbers are known to be in use.
    @inlinable package static var largestNumber: UInt32 { 0x1fff_ffff }

    /// The class in bits 31 and 30, the constructed flag in bit 29, and the number in the lower bits.
    @usableFromInline let word: UInt32

    @inlinable
    init(word: UInt32) {
        self.word = word
    }

    /// Creates a tag from its parts; only the lower 29 bits of `number` are kept.
    @inlinable
    package init(class tagClass: Class, number: UInt32, isConstructed: Bool) {
        word =
            UInt32(tagClass.rawValue) << 30 | (isConstructed ? 0x2000_0000 : 0)
            | (number & DERTag.largestNumber)
    }

    /// The class of the tag.
    @inlinable package var tagClass: Class {
        switch word >> 30 {
        case 0: .universal
        case 1: .application
        case 2: .contextSpecific
        default: .private
        }
    }

    /// The tag number, from 0.
    @inlinable public var number: UInt32 { word & DERTag.largestNumber }

    /// A Boolean value that indicates whether the content is a series of further values, rather than bytes.
    @inlinable public var isConstructed: Bool { word & 0x2000_0000 != 0 }

    /// Returns a primitive tag of the universal class.
    @inlinable
    public static func universal(_ number: UInt32) -> DERTag { DERTag(word: number & largestNumber) }

    /// Returns the tag `[number]` of a primitive value: an IMPLICIT primitive type.
    @inlinable
    public static func contextPrimitive(_ number: UInt32) -> DERTag {
        DERTag(word: 0x8000_0000 | (number & largestNumber))
    }

    /// Returns the tag `[number]` around further values: EXPLICIT, or an IMPLICIT SEQUENCE or SET.
    @inlinable
    public static func contextConstructed(_ number: UInt32) -> DERTag {
        DERTag(word: 0xa000_0000 | (number & largestNumber))
    }

    /// Returns the tag `[APPLICATION number]`, which is constructed by default.
    public static func application(_ number: UInt32, isConstructed: Bool = true) -> DERTag {
        DERTag(class: .application, number: number, isConstructed: isConstructed)
    }

    // The universal tags, X.680 section 8.6, are computed properties, so that the compiler can treat them as constants.

    /// BOOLEAN.
    @inlinable public static var boolean: DERTag { .universal(1) }
    /// INTEGER.
    @inlinable public static var integer: DERTag { .universal(2) }
    /// BIT STRING.
    @inlinable public static var bitString: DERTag { .universal(3) }
    /// OCTET STRING.
    @inlinable public static var octetString: DERTag { .universal(4) }
    /// NULL.
    @inlinable public static var null: DERTag { .universal(5) }
    /// OBJECT IDENTIFIER.
    @inlinable public static var objectIdentifier: DERTag { .universal(6) }
    /// ENUMERATED.
    @inlinable public static var enumerated: DERTag { .universal(10) }
    /// UTF8String.
    @inlinable public static var utf8String: DERTag { .universal(12) }
    /// NumericString.
    package static var numericString: DERTag { .universal(18) }
    /// PrintableString.
    @inlinable public static var printableString: DERTag { .universal(19) }
    /// TeletexString, also named T61String.
    package static var teletexString: DERTag { .universal(20) }
    /// IA5String.
    @inlinable public static var ia5String: DERTag { .universal(22) }
    /// UTCTime.
    @inlinable public static var utcTime: DERTag { .universal(23) }
    /// GeneralizedTime.
    @inlinable public static var generalizedTime: DERTag { .universal(24) }
    /// VisibleString.
    package static var visibleString: DERTag { .universal(26) }
    /// GeneralString.
    package static var generalString: DERTag { .universal(27) }
    /// UniversalString.
    package static var universalString: DERTag { .universal(28) }
    /// BMPString.
    package static var bmpString: DERTag { .universal(30) }
    /// SEQUENCE and SEQUENCE OF; always constructed.
    @inlinable public static var sequence: DERTag { DERTag(word: 0x2000_0010) }
    /// SET and SET OF; always constructed.
    @inlinable public static var set: DERTag { DERTag(word: 0x2000_0011) }

    /// The name of the type, as in `SEQUENCE` or `[3]`.
    public var description: String {
        switch tagClass {
        case .universal:
            let name = DERTag.universalNames[number] ?? "UNIVERSAL \(number)"
            // In DER, each type has only one form, so the description mentions the form only if it is the other one.
            return isConstructed == DERTag.isUsuallyConstructed(number)
                ? name : (isConstructed ? "constructed \(name)" : "primitive \(name)")
        case .application: return "[APPLICATION \(number)]"
        case .contextSpecific: return "[\(number)]"
        case .private: return "[PRIVATE \(number)]"
        }
    }

    /// Returns whether the universal type with this number is usually constructed.
    package static func isUsuallyConstructed(_ number: UInt32) -> Bool {
        number == 8 || number == 11 || number == 16 || number == 17
    }

    /// The names of the universal types by number.
    package static let universalNames: [UInt32: String] = [
        0: "END OF CONTENTS", 1: "BOOLEAN", 2: "INTEGER", 3: "BIT STRING", 4: "OCTET STRING", 5: "NULL",
        6: "OBJECT IDENTIFIER", 7: "ObjectDescriptor", 8: "EXTERNAL", 9: "REAL", 10: "ENUMERATED",
        11: "EMBEDDED PDV", 12: "UTF8String", 13: "RELATIVE-OID", 14: "TIME", 16: "SEQUENCE", 17: "SET",
        18: "NumericString", 19: "PrintableString", 20: "TeletexString", 21: "VideotexString",
        22: "IA5String", 23: "UTCTime", 24: "GeneralizedTime", 25: "GraphicString", 26: "VisibleString",
        27: "GeneralString", 28: "UniversalString", 29: "CHARACTER STRING", 30: "BMPString",
    ]
}
