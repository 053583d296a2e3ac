/// A value in an ASN.1 tree, identified by its position in the input.
package struct DERNode: Sendable, Hashable {
    // A tree has up to one node for every two octets of its input, so the fields are as small as possible.
    private var end: Int
    private let statedLength: Int
    private let parentPosition: Int32
    private let headerCount: UInt32
    private let outerCount: UInt8
    private let outerStringCount: UInt8

    package let tag: DERTag
    /// The offset of the first tag octet.
    package let offset: Int
    /// A Boolean value that indicates whether this OCTET STRING or BIT STRING contains DER, which the next
    /// nodes show.
    package internal(set) var holdsDER = false
    /// A Boolean value that indicates whether the header states more octets than the enclosing structure has
    /// left.
    package let isCut: Bool

    /// - Parameters:
    ///   - length: `nil` for the indefinite form.
    ///   - outer: the enclosing value and its position; `nil` at the top.
    init(
        tag: DERTag, offset: Int, content: Range<Int>, length: Int?, isCut: Bool,
        in outer: (node: DERNode, position: Int)?
    ) {
        self.tag = tag
        self.offset = offset
        self.isCut = isCut
        end = content.upperBound
        statedLength = length ?? -1
        parentPosition = Int32(truncatingIfNeeded: outer?.position ?? -1)
        headerCount = UInt32(truncatingIfNeeded: content.lowerBound - offset)
        outerCount = UInt8(truncatingIfNeeded: (outer?.node.depth ?? -1) + 1)
        let strings = outer.map { $0.node.stringDepth + ($0.node.holdsDER ? 1 : 0) } ?? 0
        outerStringCount = UInt8(truncatingIfNeeded: strings)
    }

    /// The number of tag and length octets.
    package var headerLength: Int { Int(headerCount) }

    /// The number of content octets that the header states, up to the largest `Int`; `nil` for the indefinite
    /// form of BER.
    package var length: Int? { statedLength < 0 ? nil : statedLength }

    /// The range of the existing content, shorter than ``length`` if ``isCut``. The content of an indefinite
    /// form ends before its end-of-contents octets.
    package var content: Range<Int> { offset + headerLength..<end }

    /// The number of values around this one, including strings that contain DER.
    package var depth: Int { Int(outerCount) }

    /// The number of OCTET STRING and BIT STRING values that contain this one as DER.
    package var stringDepth: Int { Int(outerStringCount) }

    /// The position of the enclosing value in ``DERTree/nodes``; `nil` at the top.
    package var parent: Int? { parentPosition < 0 ? nil : Int(parentPosition) }

    /// The range of the existing tag, length and content.
    package var range: Range<Int> { offset..<end }

    /// Sets the end of an indefinite form.
    mutating func endContent(at place: Int) { end = max(place, offset + headerLength) }
}
