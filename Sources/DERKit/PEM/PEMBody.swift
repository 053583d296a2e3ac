extension PEM.Reader {
    /// The result of reading the text between BEGIN and END.
    struct Body {
        var headers: [PEM.Header] = []
        var derBytes: [UInt8] = []
        /// The range of the base64 text in the input.
        var range: Range<Int>
        /// A copy of the text in which everything that is not part of the block is blanked; `nil` if the input itself
        /// is read.
        var plainText: [UInt8]?
        /// The offset of the first departure from RFC 7468; `nil` if there is none.
        var departure: Int?
    }

    /// Reads the headers and the base64 text, which must encode at least one byte.
    ///
    /// - Parameters:
    ///   - range: the text between BEGIN and END.
    ///   - prefix: the text before BEGIN on its line.
    func readBody(
        _ range: Range<Int>, _ context: PEM.Context, _ prefix: Range<Int>, isEnded: Bool
    ) throws(PEMError) -> Body {
        let body: Body
        do throws(PEMError) {
            body = try readWrapped(range, context, prefix, isEnded: isEnded)
        } catch {
            // Without an END, the extent of the block is unknown, so the error is the missing END, unless decoding
            // stopped at the dashes of a damaged one.
            guard !isEnded, error.offset == range.upperBound || !isDash(at: error.offset) else { throw error }
            throw missingEnd(context, at: range.upperBound)
        }
        guard body.derBytes.isEmpty else { return body }
        guard isEnded else { throw missingEnd(context, at: range.upperBound) }
        throw error(.empty, context, at: range.upperBound, expected: "base64 text", found: "empty block")
    }

    private func readWrapped(
        _ range: Range<Int>, _ context: PEM.Context, _ prefix: Range<Int>, isEnded: Bool
    ) throws(PEMError) -> Body {
        // A plus sign before each line, as in diffs, is also a base64 character, so the prefix is removed
        // first.
        let visible = unquoted(prefix)
        if !visible.isEmpty {
            var wrapping = PEMWrapping(input[range])
            if wrapping.blankEntries(input[prefix]) { return try read(wrapping, range, context) }
            if wrapping.blankPrefixes(visible) { return try read(wrapping, range, context) }
        }
        // Extra dashes before END are not base64.
        var end = range.upperBound
        while isEnded, end > range.lowerBound, input[end - 1] == UInt8(ascii: "-") { end -= 1 }
        let inner = range.lowerBound..<end
        if inner.isEmpty || input[inner.lowerBound] != UInt8(ascii: "\\") {
            do throws(PEMError) {
                var body = try read(input, 0, inner, context)
                body.departure = departure(in: body, isEnded: isEnded) ?? (end < range.upperBound ? end : nil)
                return body
            } catch {
                guard error.code != .pemLimit, input[inner].contains(where: isOfOtherText) else {
                    throw error
                }
            }
        }
        var wrapping = PEMWrapping(input[inner])
        if isEnded, let lineEnd = input[inner].lastIndex(where: { $0 == 0x0a || $0 == 0x0d }) {
            wrapping.blankPrefixes(unquoted(lineEnd + 1..<end), fewest: 2)
        }
        return try read(wrapping, inner, context)
    }

    /// Returns the prefix without the quotes and backslashes at its end; empty if only white space is left.
    private func unquoted(_ prefix: Range<Int>) -> ArraySlice<UInt8> {
        var end = prefix.upperBound
        while end > prefix.lowerBound, "\"'`\\".utf8.contains(input[end - 1]) { end -= 1 }
        let visible = input[prefix.lowerBound..<end]
        return visible.contains { !Base64.isWhiteSpace($0) } ? visible : []
    }

    /// Returns whether a character may belong to the text around the block.
    private func isOfOtherText(_ character: UInt8) -> Bool {
        // A plus sign may mark a line in a diff.
        let isOfBlock = Base64.isDigit(character) && character != UInt8(ascii: "+")
        return !isOfBlock && character != UInt8(ascii: "=") && !Base64.isWhiteSpace(character)
    }

    private func read(
        _ wrapping: PEMWrapping, _ range: Range<Int>, _ context: PEM.Context
    ) throws(PEMError) -> Body {
        var wrapping = wrapping
        wrapping.blankStrings()
        var body = try read(wrapping.text, range.lowerBound, 0..<wrapping.text.count, context)
        body.plainText = wrapping.text
        body.departure = range.lowerBound
        return body
    }

    /// Reads a range of `text`, where `text` begins at offset `base` of the input.
    private func read(
        _ text: [UInt8], _ base: Int, _ range: Range<Int>, _ context: PEM.Context
    ) throws(PEMError) -> Body {
        let (headers, body) = try readHeaders(text, base, range, context)
        let derBytes: [UInt8]
        do throws(Base64Error) {
            derBytes = try Base64.decode(text.span, in: body)
        } catch {
            throw self.error(error, base, context)
        }
        guard derBytes.count <= limits.objectSize else {
            throw self.error(
                .pemLimit, context, at: base + body.lowerBound,
                expected: "at most \(DERLimits.description(limits.objectSize, "objectSize")) bytes",
                found: byteCount(derBytes.count))
        }
        return Body(
            headers: headers, derBytes: derBytes, range: base + body.lowerBound..<base + body.upperBound)
    }

    /// Returns the start of the first line of the wrong length, or `nil` if there is none. The last line must have at
    /// most 64 characters, and every other line exactly 64.
    private func departure(in body: Body, isEnded: Bool) -> Int? {
        let text = input.span
        let end = body.range.upperBound
        var line = body.range.lowerBound
        var left = (body.derBytes.count + 2) / 3 * 4
        // Without headers, the text begins with the rest of the BEGIN line, which is empty; after headers, it begins
        // with a line of base64.
        var length = body.headers.isEmpty ? 0 : Swift.min(64, left)
        while true {
            left -= length
            var place = line + length
            if place == end, left == 0, !isEnded { return nil }
            if place < end, text[place] == 0x0d { place += 1 }
            guard place < end, text[place] == 0x0a else { return line }
            line = place + 1
            guard left > 0 else { return line == end ? nil : line }
            length = Swift.min(64, left)
        }
    }

    /// Returns the start of any text after the END boundary on its line, or `nil` if there is none.
    func departure(after end: Int) -> Int? {
        guard end < input.count else { return nil }
        return input[end] == 0x0a || input[end] == 0x0d ? nil : end
    }

    /// Reads headers, RFC 1421 section 4.6: lines with a colon, continued by lines that begin with white space, then a
    /// blank line. Base64 contains no colons, so the first line shows whether there are headers.
    private func readHeaders(
        _ text: [UInt8], _ base: Int, _ range: Range<Int>, _ context: PEM.Context
    ) throws(PEMError) -> ([PEM.Header], body: Range<Int>) {
        let colon = UInt8(ascii: ":")
        var headers: [PEM.Header] = []
        let limit = range.upperBound
        var start = PEMWrapping.nextLine(in: text[range]) ?? limit
        let firstEnd = PEMWrapping.nextLine(in: text[start..<limit]) ?? limit
        guard let first = text[start..<firstEnd].firstIndex(of: colon), first > start else {
            return ([], range)
        }
        while start < limit {
            let end = PEMWrapping.nextLine(in: text[start..<limit]) ?? limit
            let isBlank = text[start..<end].allSatisfy(Base64.isWhiteSpace)
            if isBlank { return (headers, end..<limit) }
            if Base64.isWhiteSpace(text[start]), let last = headers.indices.last {
                headers[last].value += trimmed(text[start..<end])
            } else if let place = text[start..<end].firstIndex(of: colon) {
                guard headers.count < limits.headerCount else {
                    let name = DERLimits.description(limits.headerCount, "headerCount")
                    throw error(.pemLimit, context, at: base + start, expected: "at most \(name) headers")
                }
                headers.append(
                    PEM.Header(name: trimmed(text[start..<place]), value: trimmed(text[(place + 1)..<end])))
            } else {
                throw error(
                    .malformedHeader, context, at: base + start,
                    expected: "a header, or the blank line that ends the headers")
            }
            start = end
        }
        throw error(
            .malformedHeader, context, at: base + limit,
            expected: "a blank line that ends the headers", found: "END")
    }

    private func trimmed(_ text: ArraySlice<UInt8>) -> String {
        let part = text.drop(while: Base64.isWhiteSpace)
        let end = part.lastIndex { !Base64.isWhiteSpace($0) }.map { $0 + 1 } ?? part.startIndex
        return String(decoding: part[..<end], as: UTF8.self)
    }

    func error(
        _ code: IssueCode, _ context: PEM.Context, at offset: Int, expected: String, found: String = ""
    ) -> PEMError {
        PEMError(
            code: code, label: context.label, blockOffset: context.start.offset, offset: offset,
            position: context.start.position(of: offset, in: input.span), expected: expected, found: found)
    }

    private func error(_ error: Base64Error, _ base: Int, _ context: PEM.Context) -> PEMError {
        let offset = base + error.offset
        let isEnd = matches("-----END ", at: offset) && closingDashes(from: offset + 9) != nil
        let isDashes = error.code == .invalidPadding && isDash(at: offset) && !isEnd
        switch isDashes ? .invalidCharacter : error.code {
        case .invalidCharacter:
            let dashes = dashCount(at: offset)
            return self.error(
                .invalidCharacter, context, at: offset,
                expected: dashes > 0 ? "base64 or the five dashes of the END line" : "base64",
                found: dashes > 1 ? "\(dashes) dashes" : character(at: offset))
        case .invalidPadding:
            // The character may be part of a private key, so it is not shown.
            let isPrivate = context.label.hasSuffix("PRIVATE KEY")
            return self.error(
                .invalidPadding, context, at: offset,
                expected: "one or two = signs to complete the last group of four characters",
                found: isPrivate ? "character" : character(at: offset))
        default:
            return self.error(
                .incompleteBase64, context, at: offset, expected: "a multiple of four base64 characters",
                found: "incomplete base64")
        }
    }
}
