/// Measures this package in the format that the programs it is compared with speak: one line per result,
/// name and value, or, with 0 iterations, one pin per line.
@main
enum Peerbench {
    static let usage = """
        usage: peerbench w1 CORPUS ITERATIONS        DER to pin; 0 iterations print the pins
               peerbench w1-full CORPUS ITERATIONS   the same, every field decoded
               peerbench refusal CORPUS ITERATIONS   the answer of pins to a chain of its first 50 certificates
               peerbench w2                          SHA-256 by size
               peerbench w4 FILE.pem                 base64 of PEM blocks
               peerbench w4-rounds FILE.pem ROUNDS   the same, so many times
        """

    static func main() {
        let words = CommandLine.arguments.dropFirst().map { $0 }
        switch words.first {
        case "w1" where words.count == 3, "w1-full" where words.count == 3:
            guard let iterations = Int(words[2]), iterations >= 0 else { fail(usage) }
            let isFull = words[0] == "w1-full"
            CertificateWork.run(
                isFull ? "derkit-full" : "derkit", Corpus(path: words[1]), iterations: iterations,
                isFull ? CertificateWork.pinAndTouch : CertificateWork.pin)
        case "refusal" where words.count == 3:
            guard let iterations = Int(words[2]), iterations > 0 else { fail(usage) }
            RefusalWork.run(Corpus(path: words[1]), iterations: iterations)
        case "w2" where words.count == 1: HashWork.run("derkit")
        case "w4" where words.count == 2: Base64Work.run("derkit", path: words[1], rounds: 40)
        case "w4-rounds" where words.count == 3:
            guard let rounds = Int(words[2]), rounds > 0 else { fail(usage) }
            Base64Work.run("derkit", path: words[1], rounds: rounds)
        default: fail(usage)
        }
    }
}
