import DERKit

/// A search for blobs in an input, in decoded text, or in the rest of an input. It tries, in order, the forms that a
/// whole input may have.
struct BlobSearch: Sendable {
    let text: InputText
    /// The position of the searched bytes in the input.
    let frame: InputFrame
    /// The number of blobs found so far.
    private(set) var foundCount = 0
    /// The reader of the blocks in a PEM text. It is separate from ``form`` so that it can be advanced in place.
    private(set) var blocks: PEM.Reader
    private var form: Form
    /// A Boolean value that indicates whether the text is part of a PEM text. A part need not contain a block.
    let isPart: Bool
    /// The offset in the text after the last block.
    private var gapStart = 0
    /// The search in the text between the last block and the next; `nil` once nothing more can be found there.
    private var gap: TextSearch?
    /// The text with escaped white space replaced by white space; `nil` until needed.
    private var unescaped: [UInt8]?
    /// The block after the gap, or the error for a block that cannot be read.
    private var pending: Blob?
    /// The position up to which lines have been counted.
    private var cursor = TextPlace()

    private enum Form: Sendable {
        /// The bytes as a whole are one blob.
        case whole(Blob)
        case series(DERSeries)
        case text
        case finished
    }

    init(_ bytes: [UInt8], limits: DERLimits, in frame: InputFrame) {
        self.frame = frame
        isPart = false
        if let blob = BlobSearch.wholeBlob(bytes) {
            text = InputText(plain: [])
            form = .whole(blob)
            blocks = PEM.Reader([])
        } else if DERSeries.begins(bytes) {
            text = InputText(plain: bytes)
            form = .series(DERSeries(bytes))
            blocks = PEM.Reader([])
        } else {
            text = InputText(bytes)
            form = .text
            // The characters that a hex dump shows next to the digits may look like PEM.
            let dumpEnd = HexDump.end(in: text.bytes)
            let lines = text.bytes[..<dumpEnd].map { $0 == 0x0a ? $0 : 0x20 }
            blocks = PEM.Reader(lines + text.bytes[dumpEnd...], limits: limits)
        }
    }

    /// Creates a search in part of a PEM text. A part need not contain a block.
    init(part: [UInt8]) {
        text = InputText(plain: part)
        frame = .input
        form = .text
        blocks = PEM.Reader(part)
        isPart = true
    }

    /// Returns the whole input as one blob, or `nil` if it is text or a series of DER values.
    private static func wholeBlob(_ bytes: [UInt8]) -> Blob? {
        if let start = DERSeries.startBehindMark(bytes) {
            let note = InputNote("byte-order-mark", "a byte order mark before DER")
            return Blob(Array(bytes[start...]), at: start, .rest, notes: [note])
        }
        if let der = TextModeDER.restored(bytes) { return Blob(der, at: 0, by: .restored) }
        if let der = WholeText.reversed(bytes) { return Blob(der, at: 0, by: .reversed) }
        return ForeignFormat(binary: bytes[...]) == nil ? nil : Blob(bytes, at: 0, .plain)
    }

    /// Returns whether bytes are or contain an object, intact or damaged, or are in a foreign format.
    static func holdsObject(_ bytes: [UInt8]) -> Bool {
        var search = BlobSearch(bytes, limits: .standard, in: .input)
        guard let blob = search.next() else { return false }
        if let fault = blob.fault { return fault.error.code != .binaryData }
        guard case .plain = blob.carrier else { return true }
        return ObjectKind.resembling(blob.bytes) != nil || ForeignFormat(binary: bytes[...]) != nil
    }

    mutating func next() -> Blob? {
        guard let blob = find() else { return nil }
        foundCount += 1
        return blob
    }

    private mutating func find() -> Blob? {
        switch form {
        case .text: return nextOfText()
        case .finished: return nil
        case .whole(let blob):
            form = .finished
            return blob
        case .series(var series):
            if let blob = series.next() {
                form = .series(series)
                return blob
            }
            form = .finished
            return series.rest.map { Blob(Array(text.bytes[$0...]), at: $0, .rest) }
        }
    }

