import DERKit

extension GeneralName {
    /// The octets of an iPAddress: an IPv4 or IPv6 address or, in name constraints, an address and its mask.
    ///
    /// RFC 5280 section 4.2.1.6 requires 4 or 16 octets, and section 4.2.1.10 requires 8 or 32: an
    /// address and a mask of the same length. Other lengths are kept and shown in hex.
    public struct IPAddress: Sendable, Hashable {
        /// The octets in network order.
        public let bytes: [UInt8]

        /// Creates an address from any number of octets.
        package init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }
    }
}

extension GeneralName.IPAddress: CustomStringConvertible {
    /// The address in text form, such as `192.0.2.1` or `2001:db8::1` (RFC 5952). Any other number of octets, including
    /// an address with its mask, is shown in hex.
    public var description: String { GeneralName.IPAddress.address(bytes[...]) ?? hex(bytes) }

    /// An address and a mask in name constraints: `192.0.2.0/24`, `2001:db8::/32`, or with the full mask if it is not
    /// ones followed by zeros; `nil` unless there are 8 or 32 octets.
    package var subnet: String? {
        guard bytes.count == 8 || bytes.count == 32 else { return nil }
        let half = bytes.count / 2
        let mask = bytes[half...]
        guard let address = GeneralName.IPAddress.address(bytes[..<half]) else { return nil }
        if let length = GeneralName.IPAddress.prefixLength(mask) { return "\(address)/\(length)" }
        return GeneralName.IPAddress.address(mask).map { "\(address)/\($0)" }
    }

    private static func address(_ octets: ArraySlice<UInt8>) -> String? {
        switch octets.count {
        case 4: octets.map { String($0) }.joined(separator: ".")
        case 16: version6(Array(octets))
        default: nil
        }
    }

    /// Returns an IPv6 address as text (RFC 5952 sections 4 and 5): lower case, no leading zeros, `::` for the first of
    /// the longest runs of two or more zero groups, dotted decimal at the end of an IPv4-mapped address.
    private static func version6(_ octets: [UInt8]) -> String {
        if octets.prefix(10).allSatisfy({ $0 == 0 }), octets[10] == 0xff, octets[11] == 0xff {
            return "::ffff:" + octets[12...].map { String($0) }.joined(separator: ".")
        }
        let groups = octets.prefix(16).bigEndianPairs
        let text = { (part: ArraySlice<UInt16>) in
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        var longest = 0..<0
        var run = 0..<0
        for (place, group) in groups.enumerated() {
            run = group != 0 ? place + 1..<place + 1 : run.lowerBound..<place + 1
            if run.count > longest.count { longest = run }
        }
        guard longest.count >= 2 else { return text(groups[...]) }
        return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
    }

    /// Returns the number of leading ones in a mask, or `nil` if a one follows a zero.
    private static func prefixLength(_ mask: ArraySlice<UInt8>) -> Int? {
        let ones = mask.prefix { $0 == 0xff }.count
        var length = ones * 8
        var rest = mask.dropFirst(ones)
        if let octet = rest.popFirst() {
            length += (~octet).leadingZeroBitCount
            guard octet.nonzeroBitCount == (~octet).leadingZeroBitCount else { return nil }
        }
        return rest.allSatisfy { $0 == 0 } ? length : nil
    }
}
