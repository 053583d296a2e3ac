import SPKIHash

/// W2: SHA-256 alone, one message after the other.
enum HashWork {
    static func run(_ label: String) {
        for size in [16384, 294, 91] {
            var message = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let count = 60_000_000 / size
            var sum: UInt8 = 0
            let start = processorNanoseconds()
            for turn in 0..<count {
                message[0] = UInt8(truncatingIfNeeded: turn)
                sum ^= SHA256.hash(message.span)[0]
            }
            let time = processorNanoseconds() - start
            let rate = decimal(Double(size * count) / time * 1e3, 1)
            let each = decimal(time / Double(count), 1)
            print("w2 \(label) \(size) MB/s \(rate) ns/msg \(each) acc \(sum)")
        }
        for size in [294, 91] { many("\(label)-many", size) }
    }

    /// A thousand messages that stand one behind the other.
    private static func many(_ label: String, _ size: Int) {
        let ranges = (0..<1000).map { $0 * size..<($0 + 1) * size }
        let messages = (0..<1000 * size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let count = 60_000 / size
        var sum: UInt8 = 0
        let start = processorNanoseconds()
        for _ in 0..<count {
            for digest in SHA256.hashes(of: ranges, in: messages.span) ?? [] { sum ^= digest[0] }
        }
        let time = processorNanoseconds() - start
        let rate = decimal(Double(size * 1000 * count) / time * 1e3, 1)
        print("w2 \(label) \(size) MB/s \(rate) ns/msg \(decimal(time / Double(1000 * count), 1)) acc \(sum)")
    }
}
