/// Calls `body` with every block of a message and of its padding, FIPS 180-4 section 5.2, for digests whose
/// speed does not matter; SHA-256 has its own code.
///
/// - Parameter lengthIsLittleEndian: true for MD5, RFC 1321 section 3.2.
func forEachBlock(
    of bytes: Span<UInt8>, byteCount: Int, lengthIsLittleEndian: Bool = false, _ body: (Span<UInt8>) -> Void
) {
    let blocks = bytes.count / byteCount
    for index in 0..<blocks { body(bytes.extracting(index * byteCount..<(index + 1) * byteCount)) }
    let rest = bytes.extracting(blocks * byteCount..<bytes.count)
    var last = paddedEnd(rest, totalByteCount: bytes.count, blockByteCount: byteCount)
    if lengthIsLittleEndian { last = Array(last.dropLast(8) + last.suffix(8).reversed()) }
    for start in stride(from: 0, to: last.count, by: byteCount) {
        body(last.span.extracting(start..<start + byteCount))
    }
}

/// Returns the last one or two blocks of a message, FIPS 180-4 section 5.1: the rest of the message, a one
/// bit, zeros, and the length in bits, which takes an eighth of a block.
private func paddedEnd(_ rest: Span<UInt8>, totalByteCount: Int, blockByteCount: Int) -> [UInt8] {
    let lengthByteCount = blockByteCount / 8
    let blocks = rest.count + 1 + lengthByteCount <= blockByteCount ? 1 : 2
    return [UInt8](capacity: blocks * blockByteCount) { (output) in
        for place in rest.indices { output.append(rest[place]) }
        output.append(0x80)
        while output.count < blocks * blockByteCount - 8 { output.append(0) }
        let bits = UInt64(totalByteCount) &* 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }
}
