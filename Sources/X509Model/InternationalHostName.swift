/// The Unicode form of a host name with `xn--` labels: RFC 5890 section 2.3.2.1, decoded by RFC 3492.
///
/// For display beside the name as it stands, never instead of it: whether the Unicode form is a permitted one
/// (RFC 5892) is not checked.
public enum InternationalHostName {
    /// The Unicode form of `name`; nil where no label is an encoded one, or one cannot be decoded.
    public static func unicode(_ name: String) -> String? {
        var isInternational = false
        var labels: [String] = []
        for label in name.split(separator: ".", omittingEmptySubsequences: false) {
            guard label.count > 4, label.prefix(4).lowercased() == "xn--" else {
                labels.append(String(label))
                continue
            }
            guard let decoded = punycode(Array(label.dropFirst(4).utf8)) else { return nil }
            isInternational = true
            labels.append(decoded)
        }
        return isInternational ? labels.joined(separator: ".") : nil
    }

    /// A label of DNS has at most 63 octets; a longer one is no label, and the decoding is quadratic.
    private static let longestLabel = 63

    /// RFC 3492 section 6.2.
    private static func punycode(_ octets: [UInt8]) -> String? {
        guard octets.count <= longestLabel, octets.allSatisfy({ $0 < 0x80 }) else { return nil }
        let delimiter = octets.lastIndex(of: UInt8(ascii: "-"))
        var output = octets[..<(delimiter ?? 0)].map { UInt32($0) }
        var place = delimiter.map { $0 + 1 } ?? 0
        var number: UInt64 = 128
        var index: UInt64 = 0
        var bias: UInt64 = 72
        while place < octets.count {
            let former = index
            var weight: UInt64 = 1
            var step: UInt64 = 36
            while true {
                guard place < octets.count, let digit = digit(octets[place]) else { return nil }
                place += 1
                index += digit * weight
                let threshold = step <= bias ? 1 : min(step - bias, 26)
                if digit < threshold { break }
                weight *= 36 - threshold
                // Every code point is far below this, so that nothing overflows before it is refused.
                guard weight <= 1 << 40, index <= 1 << 40 else { return nil }
                step += 36
            }
            let count = UInt64(output.count + 1)
            bias = adapted(index - former, count: count, isFirst: former == 0)
            number += index / count
            index %= count
            guard let scalar = UInt32(exactly: number), Unicode.Scalar(scalar) != nil else { return nil }
            output.insert(scalar, at: Int(index))
            index += 1
        }
        return String(String.UnicodeScalarView(output.compactMap { Unicode.Scalar($0) }))
    }

    private static func digit(_ octet: UInt8) -> UInt64? {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(octet - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(octet - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(octet - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    /// RFC 3492 section 6.1.
    private static func adapted(_ delta: UInt64, count: UInt64, isFirst: Bool) -> UInt64 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps: UInt64 = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
