// What Benchmarks, a package of its own, measures and callers do not need.
@_spi(Benchmarks) public enum MeasuredBase64 {
    /// Decodes a part of a text.
    ///
    /// - Throws: an error if it is not base64.
    public static func decode(_ text: Span<UInt8>, in range: Range<Int>) throws -> [UInt8] {
        try Base64.decode(text, in: range)
    }

    /// Returns octets as base64.
    public static func encode(_ octets: [UInt8]) -> String { Base64.encode(octets) }
}
