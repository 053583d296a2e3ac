import SPKIHash

/// The texts about the derivation of a pin; ``lines`` is the screen.
struct ExplainText {
    let key: SubjectPublicKeyInfo

    /// Text that says whether TrustKit can pin the key.
    var trustKit: String {
        switch key.trustKitSupport {
        case .header: "TrustKit has the header of \(key.keyName) keys"
        case .otherHeader:
            "TrustKit prepends the header of another kind of key to this one, so its hash is never the pin"
        case .noHeader: "TrustKit has no header for \(key.keyName) keys and cannot pin this one"
        }
    }

    /// The maximum size of a header that is written as source code; the headers of common keys have 12 to 30 bytes, and
    /// those with explicit parameters about 300.
    static let longestConstant = 512

    static func tooLong(_ bytes: [UInt8]) -> String {
        "the header has \(bytes.count) bytes, too many for a source code constant"
    }

    /// Returns a Swift constant of bytes, or a comment for a header that is too long.
    static func swift(_ bytes: [UInt8]) -> [String] {
        guard bytes.count <= longestConstant else { return ["// \(tooLong(bytes))"] }
        return ["let header: [UInt8] = ["] + wrappedItems(bytes, suffix: { _ in "" }) + ["]"]
    }

    /// Returns a Kotlin constant of bytes, which are signed in Kotlin.
    static func kotlin(_ bytes: [UInt8]) -> [String] {
        guard bytes.count <= longestConstant else { return ["// \(tooLong(bytes))"] }
        return ["val header = byteArrayOf("]
            + wrappedItems(bytes, suffix: { $0 < 0x80 ? "" : ".toByte()" }) + [")"]
    }

    private static func wrappedItems(_ bytes: [UInt8], suffix: (UInt8) -> StaticString) -> [String] {
        var lines: [String] = []
        var line = Array("   ".utf8)
        let width = textWidth - 4
        for (place, octet) in bytes.enumerated() {
            let end = line.count
            line.append(literal: " 0x")
            line.append(hex: bytes.span.extracting(place..<place + 1))
            line.append(literal: suffix(octet))
            if place + 1 < bytes.count { line.append(UInt8(ascii: ",")) }
            guard line.count > width else { continue }
            lines.append(String(decoding: line[..<end], as: UTF8.self))
            line.replaceSubrange(..<end, with: "   ".utf8)
        }
        return lines + [String(decoding: line, as: UTF8.self)]
    }
}
