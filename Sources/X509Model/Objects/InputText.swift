import DERKit

/// The input as UTF-8 text, with a mapping from offsets in the text to offsets in the input.
struct InputText: Sendable {
    let bytes: [UInt8]
    /// The repairs that were needed to get the text.
    private(set) var notes: [InputNote] = []
    /// The number of code units before each multiple of ``step`` bytes in the text; `nil` if the input is neither
    /// UTF-16 nor UTF-32.
    private var units: [Int]?
    /// The number of bytes in a code unit.
    private var unitSize = 2
    /// The number of input bytes before the text, such as a byte order mark.
    private var skipped = 0
    /// The input, and the offset in it at which the UTF-16 text ends; `nil` if no other data follows.
    private(set) var rest: (input: [UInt8], start: Int)?

    private static let step = 4096

    /// Creates text from bytes that need no conversion, or that are not text at all.
    init(plain bytes: [UInt8]) { self.bytes = bytes }

    init(_ input: [UInt8]) {
        if let text = InputText.utf32(input) {
            self.init(plain: Array(text.utf8))
            notes = [InputNote("utf-32", "text in UTF-32")]
            unitSize = 4
            units = InputText.unitCounts(bytes, unitSize)
            return
        }
        guard let (isLittleEndian, skipped) = InputText.utf16(input) else {
            let text = InputText.uncolored(input)
            self.init(plain: text ?? input)
            if text != nil { notes = [InputNote("color-codes", "text with the color codes of a terminal")] }
            return
        }
        let end = InputText.end(ofUTF16: input, from: skipped, high: isLittleEndian ? 1 : 0)
        // Binary data can begin like two UTF-16 characters.
        guard end > 0 else {
            self.init(plain: input)
            return
        }
        let pairs = input[..<end].dropFirst(skipped).bigEndianPairs
        let text = isLittleEndian ? pairs.map { $0.byteSwapped } : pairs
        self.init(plain: Array(String(decoding: text, as: UTF16.self).utf8))
        self.skipped = skipped
        notes = [InputNote("utf-16", "text in UTF-16")]
        units = InputText.unitCounts(bytes, unitSize)
        let isWhole = input[end...].allSatisfy { $0 == 0 || Base64.isWhiteSpace($0) }
        if !isWhole { rest = (input, end) }
    }

    /// Returns text with spaces in place of the codes for a terminal's colors, such as `ESC [ 1 ; 32 m`; `nil` for
    /// other input.
    private static func uncolored(_ input: [UInt8]) -> [UInt8]? {
        guard input.span.count(of: 0x1b) > 0, !input.contains(0) else { return nil }
        var text = input
        var hasCodes = false
        var place = 0
        while let start = input[place...].firstIndex(of: 0x1b) {
            place = start + 1
            guard place < input.count, input[place] == UInt8(ascii: "[") else { continue }
            let isNumber = { (octet: UInt8) in isDecimalDigit(octet) || octet == UInt8(ascii: ";") }
            let end = input[(place + 1)...].firstIndex { !isNumber($0) } ?? input.count
            guard end < input.count, "mK".utf8.contains(input[end]) else { continue }
            for place in start...end { text[place] = 0x20 }
            (place, hasCodes) = (end + 1, true)
        }
        return hasCodes ? text : nil
    }

    /// Returns the end of UTF-16 text: the start of a run of one-byte ASCII characters, the end of the last line before
    /// bytes that are not text, or the end of the input.
    private static func end(ofUTF16 input: [UInt8], from start: Int, high: Int) -> Int {
        var narrow = 0
        var lineEnd = start
        var isLead = false
        var hasStrangers = false
        for place in stride(from: start, to: input.count - 1, by: 2) {
            let (first, second) = (input[place + high], input[place + 1 - high])
            narrow = isPrinted(first) && isPrinted(second) ? narrow + 1 : 0
            if narrow == 16 { return place - 30 }
            if first == 0, second == 0x0a {
                lineEnd = place + 2
                hasStrangers = false
            }
            // A lone surrogate, a private-use character, or the byte order mark of the other order is not text.
            let isTrail = (0xdc...0xdf).contains(first)
            let isUnassigned = (0xe0...0xf8).contains(first) || first == 0xff && second == 0xfe
            if isLead != isTrail || isUnassigned { hasStrangers = true }
            isLead = (0xd8...0xdb).contains(first)
        }
        return hasStrangers ? lineEnd : input.count - (input.count - start) % 2
    }

