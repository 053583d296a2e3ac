import DERKit
import SPKIHash

/// Pins in any text: `sha256/…` and `sha256//…` wherever they stand.
public enum PinFinder {
    /// A pin and where it stands.
    public struct Finding: Sendable, Hashable {
        /// The pin.
        public let pin: Pin
        /// Offset of the `s` of `sha256/`, in bytes.
        public let offset: Int
        /// Line and column of it.
        public let position: TextPosition
    }

    /// All pins of a text in their order, with repetitions.
    ///
    /// Text after `sha256/` that does not decode to 32 bytes is no pin, and passed over: source code also has
    /// comments like `sha256/...`.
    public static func find(in text: some Collection<UInt8>) -> [Finding] {
        var scanner = TextScanner(Array(text))
        var result: [Finding] = []
        var line = 1
        var lineStart = 0
        var counted = 0
        while scanner.take(upTo: "sha256/") != nil {
            let offset = scanner.place - 7
            guard let pin = pin(&scanner) else { continue }
            while counted < offset {
                if scanner.bytes[counted] == 0x0a {
                    line += 1
                    lineStart = counted + 1
                }
                counted += 1
            }
            result.append(
                Finding(
                    pin: pin, offset: offset,
                    position: TextPosition(line: line, column: offset - lineStart + 1)))
        }
        return result
    }

    /// The pin that stands here, in front of which `sha256/` or curl's `sha256//` has been taken.
    private static func pin(_ scanner: inout TextScanner) -> Pin? {
        let text = scanner.take { (byte) in
            isWordCharacter(byte) && byte != UInt8(ascii: "_") || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
        }
        // Base64 of 32 bytes has 44 characters, 43 without the padding; curl's second slash is one more.
        guard (43...45).contains(text.count) else { return nil }
        return try? Pin("sha256/" + String(decoding: text, as: UTF8.self))
    }
}
