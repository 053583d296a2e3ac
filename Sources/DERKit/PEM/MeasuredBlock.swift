// A property for the package Proof, which other callers do not need.

extension PEM.Block {
    /// The codes of the repairs that were needed to read the block.
    @_spi(Benchmarks) public var noteCodes: [String] {
        var codes: [String] = []
        for note in notes { codes.append(note.code.rawValue) }
        return codes
    }
}
