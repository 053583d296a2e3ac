// The entry points for JavaScript: they take bytes and return text that ends with a zero byte.

import DERKit
import LockedFiles
import SPKIHash
import X509Model

/// What the runner asks, with what is in the input.
private enum Question: Int32 {
    /// The objects in the bytes of a file: a line for each, its offset and its pin, the code of its error, or `-`.
    case pins
    /// The name of a reader, a line end, and what it reads: as ``WidthVerdict``.
    case verdict
    /// One byte for each MiB of zeros whose SHA-256 is asked for.
    case zeros
}

@_expose(wasm, "answer") @_cdecl("answer")
func answer(_ question: Int32, _ input: UnsafePointer<UInt8>, _ count: Int32) -> UnsafeMutablePointer<UInt8> {
    let bytes = Array(UnsafeBufferPointer(start: input, count: Int(count)))
    let text =
        switch Question(rawValue: question) {
        case .pins: pins(bytes)
        case .verdict: verdict(bytes)
        case .zeros: hex(digest(ofMebibytes: bytes.count))
        case nil: "no such question"
        }
    let octets = Array(text.utf8) + [0]
    let result = UnsafeMutablePointer<UInt8>.allocate(capacity: octets.count)
    result.initialize(from: octets, count: octets.count)
    return result
}

private func pins(_ bytes: [UInt8]) -> String {
    var text = ""
    var objects = InputReader(bytes)
    objects.unlocking = Unlocker().unlocking
    while let object = objects.next() {
        text += "\(object.offset)\t"
        switch object.contentResult {
        case .success(let content): text += content.subjectPublicKeyInfo?.pin.base64 ?? "-"
        case .failure(let error): text += error.code.rawValue
        }
        text += "\n"
    }
    return text
}

private func verdict(_ bytes: [UInt8]) -> String {
    let end = bytes.firstIndex(of: 0x0a) ?? bytes.count
    return WidthVerdict.of(
        Array(bytes.dropFirst(end + 1)), by: String(decoding: bytes[..<end], as: UTF8.self))
}

private func digest(ofMebibytes count: Int) -> [UInt8] {
    SHA256.hash([UInt8](repeating: 0, count: count << 20).span)
}
