/// The position of a value in its input: the tag, and the ranges of the header and the content.
///
/// An element does not store bytes. All positions are offsets from the start of the whole input, so that an error
/// deep inside a structure still identifies the byte in the file.
@usableFromInline package struct DERElement: Sendable, Hashable {
    /// The tag.
    @usableFromInline package let tag: DERTag
    /// The offset of the first tag octet.
    @usableFromInline package let start: Int
    /// The offset of the first content octet.
    @usableFromInline package let contentStart: Int
    /// The offset one past the last content octet.
    @usableFromInline package let end: Int

    @inlinable
    init(tag: DERTag, start: Int, contentStart: Int, end: Int) {
        self.tag = tag
        self.start = start
        self.contentStart = contentStart
        self.end = end
    }

    /// The range of tag, length and content.
    @inlinable package var range: Range<Int> { start..<end }

    /// The range of the content.
    @inlinable package var content: Range<Int> { contentStart..<end }

    /// The number of content octets.
    @inlinable package var count: Int { end &- contentStart }

    /// Creates an element with an empty header whose content is at `content`, for octets whose tag does not name their
    /// type, for example because it is IMPLICIT.
    package init(tag: DERTag, content: Range<Int>) {
        self.init(
            tag: tag, start: content.lowerBound, contentStart: content.lowerBound, end: content.upperBound)
    }
}

extension Range<Int> {
    /// Returns the range with `offset` added to both bounds.
    package func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
