extension DERElement {
    /// Returns the time in a GeneralizedTime: `YYYYMMDDhhmmssZ`.
    ///
    /// X.690 section 11.7 and RFC 5280 section 4.1.2.5.2: with seconds, without fractions, in UTC.
    ///
    /// - Throws: `invalidValue` for another form, `outOfRange` for a date that does not exist.
    package func generalizedTime(in bytes: Span<UInt8>) throws(DERError) -> DERTime {
        guard count == 15 else {
            throw DERError(
                .invalidValue, at: start, expected: "a GeneralizedTime of 15 bytes, YYYYMMDDhhmmssZ",
                found: byteCount(count))
        }
        return try time(year: try decimal(4, at: contentStart, in: bytes), at: contentStart + 4, in: bytes)
    }
}
