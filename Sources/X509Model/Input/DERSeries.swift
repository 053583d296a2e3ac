import DERKit

/// The bytes of an input from one place on, which are of another kind than those before.
struct InputRest: Sendable {
    let input: [UInt8]
    let start: Int
}

/// Binary input: one object, or several one after another.
struct DERSeries: Sendable {
    /// One value of the series and what it is, or why it is nothing.
    struct Item {
        let offset: Int
        let derBytes: [UInt8]
        let structure: Result<Structure, InputError>
    }

    let bytes: [UInt8]
    private var position = 0
    /// What had to be repaired to get at the bytes.
    let notes: [InputNote]

    /// What follows the last value, if it is not a value and may hold an object.
    private(set) var rest: InputRest?

    init(_ bytes: [UInt8], notes: [InputNote] = []) {
        self.bytes = bytes
        self.notes = notes
    }

    /// The next value, or nil after the last.
    mutating func next() -> Item? {
        guard position < bytes.count else { return nil }
        let start = position
        // Offsets in text that was decoded as a whole are those of its beginning.
        let offset = notes.isEmpty ? start : 0
        var cursor = BERCursor(start..<bytes.count)
        position = bytes.count
        let element: BERElement
        do throws(DERError) {
            element = try cursor.next(in: bytes.span)
        } catch {
            // Cut short: the structure that it was going to be names the place, if enough is left to know it.
            let rest = Array(bytes[start...])
            guard let structure = Structure(sniffing: rest) else {
                let shown = TreeDisclosure.isSurelyPublic(rest) ? error : error.withoutContent
                let error = InputError(shown, kind: nil, in: nil, of: [])
                return Item(offset: offset, derBytes: rest, structure: .failure(error))
            }
            return Item(offset: offset, derBytes: rest, structure: .success(structure))
        }
        // What follows must be a value too; otherwise it is too much of this one, and its reader says so.
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
            // The last two of the series may be one: OpenSSL's data about trust after its certificate.
            let rest = Array(bytes[start...])
            if (try? TrustedCertificate(der: rest)) != nil {
                return Item(offset: offset, derBytes: rest, structure: .success(.trustedCertificate))
            }
        }
        position = element.end
        return Item(offset: offset, derBytes: value, structure: structure)
    }

    /// A Boolean value that indicates whether what follows is text, where 30 is the character 0.
    private func isText(from start: Int) -> Bool {
        bytes[start...].prefix(16).allSatisfy { (0x20...0x7e).contains($0) || Base64.isWhiteSpace($0) }
    }

    /// A Boolean value that indicates whether every line feed has a carriage return before it, and there are as many
    /// as there are bytes too many: a transfer as text put them there.
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

    /// True if the input begins as a SEQUENCE does whose length is not that of text.
    ///
    /// 30 is also the character 0, so that a short length counts only where values of that form fill the input.
    static func begins(_ input: [UInt8]) -> Bool {
        guard input.count >= 2, input[0] == 0x30 else { return false }
        return input[1] >= 0x80 || DERSeries(input).isWhole
    }

    /// A Boolean value that indicates whether the input is values and nothing else.
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
