import DERKit

/// A small certificate assembled from its fields, any of which a test may replace.
struct CertificateParts {
    /// The fields of TBSCertificate in their order, each as DER in hex; empty if the field is absent.
    private(set) var tbs: [(name: String, hex: String)] = [
        ("version", "a0 03 02 01 02"),
        ("serialNumber", "02 01 05"),
        ("signature", "30 0a 06 08 2a 86 48 ce 3d 04 03 02"),
        ("issuer", "30 0c 31 0a 30 08 06 03 55 04 03 0c 01 41"),
        ("notBefore", "17 0d 32 32 30 33 33 30 31 32 30 30 30 30 5a"),
        ("notAfter", "18 0f 32 30 35 30 30 31 30 31 30 30 30 30 30 30 5a"),
        ("subject", "30 0c 31 0a 30 08 06 03 55 04 03 0c 01 42"),
        ("subjectPublicKeyInfo", "30 0b 30 05 06 03 2b 65 70 03 02 00 07"),
        ("issuerUniqueID", ""), ("subjectUniqueID", ""),
        ("extensions", "a3 10 30 0e 30 0c 06 03 55 1d 0f 01 01 ff 04 02 03 00"),
        ("afterLast", ""),
    ]
    private(set) var outer: [(name: String, hex: String)] = [
        ("signatureAlgorithm", "30 0a 06 08 2a 86 48 ce 3d 04 03 02"),
        ("signatureValue", "03 03 00 01 02"),
        ("afterSignature", ""),
    ]

    /// Returns the parts with one replaced.
    func replacing(_ name: String, by hex: String) -> CertificateParts {
        var other = self
        for index in tbs.indices where tbs[index].name == name { other.tbs[index].hex = hex }
        for index in outer.indices where outer[index].name == name { other.outer[index].hex = hex }
        return other
    }

    /// Returns the certificate, and the offset in it at which the part `name` begins.
    func der(offsetOf name: String = "version") throws -> (bytes: [UInt8], offset: Int) {
        var offset = 0
        func joined(_ parts: some Sequence<(name: String, hex: String)>) throws -> [UInt8] {
            var content: [UInt8] = []
            for part in parts {
                if part.name == name { offset += content.count }
                content += try octets(part.hex)
            }
            return content
        }
        func sequence(_ content: [UInt8], holds: Bool) -> [UInt8] {
            var writer = DERWriter()
            writer.append(.sequence, content: content)
            if holds { offset += writer.bytes.count - content.count }
            return writer.bytes
        }
        func holds(_ parts: some Sequence<(name: String, hex: String)>) -> Bool {
            parts.contains { $0.name == name }
        }
        let before = try joined(tbs[..<4])
        let isInValidity = holds(tbs[4..<6])
        let validity = sequence(try joined(tbs[4..<6]), holds: isInValidity)
        if isInValidity || holds(tbs[6...]) { offset += before.count }
        if holds(tbs[6...]) { offset += validity.count }
        let content = before + validity + (try joined(tbs[6...]))
        let signed = sequence(content, holds: holds(tbs))
        if holds(outer) { offset += signed.count }
        let whole = sequence(signed + (try joined(outer)), holds: true)
        return (whole, offset)
    }
}
