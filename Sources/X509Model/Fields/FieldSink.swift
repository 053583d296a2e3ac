import DERKit

/// The output for an object's fields: JSON for programs, readable lines, or nothing if the fields are only checked.
///
/// Each field is written to the output directly from its range in the input. No intermediate values are created, so an
/// object may be much larger than the part of its output that is in memory.
///
/// In JSON (RFC 8259, one line), characters that are not displayed as themselves are escaped. Readable lines are
/// escaped for display. Both forms are therefore safe to display.
package struct FieldSink: Sendable {
    /// The form of the output.
    package enum Style: Sendable {
        case json
        /// Readable lines; lines with rarely needed details appear only with ``fullLines``.
        case lines, fullLines
        /// No output: the fields are only checked.
        case none
    }

    /// A list whose lines become one line.
    private struct Join {
        let separator: StaticString
        /// The size of the margin before the joined line.
        let margin: Int
        var hasPart = false
    }

    package let style: Style
    /// The output in UTF-8.
    package var bytes: [UInt8] = []
    /// A function that drains the output so far. It is called after each member of a list, because lists may be very
    /// long.
    package var drain: (@Sendable (inout [UInt8]) -> Void)?
    /// A Boolean value that indicates whether the next value needs a comma before it.
    var needsComma = false
    /// The words before each line, and their length when each open object began.
    private var margin: [UInt8] = []
    private var margins: [Int] = []
    private var join: Join?

    package init(_ style: Style = .json) { self.style = style }

    /// A Boolean value that indicates whether the output is human-readable lines.
    package var hasLines: Bool { style == .lines || style == .fullLines }

    // MARK: Structure

    /// Writes the name of the next value in JSON; in readable lines, sets the words before each line of the value.
    package mutating func name(_ name: StaticString, _ words: StaticString = "") {
        switch style {
        case .json:
            bytes.append(name: name, needsComma: needsComma)
            needsComma = false
        case .lines, .fullLines: startMargin { $0.append(literal: words) }
        case .none: return
        }
    }

    /// Writes fields that are already JSON.
    mutating func fields(_ octets: Span<UInt8>) {
        comma()
        bytes.append(octets: octets)
    }

    /// Begins a value in which each line begins with the words that `write` adds. In JSON, the value has no name.
    mutating func startMargin(_ write: (inout [UInt8]) -> Void) {
        margin.removeSubrange((margins.last ?? 0)...)
        write(&margin)
    }

    /// Begins an object or an array, which ``close(_:)`` ends.
    @inline(__always)
    package mutating func open(_ bracket: Unicode.Scalar) {
        switch style {
        case .json:
            comma()
            bytes.append(UInt8(ascii: bracket))
            needsComma = false
        case .lines, .fullLines: margins.append(margin.count)
        case .none: return
        }
    }

    @inline(__always)
    package mutating func close(_ bracket: Unicode.Scalar) {
        switch style {
        case .json:
            bytes.append(UInt8(ascii: bracket))
            needsComma = true
        case .lines, .fullLines:
            if let count = margins.popLast() { margin.removeSubrange(count...) }
        case .none: return
        }
    }

    /// Begins a value whose lines are joined into one line, which ``endJoinedLine()`` ends.
    mutating func beginLine(joinedBy separator: StaticString) {
        if hasLines { join = Join(separator: separator, margin: margin.count) }
    }

    mutating func endJoinedLine() {
        guard let join else { return }
        if !join.hasPart { bytes += margin }
        self.join = nil
        bytes.append(0x0a)
    }

    @inline(__always)
    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// A place to which the output is rewound if a value turns out to be malformed.
    var place: (count: Int, needsComma: Bool) { (bytes.count, needsComma) }

    mutating func takeBack(to place: (count: Int, needsComma: Bool)) {
        bytes.removeSubrange(place.count...)
        needsComma = place.needsComma
        margin = []
        margins = []
        join = nil
    }

    /// Discards the output, but keeps its memory.
    package mutating func restart() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Ends a line of JSON; the next value begins another.
    package mutating func endLine() {
        bytes.append(0x0a)
        needsComma = false
    }

    // MARK: Values

    /// Writes a literal, such as `true`, without quotes.
    package mutating func literal(_ value: StaticString) {
        guard begin(quote: false) else { return }
        bytes.append(literal: value)
        end(quote: false)
    }

    package mutating func null() {
        guard style == .json else { return }
        comma()
        bytes.append(literal: "null")
    }

    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    package mutating func number(_ value: Int64) {
        guard begin(quote: false) else { return }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(decimal: UInt64(value.magnitude))
        end(quote: false)
    }

    /// Writes the text that `write` adds, which must not need escapes.
    package mutating func plain(_ write: (inout [UInt8]) -> Void) {
        guard begin(quote: true) else { return }
        write(&bytes)
        end(quote: true)
    }

    /// Writes octets in lower-case hex.
    package mutating func hex(_ octets: Span<UInt8>) {
        guard begin(quote: true) else { return }
        bytes.append(hex: octets)
        end(quote: true)
    }

    /// Writes the UTF-8 text that `write` adds.
    package mutating func string(_ write: (inout [UInt8]) -> Void) {
        guard begin(quote: true) else { return }
        let start = bytes.count
        write(&bytes)
        // Almost all text is plain and is kept; other text is removed and written again with escapes.
        if !bytes.span.extracting(start..<bytes.count).isPlainText {
            let text = Array(bytes[start...])
            bytes.removeSubrange(start...)
            appendEscaped(text)
        }
        end(quote: true)
    }

    package mutating func string(_ text: String) { string { $0 += text.utf8 } }

    /// Writes text that is safe to display as a human-readable line; writes nothing in JSON.
    package mutating func line(_ text: @autoclosure () -> String) {
        guard hasLines, begin(quote: false) else { return }
        bytes += text().utf8
        end(quote: false)
    }

    // MARK: Named values

    package mutating func null(_ name: StaticString) {
        self.name(name)
        null()
    }

    package mutating func bool(_ name: StaticString, _ value: Bool) {
        self.name(name)
        bool(value)
    }

    package mutating func number(_ name: StaticString, _ value: Int64) {
        self.name(name)
        number(value)
    }

    package mutating func hex(_ name: StaticString, _ octets: Span<UInt8>) {
        self.name(name)
        hex(octets)
    }

    // MARK: Begin and end

    /// Begins a value, and returns `false` if nothing should be written.
    @inline(__always)
    private mutating func begin(quote: Bool) -> Bool {
        switch style {
        case .json:
            comma()
            if quote { bytes.append(UInt8(ascii: "\"")) }
            return true
        case .lines, .fullLines:
            beginLine()
            return true
        case .none: return false
        }
    }

    @inline(__always)
    private mutating func end(quote: Bool) {
        if style == .json {
            if quote { bytes.append(UInt8(ascii: "\"")) }
        } else if join == nil {
            bytes.append(0x0a)
        }
    }

    private mutating func beginLine() {
        guard let join else {
            bytes += margin
            return
        }
        if join.hasPart { bytes.append(literal: join.separator) } else { bytes += margin[..<join.margin] }
        bytes += margin[join.margin...]
        self.join?.hasPart = true
    }

    private mutating func appendEscaped(_ octets: [UInt8]) {
        // Among printable ASCII and line ends, only three characters need escapes.
        if style == .json, octets.allSatisfy({ (0x20...0x7e).contains($0) || $0 == 0x0a }) {
            for octet in octets {
                if octet == 0x22 || octet == 0x5c || octet == 0x0a { bytes.append(0x5c) }
                bytes.append(octet == 0x0a ? UInt8(ascii: "n") : octet)
            }
            return
        }
        let text = String(decoding: octets, as: UTF8.self)
        guard style == .json else {
            bytes += escapedForDisplay(text).utf8
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(literal: "\\\"")
            case "\\": bytes.append(literal: "\\\\")
            case "\n": bytes.append(literal: "\\n")
            case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7f:
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case _ where scalar.isASCII || isUnsafe(scalar):
                for unit in String(scalar).utf16 {
                    bytes.append(literal: "\\u")
                    bytes.append(hex: [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)].span)
                }
            default: bytes += String(scalar).utf8
            }
        }
    }
}

extension Span<UInt8> {
    /// A Boolean value that indicates whether all octets are printable ASCII other than `"` and `\`.
    var isPlainText: Bool {
        var special: UInt8 = 0
        for place in indices {
            let byte = self[place]
            special |= (byte &- 0x20 > 0x5e ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5c ? 1 : 0)
        }
        return special == 0
    }
}
