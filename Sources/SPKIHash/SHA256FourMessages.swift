/// SHA-256 of four messages at once, one in each lane of a vector, for processors without SHA instructions.
struct SHA256FourMessages {
    private var work: SHA256Compression<SIMD4<UInt32>>

    /// The last states of the messages that stand in four ranges of `bytes`.
    ///
    /// Lanes with fewer blocks than the longest message keep their state while the others go on.
    static func words(
        of ranges: (Range<Int>, Range<Int>, Range<Int>, Range<Int>), in bytes: Span<UInt8>
    ) -> (SIMD8<UInt32>, SIMD8<UInt32>, SIMD8<UInt32>, SIMD8<UInt32>) {
        let m0 = bytes.extracting(ranges.0)
        let m1 = bytes.extracting(ranges.1)
        let m2 = bytes.extracting(ranges.2)
        let m3 = bytes.extracting(ranges.3)
        let counts = SIMD4(
            SHA256Padding.blockCount(m0.count), SHA256Padding.blockCount(m1.count),
            SHA256Padding.blockCount(m2.count), SHA256Padding.blockCount(m3.count))
        // Lanes compare as words of the same width as the state's.
        let counts32 = SIMD4<UInt32>(truncatingIfNeeded: counts)
        var four = SHA256FourMessages()
        for index in 0..<counts.max() {
            let block = SHA256Schedule(
                SHA256Padding.block(m0, index, totalByteCount: UInt64(m0.count)),
                SHA256Padding.block(m1, index, totalByteCount: UInt64(m1.count)),
                SHA256Padding.block(m2, index, totalByteCount: UInt64(m2.count)),
                SHA256Padding.block(m3, index, totalByteCount: UInt64(m3.count)))
            four.compress(block, where: SIMD4(repeating: UInt32(truncatingIfNeeded: index)) .< counts32)
        }
        return (four.words(0), four.words(1), four.words(2), four.words(3))
    }

    private init() {
        let s = SHA256State.initialWords
        work = SHA256Compression(
            a: SIMD4(repeating: s[0]), b: SIMD4(repeating: s[1]), c: SIMD4(repeating: s[2]),
            d: SIMD4(repeating: s[3]), e: SIMD4(repeating: s[4]), f: SIMD4(repeating: s[5]),
            g: SIMD4(repeating: s[6]), h: SIMD4(repeating: s[7]))
    }

    @inline(never)
    private mutating func compress(
        _ block: SHA256Schedule<SIMD4<UInt32>>, where isRunning: SIMDMask<SIMD4<Int32>>
    ) {
        let before = work
        work.compress(block)
        guard !all(isRunning) else { return }
        let isDone = .!isRunning
        work.a.replace(with: before.a, where: isDone)
        work.b.replace(with: before.b, where: isDone)
        work.c.replace(with: before.c, where: isDone)
        work.d.replace(with: before.d, where: isDone)
        work.e.replace(with: before.e, where: isDone)
        work.f.replace(with: before.f, where: isDone)
        work.g.replace(with: before.g, where: isDone)
        work.h.replace(with: before.h, where: isDone)
    }

    private func words(_ lane: Int) -> SIMD8<UInt32> {
        SIMD8(
            work.a[lane], work.b[lane], work.c[lane], work.d[lane], work.e[lane], work.f[lane], work.g[lane],
            work.h[lane])
    }
}

extension SHA256Schedule<SIMD4<UInt32>> {
    /// The blocks of four messages, word beside word.
    @inline(__always)
    fileprivate init(
        _ m0: SHA256Schedule<UInt32>, _ m1: SHA256Schedule<UInt32>, _ m2: SHA256Schedule<UInt32>,
        _ m3: SHA256Schedule<UInt32>
    ) {
        self.init(
            SIMD4(m0.w0, m1.w0, m2.w0, m3.w0),
            SIMD4(m0.w1, m1.w1, m2.w1, m3.w1),
            SIMD4(m0.w2, m1.w2, m2.w2, m3.w2),
            SIMD4(m0.w3, m1.w3, m2.w3, m3.w3),
            SIMD4(m0.w4, m1.w4, m2.w4, m3.w4),
            SIMD4(m0.w5, m1.w5, m2.w5, m3.w5),
            SIMD4(m0.w6, m1.w6, m2.w6, m3.w6),
            SIMD4(m0.w7, m1.w7, m2.w7, m3.w7),
            SIMD4(m0.w8, m1.w8, m2.w8, m3.w8),
            SIMD4(m0.w9, m1.w9, m2.w9, m3.w9),
            SIMD4(m0.w10, m1.w10, m2.w10, m3.w10),
            SIMD4(m0.w11, m1.w11, m2.w11, m3.w11),
            SIMD4(m0.w12, m1.w12, m2.w12, m3.w12),
            SIMD4(m0.w13, m1.w13, m2.w13, m3.w13),
            SIMD4(m0.w14, m1.w14, m2.w14, m3.w14),
            SIMD4(m0.w15, m1.w15, m2.w15, m3.w15))
    }
}

extension SHA256 {
    /// The digests of many messages, each a range of `bytes`; where the processor has no SHA instructions, half as
    /// fast again as one after the other.
    ///
    /// - Returns: one digest of 32 bytes for each range, in their order; nil where a range does not lie in `bytes`.
    public static func hashes(of ranges: [Range<Int>], in bytes: Span<UInt8>) -> [[UInt8]]? {
        hashes(of: ranges, in: bytes, .best)
    }

    /// The digests of many messages, computed in a certain way.
    package static func hashes(
        of ranges: [Range<Int>], in bytes: Span<UInt8>, _ path: SHA256Path
    ) -> [[UInt8]]? {
        for range in ranges where range.lowerBound < 0 || range.upperBound > bytes.count { return nil }
        let groups = path == .portable ? ranges.count / 4 : 0
        return Array(capacity: ranges.count) { (digests) in
            for group in 0..<groups {
                let first = 4 * group
                let four = SHA256FourMessages.words(
                    of: (ranges[first], ranges[first + 1], ranges[first + 2], ranges[first + 3]), in: bytes)
                digests.append(SHA256State.bytes(of: four.0))
                digests.append(SHA256State.bytes(of: four.1))
                digests.append(SHA256State.bytes(of: four.2))
                digests.append(SHA256State.bytes(of: four.3))
            }
            for range in ranges[(4 * groups)...] {
                digests.append(SHA256State.bytes(of: words(bytes.extracting(range), path)))
            }
        }
    }
}
