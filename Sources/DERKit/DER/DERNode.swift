/// One value of an ASN.1 tree: where it is, and where in the tree.
package struct DERNode: Sendable, Hashable {
    // A tree has up to one node for every two octets of its input, so that the parts are as small as they can be.
    private let start: Int
    private var end: Int
    private let statedLength: Int
    private let parentPosition: Int32
    private let headerCount: UInt32
    private let outerCount: UInt8
    private let outerStringCount: UInt8

    /// The tag.
    package let tag: DERTag
    /// True for an OCTET STRING or BIT STRING that holds DER, which the nodes after it show.
    package internal(set) var holdsDER = false
    /// True if the header states more octets than the structure around it has left.
    package let isCut: Bool

    /// - Parameter length: nil for the indefinite form.
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

    /// Offset of the first tag octet.
    package var offset: Int { start }

    /// Number of tag and length octets.
    package var headerLength: Int { Int(headerCount) }

    /// Number of content octets as the header states it, as far as an `Int` holds it; nil for the indefinite form of BER.
    package var length: Int? { statedLength < 0 ? nil : statedLength }

    /// Where the content is, as far as it is there: shorter than ``length`` where ``isCut``. The content of
    /// an indefinite form ends before its end-of-contents octets.
    package var content: Range<Int> { start + headerLength..<end }

    /// Number of values around this one, strings that hold DER among them.
    package var depth: Int { Int(outerCount) }

    /// Number of OCTET STRING and BIT STRING values around this one that hold it as DER.
    package var stringDepth: Int { Int(outerStringCount) }

    /// Position of the value around this one in ``DERTree/nodes``; nil at the top.
    package var parent: Int? { parentPosition < 0 ? nil : Int(parentPosition) }

    /// Tag, length and content, as far as they are there.
    package var range: Range<Int> { start..<end }

    /// Gives an indefinite form its end.
    mutating func endContent(at offset: Int) { end = max(offset, start + headerLength) }
}
