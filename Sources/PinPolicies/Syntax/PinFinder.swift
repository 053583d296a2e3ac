import DERKit
import SPKIHash

/// Finds pins in any text: `sha256/…` and `sha256//…` anywhere, and base64 of 32 bytes by itself.
package enum PinFinder {
    /// A pin and its position.
    package struct Finding: Sendable, Hashable {
        package let pin: Pin
        /// The offset of `sha256/`, or of the digits without a prefix, in bytes.
        package let offset: Int
        package let position: TextPosition
        /// A Boolean value that indicates whether `sha256/` is in front of it.
        package let isNamed: Bool
        /// A Boolean value that indicates whether it is in several string literals that form one string.
        let isSplit: Bool
    }

    /// Returns all pins in text, in order and with repetitions: those after `sha256/`, or if there are none,
    /// base64 of 32 bytes by itself.
    ///
    /// Text after `sha256/` that does not decode to 32 bytes is skipped, because source code also has
    /// comments like `sha256/...`.
    package static func find(in text: some Collection<UInt8>) -> [Finding] {
        let all = findAll(in: text)
        let named = all.filter { $0.isNamed }
        return named.isEmpty ? all : named
    }

    /// Returns the pins in text or any bytes, in order: those after `sha256/`, and base64 of 32 bytes by
    /// itself.
    ///
    /// Digests of subresource integrity (`sha256-…`) are those of files, not of keys, and are skipped.
    package static func findAll(in text: some Collection<UInt8>) -> [Finding] {
        let bytes = Array(text)
        let joined = JoinedLiterals(bytes, isPart: isDigit)
        let split = found(in: joined.bytes).compactMap { (one) in
            joined.original(one.range).map { Found(pin: one.pin, range: $0, isNamed: one.isNamed) }
        }
        var covered = split[...]
        // A part by itself is not a pin of its own.
        let whole = found(in: bytes).filter { (one) in
            while let first = covered.first, first.range.upperBound <= one.range.lowerBound {
                covered.removeFirst()
            }
            return covered.first.map { $0.range.lowerBound > one.range.lowerBound } ?? true
        }
        var lines = LineCounter()
        return (whole.map { ($0, false) } + split.map { ($0, true) })
            .sorted { $0.0.range.lowerBound < $1.0.range.lowerBound }
            .map { (one, isSplit) in
                let offset = one.range.lowerBound
                return Finding(
                    pin: one.pin, offset: offset, position: lines.position(of: offset, in: bytes),
                    isNamed: one.isNamed, isSplit: isSplit)
            }
    }

    /// A pin, and its range with `sha256/`.
    private struct Found {
        let pin: Pin
        let range: Range<Int>
        let isNamed: Bool
    }

    private static func found(in bytes: [UInt8]) -> [Found] {
        let bare = barePins(bytes).filter { (one) in
            !bytes[..<one.range.lowerBound].suffix(7).elementsEqual("sha256-".utf8)
        }
        return (namedPins(bytes) + bare).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private static func namedPins(_ bytes: [UInt8]) -> [Found] {
        var scanner = TextScanner(bytes)
        var found: [Found] = []
        while scanner.take(upTo: "sha256/") != nil {
            let offset = scanner.place - 7
            let text = scanner.take(while: isDigit)
            // Base64 of 32 bytes has 44 characters, 43 without the padding; curl's second slash is one more.
            guard (43...45).contains(text.count),
                let pin = try? Pin("sha256/" + String(decoding: text, as: UTF8.self))
            else { continue }
            found.append(Found(pin: pin, range: offset..<scanner.place, isNamed: true))
        }
        return found
    }

    private static func barePins(_ bytes: [UInt8]) -> [Found] {
        var scanner = TextScanner(bytes)
        var found: [Found] = []
        var encoding = EncodedLines()
        while !scanner.isAtEnd {
            let offset = scanner.place
            let text = scanner.take(while: isDigit)
            let isEncoded = encoding.contains(text)
            if text.count == 44, text.last == UInt8(ascii: "="), !isEncoded,
                let pin = try? Pin(String(decoding: text, as: UTF8.self))
            {
                // The header of RFC 7469.
                let isNamed = bytes[..<offset].suffix(12).elementsEqual("pin-sha256=\"".utf8)
                found.append(Found(pin: pin, range: offset..<scanner.place, isNamed: isNamed))
            }
            encoding.skip(scanner.take { !isDigit($0) })
        }
        return found
    }

    /// Recognizes the lines of base64 that encodes a file, such as a certificate or a private key. The last line often
    /// has as many digits as a pin.
    private struct EncodedLines {
        /// The number of digits in the line before; 0 if there is none.
        private var width = 0
        private var isNextLine = false
        private var isAfterBackslash = false

        /// Returns whether a word continues the lines before it.
        mutating func contains(_ word: ArraySlice<UInt8>) -> Bool {
            // The letters of escapes in a string literal, and the signs of joined literals and comments.
            let isEscape = isAfterBackslash && (word.elementsEqual("n".utf8) || word.elementsEqual("r".utf8))
            if isEscape || word.allSatisfy({ "+/".utf8.contains($0) }) { return false }
            // A shell joins the lines of PEM with spaces.
            let isContinued = width > 0 && (isNextLine || width == 64)
            let isLine =
                word.count > 44 && word.last != UInt8(ascii: "=") && !word.allSatisfy { hexDigit($0) != nil }
            (width, isNextLine) = (isLine ? word.count : 0, false)
            return isContinued
        }

        /// Reads what is between two words. White space, quotes, and the signs of comments, quoted mail and joined
        /// literals may separate lines; tabs alone separate columns.
        mutating func skip(_ between: ArraySlice<UInt8>) {
            isNextLine = isNextLine || between.contains { "\r\n\\".utf8.contains($0) }
            isAfterBackslash = between.last == UInt8(ascii: "\\")
            let isColumn = !isNextLine && between.contains(UInt8(ascii: "\t"))
            if isColumn || !between.allSatisfy({ " \t\r\n\"'\\>|*#".utf8.contains($0) }) { width = 0 }
        }
    }

    /// Returns whether a byte is a base64 digit or padding.
    private static func isDigit(_ byte: UInt8) -> Bool {
        isWordCharacter(byte) && byte != UInt8(ascii: "_") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }
}
