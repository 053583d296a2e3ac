import DERKit
import X509Model

extension PinDiagnosis {
    /// Why a text cannot be a pin, whatever key it is compared with.
    public enum Problem: Sendable, Hashable {
        /// There is nothing.
        case empty
        /// An address, where a pin should stand.
        case url
        /// PEM text: the key or certificate itself, not its hash.
        case pem
        /// Base64 or hex of DER: the key or certificate itself, not its hash.
        case wholeObject(byteCount: Int)
        /// It names another digest, as in `sha1/…`.
        case otherDigest(String)
        /// A digest with colons, as fingerprints of certificates are written.
        case fingerprint
        /// It decodes, but not to the 32 bytes of a SHA-256.
        case wrongLength(Int)
        /// It is neither base64 nor hex.
        case notEncoded

        /// A stable code for programs.
        public var code: String {
            switch self {
            case .empty: "empty"
            case .url: "url"
            case .pem: "pem"
            case .wholeObject: "whole-object"
            case .otherDigest: "other-digest"
            case .fingerprint: "fingerprint"
            case .wrongLength: "wrong-length"
            case .notEncoded: "not-encoded"
            }
        }

        /// One sentence for a person, without a final period.
        public var message: String {
            switch self {
            case .empty: "it is empty"
            case .url: "it is an address; a pin is 44 characters of base64"
            case .pem: "it is PEM text, the object itself and not the hash of its key"
            case .wholeObject(let count): "it is a whole key or certificate of \(count) bytes, not a hash"
            case .otherDigest(let name): "it names \(name); pins of today are SHA-256"
            case .fingerprint: "it is written with colons, as certificate fingerprints are"
            case .wrongLength(let count):
                "it stands for \(count) \(count == 1 ? "byte" : "bytes")\(Problem.digestOf(count)); "
                    + "a pin is the 32 bytes of a SHA-256"
            case .notEncoded: "it is neither base64 nor hex"
            }
        }

        private static func digestOf(_ byteCount: Int) -> String {
            switch byteCount {
            case 16: ", as MD5 has"
            case 20: ", as SHA-1 has"
            case 28: ", as SHA-224 has"
            case 48: ", as SHA-384 has"
            case 64: ", as SHA-512 has, or a SHA-256 in hex"
            default: ""
            }
        }

        /// What is wrong with a text; nil where it may be a pin.
        init?(_ text: String) {
            let body = PinDiagnosis.body(of: text)
            if body.isEmpty {
                self = .empty
            } else if body.containsText("://") {
                self = .url
            } else if body.containsText("-----BEGIN") {
                self = .pem
            } else if let name = PinDiagnosis.digestName(of: text), name != "sha256" {
                self = .otherDigest(name)
            } else if body.contains(":") {
                self = bytes(hex: body.filter { $0 != ":" }) == nil ? .notEncoded : .fingerprint
            } else {
                guard let octets = Problem.octets(body) else {
                    self = .notEncoded
                    return
                }
                guard octets.count != SHA256.digestByteCount else { return nil }
                self =
                    Problem.isWholeObject(octets)
                    ? .wholeObject(byteCount: octets.count) : .wrongLength(octets.count)
            }
        }

        /// Hex where the text has the length of a digest in hex or can be nothing else, base64 otherwise.
        private static func octets(_ body: String) -> [UInt8]? {
            let isHexOfDigest = [32, 40, 56, 64, 96, 128].contains(body.utf8.count)
            let isHexOfObject = body.utf8.starts(with: "30".utf8) && body.utf8.count > 128
            if isHexOfDigest || isHexOfObject, let octets = bytes(hex: body) { return octets }
            return PinDiagnosis.base64(body)
        }

        /// A SEQUENCE that fills the bytes.
        private static func isWholeObject(_ octets: [UInt8]) -> Bool {
            guard octets.first == 0x30 else { return false }
            let bytes = octets.span
            var cursor = DERCursor(0..<bytes.count)
            return (try? cursor.next(.sequence, in: bytes)) != nil && cursor.isAtEnd
        }
    }

    /// The digest that a text names before its value, as `sha1/…` and `pin-sha1="…"` do.
    static func digestName(of text: String) -> String? {
        let start = Pin.withoutElements(text).drop { !$0.isLetter && !$0.isNumber }.lowercased()
        let name = start.hasPrefix("pin-") ? start.dropFirst(4) : start[...]
        guard let end = name.firstIndex(where: { $0 == "/" || $0 == "=" }) else { return nil }
        let plain = name[..<end].filter { $0 != "-" }
        return digestNames.contains(plain) ? plain : nil
    }

    /// The digest's text without what a tool or a configuration puts around it.
    static func body(of text: String) -> String {
        var body = withoutSurplus(Pin.withoutElements(text))
        let lower = body.lowercased()
        if lower.hasPrefix("pin-") || lower.containsText("fingerprint="),
            let equals = body.firstIndex(of: "=")
        {
            body = withoutSurplus(body[body.index(after: equals)...])
        }
        if let slash = body.firstIndex(of: "/"), body.lowercased().hasPrefix("sha"),
            body[..<slash].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }),
            digestNames.contains(body[..<slash].lowercased().filter { $0 != "-" })
        {
            body = body[slash...].drop { $0 == "/" }
        } else {
            // The data of a TLSA record, RFC 6698 section 2.1: three numbers, then hex.
            let words = body.split(separator: " ", maxSplits: 3)
            if words.count == 4, words[..<3].allSatisfy({ ["0", "1", "2", "3"].contains($0) }) {
                return words[3].filter { $0 != " " }
            }
        }
        return String(body)
    }

    private static func withoutSurplus(_ text: Substring) -> Substring {
        let surplus: (Character) -> Bool = { $0.isWhitespace || "\"';,".contains($0) }
        var text = text.drop(while: surplus)
        while let last = text.last, surplus(last) { text.removeLast() }
        return text
    }

    private static let digestNames: Set<String> = ["sha1", "sha224", "sha256", "sha384", "sha512"]
}
