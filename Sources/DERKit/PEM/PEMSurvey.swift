extension PEM.Reader {
    /// Examines the lines of a block, and notes departures from RFC 7468.
    struct Survey {
        private var found: [(code: PEM.Note.Code, offset: Int)] = []
        private let start: TextPlace

        init(from start: TextPlace) {
            self.start = start
        }

        /// Notes text before BEGIN.
        mutating func read(_ lead: Lead) {
            switch lead {
            case .nothing: break
            case .spaces: note(.indentation, at: start.lineStart)
            case .quotes: note(.quotes, at: start.offset)
            case .text, .prose: note(.textBeforeBegin, at: start.lineStart)
            }
        }

        /// Adds a note unless one of the same kind exists.
        mutating func note(_ code: PEM.Note.Code, at offset: Int) {
            if !found.contains(where: { $0.code == code }) { found.append((code, offset)) }
        }

        /// Returns the notes in order of offset.
        func notes(in input: [UInt8]) -> [PEM.Note] {
            found.sorted { $0.offset < $1.offset }.map {
                PEM.Note(
                    code: $0.code, offset: $0.offset, position: start.position(of: $0.offset, in: input.span))
            }
        }

        /// Adds notes on unusual lines in a body.
        mutating func read(_ body: Body) {
            // With any of these, the lines belong to another format, and nothing else can be noted about
            // them.
            if let wrapping = body.wrapping {
                if wrapping.hasEscapes { note(.escapedLineEnds, at: body.start) }
                if wrapping.hasQuotes { note(.quotes, at: body.start) }
                return
            }
            let first = body.range.lowerBound - body.base
            let end = body.range.upperBound - body.base
            guard !isRegular(body, first, end) else { return }
            readLines(body, first, end)
        }

        /// Notes text after END on its line.
        mutating func readTail(_ input: [UInt8], from end: Int) {
            var place = end
            while place < input.count, input[place] == 0x20 || input[place] == 0x09 { place += 1 }
            guard place < input.count else { return place > end ? note(.trailingSpace, at: end) : () }
            switch input[place] {
            case 0x0a, 0x0d: if place > end { note(.trailingSpace, at: end) }
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): note(.quotes, at: place)
            case UInt8(ascii: "\\") where found.contains { $0.code == .escapedLineEnds }: break
            case UInt8(ascii: "-") where place == end: note(.extraDashes, at: place)
            default: note(.textAfterEnd, at: place)
            }
        }

        /// Returns whether all lines have 64 characters, the last one at most that many, and only base64: as
        /// many characters as the bytes need.
        private func isRegular(_ body: Body, _ first: Int, _ end: Int) -> Bool {
            let text = body.text.span
            guard body.isEnded else { return false }
            var place = first
            if body.headers.isEmpty {
                if place < end, text[place] == 0x0d { place += 1 }
                guard place < end, text[place] == 0x0a else { return false }
                place += 1
            }
            var left = (body.derBytes.count + 2) / 3 * 4
            while left > 0 {
                let length = Swift.min(64, left)
                left -= length
                place += length
                if place < end, text[place] == 0x0d { place += 1 }
                guard place < end, text[place] == 0x0a else { return false }
                place += 1
            }
            return place == end
        }

        /// The positions of the visible characters of a line.
        private struct Line {
            let start: Int
            /// The offset one past the last character of the line.
            var end: Int
            /// The first and last visible characters and their number; `nil` for a blank line.
            var visible: (first: Int, last: Int, count: Int)?
            var hasLeadingSpace = false

            init(_ text: Span<UInt8>, from start: Int, to limit: Int) {
                (self.start, end) = (start, start)
                var (first, last, count) = (-1, -1, 0)
                while end < limit, text[end] != 0x0a, text[end] != 0x0d {
                    switch text[end] {
                    case 0x20, 0x09, 0x0b, 0x0c: if first < 0 { hasLeadingSpace = true }
                    default:
                        if first < 0 { first = end }
                        last = end
                        count += 1
                    }
                    end += 1
                }
                if first >= 0 { visible = (first, last, count) }
            }
        }

        private mutating func readLines(_ body: Body, _ first: Int, _ end: Int) {
            let text = body.text.span
            var place = first
            var isFirst = body.headers.isEmpty
            // The line length that was seen last, and where: only the last line may be shorter.
            var lastLength: (count: Int, offset: Int)?
            while place < end {
                let line = Line(text, from: place, to: end)
                place = line.end
                let isTerminated = place < end
                let offset = body.base + line.start
                if let visible = line.visible {
                    let isOneLine = isFirst || !isTerminated && body.isEnded
                    if isOneLine { note(.oneLine, at: offset) }
                    if line.hasLeadingSpace, !isFirst { note(.indentation, at: offset) }
                    if hasSpace(text, visible.last + 1..<place), !isOneLine {
                        note(.trailingSpace, at: offset)
                    }
                    if hasSpace(text, visible.first..<visible.last) { note(.innerSpace, at: offset) }
                    if let lastLength, lastLength.count != 64 {
                        note(.lineLength, at: body.base + lastLength.offset)
                    }
                    if !isOneLine, visible.count > 64 { note(.lineLength, at: offset) }
                    lastLength = isOneLine ? nil : (visible.count, line.start)
                } else if isFirst {
                    if line.hasLeadingSpace { note(.trailingSpace, at: offset) }
                } else if isTerminated {
                    note(.blankLine, at: offset)
                } else if line.hasLeadingSpace {
                    note(.indentation, at: offset)
                }
                if isTerminated { place = lineEnd(body, at: place, end) }
                isFirst = false
            }
        }

        /// Returns the offset one past the line end at `place`.
        private mutating func lineEnd(_ body: Body, at place: Int, _ end: Int) -> Int {
            let text = body.text.span
            guard text[place] == 0x0d else { return place + 1 }
            if place + 1 < end, text[place + 1] == 0x0a { return place + 2 }
            if place + 1 < end || body.isEnded { note(.carriageReturns, at: body.base + place) }
            return place + 1
        }

        private func hasSpace(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
            for place in range where text[place] == 0x20 || text[place] == 0x09 { return true }
            return false
        }
    }
}
