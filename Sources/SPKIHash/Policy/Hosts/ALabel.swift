/// The form of an internationalised label that goes over the wire, RFC 3492 and RFC 5890.
enum ALabel {
    /// `xn--` and the Punycode of a label with characters outside ASCII; the label itself where it has none.
    ///
    /// The label is taken in lower case and has to be composed (Unicode form C) already. Returns nil where the
    /// label has a character that no host name has, or where its form would be too long to be one.
    static func encode(_ label: String) -> String? {
        let scalars = Array(label.lowercased().unicodeScalars)
        guard scalars.contains(where: { !$0.isASCII }) else { return label.lowercased() }
        guard scalars.count <= 63, scalars.allSatisfy(isPermitted), let code = punycode(scalars) else {
            return nil
        }
        return "xn--" + code
    }

    /// RFC 5892 in the large: letters, marks, digits and the two joiners. Marks of the block for Latin are left
    /// out, since they stand in a name only where it was not composed, and then give another label.
    private static func isPermitted(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            switch scalar {
            case "a"..."z", "0"..."9", "-", "_": return true
            default: return false
            }
        }
        guard !(0x300...0x36f).contains(scalar.value) else { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber:
            return true
        default: return scalar.value == 0x200c || scalar.value == 0x200d || scalar.value == 0xb7
        }
    }

    // RFC 3492 section 5.
    private static let base = 36
    private static let threshold = (min: 1, max: 26)
    private static let skew = 38
    private static let damp = 700
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// RFC 3492 section 6.3, for at most 63 characters, so that nothing overflows.
    private static func punycode(_ input: [Unicode.Scalar]) -> String? {
        var output = input.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var code = 128
        var delta = 0
        var bias = 72
        var handled = basic
        while handled < input.count {
            guard let next = input.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() else {
                return nil
            }
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in input {
                if Int(scalar.value) < code { delta += 1 }
                guard Int(scalar.value) == code else { continue }
                appendNumber(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        // A label has at most 63 octets, of which xn-- takes four.
        return output.count <= 59 ? String(decoding: output, as: UTF8.self) : nil
    }

    private static func appendNumber(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var place = base
        while true {
            let limit = min(max(place - bias, threshold.min), threshold.max)
            guard rest >= limit else { break }
            output.append(digits[limit + (rest - limit) % (base - limit)])
            rest = (rest - limit) / (base - limit)
            place += base
        }
        output.append(digits[rest])
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / damp : delta / 2
        rest += rest / count
        var place = 0
        while rest > (base - threshold.min) * threshold.max / 2 {
            rest /= base - threshold.min
            place += base
        }
        return place + (base - threshold.min + 1) * rest / (rest + skew)
    }
}
