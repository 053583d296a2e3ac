import DERKit

/// The private part of a PKCS #8 key, RFC 5958 section 2. It is never kept.
struct PrivateOctets {
    /// The content of the field `privateKey`.
    let privateKey: [UInt8]

    init?(pkcs8 octets: [UInt8]) {
        guard var fields = PrivateOctets.fields(of: octets),
            (try? fields.next(.integer, in: octets.span)) != nil,
            (try? fields.next(.sequence, in: octets.span)) != nil,
            let key = try? fields.next(.octetString, in: octets.span)
        else { return nil }
        privateKey = Array(octets[key.content])
    }

    /// The seed or secret of a CurvePrivateKey, RFC 8410 section 7, or `nil`.
    ///
    ///     CurvePrivateKey ::= OCTET STRING
    var seed: [UInt8]? {
        var cursor = DERCursor(0..<privateKey.count)
        guard let seed = try? cursor.next(.octetString, in: privateKey.span), cursor.isAtEnd else {
            return nil
        }
        return Array(privateKey[seed.content])
    }

    /// Returns the secret number of an ECPrivateKey, RFC 5915 section 3.
    static func secret(sec1 octets: [UInt8]) -> [UInt8]? {
        guard var fields = PrivateOctets.fields(of: octets),
            (try? fields.next(.integer, in: octets.span)) != nil,
            let secret = try? fields.next(.octetString, in: octets.span)
        else { return nil }
        return Array(octets[secret.content])
    }

    /// Returns the INTEGERs at the start of a SEQUENCE, without leading zeros, up to one that is negative or not DER.
    static func integers(in octets: [UInt8]) -> [[UInt8]] {
        guard var fields = fields(of: octets) else { return [] }
        var numbers: [[UInt8]] = []
        while let number = magnitude(&fields, in: octets.span) { numbers.append(number) }
        return numbers
    }

    /// Returns the INTEGER, without leading zeros, if the octets are exactly one that is DER and not negative.
    static func integer(_ octets: [UInt8]) -> [UInt8]? {
        var cursor = DERCursor(0..<octets.count)
        let number = magnitude(&cursor, in: octets.span)
        return cursor.isAtEnd ? number : nil
    }

    /// Returns a cursor over the content of a SEQUENCE at the start of the octets.
    private static func fields(of octets: [UInt8]) -> DERCursor? {
        var outer = DERCursor(0..<octets.count)
        return (try? outer.next(.sequence, in: octets.span)).map { DERCursor(contentOf: $0) }
    }

    private static func magnitude(_ fields: inout DERCursor, in bytes: Span<UInt8>) -> [UInt8]? {
        guard let element = try? fields.next(.integer, in: bytes),
            let number = try? element.integer(in: bytes), !number.isNegative
        else { return nil }
        return number.magnitude
    }
}
