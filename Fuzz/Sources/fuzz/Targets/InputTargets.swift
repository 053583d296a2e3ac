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

    /// An object in each notation: what is read as DER is found in text too, with the same bytes.
    @Sendable static func finders(_ input: [UInt8]) {
        var reader = InputReader(input)
        guard input.count >= 40, let object = reader.next(), reader.next() == nil, object.derBytes == input,
            object.notes.isEmpty, let kind = try? object.kind,
            ["certificate", "certificate-request", "public-key", "crl"].contains(kind)
        else { return }
        let base64 = Base64.encode(input)
        let url = String(base64.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        let octets = input.map { "0x" + hex($0) }.joined(separator: ", ")
        let numbers = input.map { "\($0)" }.joined(separator: ", ")
        for text in [
            "\"\(base64)\"\n", "key: \(url)\n", "a = \(hex(input))\n", "{ \(octets) };\n", "[\(numbers)]\n",
            hex(input, separator: ":") + "\n",
        ] {
            guard InputReader(text.utf8).contains(where: { $0.derBytes == input }) else {
                Finding.report("not found: \(text)")
            }
        }
    }
}
