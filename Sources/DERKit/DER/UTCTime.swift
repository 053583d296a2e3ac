extension DERElement {
    /// Returns the time in a UTCTime: `YYMMDDhhmmssZ`.
    ///
    /// X.690 section 11.8 and RFC 5280 section 4.1.2.5.1: with seconds, in UTC; years 50 to 99 are 1950 to
    /// 1999, years 00 to 49 are 2000 to 2049.
    ///
    /// - Throws: `invalidValue` for another form, `outOfRange` for a date that does not exist.
    package func utcTime(in bytes: Span<UInt8>) throws(DERError) -> DERTime {
        guard count == 13 else {
            throw DERError(
                .invalidValue, at: start, expected: "a UTCTime of 13 bytes, YYMMDDhhmmssZ",
                found: byteCount(count))
        }
        let year = try decimal(2, at: contentStart, in: bytes)
        return try time(year: year < 50 ? 2000 + year : 1900 + year, at: contentStart + 2, in: bytes)
    }
}
