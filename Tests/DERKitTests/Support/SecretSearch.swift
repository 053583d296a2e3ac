import DERKit

/// Finds any four consecutive octets of private values in a text, in the forms in which octets are printed.
struct SecretSearch {
    private var windows: Set<UInt32> = []
    /// The candidate windows, by their first two octets.
    private var isStart = [Bool](repeating: false, count: 1 << 16)
    private var base64: Set<UInt64> = []

    init(_ secrets: [[UInt8]]) {
        for secret in secrets where secret.count >= 6 {
            for start in 0...secret.count - 4 {
                let window = secret[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                // Octets that are all equal prove nothing.
                guard Set(secret[start..<start + 4]).count > 1 else { continue }
                windows.insert(window)
                isStart[Int(window >> 16)] = true
            }
            for start in 0...secret.count - 6 {
                let text = Base64.encode(secret[start..<start + 6])
                base64.insert(text.utf8.reduce(0) { $0 << 8 | UInt64($1) })
            }
        }
    }

    /// Returns the form in which a part of a secret is in `text`; nil if none is.
    func found(in text: String) -> String? {
        let bytes = Array(text.utf8)
        return octets(bytes, "ASCII") ?? hexDigits(bytes) ?? numbers(bytes) ?? base64Text(bytes)
    }

    private func isSecret(_ window: UInt32) -> Bool { isStart[Int(window >> 16)] && windows.contains(window) }

    private func octets(_ octets: [UInt8], _ form: String) -> String? {
        var window: UInt32 = 0
        for (place, octet) in octets.enumerated() {
            window = window << 8 | UInt32(octet)
            if place > 2, isSecret(window) { return "\(form): \(hex(octets[(place - 3)...place]))" }
        }
        return nil
    }

    /// Returns the hex digits, whether or not there are spaces, colons and backslashes between them.
    private func hexDigits(_ text: [UInt8]) -> String? {
        var window: UInt32 = 0
        var count = 0
        for character in text {
            if let digit = Character(Unicode.Scalar(character)).hexDigitValue, character < 0x80 {
                window = window << 4 | UInt32(digit)
                count += 1
                if count > 7, isSecret(window) { return "hex: \(String(window, radix: 16))" }
            } else if ![0x20, 0x3a, 0x5c, 0x0a].contains(character) {
                count = 0
            }
        }
        return nil
    }

    /// Returns the form in decimal numbers: one per octet, or one for all octets.
    private func numbers(_ text: [UInt8]) -> String? {
        var list: [UInt8] = []
        for word in text.split(whereSeparator: { !(0x30...0x39).contains($0) }) where word.count < 20 {
            guard let number = UInt64(String(decoding: word, as: UTF8.self)) else { continue }
            if number < 256 {
                list.append(UInt8(number))
            } else if number > 1 << 24 {
                let all = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
                if let form = octets(all, "decimal") { return form }
            }
        }
        return octets(list, "decimal octets")
    }

    private func base64Text(_ text: [UInt8]) -> String? {
        var window: UInt64 = 0
        for character in text where character != 0x0a && character != 0x0d {
            window = window << 8 | UInt64(character)
            if base64.contains(window) { return "base64: \(String(window, radix: 16))" }
        }
        return nil
    }
}
