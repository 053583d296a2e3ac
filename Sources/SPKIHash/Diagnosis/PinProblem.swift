import X509Model

extension PinDiagnosis {
    /// The reason why text cannot be the pin of any key.
    package enum Problem: Sendable, Hashable {
        case empty
        case url
        case pem
        case wholeObject(byteCount: Int)
        case otherDigest(String)
        case fingerprint
        case wrongLength(Int)
        case wrongCharacterCount(Int, isHex: Bool)
        case notEncoded

        package var code: String { row.code }
        /// A description in one sentence without a final period.
        package var message: String { row.message }

        private var row: (code: String, message: String) {
            switch self {
            case .empty: ("empty", "it is empty")
            case .url: ("url", "it is a URL; a pin is 44 characters of base64")
            case .pem: ("pem", "it is PEM text: the object itself, not the hash of its key")
            case .wholeObject(let count):
                ("whole-object", "it is a whole key or certificate of \(count) bytes, not a hash")
            case .otherDigest(let name): ("other-digest", "it is labeled \(name); pins are SHA-256")
            case .fingerprint: ("fingerprint", "it has colons, as certificate fingerprints do")
            case .wrongLength(let count):
                (
                    "wrong-length",
                    "it encodes \(count) \(count == 1 ? "byte" : "bytes")\(Problem.digestOf(count)); "
                        + "a pin is the 32 bytes of a SHA-256"
                )
            case .wrongCharacterCount(let count, let isHex):
                ("wrong-length", "it has \(count) characters; a pin has 44" + (isHex ? ", or 64 in hex" : ""))
            case .notEncoded: ("not-encoded", "it is neither base64 nor hex")
            }
        }

        /// Returns the digest that has a given size, as a part of a sentence; an empty string if there is none.
        private static func digestOf(_ byteCount: Int) -> String {
            guard byteCount != SHA256.digestByteCount,
                let digest = digests.first(where: { $0.byteCount == byteCount })
            else { return "" }
            return ", the size of \(digest.name)" + (byteCount == 64 ? " or of a SHA-256 in hex" : "")
        }

        /// Creates the problem with a text; `nil` if the text may be a pin.
        init?(_ spelling: PinSpelling) {
            let body = spelling.body
            if body.isEmpty {
                self = .empty
            } else if body.containsText("-----BEGIN") {
                self = .pem
            } else if spelling.digestName != Pin.Parts.rightDigest {
                self = .otherDigest(spelling.digestName)
            } else if case .hex(":")? = PinSpelling.decode(body)?.alphabet {
                self = .fingerprint
            } else if spelling.pin != nil {
                return nil
            } else if body.containsText("://") {
                self = .url
            } else {
                self = Problem.undecoded(body)
            }
        }

        /// Returns the problem with text that does not encode 32 bytes.
        private static func undecoded(_ body: String) -> Problem {
            guard !PinSpelling.isName(body) else { return .notEncoded }
            let octets = Pin.decoded(body)
            if let octets, (try? DERCursor(contentOfSequence: octets.indices, in: octets.span)) != nil {
                return .wholeObject(byteCount: octets.count)
            }
            let letters = body.utf8.allSatisfy { Base64.isDigit($0) || "-_=".utf8.contains($0) }
            let count = body.utf8.count
            if letters, (24...60).contains(count), count != 43, count != 44,
                !(octets.map { digestOf($0.count) != "" } ?? false)
            {
                return .wrongCharacterCount(
                    count, isHex: bytes(hex: body + (count % 2 == 0 ? "" : "0")) != nil)
            }
            return octets.map { .wrongLength($0.count) } ?? .notEncoded
        }
    }
}
