/// RC4, a broken stream cipher that no standard describes, but that some old PKCS #12 files use.
package enum RC4 {
    /// Returns the text, encrypted or decrypted with the key stream, or `nil` if the key is empty.
    package static func crypt(_ text: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard !key.isEmpty else { return nil }
        var state = (0..<256).map { UInt8(truncatingIfNeeded: $0) }
        var other: UInt8 = 0
        for place in 0..<256 {
            other = other &+ state[place] &+ key[place % key.count]
            state.swapAt(place, Int(other))
        }
        var one: UInt8 = 0
        other = 0
        return text.map { (octet) in
            one = one &+ 1
            other = other &+ state[Int(one)]
            state.swapAt(Int(one), Int(other))
            return octet ^ state[Int(state[Int(one)] &+ state[Int(other)])]
        }
    }
}
