import DERKit
import X509Model

/// A piece of an input that should be DER: a PEM block, or the whole input.
struct DumpPart {
    /// The kind and place of the piece: `CERTIFICATE 2, line 31`; `nil` for an input that is not PEM.
    let title: String?
    let label: String?
    let bytes: [UInt8]
    /// The reason there are no bytes.
    let problem: String?

    /// Returns the PEM blocks of an input or, without blocks, the input itself.
    static func parts(of input: [UInt8]) -> [DumpPart] {
        guard !input.isEmpty else {
            return [DumpPart(title: nil, label: nil, bytes: [], problem: "empty input")]
        }
        // As in all commands, input that begins like a SEQUENCE is DER, whatever text it contains.
        let isDER =
            input[0] == 0x30 && input.count > 1 && (input[1] >= 0x80 || Int(input[1]) + 2 == input.count)
        var text = input
        var isText = false
        switch isDER ? .bytes : InputDER(input) {
        case .bytes: break
        case .decoded(let bytes): return [DumpPart(title: nil, label: nil, bytes: bytes, problem: nil)]
        case .text(let bytes): (text, isText) = (bytes, true)
        }
        var parts: [DumpPart] = []
        for block in isDER ? [] : Array(PEM.Reader(text)) {
            let number = parts.count + 1
            switch block {
            case .success(let block):
                let isEncrypted = block.headers.contains { $0.name == "DEK-Info" }
                parts.append(
                    DumpPart(
                        title: "\(escapedForDisplay(block.label)) \(number), line \(block.line)",
                        label: block.label, bytes: isEncrypted ? [] : block.derBytes,
                        problem: isEncrypted ? "encrypted, so there is no ASN.1 to show" : nil))
            case .failure(let error):
                parts.append(
                    DumpPart(
                        title: "\(escapedForDisplay(error.label)) \(number), line \(error.position.line), "
                            + "column \(error.position.column)",
                        label: error.label, bytes: [], problem: escapedForDisplay(error.message)))
            }
        }
        guard parts.isEmpty else { return parts }
        return [
            DumpPart(
                title: nil, label: nil, bytes: isText ? [] : input,
                problem: isText ? "neither PEM nor DER" : nil)
        ]
    }
}
