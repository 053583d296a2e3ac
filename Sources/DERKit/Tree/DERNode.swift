/// A value in an ASN.1 tree, identified by its position in the input.
package struct DERNode: Sendable, Hashable {
    // A tree has up to one node for every two octets of its input, so the fields are as small as possible.
    private let start: Int
    private var end: Int
    private let statedLength: Int
    private let parentPosition: Int32
    private let headerCount: UInt32
    private let outerCount: UInt8
    private let outerStringCount: UInt8

    package let tag: DERTag
    /// A Boolean value that indicates whether this OCTET STRING or BIT STRING contains DER, which the next
    /// nodes show.
    package internal(set) var holdsDER = false
    /// A Boolean value that indicates whether the header states more octets than the enclosing structure has
    /// left.
    package let isCut: Bool

    /// - Parameter length: `nil` for the indefinite form.
    init(
        tag: DERTag, offset: Int, content: Range<Int>, length: Int?, isCut: Bool, depth: Int,
        stringDepth: Int,
        parent: Int?
    ) {
        self.tag = tag
        self.isCut = isCut
        start = offset
        end = content.upperBound
        statedLength = length ?? -1
        parentPosition = Int32(truncatingIfNeeded: parent ?? -1)
        headerCount = UInt32(truncatingIfNeeded: content.lowerBound - offset)
        outerCount = UInt8(truncatingIfNeeded: depth)
        outerStringCount = UInt8(truncatingIfNeeded: stringDepth)
    }

    /// The offset of the first tag octet.
    package var offset: Int { start }

    /// The number of tag and length octets.
    package var headerLength: Int { Int(headerCount) }

    /// The number of content octets that the header states, up to the largest `Int`; `nil` for the indefinite
    /// form of BER.
    package var length: Int? { statedLength < 0 ? nil : statedLength }

    /// The range of the existing content, shorter than ``length`` if ``isCut``. The content of an indefinite
    /// form ends before its end-of-contents octets.
    package var content: Range<Int> { start + headerLength..<end }

    /// The number of values around this one, including strings that contain DER.
    package var depth: Int { Int(outerCount) }

    /// The number of OCTET STRING and BIT STRING values that contain this one as DER.
    package var stringDepth: Int { Int(outerStringCount) }

    /// The position of the enclosing value in ``DERTree/nodes``; `nil` at the top.
    package var parent: Int? { parentPosition < 0 ? nil : Int(parentPosition) }

    /// The range of the existing tag, length and content.
    package var range: Range<Int> { start..<end }

    /// Sets the end of an indefinite form.
    mutating func endContent(at offset: Int) { end = max(offset, start + headerLength) }
}
