extension PEM.Reader {
    /// What stands between BEGIN and END.
    struct Body {
        let headers: [PEM.Header]
        let derBytes: [UInt8]
        /// Where the base64 text stands in the input.
        let range: Range<Int>
        /// The text it was read from: the input, or a copy of the body in which escapes and quotes are blank.
        let text: [UInt8]
        /// The offset in the input of the first byte of ``text``.
        let base: Int
        let hasEscapes: Bool
        let hasQuotes: Bool
        /// Offset of the first byte behind the dashes of BEGIN.
        let start: Int
        /// Offset of END, or of the end.
        let end: Int
        let isEnded: Bool
    }

    /// Reads headers and base64 text.
    func readBody(
        _ range: Range<Int>, _ context: PEM.Context, isEnded: Bool
    ) throws(PEMError) -> Body {
        let isEscaped = range.lowerBound < range.upperBound && input[range.lowerBound] == UInt8(ascii: "\\")
        if !isEscaped {
            do throws(PEMError) {
                return try read(input, 0, range, context, isEnded: isEnded, (false, false))
            } catch {
                guard
                    error.code == .invalidCharacter || error.code == .malformedHeader
                        || error.code == .invalidPadding, error.offset < input.count,
                    input[range].contains(where: { $0 == UInt8(ascii: "\\") || $0 == 0x22 || $0 == 0x27 })
                else { throw error }
            }
        }
        let (text, hasEscapes, hasQuotes) = blanked(range)
        return try read(
            text, range.lowerBound, 0..<text.count, context, isEnded: isEnded, (hasEscapes, hasQuotes))
    }

    /// A copy of the body in which an escaped line end is a line feed, and what else belongs to an escape or quotes
    /// is a vertical tab: white space that no one writes.
    private func blanked(_ range: Range<Int>) -> (text: [UInt8], hasEscapes: Bool, hasQuotes: Bool) {
        var text = Array(input[range])
        var hasEscapes = false
        var hasQuotes = false
        var place = 0
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\\"):
                let next = place + 1 < text.count ? text[place + 1] : 0x0a
                switch next {
                case UInt8(ascii: "n"): text[place + 1] = 0x0a
                case UInt8(ascii: "r"), UInt8(ascii: "t"): text[place + 1] = 0x0b
                case 0x0a, 0x0d: break
                default:
                    place += 1
                    continue
                }
                text[place] = 0x0b
                hasEscapes = true
                place += 2
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                text[place] = 0x0b
                hasQuotes = true
                place += 1
            default: place += 1
            }
        }
        return (text, hasEscapes, hasQuotes)
    }

    private func read(
        _ text: [UInt8], _ base: Int, _ range: Range<Int>, _ context: PEM.Context, isEnded: Bool,
        _ repairs: (escapes: Bool, quotes: Bool)
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
                .limit, context, at: base + body.lowerBound,
                expected: "at most \(DERLimits.description(limits.objectSize, "objectSize")) bytes",
                found: byteCount(derBytes.count))
        }
        return Body(
            headers: headers, derBytes: derBytes, range: base + body.lowerBound..<base + body.upperBound,
            text: text, base: base, hasEscapes: repairs.escapes, hasQuotes: repairs.quotes,
            start: base + range.lowerBound, end: base + range.upperBound, isEnded: isEnded)
    }

    /// RFC 1421 section 4.6: lines with a colon, continued by lines that begin with white space, then a
    /// blank line. Base64 has no colon, so the first line decides.
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
                        .limit, context, at: base + start, expected: "at most \(name) headers")
                }
                headers.append(
                    PEM.Header(name: trimmed(text[start..<place]), value: trimmed(text[(place + 1)..<end])))
            } else {
                throw error(
                    .malformedHeader, context, at: base + start,
                    expected: "a header or the blank line after the headers")
            }
            start = end
        }
        throw error(
            .malformedHeader, context, at: base + range.upperBound,
            expected: "a blank line after the headers", found: "END")
    }

    /// Offset one past the end of the line at `start`.
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

    private func error(
        _ code: PEMError.Code, _ context: PEM.Context, at offset: Int, expected: String, found: String = ""
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
                expected: dashes > 0 ? "base64 or the five dashes of END" : "base64",
                found: dashes > 1 ? "\(dashes) dashes" : character(at: offset))
        case .invalidPadding:
            // What stands there instead may be a part of a private key.
            let isPrivate = context.label.hasSuffix("PRIVATE KEY")
            return self.error(
                .invalidPadding, context, at: offset,
                expected: "base64 padding of one or two = to complete the last four characters",
                found: isPrivate ? "something else" : character(at: offset))
        case .incomplete:
            return self.error(
                .incomplete, context, at: offset, expected: "a number of base64 characters that four divides",
                found: "some missing at the end")
        }
    }
}
