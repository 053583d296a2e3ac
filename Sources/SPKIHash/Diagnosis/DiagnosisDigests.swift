extension PinDiagnosis {
    /// A way to hash that a pin may have been made with.
    struct Digest: Sendable {
        /// The stable code in a recipe; never changes.
        let code: String
        /// As it stands in a sentence: `SHA-1`.
        let name: String
        /// The code or command that does it; nil for the right one.
        let madeBy: String?
        /// The digest, from those of the bytes.
        let digest: @Sendable (Hashes) -> [UInt8]
    }

    /// The digests of a series of bytes that all others are made from, each computed once.
    struct Hashes: Sendable {
        let sha256: [UInt8]
        let sha1: [UInt8]
        let sha512: [UInt8]

        init(_ bytes: [UInt8]) {
            sha256 = SHA256.hash(bytes.span)
            sha1 = SHA1.hash(bytes.span)
            sha512 = SHA512.hash(bytes.span)
        }
    }

    /// All digests, the right one first.
    static let digests: [Digest] = [
        Digest(code: "sha-256", name: "SHA-256", madeBy: nil) { $0.sha256 },
        Digest(code: "sha-1", name: "SHA-1", madeBy: "openssl dgst -sha1, or Insecure.SHA1.hash(data:)") {
            $0.sha1
        },
        Digest(code: "sha-512", name: "SHA-512", madeBy: "openssl dgst -sha512, or SHA512.hash(data:)") {
            $0.sha512
        },
        Digest(
            code: "sha-512-truncated", name: "the first 32 bytes of SHA-512",
            madeBy: "SHA512.hash(data: bytes).prefix(32)"
        ) { Array($0.sha512.prefix(SHA256.digestByteCount)) },
        Digest(
            code: "sha-256-twice", name: "SHA-256 of SHA-256",
            madeBy: "SHA256.hash(data: Data(SHA256.hash(data: bytes)))"
        ) { SHA256.hash($0.sha256.span) },
    ]
}
