/// What the packages Benchmarks and Proof measure and compare, and callers do not need.
@_spi(Benchmarks) public enum MeasuredBase64 {
    /// Returns the octets of a part of a text; `nil` if it is not base64.
    public static func decode(_ text: Span<UInt8>, in range: Range<Int>) -> [UInt8]? {
        try? Base64.decode(text, in: range)
    }

    /// Returns the code and the offset of what makes a part of a text not base64; `nil` if it is.
    public static func problem(_ text: Span<UInt8>, in range: Range<Int>) -> (code: String, offset: Int)? {
        do throws(Base64Error) {
            _ = try Base64.decode(text, in: range)
            return nil
        } catch {
            return (error.code.rawValue, error.offset)
        }
    }

    /// Returns octets as base64.
    public static func encode(_ octets: [UInt8]) -> String { Base64.encode(octets) }
}
