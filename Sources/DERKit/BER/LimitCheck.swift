extension DERLimits {
    /// Checks the size of an object, and the length of each INTEGER and OBJECT IDENTIFIER in it, by their
    /// universal tags. Strings that contain DER are not opened. Bytes that are not DER or BER are not checked
    /// here.
    ///
    /// An object no larger than any of these limits cannot exceed one and costs a single comparison; for
    /// others, each tag and length is read once.
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
        // Headers are read in order, regardless of nesting: the header of a constructed value is followed by
        // its first member, and the two zero octets that end an indefinite length count as a value.
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
