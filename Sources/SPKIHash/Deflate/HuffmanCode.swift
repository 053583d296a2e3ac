/// A prefix code, defined by the lengths of its codes, RFC 1951 section 3.2.2.
struct HuffmanCode: Sendable {
    /// The maximum length of a code in bits.
    static let longest = 15

    /// The number of codes of each length.
    private var counts = [Int](repeating: 0, count: longest + 1)
    /// The symbols in the order of their codes.
    private var symbols: [UInt16] = []
    /// For each value of the next ``quick`` bits, the symbol and, in the high four bits, the length of its
    /// code; zero for a longer code.
    private var table = [UInt16](repeating: 0, count: 1 << quick)

    private static let quick = 9

    static let fixedLiterals = trusted(
        [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
            + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))
    static let fixedDistances = trusted([UInt8](repeating: 5, count: 30))

    private init() {}

    /// Creates the code with these lengths, one per symbol; 0 means that a symbol has no code.
    ///
    /// - Throws: ``ArchiveError`` if the codes do not fill the code space exactly, except for a single code.
    init(_ lengths: [UInt8], at offset: Int) throws(ArchiveError) {
        self = HuffmanCode.trusted(lengths)
        var left = 1
        for length in 1...HuffmanCode.longest {
            left = left * 2 - counts[length]
            guard left >= 0 else {
                throw ArchiveError(.malformed, "more codes than fit in compressed data", at: offset)
            }
        }
        let isSingle = symbols.count <= 1
        guard left == 0 || isSingle else {
            throw ArchiveError(.malformed, "an incomplete set of codes in compressed data", at: offset)
        }
    }

    /// Creates a code from lengths that are known to fit.
    private static func trusted(_ lengths: [UInt8]) -> HuffmanCode {
        var code = HuffmanCode()
        for length in lengths where (1...longest).contains(Int(length)) { code.counts[Int(length)] += 1 }
        var next = [Int](repeating: 0, count: longest + 2)
        for length in 1...longest { next[length + 1] = (next[length] + code.counts[length]) << 1 }
        for length in 1...longest {
            for (symbol, own) in lengths.enumerated() where Int(own) == length {
                code.symbols.append(UInt16(truncatingIfNeeded: symbol))
                if length <= quick { code.fill(symbol, next[length], length) }
                next[length] += 1
            }
        }
        return code
    }

    /// Enters a short code into the table, whose index is the next bits of the input.
    private mutating func fill(_ symbol: Int, _ code: Int, _ length: Int) {
        var reversed = 0
        for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
        var place = reversed
        while place < table.count {
            table[place] = UInt16(truncatingIfNeeded: length << 12 | symbol)
            place += 1 << length
        }
    }

    /// Returns the symbol whose code is at the start of the bits, and the length of that code; `nil` if there is
    /// none.
    func symbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
        let entry = table[Int(truncatingIfNeeded: bits & UInt64(table.count - 1))]
        guard entry == 0 else { return (Int(entry & 0xfff), Int(entry >> 12)) }
        var (code, first, index) = (0, 0, 0)
        for length in 1...HuffmanCode.longest {
            code |= Int(truncatingIfNeeded: bits >> UInt64(length - 1) & 1)
            let count = counts[length]
            if code - first < count {
                let place = index + code - first
                return symbols.indices.contains(place) ? (Int(symbols[place]), length) : nil
            }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }
}