    private static func isPrinted(_ byte: UInt8) -> Bool {
        (0x20...0x7e).contains(byte) || byte == 0x0a || byte == 0x0d
    }

    /// A Boolean value that indicates whether the text is empty, except for a byte order mark.
    var isBlank: Bool { bytes.isEmpty || bytes == [0xef, 0xbb, 0xbf] }

    /// Returns the offset in the input for a place in the text.
    func offset(_ place: Int) -> Int {
        guard let units, !units.isEmpty else { return place }
        let block = min(place / InputText.step, units.count - 1)
        let start = block * InputText.step
        let rest = bytes[start..<max(start, min(place, bytes.count))]
        return skipped + unitSize
            * rest.reduce(units[block]) { $0 + InputText.units(startedBy: $1, unitSize) }
    }

    /// Returns the number of code units in a character whose UTF-8 begins with `byte`; 0 for a continuation byte.
    private static func units(startedBy byte: UInt8, _ unitSize: Int) -> Int {
        byte & 0xc0 == 0x80 ? 0 : byte >= 0xf0 && unitSize == 2 ? 2 : 1
    }

    /// Returns the number of code units before each multiple of ``step`` bytes in the text.
    private static func unitCounts(_ text: [UInt8], _ unitSize: Int) -> [Int] {
        var units: [Int] = []
        var count = 0
        for (place, byte) in text.enumerated() {
            if place % InputText.step == 0 { units.append(count) }
            count += InputText.units(startedBy: byte, unitSize)
        }
        return units
    }

    /// Returns the text if the input is UTF-32 and each of its first two characters is ASCII or a byte order mark.
    private static func utf32(_ input: [UInt8]) -> String? {
        guard input.count >= 8, input.count % 4 == 0 else { return nil }
        func unit(_ place: Int, _ isLittleEndian: Bool) -> UInt32 {
            (0..<4).reduce(0) { $0 << 8 | UInt32(input[place + (isLittleEndian ? 3 - $1 : $1)]) }
        }
        let order = [true, false].first { (order) in
            [0, 4].allSatisfy { (0x09...0x7e).contains(unit($0, order)) || unit($0, order) == 0xfeff }
        }
        guard let order else { return nil }
        var text = String.UnicodeScalarView()
        for place in stride(from: 0, to: input.count, by: 4) {
            guard let scalar = Unicode.Scalar(unit(place, order)) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    /// Returns the byte order and the start of the text if the input is UTF-16, determined from a byte order mark or
    /// from two ASCII characters at the start; otherwise `nil`.
    private static func utf16(_ input: [UInt8]) -> (isLittleEndian: Bool, skipped: Int)? {
        // The text may follow a block of zeros.
        let start = input.first == 0 ? input.prefix { $0 == 0 }.count & ~1 : 0
        guard input.count >= start + 4 else { return nil }
        func isASCII(_ byte: UInt8) -> Bool { (0x09...0x7e).contains(byte) }
        switch (input[start], input[start + 1], input[start + 2], input[start + 3]) {
        case (0xff, 0xfe, _, _): return (true, start + 2)
        case (0xfe, 0xff, _, _): return (false, start + 2)
        case (let first, 0, let second, 0) where isASCII(first) && isASCII(second): return (true, start)
        case (0, let first, 0, let second) where isASCII(first) && isASCII(second): return (false, start)
        default: return nil
        }
    }
}
