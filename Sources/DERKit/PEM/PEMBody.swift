extension PEM.Reader {
    /// The text between BEGIN and END.
    struct Body {
        let headers: [PEM.Header]
        let derBytes: [UInt8]
        /// The range of the base64 text in the input.
        let range: Range<Int>
        /// The text it was read from: the input, or the copy of the body that ``wrapping`` made.
        let text: [UInt8]
        /// The offset in the input of the first byte of ``text``.
        let base: Int
        /// The parts that were blanked to get the text; `nil` if the text is the input.
        var wrapping: PEMWrapping?
        /// The offset of the first byte after the dashes of BEGIN.
        let start: Int
        /// The offset of END, or of the end.
        let end: Int
        let isEnded: Bool
    }

    /// Reads headers and base64 text.
    ///
    /// - Parameters:
    ///   - range: the text between BEGIN and END.
    ///   - prefix: the text before BEGIN on its line.
    func readBody(
        _ range: Range<Int>, _ context: PEM.Context, prefix: Range<Int>, isEnded: Bool
    ) throws(PEMError) -> Body {
        // A plus sign before each line, as in diffs, is also a base64 character, so the prefix is removed
        // first.
        let prefix = unquoted(prefix)
        if !prefix.isEmpty {
            var wrapping = PEMWrapping(input[range])
            wrapping.blankPrefixes(prefix)
            if wrapping.hasPrefixes { return try read(wrapping, range, context, isEnded: isEnded) }
        }
        // Extra dashes before END are not text.
        var end = range.upperBound
        while isEnded, end > range.lowerBound, input[end - 1] == UInt8(ascii: "-") { end -= 1 }
        let range = range.lowerBound..<end
        let isEscaped = range.lowerBound < range.upperBound && input[range.lowerBound] == UInt8(ascii: "\\")
        if !isEscaped {
            do throws(PEMError) {
                return try read(input, 0, range, context, isEnded: isEnded)
            } catch {
                guard error.code != .pemLimit, input[range].contains(where: isOfOtherText) else {
                    throw error
                }
            }
        }
        var wrapping = PEMWrapping(input[range])
        if isEnded, let lineEnd = input[range].lastIndex(where: { $0 == 0x0a || $0 == 0x0d }) {
            let prefix = unquoted(lineEnd + 1..<range.upperBound)
            if !prefix.isEmpty { wrapping.blankPrefixes(prefix, fewest: 2) }
        }
        return try read(wrapping, range, context, isEnded: isEnded)
    }

    /// Returns the prefix without the quote that opens a string at its end; empty if nothing but white space
    /// is left.
    private func unquoted(_ prefix: Range<Int>) -> ArraySlice<UInt8> {
        var end = prefix.upperBound
        while end > prefix.lowerBound, "\"'`\\".utf8.contains(input[end - 1]) { end -= 1 }
        let visible = input[prefix.lowerBound..<end]
        return visible.contains { !Base64.isWhiteSpace($0) } ? visible : []
    }

    /// Returns whether a character may belong to the text around the block.
    private func isOfOtherText(_ character: UInt8) -> Bool {
        // A plus sign may be the mark of a line in a diff.
        let isOfBlock = Base64.isDigit(character) && character != UInt8(ascii: "+")
        return !isOfBlock && character != UInt8(ascii: "=") && !Base64.isWhiteSpace(character)
    }

    private func read(
        _ wrapping: PEMWrapping, _ range: Range<Int>, _ context: PEM.Context, isEnded: Bool
    ) throws(PEMError) -> Body {
        var wrapping = wrapping
        wrapping.blankStrings()
        var body = try read(
            wrapping.text, range.lowerBound, 0..<wrapping.text.count, context, isEnded: isEnded)
        body.wrapping = wrapping
        return body
    }

    private func read(
        _ text: [UInt8], _ base: Int, _ range: Range<Int>, _ context: PEM.Context, isEnded: Bool
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
            headers: headers, derBytes: derBytes, range: base + body.lowerBound..<base + body.upperBound,
            text: text, base: base,
            start: base + range.lowerBound, end: base + range.upperBound, isEnded: isEnded)
    }

    /// RFC 1421 section 4.6: lines with a colon, continued by lines that begin with white space, then a blank
    /// line. Base64 contains no colons, so the first line decides.
    private func readHeaders(
        _ text: [UInt8], _ base: Int, _ range: Range<Int>, _ context: PEM.Context
    ) throws(PEMError) -> ([PEM.Header], body: Range<Int>) {
        let colon = UInt8(ascii: ":")
        var headers: [PEM.Header] = []
        var start = lineEnd(text, from: range.lowerBound, range.upperBound)
        guard let first = text[start..<lineEnd(text, from: start, range.upperBound)].firstIndex(of: colon),
            first > start
        else { return ([], range) }
        while start < range.upperBound {
            let end = lineEnd(text, from: start, range.upperBound)
            let isBlank = text[start..<end].allSatisfy(Base64.isWhiteSpace)
            if isBlank { return (headers, end..<range.upperBound) }
            if Base64.isWhiteSpace(text[start]), let last = headers.indices.last {
                headers[last].value += trimmed(text[start..<end])
            } else if let place = text[start..<end].firstIndex(of: colon) {
                guard headers.count < limits.headerCount else {
                    let name = DERLimits.description(limits.headerCount, "headerCount")
                    throw error(
                        .pemLimit, context, at: base + start, expected: "at most \(name) headers")
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
            .malformedHeader, context, at: base + range.upperBound,
            expected: "a blank line that ends the headers", found: "END")
    }

    /// Returns the offset one past the end of the line at `start`.
    private func lineEnd(_ text: [UInt8], from start: Int, _ limit: Int) -> Int {
        guard let end = text[start..<limit].firstIndex(where: { $0 == 0x0a || $0 == 0x0d }) else {
            return limit
        }
        return text[end] == 0x0d && end + 1 < limit && text[end + 1] == 0x0a ? end + 2 : end + 1
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
        switch error.code != .incomplete && isDash(at: offset) ? .invalidCharacter : error.code {
        case .invalidCharacter:
            let dashes = input[Swift.min(offset, input.count)...].prefix(5).prefix { $0 == UInt8(ascii: "-") }
                .count
            return self.error(
                .invalidCharacter, context, at: offset,
                expected: dashes > 0 ? "base64 or the five dashes of the END line" : "base64",
                found: dashes > 1 ? "\(dashes) dashes" : character(at: offset))
        case .invalidPadding:
            // The text found may be part of a private key.
            let isPrivate = context.label.hasSuffix("PRIVATE KEY")
            return self.error(
                .invalidPadding, context, at: offset,
                expected: "one or two = signs to complete the last group of four characters",
                found: isPrivate ? "character" : character(at: offset))
        case .incomplete:
            return self.error(
                .incompleteBase64, context, at: offset, expected: "a multiple of four base64 characters",
                found: "incomplete base64")
        }
    }
}
