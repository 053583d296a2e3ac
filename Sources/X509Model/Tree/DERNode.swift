import DERKit

/// A value in an ASN.1 tree, identified by its position in the input.
package struct DERNode: Sendable, Hashable {
    // A tree has up to one node for every two octets of its input, so the fields are as small as possible. A tree has
    // fewer octets than the largest `Int32`.
    private let start: Int32
    private let contentStart: Int32
    private var end: Int32
    private let parentPosition: Int32
    package let tag: DERTag
    private let outerCount: UInt8
    private let outerStringCount: UInt8
    /// The form of the length.
    package let form: Form
    /// A Boolean value that indicates whether this OCTET STRING or BIT STRING contains DER, which the next
    /// nodes show.
    package internal(set) var holdsDER = false

    /// The form of a length.
    package enum Form: Sendable {
        case definite
        /// It states more octets than the enclosing structure has left.
        case cut
        /// The indefinite form of BER, without a number of octets.
        case indefinite
    }

    /// - Parameter outer: the enclosing value and its position; `nil` at the top.
    init(
        tag: DERTag, offset: Int, content: Range<Int>, form: Form, in outer: (node: DERNode, position: Int)?
    ) {
        self.tag = tag
        self.form = form
        start = Int32(truncatingIfNeeded: offset)
        contentStart = Int32(truncatingIfNeeded: content.lowerBound)
        end = Int32(truncatingIfNeeded: content.upperBound)
        parentPosition = Int32(truncatingIfNeeded: outer?.position ?? -1)
        outerCount = UInt8(truncatingIfNeeded: (outer?.node.depth ?? -1) + 1)
        let strings = outer.map { $0.node.stringDepth + ($0.node.holdsDER ? 1 : 0) } ?? 0
        outerStringCount = UInt8(truncatingIfNeeded: strings)
    }

    /// The offset of the first tag octet.
    package var offset: Int { Int(start) }

    /// The number of tag and length octets.
    package var headerLength: Int { Int(contentStart - start) }

    /// A Boolean value that indicates whether the header states more octets than the enclosing structure has
    /// left.
    package var isCut: Bool { form == .cut }

    /// The range of the existing content, shorter than the header states if ``isCut``. The content of an indefinite
    /// form ends before its end-of-contents octets.
    package var content: Range<Int> { Int(contentStart)..<Int(end) }

    /// The number of values around this one, including strings that contain DER.
    package var depth: Int { Int(outerCount) }

    /// The number of OCTET STRING and BIT STRING values that contain this one as DER.
    package var stringDepth: Int { Int(outerStringCount) }

    /// The position of the enclosing value in ``DERTree/nodes``; `nil` at the top.
    package var parent: Int? { parentPosition < 0 ? nil : Int(parentPosition) }

    /// The range of the existing tag, length and content.
    package var range: Range<Int> { Int(start)..<Int(end) }

    /// Sets the end of an indefinite form.
    mutating func endContent(at place: Int) { end = max(Int32(truncatingIfNeeded: place), contentStart) }
}
