extension PinDiagnosis {
    /// A digest that a pin may have been made with.
    struct Digest: Sendable {
        let code: String
        /// The name in a sentence: `SHA-1`.
        let name: String
        let byteCount: Int
        /// The command that hashes standard input and writes bytes.
        let command: String
        /// Its name for openssl; `nil` if it has none.
        var option: String?
        /// The name that `openssl dgst` prints before the digest, as in `SHA2-256(stdin)= …`.
        var label = ""
        /// The command that prints the digest in hex and `-`, if any.
        var sum: String?
        /// The call that computes it; `nil` for the right digest.
        let call: String?
        /// Returns the digest of the bytes in `Hashes`.
        let digest: @Sendable (inout Hashes) -> [UInt8]

        var isRight: Bool { call == nil }
    }

    /// The digests of some bytes from which several others are derived, each computed once and only if
    /// needed.
    struct Hashes: Sendable {
        let bytes: [UInt8]
        private(set) lazy var sha256 = SHA256.hash(bytes.span)
        private(set) lazy var sha384 = SHA512.hash384(bytes.span)
        private(set) lazy var sha512 = SHA512.hash(bytes.span)

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    /// The maximum number of bytes for which digests other than the right one are tried. The processor has no
    /// instructions for them, and a large file should take no longer than hashing it once.
    static let maximumRareByteCount = 1 << 22

    /// All digests, the right one first.
    static let digests: [Digest] = [
        digest("sha-256", "SHA-256", 32, openSSL: "sha256", "SHA2-256", sum: "sha256sum", call: nil) {
            $0.sha256
        },
        digest(
            "sha-1", "SHA-1", 20, openSSL: "sha1", "SHA1", sum: "sha1sum",
            call: "Insecure.SHA1.hash(data: bytes)"
        ) { SHA1.hash($0.bytes.span) },
        digest(
            "sha-512", "SHA-512", 64, openSSL: "sha512", "SHA2-512", sum: "sha512sum",
            call: "SHA512.hash(data: bytes)"
        ) { $0.sha512 },
        part(of: 512, "first", "sha-512-truncated") { Array($0.sha512.prefix(SHA256.digestByteCount)) },
        part(of: 512, "last", "sha-512-end") { Array($0.sha512.suffix(SHA256.digestByteCount)) },
        Digest(
            code: "sha-256-twice", name: "SHA-256 of SHA-256", byteCount: 32,
            command: "openssl dgst -sha256 -binary | openssl dgst -sha256 -binary",
            call: "SHA256.hash(data: Data(SHA256.hash(data: bytes)))"
        ) { SHA256.hash($0.sha256.span) },
        digest(
            "md5", "MD5", 16, openSSL: "md5", "MD5", sum: "md5sum", call: "Insecure.MD5.hash(data: bytes)"
        ) { MD5.hash($0.bytes.span) },
        digest(
            "sha-224", "SHA-224", 28, openSSL: "sha224", "SHA2-224", sum: "sha224sum",
            call: "MessageDigest.getInstance(\"SHA-224\").digest(bytes)"
        ) { SHA256.hash224($0.bytes.span) },
        digest(
            "sha-384", "SHA-384", 48, openSSL: "sha384", "SHA2-384", sum: "sha384sum",
            call: "SHA384.hash(data: bytes)"
        ) { $0.sha384 },
        part(of: 384, "first", "sha-384-truncated") { Array($0.sha384.prefix(SHA256.digestByteCount)) },
        part(of: 384, "last", "sha-384-end") { Array($0.sha384.suffix(SHA256.digestByteCount)) },
        digest(
            "sha-512-256", "SHA-512/256", 32, openSSL: "sha512-256", "SHA2-512/256", sum: nil,
            call: "MessageDigest.getInstance(\"SHA-512/256\").digest(bytes)"
        ) { SHA512.hash256($0.bytes.span) },
        digest(
            "sha3-256", "SHA3-256", 32, openSSL: "sha3-256", "SHA3-256", sum: nil,
            call: "MessageDigest.getInstance(\"SHA3-256\").digest(bytes)"
        ) { SHA3.hash256($0.bytes.span) },
    ]

    /// Creates the first or last 32 bytes of a longer digest.
    private static func part(
        of bits: Int, _ place: String, _ code: String, _ digest: @escaping @Sendable (inout Hashes) -> [UInt8]
    ) -> Digest {
        let isFirst = place == "first"
        return Digest(
            code: code, name: "the \(place) 32 bytes of SHA-\(bits)", byteCount: SHA256.digestByteCount,
            command: "openssl dgst -sha\(bits) -binary | \(isFirst ? "head" : "tail") -c 32",
            call: "SHA\(bits).hash(data: bytes).\(isFirst ? "prefix" : "suffix")(32)", digest: digest)
    }

    /// Creates a digest that `openssl dgst` supports.
    private static func digest(
        _ code: String, _ name: String, _ byteCount: Int, openSSL option: String, _ label: String,
        sum: String?, call: String?, _ digest: @escaping @Sendable (inout Hashes) -> [UInt8]
    ) -> Digest {
        Digest(
            code: code, name: name, byteCount: byteCount, command: "openssl dgst -\(option) -binary",
            option: option, label: label, sum: sum, call: call, digest: digest)
    }
}
