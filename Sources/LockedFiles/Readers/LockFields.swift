import X509Model

/// Reads the fields of an encryption algorithm, which may be BER in a PKCS #12 file.
struct LockFields {
    private let bytes: [UInt8]
    private var cursor: BERCursor

    /// Creates a reader for the SEQUENCE at the start of `bytes`.
    init(_ bytes: [UInt8]) throws(LockError) {
        self.bytes = bytes
        var outer = BERCursor(0..<bytes.count)
        guard let sequence = try? outer.next(.sequence, in: bytes.span) else { throw .malformed }
        cursor = BERCursor(contentOf: sequence)
    }

    var isAtEnd: Bool { cursor.isAtEnd }

    private mutating func next() -> BERElement? {
        let bytes = bytes
        return try? cursor.next(in: bytes.span)
    }

    /// Returns the next field, including its tag.
    mutating func any() throws(LockError) -> [UInt8] {
        guard let element = next() else { throw .malformed }
        return Array(bytes[element.range])
    }

    /// Returns the name of the object identifier in the next field, or its dotted form if it has no name.
    mutating func identifier() throws(LockError) -> String {
        guard let element = next(), element.tag == .objectIdentifier,
            let identifier = ASN1ObjectIdentifier(content: Array(bytes[element.content]))
        else { throw .malformed }
        return identifier.nameOrNumber
    }

    mutating func octets() throws(LockError) -> [UInt8] {
        guard let element = next(), let octets = try? element.octetString(in: bytes.span)
        else { throw .malformed }
        return octets
    }

    /// Reads a positive number. A number that exceeds the largest `Int` of a 32-bit system is read as that `Int`.
    mutating func count() throws(LockError) -> Int {
        guard let element = next(), element.tag == .integer else { throw .malformed }
        let octets = bytes[element.content]
        guard let first = octets.first, first < 0x80 else { throw .malformed }
        let number = octets.drop { $0 == 0 }
        // A larger number exceeds every limit anyway, so it is read as the largest one.
        guard number.count <= 4 else { return Int(Int32.max) }
        let value = number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard value > 0 else { throw .malformed }
        return Int(min(value, UInt64(Int32.max)))
    }

    /// Reads the next field if it is a number; otherwise returns `nil` and does not move.
    mutating func countIfPresent() throws(LockError) -> Int? {
        var ahead = self
        guard let element = ahead.next(), element.tag == .integer else { return nil }
        return try count()
    }
}

/// The reason why a locked file cannot be opened.
package indirect enum LockError: Error, Sendable, Hashable {
    /// None of the passwords is correct, or the file has been changed.
    case wrongPassword
    case unsupported(String)
    /// The file or its encryption parameters cannot be read, or a key contradicts its own public half.
    case malformed
    /// The file has no MAC, and the public half of a decrypted key cannot be computed, so a change to the file cannot
    /// be ruled out.
    case unverifiable
    /// A limit was exceeded; the text describes it in one sentence.
    case limit(IssueCode, String)

    /// A limit in ``DERKit/DERLimits``, identified by its name.
    package enum Limit: String, Sendable {
        case objectSize, memberCount, iterationCount, derivationMemory
    }

    /// Throws `limit` if a file requests more than a limit allows.
    static func check(_ found: Int, _ limit: Limit, of limits: DERLimits) throws(LockError) {
        let (value, what) =
            switch limit {
            case .objectSize: (limits.objectSize, ("", "bytes"))
            case .memberCount: (limits.memberCount, ("", "certificates"))
            case .iterationCount: (limits.iterationCount, ("the key derivation needs ", "iterations"))
            case .derivationMemory: (limits.derivationMemory, ("the key derivation needs ", "bytes"))
            }
        guard found > value else { return }
        let number = found >= Int(Int32.max) ? "too many" : "\(found)"
        throw .limit(
            limit == .iterationCount ? .tooManyIterations : .limit,
            "\(what.0)\(number) \(what.1); expected at most \(DERLimits.description(value, limit.rawValue))")
    }
}
