import DERKit
import X509Model

/// A piece of an input that is DER, or should be: a PEM block, or all of the input.
struct DumpPart {
    /// What it is and where it begins: `CERTIFICATE 2, line 31`; nil for an input that is not PEM.
    let title: String?
    /// The label of its PEM block.
    let label: String?
    let bytes: [UInt8]
    /// Why there are no bytes.
    let problem: String?

    /// The PEM blocks of an input; if there are none, the input itself.
    static func parts(of input: [UInt8]) -> [DumpPart] {
        guard !input.isEmpty else {
            return [DumpPart(title: nil, label: nil, bytes: [], problem: "the file is empty")]
        }
        // As for all commands, what begins like a SEQUENCE is DER, whatever text it holds.
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