    // MARK: - Text

    private mutating func nextOfText() -> Blob? {
        if let blob = nextOfGap() { return blob }
        if let blob = pending {
            pending = nil
            return blob
        }
        let blob: Blob
        do throws(PEMError) {
            guard let block = try blocks.nextBlock() else {
                search(before: text.bytes.count)
                gapStart = text.bytes.count
                return afterLastBlock()
            }
            search(before: block.offset)
            gapStart = blocks.lastEnd
            blob = Blob(block.derBytes, at: block.offset, .block(block))
        } catch {
            search(before: start(of: error))
            gapStart = end(of: error)
            blob = self.blob(error)
        }
        guard let first = nextOfGap() else { return blob }
        pending = blob
        return first
    }

    /// Returns the decoded text if the block is quoted-printable; otherwise, returns the block's error.
    private func blob(_ error: PEMError) -> Blob {
        let end = end(of: error)
        if !error.label.isEmpty, error.blockOffset < end,
            let decoded = QuotedPrintable.decoded(text.bytes[error.blockOffset..<end]),
            case .success? = PEM.Reader(decoded).first(where: { _ in true })
        {
            return Blob(
                decoded, at: error.blockOffset, by: InputNote("quoted-printable", "quoted-printable PEM"))
        }
        var blob = Blob(InputError(error, in: text), at: error.blockOffset, place: error.offset)
        blob.label = error.label
        return blob
    }

    /// Begins to search the text before a block.
    private mutating func search(before end: Int) {
        // No object fits in fewer bytes.
        guard gapStart < end - 24 else { return }
        let unescaped = unescaped ?? EscapedWhiteSpace.replaced(in: text.bytes)
        self.unescaped = unescaped
        gap = TextSearch(text.bytes, as: unescaped, in: gapStart..<end)
    }

    private mutating func nextOfGap() -> Blob? {
        let blob = gap?.next()
        if blob == nil { gap = nil }
        return blob
    }

    /// Returns the start of a block that cannot be read; if BEGIN is missing, this is the start of the base64.
    private func start(of error: PEMError) -> Int {
        guard error.code == .missingBegin else { return error.blockOffset }
        func isOfBlock(_ byte: UInt8) -> Bool {
            Base64.isDigit(byte) || Base64.isWhiteSpace(byte) || byte == UInt8(ascii: "=")
        }
        let before = text.bytes[..<error.blockOffset].dropFirst(gapStart)
        return before.lastIndex { !isOfBlock($0) } ?? gapStart
    }

    /// Returns the end of a block that cannot be read. If a boundary is damaged, this is the end of the END line; if
    /// END is missing, the end of the base64 lines.
    private func end(of error: PEMError) -> Int {
        if error.code == .missingEnd { return bodyEnd(error.blockOffset, before: blocks.lastEnd) }
        guard error.code == .malformedBoundary else { return blocks.lastEnd }
        let rest = text.bytes[error.blockOffset...].dropFirst(16)
        let block = rest[..<(rest.firstIndex(ofText: "BEGIN ") ?? text.bytes.count)]
        guard var end = block.firstIndex(ofText: "END ") else { return block.endIndex }
        repeat {
            end = block[end...].firstIndex(of: 0x0a).map { $0 + 1 } ?? block.endIndex
            // In quoted-printable text, an equals sign at the end of a line joins it with the next line.
        } while end < block.endIndex && block[..<end].dropLast().last == UInt8(ascii: "=")
        return end
    }

    /// Returns the end of the base64 lines after the line at `start`, or the limit if there are no such lines.
    private func bodyEnd(_ start: Int, before limit: Int) -> Int {
        guard start < limit else { return limit }
        var rest = text.bytes[start..<limit].drop { $0 != 0x0a }.dropFirst()
        let first = rest.startIndex
        while let end = rest.firstIndex(of: 0x0a),
            rest[..<end].allSatisfy({ Base64.isDigit($0) || $0 == UInt8(ascii: "=") || $0 == 0x0d }),
            rest[..<end].contains(where: Base64.isDigit)
        {
            rest = rest[(end + 1)...]
        }
        return rest.startIndex > first ? rest.startIndex : limit
    }

