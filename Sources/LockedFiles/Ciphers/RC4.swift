/// RC4, a stream cipher that no standard describes and old PKCS #12 files may be locked with; broken.
package enum RC4 {
    /// Returns what the stream of the key makes of the text, in either direction; nil for a key of no byte.
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
