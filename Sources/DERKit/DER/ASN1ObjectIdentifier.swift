/// An OBJECT IDENTIFIER with arcs of any size, X.690 section 8.19.
public struct ASN1ObjectIdentifier: Sendable, Hashable {
    /// The content octets: each arc in base 128, with the first two arcs combined into one number.
    public let content: [UInt8]

    /// Creates an identifier from its content octets.
    ///
    /// Returns `nil` if they are not the encoding of an object identifier.
    package init?(content: [UInt8]) {
        guard ASN1ObjectIdentifier.problem(in: content.span, content.indices) == nil else { return nil }
        self.content = content
    }

    /// Creates an identifier from content that has already been checked.
    package init(checked content: [UInt8]) {
        self.content = content
    }

    /// Creates an identifier from its dotted form, as in `1.2.840.113549.1.1.1`.
    ///
    /// Returns `nil` for anything other than two or more decimal numbers below 2^64, for a first arc above 2,
    /// and for a second arc above 39 if the first arc is 0 or 1.
    public init?(_ text: some StringProtocol) {
        self.init(dotted: Array(text.utf8)[...])
    }

    /// Creates an identifier from its dotted form in ASCII. This must be fast (one pass, no generics), because tables
    /// of identifiers are created from text when they are first needed.
    package init?(dotted text: ArraySlice<UInt8>) {
        var content: [UInt8] = []
        content.reserveCapacity(text.count)
        var root: UInt64 = 0
        var arcCount = 0
        var arc: UInt64 = 0
        var digitCount = 0
        /// Ends the current arc; returns `false` if the arc is invalid.
        func end() -> Bool {
            guard digitCount > 0 else { return false }
            switch arcCount {
            case 0:
                guard arc <= 2 else { return false }
                root = arc
            case 1:
                guard root == 2 || arc < 40 else { return false }
                let (first, overflow) = arc.addingReportingOverflow(root * 40)
                guard !overflow else { return false }
                appendBase128(first, to: &content)
            default: appendBase128(arc, to: &content)
            }
            arcCount += 1
            arc = 0
            digitCount = 0
            return true
        }
        for character in text {
            guard character != UInt8(ascii: ".") else {
                guard end() else { return nil }
                continue
            }
            // An arc may be 0, but must not have a leading zero.
            guard (0x30...0x39).contains(character), digitCount == 0 || arc > 0 else { return nil }
            let (tens, tooLarge) = arc.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(UInt64(character - 0x30))
            guard !tooLarge, !overflow else { return nil }
            arc = sum
            digitCount += 1
        }
        guard end(), arcCount >= 2 else { return nil }
        self.content = content
    }

    /// Appends to `text` the dotted form of an identifier, given its content octets, which have been checked.
    package static func appendText(ofContent content: Span<UInt8>, to text: inout [UInt8]) {
        var start = 0
        for place in content.indices where content[place] < 0x80 {
            var less: UInt64 = 0
            if start == 0 {
                // X.690 section 8.19.4: the first subidentifier is 40 * first arc + second arc.
                let first = place > 0 ? 2 : min(2, content[0] / 40)
                text.append(0x30 + first)
                less = UInt64(first) * 40
            }
            text.append(UInt8(ascii: "."))
            if place - start < 9 {
                var arc: UInt64 = 0
                for octet in start...place { arc = arc << 7 | UInt64(content[octet] & 0x7f) }
                text.append(decimal: arc - less)
            } else {
                let groups = content.array(start..<place + 1).map { $0 & 0x7f }
                text += decimal(base128: groups, minus: less).utf8
            }
            start = place + 1
        }
    }

    /// Returns the offset of the first invalid octet, or `nil` if the content is valid.
    @inlinable
    static func problem(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard range.upperBound > range.lowerBound, range.upperBound <= bytes.count else {
            return range.lowerBound
        }
        let octets = bytes.extracting(range)
        var previous: UInt8 = 0
        for place in octets.indices {
            let octet = octets[place]
            // An arc begins after an octet without the high bit.
            if octet == 0x80 && previous < 0x80 { return range.lowerBound &+ place }
            previous = octet
        }
        return previous < 0x80 ? nil : range.upperBound &- 1
    }
}

