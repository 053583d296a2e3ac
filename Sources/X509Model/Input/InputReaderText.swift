import DERKit

// Objects of a text: its blocks, and between them, or instead, what is there in base64 or hex.
extension InputReader {
    mutating func nextOfText() -> InputObject? {
        if let object = nextOfGap() { return object }
        if let block {
            self.block = nil
            return read(block)
        }
        do throws(PEMError) {
            let block = try blocks.nextBlock()
            let end = block?.offset ?? text.bytes.count
            // Nothing of any size fits into a line.
            if gapStart < end - 64 { gap = EmbeddedBase64(text.bytes, in: gapStart..<end) }
            gapStart = block == nil ? end : blocks.lastEnd
            guard let block else { return afterLastBlock() }
            guard gap != nil, let object = nextOfGap() else { return read(block) }
            self.block = block
            return object
        } catch {
            // What is behind a spoilt boundary is its block, and that has been reported.
            gapStart = error.code == .malformedBoundary ? text.bytes.count : blocks.lastEnd
            let place = Place(offset: text.offset(error.blockOffset), label: error.label)
            return object(place, [], nil, .failure(InputError(error, in: text)))
        }
    }

    /// The next object that is in the text between two blocks.
    private mutating func nextOfGap() -> InputObject? {
        while true {
            if !inner.isEmpty, let object = inner[0].next() { return outer(object) }
            inner = []
            guard let find = gap?.next() else {
                gap = nil
                return nil
            }
            switch find {
            case .der(let bytes, let start):
                advance(to: start)
                let place = Place(
                    offset: text.offset(start),
                    notes: text.notes + [
                        InputNote.unarmoured.placed(at: text.offset(start), innerStart.position)
                    ])
                guard let structure = Structure(sniffing: bytes) else {
                    return object(place, [], bytes, .failure(.unknownStructure))
                }
                return read(bytes, as: structure, place)
            case .text(let bytes, let start):
                guard depth < InputReader.deepest else {
                    advance(to: start)
                    let error = InputError.brokenBase64(
                        bytes.count, at: text.offset(start), innerStart.position)
                    return object(Place(offset: text.offset(start)), [], nil, .failure(error))
                }
                open(bytes, at: start, InputNote("encoded-text", "base64 of PEM", at: 0))
            case .broken(let byteCount, let start, let place):
                advance(to: start)
                let position = innerStart.position(of: place, in: text.bytes.span)
                return object(
                    Place(offset: text.offset(start)), [], nil,
                    .failure(.brokenBase64(byteCount, at: text.offset(place), position)))
            }
        }
    }

    /// How often a text may be encoded in another.
    private static let deepest = 4

    private mutating func advance(to start: Int) {
        let bytes = text.bytes
        innerStart.advance(to: start, in: bytes.span)
    }

    /// Begins to read a text that was encoded in this one.
    private mutating func open(_ bytes: [UInt8], at start: Int, _ note: InputNote) {
        advance(to: start)
        innerNote = note.placed(at: text.offset(start), innerStart.position)
        guard depth < InputReader.deepest else { return }
        var reader = InputReader(bytes, limits: limits, fingerprint: fingerprint)
        reader.depth = depth + 1
        inner = [reader]
    }

    /// An object of a text that was encoded in this one, as an object of this one.
    private mutating func outer(_ inner: InputObject) -> InputObject {
        defer { index += 1 }
        let offset = innerNote?.offset ?? 0
        let position = innerStart.position
        return InputObject(
            index: index, offset: offset, label: inner.label, derBytes: inner.derBytes,
            fingerprint: inner.fingerprint, container: inner.container.map { index - inner.index + $0 },
            notes: text.notes + [innerNote].compactMap { $0 }
                + inner.notes.map { $0.placed(at: offset, position) },
            content: inner.content.mapError { $0.placed(at: offset, position) })
    }

    /// An input must not end in silence without any object: where there is no PEM, the text may be base64 or hex.
    private mutating func afterLastBlock() -> InputObject? {
        if index == 0, !isPart, let object = wholeText() { return object }
        if let object = nextOfGap() { return object }
        source = .finished
        guard index == 0, !isPart else { return nil }
        return object(
            Place(offset: 0), [], nil, .failure(text.isBlank ? .emptyInput : .nothing(in: text)))
    }

    /// The first object of a text that is base64 or hex and nothing else.
    private mutating func wholeText() -> InputObject? {
        if let series = DERSeries(unarmoured: text) {
            source = .der(series)
            return nextObject()
        }
        guard let decoded = PercentEncoding.decoded(text.bytes) else { return nil }
        open(decoded, at: 0, InputNote("percent-encoding", "PEM in percent-encoding", at: 0))
        guard !inner.isEmpty else { return nil }
        gap = nil
        return nextOfGap()
    }

    /// The first object of a listing of hex digits. Beside the digits it may have their characters, and so what looks
    /// like PEM.
    mutating func listing() -> InputObject? {
        source = .pem
        gapStart = text.bytes.count
        do throws(HexDump.Failure) {
            if let dump = try HexDump(text.bytes) {
                open(
                    dump.bytes, at: 0,
                    InputNote("hex", "a listing of hex digits instead of PEM or DER", at: 0))
            }
            return nextOfText()
        } catch {
            source = .finished
            let position = TextPosition(of: error.offset, in: text.bytes.span)
            return object(Place(offset: 0), [], nil, .failure(.brokenListing(error, at: position)))
        }
    }
}
