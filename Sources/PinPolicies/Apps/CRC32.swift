/// The checksum of ZIP, CRC-32 of ITU-T V.42.
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { (number) in
        var value = UInt32(truncatingIfNeeded: number)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
        return value
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = table
        var value: UInt32 = 0xffff_ffff
        for byte in bytes {
            value = table[Int(truncatingIfNeeded: (value ^ UInt32(byte)) & 0xff)] ^ (value >> 8)
        }
        return ~value
    }
}
