extension PinDiagnosis {
    /// A digest algorithm that may have been used to make a pin.
    struct Digest: Sendable {
        let code: String
        /// The name in a sentence: `SHA-1`.
        let name: String
        let byteCount: Int
        /// The openssl option for the digest; `nil` if there is none.
        var option: String?
        /// The call that computes the digest; `nil` for the correct digest.
        let call: String?
        /// A function that returns the digest of the bytes in `Hashes`.
        let digest: @Sendable (inout Hashes) -> [UInt8]

        var isRight: Bool { call == nil }
    }

    /// The digests of successive texts, each computed only if needed. Successive texts often begin with the same
    /// blocks, which are hashed only once.
    struct Hashes: Sendable {
        private(set) var bytes: [UInt8] = []
        private var blocks = SharedBlocks(SHA256.initialWords, blockByteCount: 64)
        private var wideBlocks = SHA512.Three()
        private var sponge = SHA3.Shared()
        private var lastWide: (sha512: [UInt8], sha384: [UInt8], sha512_256: [UInt8])?

        mutating func next(_ bytes: [UInt8]) {
            let shared = commonCount(bytes.span, self.bytes.span)
            blocks.keep(shared)
            wideBlocks.keep(shared)
            sponge.keep(shared)
            (self.bytes, lastWide) = (bytes, nil)
        }

        /// Returns the number of leading bytes that two spans share.
        private func commonCount(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Int {
            let most = min(one.count, other.count)
            for place in 0..<most where one[place] != other[place] { return place }
            return most
        }

        mutating func sha256() -> [UInt8] {
            let text = bytes
            return SHA256.hash(text.span, sharing: &blocks)
        }

        /// Returns SHA-512, SHA-384 and SHA-512/256, which share most of their work.
        mutating func wide() -> (sha512: [UInt8], sha384: [UInt8], sha512_256: [UInt8]) {
            let text = bytes
            let digests = lastWide ?? wideBlocks.hashes(text.span)
            lastWide = digests
            return digests
        }

        mutating func sha3() -> [UInt8] {
            let text = bytes
            return sponge.hash256(text.span)
        }
    }

    /// The maximum number of bytes for which digests other than SHA-256 are tried. These digests are computed without
    /// the processor's SHA instructions, so for a large file they would take much longer than SHA-256.
    static let maximumRareByteCount = 1 << 22

    /// The code for the SHA-256 of a SHA-256.
    static let twice = "sha-256-twice"

    /// All digests, the correct one first.
    static let digests: [Digest] = [
        Digest("sha-256", "SHA-256", 32, openSSL: "sha256", call: nil) { $0.sha256() },
        Digest("sha-1", "SHA-1", 20, openSSL: "sha1", call: "Insecure.SHA1.hash(data: bytes)") {
            SHA1.hash($0.bytes.span)
        },
        Digest("sha-512", "SHA-512", 64, openSSL: "sha512", call: "SHA512.hash(data: bytes)") {
            $0.wide().sha512
        },
        Digest(part: "first", of: 512, "sha-512-truncated") { Array($0.wide().sha512.prefix(32)) },
        Digest(part: "last", of: 512, "sha-512-end") { Array($0.wide().sha512.suffix(32)) },
        Digest(
            twice, "SHA-256 of SHA-256", 32,
            call: "SHA256.hash(data: Data(SHA256.hash(data: bytes)))"
        ) { SHA256.hash($0.sha256().span) },
        Digest("md5", "MD5", 16, openSSL: "md5", call: "Insecure.MD5.hash(data: bytes)") {
            MD5.hash($0.bytes.span)
        },
        Digest(
            "sha-224", "SHA-224", 28, openSSL: "sha224",
            call: "MessageDigest.getInstance(\"SHA-224\").digest(bytes)"
        ) { SHA256.hash224($0.bytes.span) },
        Digest("sha-384", "SHA-384", 48, openSSL: "sha384", call: "SHA384.hash(data: bytes)") {
            $0.wide().sha384
        },
        Digest(part: "first", of: 384, "sha-384-truncated") { Array($0.wide().sha384.prefix(32)) },
        Digest(part: "last", of: 384, "sha-384-end") { Array($0.wide().sha384.suffix(32)) },
        Digest(
            "sha-512-256", "SHA-512/256", 32, openSSL: "sha512-256",
            call: "MessageDigest.getInstance(\"SHA-512/256\").digest(bytes)"
        ) { $0.wide().sha512_256 },
        Digest(
            "sha3-256", "SHA3-256", 32, openSSL: "sha3-256",
            call: "MessageDigest.getInstance(\"SHA3-256\").digest(bytes)"
        ) { $0.sha3() },
    ]
}

extension PinDiagnosis.Digest {
    fileprivate init(
        _ code: String, _ name: String, _ byteCount: Int, openSSL option: String? = nil, call: String?,
        _ digest: @escaping @Sendable (inout PinDiagnosis.Hashes) -> [UInt8]
    ) {
        self.init(code: code, name: name, byteCount: byteCount, option: option, call: call, digest: digest)
    }

    /// Creates a digest that consists of the first or last 32 bytes of a longer one.
    fileprivate init(
        part: String, of bits: Int, _ code: String,
        _ digest: @escaping @Sendable (inout PinDiagnosis.Hashes) -> [UInt8]
    ) {
        self.init(
            code: code, name: "the \(part) 32 bytes of SHA-\(bits)", byteCount: SHA256.digestByteCount,
            call: "SHA\(bits).hash(data: bytes).\(part == "first" ? "prefix" : "suffix")(32)", digest: digest)
    }
}
