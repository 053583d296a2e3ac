// The built-in table of CA keys, whose texts the host has: they would be a tenth of the module.

@_extern(wasm, module: "host", name: "table")
private func hostTable(_ number: Int32, _ bytes: UnsafeMutablePointer<UInt8>?) -> Int32

/// Returns a text of the table, in the order of the properties below.
private func text(_ number: Int32) -> String {
    let count = max(0, Int(hostTable(number, nil)))
    return String(
        decoding: [UInt8](unsafeUninitializedCapacity: count) { (buffer, written) in
            written = hostTable(number, buffer.baseAddress) < 0 ? 0 : count
        }, as: UTF8.self)
}

extension KnownCAKeys {
    package static let builtInDate = text(0)
    package static let builtInDigest = text(1)
    static let builtInRows = text(2)
    static let builtInByteCount = Int(text(3)) ?? 0
    static let builtInLines = text(4)
}
