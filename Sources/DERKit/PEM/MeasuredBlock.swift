// What the package Proof compares and callers do not need.

extension PEM.Block {
    /// The codes of what had to be repaired to read the block.
    @_spi(Benchmarks) public var noteCodes: [String] {
        var codes: [String] = []
        for note in notes { codes.append(note.code.rawValue) }
        return codes
    }
}
