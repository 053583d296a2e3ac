import DERKit

// Objects in text: PEM blocks, and base64 or hex between or instead of them.
extension InputReader {
    mutating func nextOfText() -> InputObject? {
        if let object = nextOfGap() { return object }
        if let pending {
            self.pending = nil
            return read(pending)
        }
        do throws(PEMError) {
            let block = try blocks.nextBlock()
            let end = block?.offset ?? text.bytes.count
            search(before: end)
            gapStart = block == nil ? end : blocks.lastEnd
            guard let block else { return afterLastBlock() }
            guard gap != nil, let object = nextOfGap() else { return read(block) }
            pending = .success(block)
            return object
        } catch {
            search(before: start(of: error))
            gapStart = end(of: error)
            guard let object = nextOfGap() else { return read(error) }
            pending = .failure(error)
            return object
        }
    }

    /// Begins to search the text before a block.
    private mutating func search(before end: Int) {
        // Nothing useful fits in fewer bytes.
        if gapStart < end - 24 { gap = EmbeddedObjects(text.bytes, in: gapStart..<end) }
    }

    /// Returns the start of a block that cannot be read: that of its base64 if BEGIN is missing.
    private func start(of error: PEMError) -> Int {
        guard error.code == .missingBegin else { return error.blockOffset }
        func isOfBlock(_ byte: UInt8) -> Bool {
            Base64.isDigit(byte) || Base64.isWhiteSpace(byte) || byte == UInt8(ascii: "=")
        }
        let before = text.bytes[..<error.blockOffset].dropFirst(gapStart)
        return before.lastIndex { !isOfBlock($0) } ?? gapStart
    }

    /// Returns the end of a block that cannot be read: that of the line of its END if a boundary is damaged.
    func end(of error: PEMError) -> Int {
        guard error.code == .malformedBoundary else { return blocks.lastEnd }
        let rest = text.bytes[error.blockOffset...].dropFirst(16)
        let block = rest[..<(rest.firstIndex(ofText: "BEGIN ") ?? text.bytes.count)]
        guard var end = block.firstIndex(ofText: "END ") else { return block.endIndex }
        repeat {
            end = block[end...].firstIndex(of: 0x0a).map { $0 + 1 } ?? block.endIndex
            // Quoted-printable text joins a line with the next by a sign.
        } while end < block.endIndex && block[..<end].dropLast().last == UInt8(ascii: "=")
        return end
    }

    /// Returns the first object of a block.
    private mutating func read(_ block: Result<PEM.Block, PEMError>) -> InputObject? {
        switch block {
        case .success(let block): return read(block)
        case .failure(let error): return read(error)
        }
    }

    /// Returns the error of a block, or the first object of one that is quoted-printable.
    private mutating func read(_ error: PEMError) -> InputObject? {
        if let object = quotedPrintable(error) { return object }
        let place = Place(offset: text.offset(error.blockOffset), label: error.label)
        return object(place, [], nil, .failure(InputError(error, in: text)))
    }

    /// Returns the next object in the text between two blocks.
    mutating func nextOfGap() -> InputObject? {
        while true {
            if !inner.isEmpty, let object = inner[0].next() { return outer(object) }
            inner = []
            guard let find = gap?.next() else {
                gap = nil
                return nil
            }
            switch find {
            case .der(let bytes, let start, let note):
                advance(to: start)
                let place = Place(
                    offset: text.offset(start),
                    notes: text.notes + [note.placed(at: text.offset(start), innerStart.position)])
                guard let structure = Structure(sniffing: bytes) else {
                    return object(place, [], bytes, .failure(.unknownStructure))
                }
                return read(bytes, as: structure, place)
            case .input(let bytes, let start, let note):
                guard depth < InputReader.deepest else {
                    return failure(.brokenBase64(bytes.count), at: start, start)
                }
                open(bytes, at: start, note)
            case .failure(let error, let start, let place):
                return failure(error, at: start, place)
            }
        }
    }

    /// Returns the error for bytes that begin at `start` and are wrong at `place`.
    private mutating func failure(_ error: InputError, at start: Int, _ place: Int) -> InputObject {
        advance(to: start)
        let position = innerStart.position(of: place, in: text.bytes.span)
        return object(
            Place(offset: text.offset(start)), [], nil,
            .failure(error.placed(at: text.offset(place), position)))
    }

