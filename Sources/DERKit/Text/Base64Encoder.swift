// A kernel: a String takes text in its own memory only through a pointer, and a pin's text built in an array first
// costs twice as much. The pointer is the buffer that String returns, every offset below the capacity asked for.

extension Base64 {
    /// Base64 text of `octets`.
    public static func encode(_ octets: some Collection<UInt8>, alphabet: Alphabet = .standard) -> String {
        encode(Array(octets), alphabet: alphabet)
    }

    /// Base64 text of `octets`.
    public static func encode(_ octets: [UInt8], alphabet: Alphabet = .standard) -> String {
        let bytes = octets.span
        let table = alphabet == .standard ? standardAlphabet : urlAlphabet
        let characters = table.span
        let groups = bytes.count / 3
        let rest = bytes.count % 3
        let lastCount = rest == 0 ? 0 : alphabet == .standard ? 4 : rest + 1
        return unsafe String(unsafeUninitializedCapacity: groups * 4 + lastCount) { (text) in
            for group in 0..<groups {
                let three = bytes.extracting(group &* 3..<group &* 3 &+ 3)
                let bits = UInt32(three[0]) << 16 | UInt32(three[1]) << 8 | UInt32(three[2])
                unsafe text[group &* 4] = characters[Int(bits >> 18)]
                unsafe text[group &* 4 &+ 1] = characters[Int(bits >> 12 & 63)]
                unsafe text[group &* 4 &+ 2] = characters[Int(bits >> 6 & 63)]
                unsafe text[group &* 4 &+ 3] = characters[Int(bits & 63)]
            }
            if rest > 0 {
                let place = groups &* 3
                let bits = UInt32(bytes[place]) << 16 | (rest == 2 ? UInt32(bytes[place &+ 1]) << 8 : 0)
                let pad = UInt8(ascii: "=")
                let last = [
                    characters[Int(bits >> 18)], characters[Int(bits >> 12 & 63)],
                    rest == 2 ? characters[Int(bits >> 6 & 63)] : pad, pad,
                ]
                for offset in 0..<lastCount { unsafe text[groups &* 4 &+ offset] = last[offset] }
            }
            return groups * 4 + lastCount
        }
    }

    private static let standardAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
