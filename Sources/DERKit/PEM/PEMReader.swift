extension PEM {
    /// Reads the blocks of an input one by one, in time linear in the size of the input.
    ///
    /// If text that RFC 7468 does not allow is unambiguous, the reader accepts it and adds a note to the block. It
    /// returns an error instead of an unreadable block, and then continues after the block.
    public struct Reader: Sequence, IteratorProtocol, Sendable {
        package let input: [UInt8]
        /// The limits on a block: ``DERLimits/objectSize`` and ``DERLimits/headerCount``.
        package let limits: DERLimits
        /// The place of the first byte that has not been examined.
        private var place = TextPlace()
        /// The offset one past the last block read, even if it was malformed.
        package private(set) var lastEnd = 0
        /// The last boundary found, which may be ahead of ``place``; before the first search, a placeholder with offset
        /// -1; `nil` if there are no more.
        private var upcoming: Boundary? = Boundary(isBegin: false, start: -1, labelStart: -1)
        /// The label of a damaged BEGIN line whose END line has not been reached.
        private var spoiltLabel: String?

        /// The number of line ends in the examined input; after the last block, in the whole input.
        package var lineEndCount: Int { place.line - 1 }

        package init(_ input: [UInt8], limits: DERLimits = .standard) {
            self.input = input
            self.limits = limits
        }

        /// Returns the next block, or the error that occurred when it was read; `nil` after the last block.
        public mutating func next() -> Result<Block, PEMError>? {
            do throws(PEMError) { return try nextBlock().map(Result.success) } catch {
                return .failure(error)
            }
        }

        /// Returns the next block, or `nil` after the last block. After an error, further calls return the blocks that
        /// follow.
        ///
        /// - Throws: ``PEMError`` instead of a block that cannot be read.
        package mutating func nextBlock() throws(PEMError) -> Block? {
            while true {
                let boundary = nextBoundary(from: place.offset)
                if let error = damagedBoundary(before: boundary?.start ?? input.count) { throw error }
                guard let boundary else {
                    advance(to: input.count)
                    return nil
                }
                advance(to: boundary.start)
                let label = spoiltLabel
                spoiltLabel = nil
                guard boundary.isBegin || !ends(boundary, label) else {
                    advance(to: boundary.labelStart)
                    continue
                }
                let hasMark = place.lineStart == 0 && input.starts(with: [0xef, 0xbb, 0xbf])
                let prefix = Swift.max(place.lineStart, lastEnd, hasMark ? 3 : 0)..<boundary.start
                let lead = lead(in: prefix)
                do throws(PEMError) {
                    guard boundary.isBegin else { throw orphan(boundary) }
                    return try readBlock(boundary, prefix, lead)
                } catch {
                    guard lead != .prose || holdsBase64(prefix) || holdsBase64(text(behind: boundary, error))
                    else { continue }
                    throw error
                }
            }
        }

        /// Returns the range of the text that belongs to an unreadable block, from its label on; empty for an END line
        /// without its BEGIN line.
        private mutating func text(behind boundary: Boundary, _ error: PEMError) -> Range<Int> {
            guard boundary.isBegin else { return place.offset..<place.offset }
            let isOpen = error.code == .malformedBoundary && place.offset == boundary.labelStart
            let end = isOpen ? nextBoundary(from: place.offset)?.start ?? input.count : place.offset
            return boundary.labelStart..<Swift.max(boundary.labelStart, end)
        }

        private mutating func advance(to end: Int) {
            let text = input
            place.advance(to: end, in: text.span)
        }

        /// Returns the next boundary at or after `from`, or `nil` if there is none. Each boundary is searched for only
        /// once.
        private mutating func nextBoundary(from: Int) -> Boundary? {
            if let upcoming, upcoming.start < from { self.upcoming = findBoundary(from: from) }
            return upcoming
        }

        /// Returns the error for a damaged BEGIN line in the text before the next boundary, and moves past the line;
        /// `nil` if there is none.
        private mutating func damagedBoundary(before end: Int) -> PEMError? {
            guard let damage = findDamagedBoundary(in: place.offset..<end) else { return nil }
            advance(to: damage.start)
            let context = Context(label: damage.label, start: place)
            advance(to: damage.labelStart)
            lastEnd = place.offset
            spoiltLabel = damage.label
            return error(
                .malformedBoundary, context, at: damage.offset, expected: "five dashes before BEGIN",
                found: damage.found)
        }

        /// Returns whether `end` ends a block with the given label.
        private func ends(_ end: Boundary, _ label: String?) -> Bool {
            guard let label, let labelEnd = closingDashes(from: end.labelStart) else { return false }
            return text(end.labelStart..<labelEnd) == label
        }

        /// Returns the error for an END line without a BEGIN line.
        private mutating func orphan(_ end: Boundary) -> PEMError {
            let start = place
            let labelEnd = closingDashes(from: end.labelStart)
            advance(to: labelEnd.map { $0 + 5 } ?? end.labelStart)
            lastEnd = place.offset
            let label = labelEnd.map { text(end.labelStart..<$0) } ?? ""
            return error(
                .missingBegin, Context(label: label, start: start), at: start.offset,
                expected: "-----BEGIN \(label)----- before it", found: "END")
        }

        /// Reads the block that starts at `begin`, and moves past the block even if it cannot be read.
        private mutating func readBlock(
            _ begin: Boundary, _ prefix: Range<Int>, _ lead: Lead
        ) throws(PEMError) -> Block {
            let start = place
            var departure = lead == .nothing ? nil : prefix.lowerBound
            if start.offset > lastEnd, input[start.offset - 1] == UInt8(ascii: "-") {
                departure = departure ?? start.offset
            }
            let labelEnd = try readLabel(of: begin)
            let context = Context(label: text(begin.labelStart..<labelEnd), start: start)
            var bodyStart = labelEnd + 5
            while bodyStart < input.count, input[bodyStart] == UInt8(ascii: "-") { bodyStart += 1 }
            if bodyStart > labelEnd + 5 { departure = departure ?? labelEnd + 5 }
            let end = try readEnd(from: bodyStart, context)
            let body = try readBody(bodyStart..<end.start, context, prefix, isEnded: end.labelEnd != nil)
            departure = departure ?? body.departure
            var notes: [(IssueCode, Int)] = []
            if let labelEnd = end.labelEnd {
                if text(end.labelStart..<labelEnd) != context.label {
                    notes.append((.labelMismatch, end.labelStart))
                }
                departure = departure ?? self.departure(after: labelEnd + 5)
            } else {
                notes.append((.missingEnd, end.start))
            }
            if let departure { notes.append((.layout, departure)) }
            return Block(
                label: context.label, headers: body.headers, derBytes: body.derBytes, begin: start,
                body: body.range,
                notes: notes.sorted { $0.1 < $1.1 }.map { (code, offset) in
                    Note(code: code, offset: offset, position: start.position(of: offset, in: input.span))
                }, plainText: body.plainText)
        }

        /// Returns the offset one past the label in the BEGIN line.
        private mutating func readLabel(of begin: Boundary) throws(PEMError) -> Int {
            if let end = closingDashes(from: begin.labelStart) { return end }
            let context = Context(label: "", start: place)
            advance(to: begin.labelStart)
            lastEnd = place.offset
            spoiltLabel = spoiltLabel(from: begin.labelStart)
            throw error(
                .malformedBoundary, context, at: begin.labelStart,
                expected: "a label and five dashes after BEGIN", found: closing(of: begin.labelStart))
        }

        /// Finds the END line of a block, moves past it, and returns the offsets of its dashes, its label and the end
        /// of its label. The last of these is `nil` if the END line is missing.
        private mutating func readEnd(
            from bodyStart: Int, _ context: Context
        ) throws(PEMError) -> (start: Int, labelStart: Int, labelEnd: Int?) {
            let next = nextBoundary(from: bodyStart)
            let start = Swift.max(bodyStart, next?.start ?? input.count)
            defer { lastEnd = place.offset }
            guard let next, !next.isBegin else {
                advance(to: start)
                return (start, start, nil)
            }
            guard let labelEnd = closingDashes(from: next.labelStart) else {
                advance(to: next.labelStart)
                throw error(
                    .malformedBoundary, context, at: next.labelStart,
                    expected: "a label and five dashes after END", found: closing(of: next.labelStart))
            }
            advance(to: labelEnd + 5)
            return (start, next.labelStart, labelEnd)
        }

        func missingEnd(_ context: Context, at offset: Int) -> PEMError {
            error(
                .missingEnd, context, at: offset, expected: "-----END \(context.label)-----",
                found: offset == input.count ? "end of file" : "BEGIN")
        }
    }

    /// The facts that errors report about the block being read.
    struct Context {
        let label: String
        let start: TextPlace
    }
}
