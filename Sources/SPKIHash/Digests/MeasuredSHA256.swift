/// A function for the package Benchmarks, which other callers do not need.
@_spi(Benchmarks) public enum MeasuredSHA256 {
    /// Returns the digest of a message.
    public static func hash(_ bytes: Span<UInt8>) -> [UInt8] { SHA256.hash(bytes) }
}
