/// Functions that only the Benchmarks and Proof packages need.
@_spi(Benchmarks) public enum MeasuredBase64 {
    /// Returns the decoded octets of part of a text, or `nil` if that part is not base64.
    public static func decode(_ text: Span<UInt8>, in range: Range<Int>) -> [UInt8]? {
        try? Base64.decode(text, in: range)
    }

    /// Returns the code and offset of the error in part of a text, or `nil` if that part is base64.
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

extension PEM.Block {
    /// The codes of the block's notes.
    @_spi(Benchmarks) public var noteCodes: [String] { notes.map { $0.code.rawValue } }
}
