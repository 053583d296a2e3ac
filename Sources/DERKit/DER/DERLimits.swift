/// The maximum sizes and counts that readers accept in their input.
///
///     var limits = DERLimits.standard
///     limits.objectSize = 1 << 16
///     let certificate = try Certificate(der: bytes, limits: limits)
///
/// The limits bound the results that a caller receives. Reading takes time and memory in proportion to the input,
/// regardless of the limits. If the input exceeds a limit, the error names the limit and has the code `limit`
/// (`pem-limit` if the text around an object is at fault). Each limit can be 0 or any positive number.
public struct DERLimits: Sendable, Hashable {
    /// The maximum nesting depth of a `DERTree`, at most 255. Readers of a structure open only the levels of that
    /// structure.
    @usableFromInline package var nesting: Int
    /// The maximum number of levels of nested OCTET STRING and BIT STRING values that `DERTree` opens as DER. Deeper
    /// ones are shown as strings, which is not an error.
    @usableFromInline package var stringNesting: Int
    /// The maximum nesting depth of segments in a BER OCTET STRING, for `octetString(in:limits:)`.
    @usableFromInline package var segmentNesting: Int
    /// The maximum number of bytes in one object: a certificate, a key, a container, the decoded bytes of a
    /// PEM block, or a tree of DER values.
    public var objectSize: Int
    /// The maximum number of values in one `DERTree`. Each node takes 20 times the memory of the shortest value.
    @usableFromInline package var valueCount: Int
    /// The maximum number of objects in one input.
    public var objectCount: Int
    /// The maximum number of certificates, revocation lists, signatures, parts or bags in one container; each kind is
    /// counted separately.
    @usableFromInline package var memberCount: Int
    /// The maximum number of content octets of an OBJECT IDENTIFIER.
    @usableFromInline package var identifierLength: Int
    /// The maximum number of content octets of an INTEGER.
    @usableFromInline package var integerLength: Int
    /// The maximum number of RFC 1421 headers in one PEM block.
    @usableFromInline package var headerCount: Int
    /// The maximum total number of key derivation iterations for one locked object, per password tried. For scrypt, the
    /// product of cost, block size and lanes counts as the number of iterations.
    @usableFromInline package var iterationCount: Int
    /// The maximum number of bytes of memory for one scrypt key derivation.
    @usableFromInline package var derivationMemory: Int

    /// Creates the standard limits.
    @inlinable
    package init() {
        // The same limit as in OpenSSL's asn1parse.
        nesting = 128
        // At each level, the bytes inside are read again; a certificate's extensions have two levels.
        stringNesting = 8
        // OpenSSL accepts 5 levels.
        segmentNesting = 8
        // 256 MiB. The largest certificate that TLS or a log can carry is 16 MiB; the largest revocation lists in use
        // are about 100 MiB.
        objectSize = 1 << 28
        // 4,194,304: a tree of 160 MiB, or the dump of a revocation list with 700,000 entries.
        valueCount = 1 << 22
        // 1,048,576: as many as a caller can hold in memory. The millions of certificates in a log come in several
        // inputs or one per line.
        objectCount = 1 << 20
        // 65,536: each member takes at least 50 bytes of memory, even if it has only two bytes.
        memberCount = 1 << 16
        // 128 arcs (RFC 2578 section 3.5) of 32 octets each. The largest arcs in use, the UUIDs under 2.25, have 19.
        identifierLength = 128 * 32
        // 131,072 bits: OpenSSL uses no RSA modulus above 16,384 bits.
        integerLength = 1 << 14
        // OpenSSL writes two headers, and each takes many times the memory of its text.
        headerCount = 1000
        // OpenSSL writes files with 2,048 iterations, Java with 10,000; guidelines of 2023 recommend 600,000. Ten
        // million iterations take a few seconds.
        iterationCount = 10_000_000
        // 128 MiB. OpenSSL writes keys that require 16 MiB.
        derivationMemory = 1 << 27
    }

    /// The standard limits, far above what any certificate, key or list known to be in use requires.
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

    /// Checks that a container with `count` members of one kind may have another, which begins at `start`.
    package func checkMember(_ count: Int, at start: Int) throws(DERError) {
        guard count >= memberCount else { return }
        let name = DERLimits.description(memberCount, "memberCount")
        throw DERError(.limit, at: start, expected: "at most \(name) members of one kind in a container")
    }

    @usableFromInline @inline(never)
    package static func exceeded(_ name: String, _ limit: Int, _ found: String, at offset: Int) -> DERError {
        DERError(.limit, at: offset, expected: "at most \(description(limit, name)) bytes", found: found)
    }

    /// Returns a limit in the form that errors show: `128 (nesting)`.
    package static func description(_ limit: Int, _ name: String) -> String { "\(limit) (\(name))" }
}
