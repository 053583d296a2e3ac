/// An INTEGER of any size and sign, X.690 section 8.3.
public struct DERInteger: Sendable, Hashable, CustomStringConvertible {
    /// The content octets: two's complement, most significant octet first, never empty, minimal.
    package let twosComplement: [UInt8]

    /// Creates an integer from its content octets, which must be minimal.
    ///
    /// Returns `nil` if `twosComplement` is empty or has a superfluous leading octet.
    package init?(twosComplement: [UInt8]) {
        guard DERInteger.isMinimal(twosComplement.span) else { return nil }
        self.twosComplement = twosComplement
    }

    /// Creates an integer with the value of `number`.
    public init(_ number: Int64) {
        var octets = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        while octets.count > 1, !DERInteger.isMinimal(octets.span) { octets.removeFirst() }
        twosComplement = octets
    }

    /// Creates a nonnegative integer from its absolute value, most significant octet first, as in the members
    /// `n` and `e` of a JSON Web Key. Leading zeros make no difference.
    public init(unsigned magnitude: some Collection<UInt8>) {
        let octets = Array(magnitude.drop { $0 == 0 })
        twosComplement = (octets.first ?? 0x80) < 0x80 ? octets : [0] + octets
    }

    /// The value; `nil` if it requires more than 64 bits.
    public var int64: Int64? {
        guard twosComplement.count <= 8 else { return nil }
        return twosComplement.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    /// A Boolean value that indicates whether the integer is negative.
    package var isNegative: Bool { (twosComplement.first ?? 0) & 0x80 != 0 }

    /// A Boolean value that indicates whether the integer is zero.
    package var isZero: Bool { twosComplement == [0] }

    /// The absolute value, most significant octet first, without leading zeros; empty for zero.
    public var magnitude: [UInt8] {
        guard isNegative else { return Array(twosComplement.drop { $0 == 0 }) }
        var octets = twosComplement.map { ~$0 }
        for place in octets.indices.reversed() {
            let (sum, overflow) = octets[place].addingReportingOverflow(1)
            octets[place] = sum
            if !overflow { return Array(octets.drop { $0 == 0 }) }
        }
        return [1] + octets
    }

    /// The number of bits in the absolute value; 0 for zero.
    public var bitWidth: Int {
        // No array is created for a nonnegative number.
        let octets = isNegative ? magnitude[...] : twosComplement.drop { $0 == 0 }
        guard let first = octets.first else { return 0 }
        return bitTotal(ofOctets: octets.count) - first.leadingZeroBitCount
    }

    static func isMinimal(_ octets: Span<UInt8>) -> Bool {
        guard octets.count > 1 else { return octets.count == 1 }
        // The first nine bits must not all be equal.
        return !(octets[0] == 0x00 && octets[1] < 0x80) && !(octets[0] == 0xff && octets[1] >= 0x80)
    }

    /// The value in upper-case hex, two digits per octet, with a minus sign if it is negative: `0A`, `-14`,
    /// `00`.
    public var description: String { String(writtenBy: appendText) }

    /// Appends the description to `text`.
    package func appendText(to text: inout [UInt8]) {
        if isNegative {
            text.append(UInt8(ascii: "-"))
            text.append(hex: magnitude.span, uppercase: true)
        } else {
            // A leading zero octet only shows that the number is not negative.
            let start = twosComplement.count > 1 && twosComplement[0] == 0 ? 1 : 0
            text.append(hex: twosComplement.span.extracting(start..<twosComplement.count), uppercase: true)
        }
    }
}

extension DERElement {
    /// Checks the content of an INTEGER or ENUMERATED: at least one octet, and no redundant octets.
    ///
    /// - Throws: `invalidValue` if the content is empty, `notCanonical` if its first nine bits are equal.
    @inlinable
    package func checkInteger(in bytes: Span<UInt8>) throws(DERError) {
        guard count > 0 else {
            throw DERError(
                .invalidValue, at: start, expected: "an INTEGER of at least 1 byte", found: "0 bytes")
        }
        guard count > 1 else { return }
        let first = bytes[contentStart]
        let second = bytes[contentStart &+ 1]
        guard !(first == 0x00 && second < 0x80), !(first == 0xff && second >= 0x80) else {
            throw DERError(
                .notCanonical, at: contentStart, expected: "an INTEGER without redundant leading bytes",
                found: "\(hex(first)) before \(hex(second))")
        }
    }

    /// Returns the value of an INTEGER or ENUMERATED, X.690 section 8.3.
    ///
    /// - Throws: the errors of `checkInteger(in:)`, and `limit` if the content is longer than
    ///   ``DERLimits/integerLength``.
    package func integer(
        in bytes: Span<UInt8>, limits: DERLimits = .standard
    ) throws(DERError) -> DERInteger {
        try checkInteger(in: bytes)
        try limits.checkInteger(count, at: start)
        // The content has been checked, so the integer is never the default.
        return DERInteger(twosComplement: bytes.array(content)) ?? DERInteger(0)
    }

    /// Returns the value of an INTEGER that is limited to small numbers, such as a version.
    ///
    /// - Throws: the errors of `checkInteger(in:)`, and `outOfRange` if the value requires more than 64 bits.
    package func smallInteger(in bytes: Span<UInt8>) throws(DERError) -> Int64 {
        try checkInteger(in: bytes)
        guard count <= 8 else {
            throw DERError(
                .outOfRange, at: contentStart, expected: "an INTEGER of at most 8 bytes",
                found: byteCount(count))
        }
        // The first octet determines the sign.
        var value = Int64(Int8(bitPattern: bytes[contentStart]))
        for place in contentStart + 1..<end { value = value << 8 | Int64(bytes[place]) }
        return value
    }
}

extension DERInteger: ExpressibleByIntegerLiteral {
    /// Creates an integer with the value of a literal.
    public init(integerLiteral number: Int64) { self.init(number) }
}
