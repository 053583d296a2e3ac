extension PEM {
    /// Reads the blocks of an input one after the other, in time linear in its size.
    public struct Reader: Sequence, IteratorProtocol, Sendable {
        /// The whole input.
        public let input: [UInt8]
        /// Offset of the first byte that has not been looked at.
        private var place = 0
        /// The line that `place` is on, from 1.
        private var line = 1

        /// A reader at the start of `input`.
        public init(_ input: [UInt8]) {
            self.input = input
        }

        /// The next block or the error in its place; nil after the last.
        public mutating func next() -> Result<Block, PEMError>? {
            while let boundary = nextBoundary(from: place) {
                line += TextPosition.lineEnds(in: input.span, place..<boundary.start)
                place = boundary.start
                // An END without a BEGIN is text like any other.
                guard boundary.isBegin, startsLine(boundary.start) else {
                    advance(to: boundary.labelStart)
                    continue
                }
                do throws(PEMError) {
                    return .success(try readBlock(boundary))
                } catch {
                    return .failure(error)
                }
            }
            return nil
        }

        private mutating func advance(to end: Int) {
            line += TextPosition.lineEnds(in: input.span, place..<end)
            place = end
        }

        /// Reads the block whose BEGIN is at `begin`, and moves past it whether or not it can be read.
        private mutating func readBlock(_ begin: Boundary) throws(PEMError) -> Block {
            let offset = begin.start
            let firstLine = line
            guard let labelEnd = closingDashes(from: begin.labelStart) else {
                advance(to: begin.labelStart)
                throw error(
                    .malformedBoundary, "", offset, firstLine, at: begin.labelStart,
                    expected: "a label and five dashes after BEGIN")
            }
            let label = text(begin.labelStart..<labelEnd)
            let bodyStart = labelEnd + 5
            let following = nextBoundary(from: bodyStart)
            guard let end = following, !end.isBegin else {
                // What follows may be a block of its own: look at it again from its BEGIN.
                let next = following?.start ?? input.count
                advance(to: next)
                throw error(
                    .missingEnd, label, offset, firstLine, at: next,
                    expected: "-----END \(label)-----",
                    found: next == input.count ? "the end" : "another BEGIN")
            }
            let endLabelEnd = closingDashes(from: end.labelStart)
            advance(to: endLabelEnd.map { $0 + 5 } ?? end.labelStart)
            guard let endLabelEnd else {
                throw error(
                    .malformedBoundary, label, offset, firstLine, at: end.labelStart,
                    expected: "a label and five dashes after END")
            }
            let endLabel = text(end.labelStart..<endLabelEnd)
            guard endLabel == label else {
                throw error(
                    .labelMismatch, label, offset, firstLine, at: end.labelStart,
                    expected: "END \(label)", found: "END \(endLabel)")
            }
            let (headers, body) = try readHeaders(bodyStart..<end.start, label, offset, firstLine)
            let derBytes: [UInt8]
            do throws(Base64Error) {
                derBytes = try Base64.decode(input.span, in: body)
            } catch {
                throw self.error(error, label, offset, firstLine)
            }
            guard !derBytes.isEmpty else {
                throw error(
                    .empty, label, offset, firstLine, at: body.upperBound, expected: "base64 text",
                    found: "nothing")
            }
            return Block(
                label: label, headers: headers, derBytes: derBytes, offset: offset, line: firstLine,
                body: body, notes: [])
        }

        /// RFC 1421 section 4.6: lines with a colon, continued by lines that begin with white space, then a
        /// blank line. Base64 has no colon, so the first line decides.
        private func readHeaders(
            _ range: Range<Int>, _ label: String, _ offset: Int, _ firstLine: Int
        ) throws(PEMError) -> ([Header], body: Range<Int>) {
            var headers: [Header] = []
            var start = lineEnd(from: range.lowerBound, range.upperBound)
            guard let first = input[start..<lineEnd(from: start, range.upperBound)].firstIndex(of: colon),
                first > start
            else { return ([], range) }
            while start < range.upperBound {
                let end = lineEnd(from: start, range.upperBound)
                let isBlank = input[start..<end].allSatisfy(Base64.isWhiteSpace)
                if isBlank { return (headers, end..<range.upperBound) }
                if Base64.isWhiteSpace(input[start]), let last = headers.popLast() {
                    headers.append(Header(name: last.name, value: last.value + trimmed(start..<end)))
                } else if let place = input[start..<end].firstIndex(of: colon) {
                    headers.append(Header(name: trimmed(start..<place), value: trimmed(place + 1..<end)))
                } else {
                    throw error(
                        .malformedHeader, label, offset, firstLine, at: start,
                        expected: "a header or the blank line after the headers")
                }
                start = end
            }
            throw error(
                .malformedHeader, label, offset, firstLine, at: range.upperBound,
                expected: "a blank line after the headers", found: "END")
        }

        private var colon: UInt8 { UInt8(ascii: ":") }

        /// Offset one past the line feed that ends the line at `start`.
        private func lineEnd(from start: Int, _ limit: Int) -> Int {
            input[start..<limit].firstIndex(of: 0x0a).map { $0 + 1 } ?? limit
        }

        private func text(_ range: Range<Int>) -> String { String(decoding: input[range], as: UTF8.self) }

        private func trimmed(_ range: Range<Int>) -> String {
            let part = input[range].drop(while: Base64.isWhiteSpace)
            let end = part.lastIndex { !Base64.isWhiteSpace($0) }.map { $0 + 1 } ?? part.startIndex
            return String(decoding: part[..<end], as: UTF8.self)
        }

        private func error(
            _ code: PEMError.Code, _ label: String, _ blockOffset: Int, _ firstLine: Int, at offset: Int,
            expected: String, found: String = ""
        ) -> PEMError {
            PEMError(
                code: code, label: label, blockOffset: blockOffset, offset: offset,
                position: TextPosition(of: offset, in: input.span, from: blockOffset, line: firstLine),
                expected: expected, found: found)
        }

        private func error(
            _ error: Base64Error, _ label: String, _ blockOffset: Int, _ firstLine: Int
        ) -> PEMError {
            switch error.code {
            case .invalidCharacter:
                self.error(
                    .invalidCharacter, label, blockOffset, firstLine, at: error.offset,
                    expected: "base64", found: character(at: error.offset))
            case .invalidPadding:
                self.error(
                    .invalidPadding, label, blockOffset, firstLine, at: error.offset,
                    expected: "base64 padding of one or two = to complete the last four characters",
                    found: character(at: error.offset))
            case .incomplete:
                self.error(
                    .incomplete, label, blockOffset, firstLine, at: error.offset,
                    expected: "a number of base64 characters that four divides",
                    found: "some missing at the end")
            }
        }

        /// A character by its look where it has one, and by its code point or byte.
        private func character(at offset: Int) -> String {
            var rest = input[Swift.min(offset, input.count)...].prefix(4).makeIterator()
            var parser = Unicode.UTF8.ForwardParser()
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let code = "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
                return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
                    || scalar.properties.generalCategory == .format ? code : "\"\(scalar)\" (\(code))"
            case .emptyInput: return "the end"
            case .error: return "byte \(hex(input[offset]))"
            }
        }
    }
}
