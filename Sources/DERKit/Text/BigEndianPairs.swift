extension ArraySlice<UInt8> {
    /// The octets in pairs, each a number with the most significant octet first, as in UTF-16BE; without the last octet
    /// if their number is odd.
    package var bigEndianPairs: [UInt16] {
        var pairs: [UInt16] = []
        pairs.reserveCapacity(count / 2)
        var high: UInt16?
        for octet in self {
            guard let first = high else {
                high = UInt16(octet)
                continue
            }
            pairs.append(first << 8 | UInt16(octet))
            high = nil
        }
        return pairs
    }
}
