/// One value of an ASN.1 tree: where it stands, and where in the tree.
public struct DERNode: Sendable, Hashable {
    /// The tag.
    public let tag: DERTag
    /// Offset of the first tag octet.
    public let offset: Int
    /// Number of tag and length octets.
    public let headerLength: Int
    /// Number of content octets as the header states it; nil for the indefinite form of BER.
    public let length: Int?
    /// Where the content stands, as far as it is there: shorter than ``length`` where ``isCut``. The content of
    /// an indefinite form ends before its end-of-contents octets.
    public internal(set) var content: Range<Int>
    /// Number of values around this one, strings that hold DER among them.
    public let depth: Int
    /// Number of OCTET STRING and BIT STRING values around this one that hold it as DER.
    public let stringDepth: Int
    /// Position of the value around this one in ``DERTree/nodes``; nil at the top.
    public let parent: Int?
    /// True for an OCTET STRING or BIT STRING that holds DER, which the nodes after it show.
    public internal(set) var holdsDER = false
    /// True where the header states more octets than the structure around it has left.
    public let isCut: Bool

    /// Tag, length and content, as far as they are there.
    public var range: Range<Int> { offset..<max(content.upperBound, offset) }
}
