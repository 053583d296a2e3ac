/// Generators of all inputs of a kind.
enum Sequences {
    /// Calls `body` with every sequence of up to `length` octets whose first octet modulo `shares` is `share`.
    static func each(upTo length: Int, _ share: Int, _ shares: Int, _ body: ([UInt8]) -> Void) {
        for count in 0...length {
            var octets = [UInt8](repeating: 0, count: count)
            if count == 0 {
                if share == 0 { body(octets) }
                continue
            }
            for first in stride(from: share, to: 256, by: shares) {
                octets[0] = UInt8(truncatingIfNeeded: first)
                for index in 1..<count { octets[index] = 0 }
                repeat { body(octets) } while advance(&octets)
            }
        }
    }

    /// Advances to the next sequence with the same first octet; returns false after the last one.
    private static func advance(_ octets: inout [UInt8]) -> Bool {
        var place = octets.count - 1
        while place > 0 {
            octets[place] &+= 1
            if octets[place] != 0 { return true }
            place -= 1
        }
        return false
    }

    /// Calls `body` with every text of up to `length` characters of an alphabet whose number modulo `shares` is
    /// `share`.
    static func eachText(
        _ alphabet: String, upTo length: Int, _ share: Int, _ shares: Int, _ body: ([UInt8]) -> Void
    ) {
        let letters = Array(alphabet.utf8)
        var total = 1
        for count in 0...length {
            var text = [UInt8](repeating: 0, count: count)
            for number in stride(from: share, to: total, by: shares) {
                var left = number
                for place in 0..<count {
                    text[place] = letters[left % letters.count]
                    left /= letters.count
                }
                body(text)
            }
            total *= letters.count
        }
    }

    /// Calls `body` with `text` and every text that differs from it in one or two characters.
    static func eachNear(_ text: String, _ share: Int, _ shares: Int, _ body: ([UInt8]) -> Void) {
        let original = Array(text.utf8)
        var number = 0
        for one in 0..<original.count - 1 {
            for other in one + 1..<original.count {
                number += 1
                guard number % shares == share else { continue }
                var octets = original
                for first in UInt8.min...UInt8.max {
                    octets[one] = first
                    for second in UInt8.min...UInt8.max {
                        octets[other] = second
                        body(octets)
                    }
                }
            }
        }
    }
}

/// Valid times at the edges of their calendar: leap days and their absence, months of each length, centuries.
enum Times {
    static let utc = [
        "500101000000Z", "491231235959Z", "000229120000Z", "990228235959Z", "240229000000Z", "261130010203Z",
        "700101000000Z", "380119031407Z", "850630235959Z", "110831102030Z",
    ]
    static let generalized = [
        "00000101000000Z", "99991231235959Z", "20000229120000Z", "19000228235959Z", "22000228000000Z",
        "24000229000000Z", "20500101000000Z", "19700101000000Z", "20261130010203Z", "00040229000000Z",
    ]
}
