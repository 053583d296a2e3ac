extension DERElement {
    /// Checks the content of a value whose type the structure leaves open (ANY): where the tag is that of a
    /// universal type, the content has to be a value of that type.
    ///
    /// Constructed values are checked for their tag and length only; what is inside is for their reader.
    ///
    /// - Throws: the error of the type's own reader, or `unexpectedTag` where a type has the wrong form
    ///   (primitive where it is made of values, or the reverse).
    public func checkContent(in bytes: Span<UInt8>) throws(DERError) {
        switch tag {
        case .boolean: _ = try boolean(in: bytes)
        case .integer, .enumerated: try checkInteger(in: bytes)
        case .bitString: _ = try bitString(in: bytes)
        case .null: try null()
        case .objectIdentifier: try checkObjectIdentifier(in: bytes)
        case .utf8String, .bmpString, .universalString: try checkStringEncoding(in: bytes)
        default:
            guard tag.tagClass == .universal else { return }
            guard tag.number != 0 else {
                throw DERError(.unexpectedTag, at: start, expected: "a value", found: "\(tag)")
            }
            let mustBeConstructed = tag.number == 16 || tag.number == 17
            let mustBePrimitive = DERElement.primitiveOnly.contains(tag.number)
            guard tag.isConstructed ? !mustBePrimitive : !mustBeConstructed else {
                throw DERError(
                    .unexpectedTag, at: start,
                    expected: "\(DERTag(class: .universal, number: tag.number, isConstructed: !tag.isConstructed))",
                    found: "\(tag)")
            }
        }
    }

    /// Types that X.690 section 8 makes primitive always, and string types, which section 10.2 makes primitive
    /// in DER.
    private static let primitiveOnly: Set<UInt32> = [
        1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 14, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30,
    ]
}
