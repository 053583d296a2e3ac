@_spi(Benchmarks) import DERKit

/// W4: decoding of the base64 text of PEM blocks, with its line ends.
enum Base64Work {
    static func run(_ label: String, path: String, rounds: Int) {
        let text = contents(ofPath: path)
        let bodies = PEM.objects(in: text).compactMap { try? $0.get().body }
        let size = bodies.reduce(0) { $0 + $1.count }
        var sum = 0
        let start = processorNanoseconds()
        for _ in 0..<rounds {
            for body in bodies {
                let octets = MeasuredBase64.decode(text.span, in: body) ?? []
                sum &+= octets.count &+ Int(octets.last ?? 0)
            }
        }
        let time = processorNanoseconds() - start
        print("w4 \(label) MB/s \(decimal(Double(size * rounds) / time * 1e3, 1)) acc \(sum)")
    }
}
