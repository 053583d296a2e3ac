extension DERElement {
    /// Returns the value of a BOOLEAN.
    ///
    /// X.690 section 8.2 and 11.1: one octet, 00 for false and FF for true.
    ///
    /// - Throws: `invalidValue` if the length is not one octet, `notCanonical` for an octet other than 00 and FF.
    @inlinable
    package func boolean(in bytes: Span<UInt8>) throws(DERError) -> Bool {
        guard count == 1 else {
            throw DERError(.invalidValue, at: start, expected: "a BOOLEAN of 1 byte", found: byteCount(count))
        }
        switch bytes[contentStart] {
        case 0x00: return false
        case 0xff: return true
        case let other:
            throw DERError(
                .notCanonical, at: contentStart, expected: "00 or ff in a BOOLEAN", found: hex(other))
        }
    }
}
