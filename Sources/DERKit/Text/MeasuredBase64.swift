/// What the package Benchmarks measures and callers do not need.
@_spi(Benchmarks) public enum MeasuredBase64 {
    /// Returns the octets of a part of a text; `nil` if it is not base64.
    public static func decode(_ text: Span<UInt8>, in range: Range<Int>) -> [UInt8]? {
        try? Base64.decode(text, in: range)
    }

    /// Returns octets as base64.
    public static func encode(_ octets: [UInt8]) -> String { Base64.encode(octets) }
}
