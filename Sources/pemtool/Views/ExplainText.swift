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
        return ["let header: [UInt8] = ["] + items(bytes.map { "0x\(hex($0))" }) + ["]"]
    }

    /// Returns a Kotlin constant of bytes, which are signed in Kotlin.
    static func kotlin(_ bytes: [UInt8]) -> [String] {
        guard bytes.count <= longestConstant else { return ["// \(tooLong(bytes))"] }
        let items = items(bytes.map { "0x\(hex($0))" + ($0 < 0x80 ? "" : ".toByte()") })
        return ["val header = byteArrayOf("] + items + [")"]
    }

    private static func items(_ texts: [String]) -> [String] {
        paragraph(texts.joined(separator: ", "), lead: "    ", width: textWidth - 4)
    }
}
