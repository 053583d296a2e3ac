/// Returns the results of a share of a work as text: counts on the first line, then a line for each of the first
/// differences.
func report(_ work: Work, _ share: Int, of shares: Int) -> String {
    let comparison = work.run(share: share, of: shares)
    var text = "\(comparison.inputs) \(comparison.accepted) \(comparison.differences)\n"
    for example in comparison.examples {
        for octet in example.input { text += (octet < 16 ? "0" : "") + String(octet, radix: 16) + " " }
        text += "| \(example.ours) | the model: \(example.model)\n"
    }
    return text
}

#if hasFeature(Embedded)
    /// Returns the same for JavaScript: takes the index of the work in ``Work``, and returns text that ends
    /// with a zero byte.
    @_expose(wasm, "report") @_cdecl("report")
    func report(_ work: Int32, _ share: Int32, _ shares: Int32) -> UnsafeMutablePointer<UInt8> {
        let octets = Array(report(Work.allCases[Int(work)], Int(share), of: Int(shares)).utf8) + [0]
        let result = UnsafeMutablePointer<UInt8>.allocate(capacity: octets.count)
        result.initialize(from: octets, count: octets.count)
        return result
    }
#else
    import Foundation

    @main enum Exhaustive {
        static func main() {
            let words = CommandLine.arguments.dropFirst()
            guard words.count == 3, let work = words.first.flatMap({ Work(rawValue: $0) }),
                let share = words.dropFirst().first.flatMap({ Int($0) }),
                let shares = words.last.flatMap({ Int($0) }), shares > 0, (0..<shares).contains(share)
            else {
                print(
                    "usage: exhaustive \(Work.allCases.map { $0.rawValue }.joined(separator: "|")) SHARE SHARES"
                )
                exit(2)
            }
            print(report(work, share, of: shares), terminator: "")
        }
    }
#endif
