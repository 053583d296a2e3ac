// A kernel: text can be written directly into a String's memory only through a pointer, and building it in an array
// first doubles the time for a pin. The pointer is that of the buffer that String or OutputSpan provides; every offset
// is below the requested capacity.

extension Base64 {
    /// Returns `octets` as base64.
    package static func encode(_ octets: some Collection<UInt8>, alphabet: Alphabet = .standard) -> String {
        encode(Array(octets), alphabet: alphabet)
    }

    /// Returns `octets` as base64.
    package static func encode(_ octets: [UInt8], alphabet: Alphabet = .standard) -> String {
        let bytes = octets.span
        return unsafe String(unsafeUninitializedCapacity: textCount(of: bytes, alphabet)) { (text) in
            unsafe write(bytes, alphabet, to: text)
        }
    }

    /// Returns the number of characters that encode `bytes`.
    @inline(__always)
    fileprivate static func textCount(of bytes: Span<UInt8>, _ alphabet: Alphabet) -> Int {
        let rest = bytes.count % 3
        return bytes.count / 3 * 4 + (rest == 0 ? 0 : alphabet == .standard ? 4 : rest + 1)
    }

    /// Writes the characters that encode `bytes` to `text`, which has room for them, and returns their number.
    @inline(__always)
    fileprivate static func write(
        _ bytes: Span<UInt8>, _ alphabet: Alphabet, to text: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        let table = alphabet == .standard ? standardAlphabet : urlAlphabet
        let characters = table.span
        let groups = bytes.count / 3
        let rest = bytes.count % 3
        for group in 0..<groups {
            let three = bytes.extracting(group &* 3..<group &* 3 &+ 3)
            let bits = UInt32(three[0]) << 16 | UInt32(three[1]) << 8 | UInt32(three[2])
            unsafe text[group &* 4] = characters[Int(bits >> 18)]
            unsafe text[group &* 4 &+ 1] = characters[Int(bits >> 12 & 63)]
            unsafe text[group &* 4 &+ 2] = characters[Int(bits >> 6 & 63)]
            unsafe text[group &* 4 &+ 3] = characters[Int(bits & 63)]
        }
        guard rest > 0 else { return groups * 4 }
        let place = groups &* 3
        let second: UInt8 = rest == 2 ? bytes[place &+ 1] : 0
        let bits = UInt32(bytes[place]) << 16 | UInt32(second) << 8
        let pad = UInt8(ascii: "=")
        let last = SIMD4(
            characters[Int(bits >> 18)], characters[Int(bits >> 12 & 63)],
            rest == 2 ? characters[Int(bits >> 6 & 63)] : pad, pad)
        let lastCount = alphabet == .standard ? 4 : rest + 1
        for offset in 0..<lastCount { unsafe text[groups &* 4 &+ offset] = last[offset] }
        return groups * 4 + lastCount
    }

    private static let standardAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

extension [UInt8] {
    package mutating func append(base64 octets: Span<UInt8>) {
        append(addingCapacity: Base64.textCount(of: octets, .standard)) { (output) in
            unsafe output.withUnsafeMutableBufferPointer { (text, count) in
                count = unsafe Base64.write(octets, .standard, to: text)
            }
        }
    }
}
