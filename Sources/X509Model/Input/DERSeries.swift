import DERKit

/// The rest of an input, whose bytes are of a different kind from those before.
struct InputRest: Sendable {
    let input: [UInt8]
    let start: Int

    init(input: [UInt8], start: Int) {
        self.input = input
        self.start = start
    }

    /// The byte order marks of UTF-8 and UTF-16, which some programs write before anything.
    private static let marks: [[UInt8]] = [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]]

    var bytes: ArraySlice<UInt8> { input[start...] }

    /// Returns the rest of the input after a byte order mark, if it is intact DER.
    init?(markedDER input: [UInt8]) {
        guard let first = input.first, first >= 0xef,
            let mark = InputRest.marks.first(where: { input.starts(with: $0) }),
            input.count > mark.count + 1, input[mark.count] == 0x30,
            DERSeries(Array(input[mark.count...])).isWhole
        else { return nil }
        self.init(input: input, start: mark.count)
    }
}

/// Binary input: one object, or several in a row.
struct DERSeries: Sendable {
    /// A value of the series with its structure, or an error.
    struct Item {
        let offset: Int
        let derBytes: [UInt8]
        let structure: Result<Structure, InputError>
    }

    let bytes: [UInt8]
    private var position = 0
    /// The repairs that were needed to get the bytes.
    let notes: [InputNote]

    /// The bytes after the last value, if they are not a value and may contain an object.
    private(set) var rest: InputRest?

    init(_ bytes: [UInt8], notes: [InputNote] = []) {
        self.bytes = bytes
        self.notes = notes
    }

    mutating func next() -> Item? {
        guard position < bytes.count else { return nil }
        let start = position
        // Objects in decoded text have the offset of its start.
        let offset = notes.isEmpty ? start : 0
        var cursor = BERCursor(start..<bytes.count)
        position = bytes.count
        let element: BERElement
        do throws(DERError) {
            element = try cursor.next(in: bytes.span)
        } catch {
            // The value is truncated: if enough is left to identify its structure, the structure's reader
            // reports the place.
            let rest = Array(bytes[start...])
            guard let structure = Structure(sniffing: rest) else {
                let shown = TreeDisclosure.isSurelyPublic(rest) ? error : error.withoutContent
                let error = InputError(shown, kind: nil, in: nil, of: [])
                return Item(offset: offset, derBytes: rest, structure: .failure(error))
            }
            return Item(offset: offset, derBytes: rest, structure: .success(structure))
        }
        // The following bytes must be a value too; otherwise they are trailing bytes of this one, which its
        // reader reports.
        let isSeries = element.end == bytes.count || bytes[element.end] == 0x30 && !isText(from: element.end)
        let value = Array(bytes[isSeries ? element.range : start..<bytes.count])
        let structure = DERSeries.structure(of: value)
        if start == 0, notes.isEmpty, element.end < bytes.count, hasLineEnds(for: bytes.count - element.end) {
            return Item(
                offset: 0, derBytes: [], structure: .failure(.foreign(.textModeDER, at: 0, position: nil)))
        }
        guard isSeries else {
            guard notes.isEmpty, EmbeddedObjects.holdObject(Array(bytes[element.end...])) else {
                return Item(offset: offset, derBytes: value, structure: structure)
            }
            rest = InputRest(input: bytes, start: element.end)
            let first = Array(bytes[element.range])
            return Item(offset: offset, derBytes: first, structure: DERSeries.structure(of: first))
        }
        if case .success(.certificate) = structure, let last = try? cursor.next(.sequence, in: bytes.span),
            last.end == bytes.count
        {
            // The last two values may belong together: a certificate and OpenSSL's trust data.
            let rest = Array(bytes[start...])
            if (try? TrustedCertificate(der: rest)) != nil {
                return Item(offset: offset, derBytes: rest, structure: .success(.trustedCertificate))
            }
        }
        position = element.end
        return Item(offset: offset, derBytes: value, structure: structure)
    }

    /// Returns whether the following bytes are text, where 30 is the character 0.
    private func isText(from start: Int) -> Bool {
        bytes[start...].prefix(16).allSatisfy { (0x20...0x7e).contains($0) || Base64.isWhiteSpace($0) }
    }

    /// Returns whether every line feed follows a carriage return and their number equals that of the extra
    /// bytes, so that a text-mode transfer added them.
    private func hasLineEnds(for excess: Int) -> Bool {
        var count = 0
        for (place, byte) in bytes.enumerated() where byte == 0x0a {
            guard place > 0, bytes[place - 1] == 0x0d else { return false }
            count += 1
        }
        return count == excess
    }

    private static func structure(of derBytes: [UInt8]) -> Result<Structure, InputError> {
        Structure(sniffing: derBytes).map(Result.success) ?? .failure(.unknownStructure)
    }

    /// Returns whether the input begins like a SEQUENCE rather than text.
    ///
    /// 30 is also the character 0, so a short length counts only if such values fill the input.
    static func begins(_ input: [UInt8]) -> Bool {
        guard input.count >= 2, input[0] == 0x30 else { return false }
        return input[1] >= 0x80 || DERSeries(input).isWhole
    }

    /// A Boolean value that indicates whether the input consists only of values.
    var isWhole: Bool {
        var cursor = BERCursor(0..<bytes.count)
        while !cursor.isAtEnd {
            guard let element = try? cursor.next(in: bytes.span), element.tag == .sequence else {
                return false
            }
        }
        return true
    }
}
