extension DERLimits {
    /// Checks the size of an object, and the length of each INTEGER and OBJECT IDENTIFIER in it, by their universal
    /// tags; strings that hold DER are not opened. What is not DER or BER is not judged here.
    ///
    /// An object that is not larger than any of these limits breaks none and costs one comparison, others one look at
    /// each tag and length.
    ///
    /// - Throws: `limit` at the tag of the value that is too long.
    @inlinable @inline(__always)
    package func check(_ object: Span<UInt8>) throws(DERError) {
        guard object.count > objectSize || object.count > identifierLength || object.count > integerLength
        else { return }
        try checkValues(of: object)
    }

    @usableFromInline @inline(never)
    func checkValues(of object: Span<UInt8>) throws(DERError) {
        guard object.count <= objectSize else {
            throw DERLimits.exceeded("objectSize", objectSize, byteCount(object.count), at: 0)
        }
        // The headers follow one another, whatever is inside what: after that of a constructed value comes the
        // first value inside it, and the two zero octets that end an indefinite length are a value of their own.
        var cursor = BERCursor(0..<object.count)
        while !cursor.isAtEnd {
            let start = cursor.position
            guard let header = try? cursor.nextHeader(in: object) else { return }
            guard let length = header.length, !header.tag.isConstructed else { continue }
            guard let count = cursor.pass(length) else { return }
            if header.tag == .integer { try checkInteger(count, at: start) }
            if header.tag == .objectIdentifier { try checkIdentifier(count, at: start) }
        }
    }
}
