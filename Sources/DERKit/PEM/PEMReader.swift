extension PEM {
    /// Reads the blocks of an input one by one, in time linear in its size.
    ///
    /// The reader accepts text that RFC 7468 does not allow if it is unambiguous, and adds a note to the
    /// block. In place of a block that it cannot read, it returns an error, and reading continues after it.
    public struct Reader: Sequence, IteratorProtocol, Sendable {
        package let input: [UInt8]
        /// The limits on a block: ``DERLimits/objectSize`` and ``DERLimits/headerCount``.
        package let limits: DERLimits
        /// The first byte that has not been examined.
        private var place = TextPlace()
        /// The offset one past the last block, or past a malformed one.
        package private(set) var lastEnd = 0
        /// The last boundary found, which may be further ahead.
        private var upcoming: Boundary?
        private var isSearched = false
        /// The label of a damaged BEGIN whose END has not been reached.
        private var spoiltLabel: String?

        /// The number of line ends in the examined input; after the last block, in the whole input.
        package var lineEndCount: Int { place.line - 1 }

        package init(_ input: [UInt8], limits: DERLimits = .standard) {
            self.input = input
            self.limits = limits
        }

        /// Returns the next block or the error in its place; `nil` after the last.
        public mutating func next() -> Result<Block, PEMError>? {
            do throws(PEMError) {
                return try nextBlock().map(Result.success)
            } catch {
                return .failure(error)
            }
        }

        /// Returns the next block, or `nil` after the last. After an error, reading continues.
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
                let prefix = Swift.max(place.lineStart, lastEnd)..<boundary.start
                let lead = lead(in: prefix)
                do throws(PEMError) {
                    return try boundary.isBegin ? readBlock(boundary, lead, prefix) : orphan(boundary)
                } catch {
                    guard lead != .prose || holdsBase64(prefix) || holdsBase64(text(behind: boundary, error))
                    else { continue }
                    throw error
                }
            }
        }

        /// Skips the text that belongs to a BEGIN that could not be read; an END has none.
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

        /// Returns the next boundary at or after `from`, searching for each only once.
        private mutating func nextBoundary(from: Int) -> Boundary? {
            if let upcoming, upcoming.start >= from { return upcoming }
            if isSearched, upcoming == nil { return nil }
            upcoming = findBoundary(from: from)
            isSearched = true
            return upcoming
        }

        /// Returns a BEGIN without five dashes in the text before the next boundary.
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

        /// Returns whether `end` is the END of a block with the given label.
        private func ends(_ end: Boundary, _ label: String?) -> Bool {
            guard let label, let labelEnd = closingDashes(from: end.labelStart) else { return false }
            return text(end.labelStart..<labelEnd) == label
        }

        /// Returns the error for an END without its BEGIN.
        private mutating func orphan(_ end: Boundary) throws(PEMError) -> Block {
            let start = place
            let labelEnd = closingDashes(from: end.labelStart)
            advance(to: labelEnd.map { $0 + 5 } ?? end.labelStart)
            lastEnd = place.offset
            let label = labelEnd.map { text(end.labelStart..<$0) } ?? ""
            throw error(
                .missingBegin, Context(label: label, start: start), at: start.offset,
                expected: "-----BEGIN \(label)----- before it", found: "END")
        }

        /// The boundaries of a block.
        private struct Frame {
            let context: Context
            /// The offset one past the label of BEGIN.
            let labelEnd: Int
            /// The text between the dashes of BEGIN and END.
            let body: Range<Int>
            /// END and the offset one past its label; `nil` if END is missing.
            let end: (boundary: Boundary, labelEnd: Int)?
            let hasDashBefore: Bool

            /// Returns the offset of the first extra dash after five, or `nil`.
            func extraDash(_ body: Body) -> Int? {
                if hasDashBefore { return context.start.offset }
                if self.body.lowerBound > labelEnd + 5 { return labelEnd + 5 }
                return body.end < self.body.upperBound ? body.end : nil
            }
        }

        /// Reads the block whose BEGIN is at `begin`, and moves past it whether or not it can be read.
        private mutating func readBlock(
            _ begin: Boundary, _ lead: Lead, _ prefix: Range<Int>
        ) throws(PEMError) -> Block {
            let frame = try readFrame(begin)
            let body = try readBody(frame, prefix)
            let (label, start) = (frame.context.label, frame.context.start)
            var survey = Survey(from: start)
            if body.wrapping?.hasPrefixes ?? false {
                survey.note(.linePrefix, at: start.lineStart)
            } else {
                survey.read(lead)
                if let dash = frame.extraDash(body) { survey.note(.extraDashes, at: dash) }
            }
            survey.read(body)
            if let (end, labelEnd) = frame.end {
                if text(end.labelStart..<labelEnd) != label {
                    survey.note(.labelMismatch, at: end.labelStart)
                }
                survey.readTail(input, from: labelEnd + 5)
            } else {
                survey.note(.missingEnd, at: frame.body.upperBound)
            }
            return Block(
                label: label, headers: body.headers, derBytes: body.derBytes, offset: start.offset,
                line: start.line, column: start.position.column, body: body.range,
                notes: survey.notes(in: input), plainText: body.wrapping?.text)
        }

        /// Finds the END for the BEGIN at `begin`, and moves past it.
        private mutating func readFrame(_ begin: Boundary) throws(PEMError) -> Frame {
            let start = place
            let hasDashBefore = start.offset > lastEnd && input[start.offset - 1] == UInt8(ascii: "-")
            guard let labelEnd = closingDashes(from: begin.labelStart) else {
                advance(to: begin.labelStart)
                lastEnd = place.offset
                spoiltLabel = spoiltLabel(from: begin.labelStart)
                throw error(
                    .malformedBoundary, Context(label: "", start: start), at: begin.labelStart,
                    expected: "a label and five dashes after BEGIN", found: closing(of: begin.labelStart))
            }
            let context = Context(label: text(begin.labelStart..<labelEnd), start: start)
            var bodyStart = labelEnd + 5
            while bodyStart < input.count, input[bodyStart] == UInt8(ascii: "-") { bodyStart += 1 }
            var end = nextBoundary(from: bodyStart)
            if let found = end, found.isBegin { end = nil }
            let bodyEnd = Swift.max(bodyStart, end?.start ?? upcoming?.start ?? input.count)
            let endLabelEnd = end.flatMap { closingDashes(from: $0.labelStart) }
            advance(to: end.map { endLabelEnd.map { $0 + 5 } ?? $0.labelStart } ?? bodyEnd)
            lastEnd = place.offset
            if let end, endLabelEnd == nil {
                throw error(
                    .malformedBoundary, context, at: end.labelStart,
                    expected: "a label and five dashes after END", found: closing(of: end.labelStart))
            }
            return Frame(
                context: context, labelEnd: labelEnd, body: bodyStart..<bodyEnd,
                end: end.flatMap { (end) in endLabelEnd.map { (end, $0) } }, hasDashBefore: hasDashBefore)
        }

        /// Reads the text between the boundaries, which must have at least one byte.
        private func readBody(_ frame: Frame, _ prefix: Range<Int>) throws(PEMError) -> Body {
            let (context, bodyEnd) = (frame.context, frame.body.upperBound)
            let body: Body
            do throws(PEMError) {
                body = try readBody(frame.body, context, prefix: prefix, isEnded: frame.end != nil)
            } catch {
                // Without an END, the extent of the block is unknown, so the missing END is the error, unless
                // there is a damaged one.
                guard frame.end == nil, error.offset == bodyEnd || !isDash(at: error.offset) else {
                    throw error
                }
                throw missingEnd(context, at: bodyEnd)
            }
            guard body.derBytes.isEmpty else { return body }
            guard frame.end != nil else { throw missingEnd(context, at: bodyEnd) }
            throw error(.empty, context, at: bodyEnd, expected: "base64 text", found: "empty block")
        }

        private func missingEnd(_ context: Context, at offset: Int) -> PEMError {
            error(
                .missingEnd, context, at: offset, expected: "-----END \(context.label)-----",
                found: offset == input.count ? "end of file" : "BEGIN")
        }
    }

    /// The block that is being read, for errors.
    struct Context {
        let label: String
        let start: TextPlace
    }
}
