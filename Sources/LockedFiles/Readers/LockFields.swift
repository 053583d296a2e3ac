import DERKit

/// Reads the fields of an algorithm of encryption, which may be BER in a PKCS #12 file.
struct LockFields {
    private let bytes: [UInt8]
    private var cursor: BERCursor

    /// The fields of the SEQUENCE that `bytes` begin with.
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

    /// The next field, from its tag on.
    mutating func any() throws(LockError) -> [UInt8] {
        guard let element = next() else { throw .malformed }
        return Array(bytes[element.range])
    }

    /// The dotted number of the next field.
    mutating func identifier() throws(LockError) -> String {
        guard let element = next(), element.tag == .objectIdentifier,
            let identifier = ASN1ObjectIdentifier(content: Array(bytes[element.content]))
        else { throw .malformed }
        return "\(identifier)"
    }

    mutating func octets() throws(LockError) -> [UInt8] {
        guard let element = next(), let octets = try? element.octetString(in: bytes.span)
        else { throw .malformed }
        return octets
    }

    /// A number from 1 to the largest that a system with 32 bits has.
    mutating func count() throws(LockError) -> Int {
        guard let element = next(), element.tag == .integer else { throw .malformed }
        let octets = bytes[element.content]
        guard let first = octets.first, first < 0x80 else { throw .malformed }
        let number = octets.drop { $0 == 0 }
        // What is more than any limit is as good as the largest number.
        guard number.count <= 4 else { return Int(Int32.max) }
        let value = number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard value > 0 else { throw .malformed }
        return Int(min(value, UInt64(Int32.max)))
    }

    /// The next field if it is a number.
    mutating func countIfPresent() throws(LockError) -> Int? {
        var ahead = self
        guard let element = ahead.next(), element.tag == .integer else { return nil }
        return try count()
    }
}

/// Why a locked file stays so.
package enum LockError: Error, Sendable, Hashable {
    /// No password of those that were tried fits, or the file was changed.
    case wrongPassword
    /// The algorithm is not known here.
    case unsupported(String)
    /// The parameters of the encryption cannot be read, or a key contradicts itself.
    case malformed
    /// A decrypted key without a MAC whose public half cannot be computed, so that changes cannot be ruled out.
    case unverifiable
    /// A limit of ``DERKit/DERLimits``: its name, its value, and what the file asks for.
    case limit(name: String, value: Int, found: Int)
}
