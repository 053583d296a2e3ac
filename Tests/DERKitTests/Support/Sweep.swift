import Foundation

/// Inputs that are too many for a build without the optimizer. `swift test` tries a sample of them; with `SWEEPS=all`,
/// as `.ci/coverage` runs the same tests, compiled with the optimizer, each is tried.
enum Sweep {
    /// A Boolean value that indicates whether all inputs are tried.
    static let isWhole = ProcessInfo.processInfo.environment["SWEEPS"] == "all"

    /// Returns every `step`-th of the inputs, or all of them in a whole sweep.
    ///
    /// A prime number of steps meets every bit and every remainder; where tables are combined, each row begins with
    /// another input, `from`.
    static func sample<Inputs: Collection>(
        _ inputs: Inputs, every step: Int, from first: Int = 0
    ) -> [Inputs.Element] {
        if isWhole { return Array(inputs) }
        return inputs.enumerated().filter { ($0.offset + first) % step == 0 }.map(\.element)
    }

    /// Returns how many random inputs are tried: `count` in a whole sweep.
    static func number(_ count: Int, every step: Int) -> Int { isWhole ? count : count / step }
}
