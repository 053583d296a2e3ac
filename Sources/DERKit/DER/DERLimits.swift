/// What the readers accept at most, of sizes and numbers that an input chooses.
///
///     var limits = DERLimits.standard
///     limits.objectSize = 1 << 16
///     let certificate = try Certificate(der: bytes, limits: limits)
///
/// Reading takes time and memory in proportion to the input whatever the limits are; they bound what a caller gets
/// to hold. Breaking one is an error with the code `limit` that names it (`pem-limit` where the text around an
/// object is at fault). Every property may be set to 0 or more.
public struct DERLimits: Sendable, Hashable {
    /// Values inside one another, in `DERTree`; at most 255 there. Readers of a structure open the levels that the
    /// structure has, and no input makes them open more.
    @usableFromInline package var nesting: Int
    /// OCTET STRING and BIT STRING values inside one another that `DERTree` opens for the DER in them. Deeper ones
    /// are shown as strings, which is not an error.
    @usableFromInline package var stringNesting: Int
    /// Levels of segments in an OCTET STRING of BER, `octetString(in:limits:)`.
    @usableFromInline package var segmentNesting: Int
    /// Bytes in one object: a certificate, a key, a container, the decoded bytes of a PEM block, a tree.
    public var objectSize: Int
    /// Values in one tree, `DERTree`. A node takes 20 times the memory of the shortest value.
    @usableFromInline package var valueCount: Int
    /// Objects that come out of one input.
    public var objectCount: Int
    /// Certificates, lists, signatures and parts in one container, each kind counted by itself.
    public var memberCount: Int
    /// Content octets of an OBJECT IDENTIFIER.
    public var identifierLength: Int
    /// Content octets of an INTEGER.
    public var integerLength: Int
    /// Headers of RFC 1421 in one PEM block.
    public var headerCount: Int
    /// Iterations of all derivations of keys from passwords that one locked object asks for, in each try of a password.
    /// One of scrypt counts as cost, block size and lanes multiplied.
    @usableFromInline package var iterationCount: Int
    /// Bytes that a derivation of a key from a password may take, in scrypt.
    @usableFromInline package var derivationMemory: Int

    /// Creates the standard limits.
    @inlinable
    public init() {
        // As in OpenSSL's asn1parse.
        nesting = 128
        // Each level is one more look at the bytes inside; a certificate's extensions have two.
        stringNesting = 8
        // OpenSSL reads 5.
        segmentNesting = 8
        // 256 MiB. The largest certificate that TLS or a log can carry has 16 MiB, the largest revocation lists in
        // use have some 100.
        objectSize = 1 << 28
        // 4,194,304: a tree of 160 MiB, or the dump of a revocation list with 700,000 entries.
        valueCount = 1 << 22
        // 1,048,576: what a caller who collects them can hold. A log's millions come in several inputs or one a line.
        objectCount = 1 << 20
        // 65,536: each takes at least 50 bytes where its own may be two.
        memberCount = 1 << 16
        // 128 arcs, RFC 2578 section 3.5, of 32 octets, twice what the largest in use have, the UUIDs under 2.25.
        identifierLength = 128 * 32
        // 131,072 bits: OpenSSL uses no RSA modulus above 16,384.
        integerLength = 1 << 14
        // OpenSSL writes two, and each takes many times the memory of its text.
        headerCount = 1000
        // OpenSSL writes 2,048, Java 10,000; guidelines of 2023 ask for 600,000. These take a few seconds.
        iterationCount = 10_000_000
        // 128 MiB. OpenSSL writes keys that take 16.
        derivationMemory = 1 << 27
    }

    /// The standard limits: no certificate, key or list that is known to be in use comes near them.
    @inlinable public static var standard: DERLimits { DERLimits() }

    @inlinable @inline(__always)
    func checkInteger(_ length: Int, at start: Int) throws(DERError) {
        guard length > integerLength else { return }
        throw DERLimits.exceeded("integerLength", integerLength, byteCount(length), at: start)
    }

    @inlinable @inline(__always)
    func checkIdentifier(_ length: Int, at start: Int) throws(DERError) {
        guard length > identifierLength else { return }
        throw DERLimits.exceeded("identifierLength", identifierLength, byteCount(length), at: start)
    }

    /// Checks that a container that has `count` members of a kind may have one more, which begins at `start`.
    package func checkMember(_ count: Int, at start: Int) throws(DERError) {
        guard count >= memberCount else { return }
        let name = DERLimits.description(memberCount, "memberCount")
        throw DERError(.limit, at: start, expected: "at most \(name) members of one kind in a container")
    }

    @usableFromInline @inline(never)
    static func exceeded(_ name: String, _ limit: Int, _ found: String, at offset: Int) -> DERError {
        DERError(.limit, at: offset, expected: "at most \(description(limit, name)) bytes", found: found)
    }

    /// A limit as errors name it: `128 (nesting)`.
    package static func description(_ limit: Int, _ name: String) -> String { "\(limit) (\(name))" }
}
