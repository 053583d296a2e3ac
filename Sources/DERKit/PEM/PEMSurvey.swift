extension PEM.Reader {
    /// Looks at the lines of a block that was read, and notes what RFC 7468 does not allow.
    struct Survey {
        private var found: [(code: PEM.Note.Code, offset: Int)] = []
        private let start: TextPlace

        init(from start: TextPlace) {
            self.start = start
        }

        /// Notes what is before BEGIN.
        mutating func read(_ lead: Lead) {
            switch lead {
            case .nothing: break
            case .spaces: note(.indentation, at: start.lineStart)
            case .quotes: note(.quotes, at: start.offset)
            case .text, .prose: note(.textBeforeBegin, at: start.lineStart)
            }
        }

        /// Adds a note if there is none of its kind yet.
        mutating func note(_ code: PEM.Note.Code, at offset: Int) {
            if !found.contains(where: { $0.code == code }) { found.append((code, offset)) }
        }

        /// The notes in the order of their places.
        func notes(in input: [UInt8]) -> [PEM.Note] {
            found.sorted { $0.offset < $1.offset }.map {
                PEM.Note(
                    code: $0.code, offset: $0.offset, position: start.position(of: $0.offset, in: input.span))
            }
        }

        /// Notes what is unusual about the lines of a body.
        mutating func read(_ body: Body) {
            // With any of these, the lines are those of another format, and nothing else can be said of them.
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

        /// Notes what follows END on its line.
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

        /// True for lines of 64 characters, the last one no longer, that hold nothing but base64: they have as many
        /// characters as the bytes need.
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

        private mutating func readLines(_ body: Body, _ first: Int, _ end: Int) {
            let text = body.text.span
            var place = first
            var isFirst = body.headers.isEmpty
            // The line length that was seen last, and where: only the last line may be shorter.
            var lastLength: (count: Int, offset: Int)?
            while place < end {
                let lineStart = place
                var firstCharacter = -1
                var lastCharacter = -1
                var characters = 0
                var leadingSpace = false
                while place < end, text[place] != 0x0a, text[place] != 0x0d {
                    switch text[place] {
                    case 0x20, 0x09, 0x0b, 0x0c: if firstCharacter < 0 { leadingSpace = true }
                    default:
                        if firstCharacter < 0 { firstCharacter = place }
                        lastCharacter = place
                        characters += 1
                    }
                    place += 1
                }
                let isTerminated = place < end
                let offset = body.base + lineStart
                if firstCharacter >= 0 {
                    let isOneLine = isFirst || !isTerminated && body.isEnded
                    if isOneLine { note(.oneLine, at: offset) }
                    if leadingSpace, !isFirst { note(.indentation, at: offset) }
                    if hasSpace(text, lastCharacter + 1..<place), !isOneLine {
                        note(.trailingSpace, at: offset)
                    }
                    if hasSpace(text, firstCharacter..<lastCharacter) { note(.innerSpace, at: offset) }
                    if let lastLength, lastLength.count != 64 {
                        note(.lineLength, at: body.base + lastLength.offset)
                    }
                    if !isOneLine, characters > 64 { note(.lineLength, at: offset) }
                    lastLength = isOneLine ? nil : (characters, lineStart)
                } else if isFirst {
                    if leadingSpace { note(.trailingSpace, at: offset) }
                } else if isTerminated {
                    note(.blankLine, at: offset)
                } else if leadingSpace {
                    note(.indentation, at: offset)
                }
                if isTerminated {
                    if text[place] == 0x0d {
                        if place + 1 < end, text[place + 1] == 0x0a {
                            place += 1
                        } else if place + 1 < end || body.isEnded {
                            note(.carriageReturns, at: body.base + place)
                        }
                    }
                    place += 1
                }
                isFirst = false
            }
        }

        private func hasSpace(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
            for place in range where text[place] == 0x20 || text[place] == 0x09 { return true }
            return false
        }
    }
}
