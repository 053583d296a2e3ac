/// Decompresses DEFLATE, RFC 1951.
package struct Inflate {
    private let bytes: [UInt8]
    /// The index of the next byte to read into `buffer`.
    private var place: Int
    private let end: Int
    /// The expected number of decompressed bytes.
    private let count: Int
    private var buffer: UInt64 = 0
    private var bits = 0
    private var output: [UInt8] = []

    /// Returns the decompressed bytes of the data in a range of a file.
    ///
    /// - Parameter count: the expected number of bytes; decompression stops with an error before it exceeds it.
    /// - Throws: ``ArchiveError``.
    package static func bytes(
        of bytes: [UInt8], in range: Range<Int>, count: Int
    ) throws(ArchiveError) -> [UInt8] {
        var inflate = Inflate(bytes: bytes, place: range.lowerBound, end: range.upperBound, count: count)
        return try inflate.run()
    }

    private mutating func run() throws(ArchiveError) -> [UInt8] {
        // The stated size may be far larger than the real one.
        output.reserveCapacity(min(count, Int(clamping: Int64(end - place) * 4 + 1024)))
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try stored()
            case 1: try block(HuffmanCode.fixedLiterals, HuffmanCode.fixedDistances)
            case 2:
                let (literals, distances) = try codes()
                try block(literals, distances)
            default: throw ArchiveError("invalid block type 3 in compressed data", at: place)
            }
        }
        guard output.count == count else {
            throw ArchiveError("\(output.count) bytes; expected \(count)", at: place)
        }
        return output
    }

    // MARK: Bits

    /// Fills the buffer with at least 57 bits, or with all remaining bits.
    private mutating func fill() {
        while bits <= 56, place < end {
            buffer |= UInt64(bytes[place]) << UInt64(bits)
            place += 1
            bits += 8
        }
    }

    private mutating func take(_ number: Int) throws(ArchiveError) -> Int {
        fill()
        guard bits >= number else { throw truncated }
        let value = Int(truncatingIfNeeded: buffer & (1 << UInt64(number) - 1))
        drop(number)
        return value
    }

    private mutating func drop(_ number: Int) {
        buffer >>= UInt64(number)
        bits -= number
    }

    private mutating func symbol(_ code: HuffmanCode) throws(ArchiveError) -> Int {
        fill()
        guard let (symbol, length) = code.symbol(buffer) else {
            throw bits < HuffmanCode.longest && place >= end
                ? truncated : ArchiveError("invalid code in compressed data", at: place)
        }
        guard length <= bits else { throw truncated }
        drop(length)
        return symbol
    }

    private var truncated: ArchiveError { ArchiveError("unexpected end of the compressed data", at: end) }

    // MARK: Blocks

    private mutating func stored() throws(ArchiveError) {
        drop(bits % 8)
        let (length, complement) = (try take(16), try take(16))
        guard length == ~complement & 0xffff else {
            throw ArchiveError("invalid stored block length", at: place)
        }
        try require(length)
        for _ in 0..<length { output.append(UInt8(truncatingIfNeeded: try take(8))) }
    }

    /// Throws an error if `more` bytes would exceed the expected number.
    private func require(_ more: Int) throws(ArchiveError) {
        guard more <= count - output.count else {
            throw ArchiveError("data exceeds the expected \(count) bytes", at: place)
        }
    }

    private mutating func block(
        _ literals: HuffmanCode, _ distances: HuffmanCode
    ) throws(ArchiveError) {
        while true {
            let symbol = try symbol(literals)
            guard symbol != 256 else { return }
            guard symbol > 256 else {
                try require(1)
                output.append(UInt8(truncatingIfNeeded: symbol))
                continue
            }
            let length = try value(symbol - 257, Inflate.lengths)
            let distance = try value(try self.symbol(distances), Inflate.distances)
            guard distance <= output.count else {
                throw ArchiveError("distance \(distance) exceeds the output so far", at: place)
            }
            try require(length)
            var source = output.count - distance
            for _ in 0..<length {
                output.append(output[source])
                source += 1
            }
        }
    }

    /// The base and the number of extra bits for each length symbol, RFC 1951 section 3.2.5.
    private static let lengths: [(base: Int, extra: Int)] = zip(
        [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
            163, 195, 227, 258,
        ],
        [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    ).map { (base: $0, extra: $1) }
    private static let distances: [(base: Int, extra: Int)] = (0..<30).map { (symbol) in
        let extra = max(0, symbol / 2 - 1)
        return symbol < 4 ? (symbol + 1, 0) : (1 + (2 + symbol % 2) << extra, extra)
    }

    private mutating func value(
        _ symbol: Int, _ table: [(base: Int, extra: Int)]
    ) throws(ArchiveError) -> Int {
        guard table.indices.contains(symbol) else {
            throw ArchiveError("invalid code in compressed data", at: place)
        }
        let (base, extra) = table[symbol]
        return base + (extra > 0 ? try take(extra) : 0)
    }

    /// Reads the codes of a block with dynamic codes, RFC 1951 section 3.2.7.
    private mutating func codes() throws(ArchiveError) -> (literals: HuffmanCode, distances: HuffmanCode) {
        let (literalCount, distanceCount) = (try take(5) + 257, try take(5) + 1)
        let codeCount = try take(4) + 4
        guard literalCount <= 286, distanceCount <= 30 else {
            throw ArchiveError("too many codes in compressed data", at: place)
        }
        var lengths = [UInt8](repeating: 0, count: 19)
        for place in Inflate.order.prefix(codeCount) {
            lengths[place] = UInt8(truncatingIfNeeded: try take(3))
        }
        let code = try HuffmanCode(lengths, at: place)
        var all: [UInt8] = []
        while all.count < literalCount + distanceCount {
            let symbol = try symbol(code)
            guard symbol >= 16 else {
                all.append(UInt8(truncatingIfNeeded: symbol))
                continue
            }
            guard symbol > 16 || !all.isEmpty else {
                throw ArchiveError("nothing to repeat in compressed data", at: place)
            }
            let repeated = symbol == 16 ? all[all.count - 1] : 0
            let times = symbol == 16 ? try take(2) + 3 : symbol == 17 ? try take(3) + 3 : try take(7) + 11
            guard times <= literalCount + distanceCount - all.count else {
                throw ArchiveError("too many codes in compressed data", at: place)
            }
            all += [UInt8](repeating: repeated, count: times)
        }
        guard all[256] > 0 else {
            throw ArchiveError("missing end-of-block code in compressed data", at: place)
        }
        return (
            try HuffmanCode(Array(all[..<literalCount]), at: place),
            try HuffmanCode(Array(all[literalCount...]), at: place)
        )
    }

    /// The order in which a block lists the code lengths of the code length alphabet.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

/// The reason why compressed data, an archive or a compiled file cannot be read.
package struct ArchiveError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of the error, in one sentence.
    package let message: String
    /// The offset in the input, in bytes.
    package let offset: Int

    package init(_ message: String, at offset: Int) {
        (self.message, self.offset) = (message, offset)
    }

    /// The offset and the message, as in `byte 1024: the entry is encrypted`.
    package var description: String { "byte \(offset): \(message)" }
}