    /// Returns the next of the blobs after the last block. If nothing has been found before, the whole text may be
    /// base64 or hex.
    private mutating func afterLastBlock() -> Blob? {
        if foundCount == 0, !isPart {
            if let blob = wholeText() { return blob }
            // If no blob is intact and the text is binary or in a foreign format, the error for the whole text is
            // reported.
            let first = firstOfGap()
            if let error = first?.fault?.error, gap?.contains(where: { $0.fault == nil }) == false,
                error.code == .binaryData || ForeignFormat(text: text.bytes) != nil
            {
                gap = nil
            }
            if first == nil { gap = nil }
        }
        if let blob = nextOfGap() { return blob }
        form = .finished
        if foundCount == 0, let der = WholeText.octets(text.bytes).lazy.compactMap(WholeText.reversed).first {
            return Blob(der, at: 0, by: .reversed)
        }
        return text.rest.map { Blob(Array($0.input[$0.start...]), at: $0.start, .rest) }
    }

    private func firstOfGap() -> Blob? { gap?.first { _ in true } }

    /// Returns the DER that the text encodes if it consists only of base64 or hex; otherwise `nil`.
    private mutating func wholeText() -> Blob? {
        guard let (bytes, note) = WholeText.der(text.bytes) else { return nil }
        // Hex digits are also base64 characters, so text in one notation may seem to end with text in the other.
        let first = firstOfGap()
        if let fault = first?.fault, fault.error.code == .unexplainedRows { return nil }
        if !DERSeries(bytes).isWhole, let first, first.fault == nil { return nil }
        gap = nil
        return Blob(bytes, at: 0, by: note)
    }

    // MARK: - Positions

    /// Returns the offset in the input of a place in the text, or in the bytes if they are not text.
    func offset(_ place: Int, _ carrier: Blob.Carrier) -> Int {
        // The place is in the bytes that were not converted to text.
        if case .rest = carrier { return frame.offset(place) }
        return frame.offset(text.offset(place))
    }

    /// Returns the line and column in the input of a place at or after `start`. Successive starts must not decrease.
    mutating func position(of place: Int, from start: Int) -> TextPosition {
        guard !frame.isDecoded else { return frame.position }
        if let rest = text.rest, rest.start == start {
            // The place is in the bytes that were not converted to text.
            var place = TextPlace()
            place.advance(to: start, in: rest.input.span)
            return frame.position(place.position)
        }
        let bytes = text.bytes
        guard start <= bytes.count else { return frame.position }
        cursor.advance(to: start, in: bytes.span)
        return frame.position(cursor.position(of: place, in: bytes.span))
    }
}

/// The position in the input of the bytes that are searched, which are part of the input or decoded from part of it.
struct InputFrame: Sendable {
    enum Source: Sendable {
        case input
        /// The rest of an input, which is a different kind of data from the part before it.
        case rest
        /// Bytes that part of the input encodes.
        case encoded
        /// The signed content of the container with this index.
        case content(Int)
    }

    static let input = InputFrame(
        source: .input, isDecoded: false, start: 0, position: TextPosition(line: 1, column: 1), notes: [])

    let source: Source
    /// A Boolean value that indicates whether every byte has the position of the text that encodes the bytes.
    let isDecoded: Bool
    let start: Int
    let position: TextPosition
    /// The repairs that were needed to get the bytes.
    let notes: [InputNote]

    func offset(_ place: Int) -> Int { isDecoded ? start : start + place }

    func position(_ inside: TextPosition) -> TextPosition {
        isDecoded ? position : inside.moved(lines: position.line - 1)
    }

    func seen(_ note: InputNote) -> InputNote {
        note.placed(at: offset(note.offset), isDecoded ? position : note.position.map(position))
    }

    func seen(_ error: InputError) -> InputError {
        error.placed(at: offset(error.offset), isDecoded ? position : error.position.map(position))
    }
}
