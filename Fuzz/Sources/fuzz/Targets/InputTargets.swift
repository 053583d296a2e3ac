import DERKit
import X509Model

// Files of any kind: PEM text, and DER objects.
extension Targets {
    /// Every block of a PEM text; what was read must survive being written.
    @Sendable static func pem(_ input: [UInt8]) {
        for block in PEM.objects(in: input) {
            switch block {
            case .success(let block):
                _ = block.textPosition(ofByte: block.derBytes.count / 2, in: input)
                let again = Array(PEM.objects(in: Array(PEM.encode(block.derBytes, label: "X").utf8)))
                guard again.count == 1, (try? again[0].get().derBytes) == block.derBytes else {
                    Finding.report("PEM does not survive being written")
                }
            case .failure(let error):
                guard error.offset <= input.count, error.position.line >= 1, error.position.column >= 1 else {
                    Finding.report("an error outside its input: \(error)")
                }
            }
        }
    }

    /// A whole file of any kind.
    @Sendable static func input(_ input: [UInt8]) {
        var count = 0
        for object in InputReader(input) {
            count += 1
            switch object.contentResult {
            case .success(let content): touchEverything(content)
            case .failure(let error): _ = error.description
            }
        }
        if count == 0 { Finding.report("an input ended silently") }
    }
}