/// Appends a number in base 128, most significant group first, with the high bit set on all octets but the last. OBJECT
/// IDENTIFIER arcs (X.690 section 8.19.2) and long tag numbers (section 8.1.2.4) are encoded like this.
func appendBase128(_ number: UInt64, to octets: inout [UInt8]) {
    var shift = max(0, 63 - number.leadingZeroBitCount) / 7 * 7
    while shift > 0 {
        octets.append(UInt8(truncatingIfNeeded: number >> shift) | 0x80)
        shift -= 7
    }
    octets.append(UInt8(number & 0x7f))
}

/// Returns the decimal digits of a base-128 number, given most significant group first, after subtracting a small
/// number. For a number with more than ``ASN1ObjectIdentifier/longestPrintedArc`` groups, returns its number of bits
/// instead.
private func decimal(base128 groups: [UInt8], minus less: UInt64) -> String {
    // The time is quadratic in the length of the arc, so ``ASN1ObjectIdentifier/longestPrintedArc`` limits that length.
    guard groups.count <= ASN1ObjectIdentifier.longestPrintedArc else {
        return "(\(UInt64(groups.count) * 7 + 1 - UInt64(groups[0].leadingZeroBitCount)) bits)"
    }
    /// Groups of nine decimal digits, least significant first.
    var limbs: [UInt64] = []
    let base: UInt64 = 1_000_000_000
    for group in groups {
        var carry = UInt64(group)
        for place in limbs.indices {
            carry += limbs[place] << 7
            limbs[place] = carry % base
            carry /= base
        }
        if carry > 0 { limbs.append(carry) }
    }
    var borrow = less
    for place in limbs.indices where borrow > 0 {
        let isEnough = limbs[place] >= borrow
        limbs[place] = limbs[place] + (isEnough ? 0 : base) - borrow
        borrow = isEnough ? 0 : 1
    }
    let digits = limbs.reversed().map { limb in
        String(repeating: "0", count: 9 - String(limb).count) + String(limb)
    }
    return String(digits.joined().drop { $0 == "0" })
}

extension ASN1ObjectIdentifier: CustomStringConvertible {
    /// The maximum number of base-128 digits in an arc that is printed in full; for a longer arc, only the number of
    /// bits is printed.
    ///
    /// 512 digits are 3,584 bits; the largest arc in use (a UUID under 2.25) has 128 bits.
    package static let longestPrintedArc = 512

    /// The dotted form, as in `1.2.840.113549.1.1.1`.
    public var description: String {
        String(writtenBy: { ASN1ObjectIdentifier.appendText(ofContent: content.span, to: &$0) })
    }
}

extension DERElement {
    /// Checks the content of an OBJECT IDENTIFIER: at least one arc, each complete and without leading zeros.
    ///
    /// - Throws: `invalidValue`.
    @inlinable
    package func checkObjectIdentifier(in bytes: Span<UInt8>) throws(DERError) {
        if let place = ASN1ObjectIdentifier.problem(in: bytes, content) {
            let isFirst = place == content.lowerBound || bytes[place - 1] < 0x80
            throw DERError(
                .invalidValue, at: place, expected: "a valid OBJECT IDENTIFIER",
                found: count == 0
                    ? "0 bytes"
                    : isFirst && bytes[place] == 0x80 ? "arc with a leading zero" : "unterminated arc")
        }
    }

    /// Returns the value of an OBJECT IDENTIFIER, X.690 section 8.19.
    ///
    /// - Throws: the errors of `checkObjectIdentifier(in:)`, and `limit` if the content is longer than
    ///   ``DERLimits/identifierLength``.
    package func objectIdentifier(
        in bytes: Span<UInt8>, limits: DERLimits = .standard
    ) throws(DERError) -> ASN1ObjectIdentifier {
        try limits.checkIdentifier(count, at: start)
        try checkObjectIdentifier(in: bytes)
        return ASN1ObjectIdentifier(checked: bytes.array(content))
    }
}