    private func firstOfGap() -> EmbeddedObjects.Find? {
        var finds = gap
        return finds?.next()
    }

    /// The maximum number of encodings nested in one another, and of changes to data of another kind.
    static let deepest = 4

    private mutating func advance(to start: Int) {
        let bytes = text.bytes
        innerStart.advance(to: start, in: bytes.span)
    }

    /// Begins to read text that is encoded in this one.
    mutating func open(_ bytes: [UInt8], at start: Int, _ note: InputNote) {
        advance(to: start)
        innerNote = note.placed(at: text.offset(start), innerStart.position)
        if depth < InputReader.deepest { begin(bytes[...]) }
    }

    private mutating func begin(_ bytes: ArraySlice<UInt8>) {
        var reader = InputReader(bytes, limits: limits, fingerprint: fingerprint)
        reader.depth = depth + 1
        reader.unlocking = unlocking
        inner = [reader]
    }

    /// Returns an object of encoded text as an object of this text.
    private mutating func outer(_ inner: InputObject) -> InputObject {
        defer { index += 1 }
        if let restStart {
            return inner.moved(
                bytes: restStart.offset, lines: restStart.position.line - 1, objects: index - inner.index,
                notes: [innerNote].compactMap { $0 })
        }
        let offset = innerNote?.offset ?? 0
        let position = innerStart.position
        return InputObject(
            index: index, offset: offset, label: inner.label, derBytes: inner.derBytes,
            fingerprint: inner.fingerprint, container: inner.container.map { index - inner.index + $0 },
            notes: text.notes + [innerNote].compactMap { $0 }
                + inner.notes.map { $0.placed(at: offset, position) },
            contentResult: inner.contentResult.mapError { $0.placed(at: offset, position) }, name: inner.name)
    }

    /// Returns the last object. If there is no PEM, the text may be base64 or hex; an input without objects
    /// must not end silently.
    private mutating func afterLastBlock() -> InputObject? {
        if index == 0, !isPart {
            if let object = wholeText() { return object }
            // Anything else has a name or is not a valid input.
            switch firstOfGap() {
            case .failure(let error, _, _)
            where error.code == InputError.binaryData.code || ForeignFormat(text: text.bytes) != nil:
                gap = nil
            case .der(_, _, let note) where depth == 0 && note == .unarmouredDER:
                gap = nil
            default: break
            }
        }
        if let object = nextOfGap() { return object }
        if let rest = text.rest, restStart == nil { return read(rest) }
        source = .finished
        guard index == 0, !isPart else { return nil }
        return object(
            Place(offset: 0), [], nil, .failure(text.isBlank ? .emptyInput : .nothing(in: text)))
    }

    /// Returns the first object of the last bytes of the input, which are of a different kind from those
    /// before.
    mutating func read(_ rest: InputRest) -> InputObject? {
        guard depth < InputReader.deepest else {
            source = .finished
            let skipped = InputText(plain: Array(rest.bytes))
            return object(Place(offset: rest.start), [], nil, .failure(.nothing(in: skipped)))
        }
        var start = TextPlace()
        start.advance(to: rest.start, in: rest.input.span)
        restStart = start
        source = .pem
        gapStart = text.bytes.count
        begin(rest.bytes)
        return nextOfGap()
    }

    /// Returns the first object of text that is only base64 or hex.
    private mutating func wholeText() -> InputObject? {
        guard let series = DERSeries(unarmoured: text) else { return nil }
        // Hex digits are also base64 characters, so one may look like the end of the other.
        if !series.isWhole, case .der = firstOfGap() { return nil }
        source = .der(series)
        return nextObject()
    }

    /// Returns the first object of text that begins with a hex dump.
    mutating func listing() -> InputObject? {
        source = .pem
        do throws(HexDump.Failure) {
            if let dump = try HexDump(Array(text.bytes[..<gapStart])) { open(dump.bytes, at: 0, .listing) }
            return nextOfText()
        } catch {
            return failure(.brokenListing(error), at: 0, error.offset)
        }
    }
}
