/// Punycode (RFC 3492): the encoding of labels with non-ASCII characters in domain names.
package enum Punycode {
    /// The maximum number of octets after `xn--` in a label of a domain name, which has at most 63 (RFC 1035 section
    /// 2.3.4). The limit also bounds the work, which grows with the square of the length.
    private static let longestLabel = 59

    // RFC 3492 section 5
    private static let base: UInt32 = 36
    private static let tMin: UInt32 = 1
    private static let tMax: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700
    private static let initialBias: UInt32 = 72
    private static let initialN: UInt32 = 0x80

    /// Returns the characters that a label represents (RFC 3492 section 6.2).
    ///
    /// - Parameter label: the label without the prefix `xn--`.
    /// - Returns: `nil` if the label is too long or is not Punycode.
    static func decode(_ label: some Collection<UInt8>) -> [Unicode.Scalar]? {
        let label = Array(label)
        guard label.count <= longestLabel, label.allSatisfy({ $0 < 0x80 }) else { return nil }
        // A delimiter at the start has no characters before it that it could end.
        let delimiter = label.dropFirst().lastIndex(of: UInt8(ascii: "-"))
        var output = label[..<(delimiter ?? 0)].map { Unicode.Scalar($0) }
        var input = label[(delimiter.map { $0 + 1 } ?? 0)...]
        var n = initialN
        var i: UInt32 = 0
        var bias = initialBias
        while !input.isEmpty {
            let before = i
            guard let sum = readInteger(&input, adding: i, bias: bias) else { return nil }
            let count = UInt32(output.count) + 1
            bias = adapt(sum - before, count: count, isFirst: before == 0)
            let (next, overflow) = n.addingReportingOverflow(sum / count)
            guard !overflow, let scalar = Unicode.Scalar(next) else { return nil }
            n = next
            i = sum % count
            output.insert(scalar, at: Int(i))
            i += 1
        }
        return output
    }

    /// Returns the encoding, for a domain name, of a label with non-ASCII characters (RFC 3492 section 6.3).
    ///
    /// - Parameter label: the characters of the label, in lower case and composed.
    /// - Returns: the label without the prefix `xn--`; `nil` if it is too long for a domain name.
    package static func encode(_ label: some Collection<Unicode.Scalar>) -> [UInt8]? {
        let label = Array(label)
        // Within the limit, no sum comes close to the maximum of UInt32.
        guard label.count <= longestLabel else { return nil }
        var output = label.filter { $0.isASCII }.map { UInt8(truncatingIfNeeded: $0.value) }
        let basic = UInt32(output.count)
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var n = initialN
        var delta: UInt32 = 0
        var bias = initialBias
        var handled = basic
        while handled < label.count {
            guard let next = label.lazy.map({ $0.value }).filter({ $0 >= n }).min() else { return nil }
            delta += (next - n) * (handled + 1)
            n = next
            for scalar in label {
                if scalar.value < n { delta += 1 }
                guard scalar.value == n else { continue }
                appendInteger(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return output.count <= longestLabel ? output : nil
    }

    private static func appendInteger(_ integer: UInt32, bias: UInt32, to output: inout [UInt8]) {
        var rest = integer
        var k = base
        while true {
            let threshold = k <= bias ? tMin : min(k - bias, tMax)
            guard rest >= threshold else { break }
            output.append(character(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            k += base
        }
        output.append(character(rest))
    }

    /// Returns the character for a digit (RFC 3492 section 5): a to z represent 0 to 25, and 0 to 9 represent 26 to 35.
    private static func character(_ digit: UInt32) -> UInt8 {
        let octet = UInt8(truncatingIfNeeded: digit)
        return digit < 26 ? UInt8(ascii: "a") + octet : UInt8(ascii: "0") + (octet - 26)
    }

    /// Reads a generalized variable-length integer (RFC 3492 section 3.3), and returns its sum with `start`; `nil` if
    /// the integer is incomplete or invalid, or if a number is too large.
    private static func readInteger(
        _ input: inout ArraySlice<UInt8>, adding start: UInt32, bias: UInt32
    ) -> UInt32? {
        var sum = start
        var weight: UInt32 = 1
        var k = base
        while let octet = input.popFirst() {
            guard let digit = digit(octet) else { return nil }
            let (product, tooLarge) = digit.multipliedReportingOverflow(by: weight)
            let (next, overflow) = sum.addingReportingOverflow(product)
            guard !tooLarge, !overflow else { return nil }
            sum = next
            let threshold = k <= bias ? tMin : min(k - bias, tMax)
            if digit < threshold { return sum }
            let (heavier, overflows) = weight.multipliedReportingOverflow(by: base - threshold)
            guard !overflows else { return nil }
            weight = heavier
            k += base
        }
        return nil
    }

    /// Returns the adapted bias (RFC 3492 section 6.1).
    private static func adapt(_ difference: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? difference / damp : difference / 2
        delta += delta / count
        var k: UInt32 = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ octet: UInt8) -> UInt32? {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(octet - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(octet - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(octet - UInt8(ascii: "0")) + 26
        default: nil
        }
    }
}

extension GeneralName {
    /// The name with A-labels converted to U-labels (RFC 5890 section 2.3.2.1): `bücher.example` for
    /// `xn--bcher-kva.example`. The result is safe to display.
    ///
    /// The conversion covers all labels of a dNSName, the labels after the `@` of an e-mail address, and the labels of
    /// a URI's host.
    ///
    /// - Returns: `nil` if the name has no A-label, and for other kinds of names.
    package var unicodeName: String? {
        switch self {
        case .dnsName(let name): GeneralName.withULabels(name.bytes, in: name.bytes.indices)
        case .rfc822Name(let name):
            GeneralName.withULabels(name.bytes, in: GeneralName.domain(ofAddress: name.bytes))
        case .uri(let name):
            GeneralName.withULabels(name.bytes, in: GeneralName.host(ofURI: name.bytes))
        default: nil
        }
    }

    private static func domain(ofAddress address: [UInt8]) -> Range<Int> {
        let at = address.lastIndex(of: UInt8(ascii: "@"))
        return (at.map { $0 + 1 } ?? address.count)..<address.count
    }

    /// Returns the range of the host (RFC 3986 section 3): scheme "://" [ userinfo "@" ] host [ ":" port ] then "/",
    /// "?", "#" or the end. The range is empty if there is no host.
    private static func host(ofURI uri: [UInt8]) -> Range<Int> {
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")), uri[colon...].starts(with: "://".utf8)
        else { return uri.count..<uri.count }
        var authority = uri[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        return host.startIndex..<host.endIndex
    }

    /// Returns the octets as text with the A-labels in `part` decoded, or `nil` if there are no A-labels.
    private static func withULabels(_ octets: [UInt8], in part: Range<Int>) -> String? {
        var found = false
        let labels = octets[part].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            (label) -> String in
            guard let decoded = uLabel(label) else { return escaped(Array(label)) }
            found = true
            return decoded
        }
        guard found else { return nil }
        return escaped(Array(octets[..<part.lowerBound])) + labels.joined(separator: ".")
            + escaped(Array(octets[part.upperBound...]))
    }

    /// Returns the U-label of an A-label, safe to display; `nil` if the label is not an A-label.
    private static func uLabel(_ label: ArraySlice<UInt8>) -> String? {
        // Name servers ignore case, and U-labels are lower case.
        let lower = label.map(lowercased)
        guard lower.starts(with: "xn--".utf8), let scalars = Punycode.decode(lower.dropFirst(4)),
            scalars.contains(where: { !$0.isASCII })
        else { return nil }
        return escapedForDisplay(String(String.UnicodeScalarView(scalars)))
    }
}
