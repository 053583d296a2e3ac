import SPKIHash
import X509Model

/// The refusal of a chain of 50 certificates that two pins do not match; its text is not asked for.
enum RefusalWork {
    static func run(_ corpus: Corpus, iterations: Int) {
        let chain = corpus.certificates.prefix(50).compactMap { try? Certificate(der: $0) }
        let pins = PinSet([0, 1].compactMap { Pin(bytes: [UInt8](repeating: $0, count: 32)) })
        var errors = 0
        let start = processorNanoseconds()
        for _ in 0..<iterations { errors += pins.decision(for: chain).isAccepted ? 1 : 0 }
        let each = (processorNanoseconds() - start) / Double(iterations)
        print("refusal derkit \(corpus.name) us/chain \(decimal(each / 1000, 3)) err \(errors)")
    }
}
