@_spi(Benchmarks) import SPKIHash

/// W2: SHA-256 alone, message by message.
enum HashWork {
    static func run(_ label: String) {
        for size in [16384, 294, 91] {
            var message = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let count = 60_000_000 / size
            var sum: UInt8 = 0
            let start = processorNanoseconds()
            for turn in 0..<count {
                message[0] = UInt8(truncatingIfNeeded: turn)
                sum ^= MeasuredSHA256.hash(message.span)[0]
            }
            let time = processorNanoseconds() - start
            let rate = decimal(Double(size * count) / time * 1e3, 1)
            let each = decimal(time / Double(count), 1)
            print("w2 \(label) \(size) MB/s \(rate) ns/msg \(each) acc \(sum)")
        }
    }
}