/// A prefix code, defined by the lengths of its codes, RFC 1951 section 3.2.2.
struct HuffmanCode: Sendable {
    /// The maximum length of a code in bits.
    static let longest = 15

    /// The number of codes of each length.
    private var counts = [Int](repeating: 0, count: longest + 1)
    /// The symbols in the order of their codes.
    private var symbols: [UInt16] = []
    /// For each value of the next ``quick`` bits, the symbol and, in the high four bits, the length of its code; zero
    /// if the code is longer.
    private var table = [UInt16](repeating: 0, count: 1 << quick)

    private static let quick = 9

    static let fixedLiterals = trusted(
        [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
            + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))
    static let fixedDistances = trusted([UInt8](repeating: 5, count: 30))

    private init() {}

    /// Creates the code with these lengths, one per symbol; a length of 0 means that the symbol has no code.
    ///
    /// - Throws: ``ArchiveError`` if the codes do not fill the code space exactly, unless there is at most one code.
    init(_ lengths: [UInt8], at offset: Int) throws(ArchiveError) {
        self = HuffmanCode.trusted(lengths)
        var left = 1
        for length in 1...HuffmanCode.longest {
            left = left * 2 - counts[length]
            guard left >= 0 else { throw ArchiveError("oversubscribed code in compressed data", at: offset) }
        }
        let isSingle = symbols.count <= 1
        guard left == 0 || isSingle else {
            throw ArchiveError("incomplete code in compressed data", at: offset)
        }
    }

    /// Returns the code for lengths that are known to be valid.
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

    /// Adds a short code to the table, which is indexed by the next bits of the input.
    private mutating func fill(_ symbol: Int, _ code: Int, _ length: Int) {
        var reversed = 0
        for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
        var place = reversed
        while place < table.count {
            table[place] = UInt16(truncatingIfNeeded: length << 12 | symbol)
            place += 1 << length
        }
    }

    /// Returns the symbol whose code is at the start of the bits, and the length of that code; `nil` if there is none.
    func symbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
        let entry = table[Int(truncatingIfNeeded: bits & UInt64(table.count - 1))]
        guard entry == 0 else { return (Int(entry & 0xfff), Int(entry >> 12)) }
        var (code, first, index) = (0, 0, 0)
        for length in 1...HuffmanCode.longest {
            code |= Int(truncatingIfNeeded: bits >> UInt64(length - 1) & 1)
            let count = counts[length]
            if code - first < count { return (Int(symbols[index + code - first]), length) }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }
}
