import DERKit

/// Binary input: one object, or several one after another.
struct DERSeries: Sendable {
    /// One value of the series and what it is, or why it is nothing.
    struct Item {
        let offset: Int
        let derBytes: [UInt8]
        let structure: Result<Structure, InputError>
    }

    private let bytes: [UInt8]
    private var position = 0
    /// What had to be repaired to get at the bytes.
    let notes: [InputNote]

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
        let element = try? cursor.next(in: bytes.span)
        position = bytes.count
        guard start == 0 || element?.tag == .sequence else {
            let count = bytes.count - start
            return Item(offset: offset, derBytes: [], structure: .failure(.trailing(count, at: start)))
        }
        guard let element else {
            // Cut short: the structure that it was going to be names the place.
            let rest = Array(bytes[start...])
            return Item(offset: offset, derBytes: rest, structure: DERSeries.structure(of: rest))
        }
        let value = Array(bytes[element.range])
        let structure = DERSeries.structure(of: value)
        if case .success(.certificate) = structure, let last = try? cursor.next(.sequence, in: bytes.span),
            last.end == bytes.count
        {
            // The last two of the series may be one: OpenSSL's data about trust behind its certificate.
            let rest = Array(bytes[start...])
            if (try? TrustedCertificate(der: rest)) != nil {
                return Item(offset: offset, derBytes: rest, structure: .success(.trustedCertificate))
            }
        }
        position = element.end
        return Item(offset: offset, derBytes: value, structure: structure)
    }

    private static func structure(of derBytes: [UInt8]) -> Result<Structure, InputError> {
        Structure(sniffing: derBytes).map(Result.success) ?? .failure(.unknownStructure)
    }

    /// True where the input begins as a SEQUENCE does whose length is not that of text.
    ///
    /// 30 is also the character 0, so that a short length counts only where values of that form fill the input.
    static func begins(_ input: [UInt8]) -> Bool {
        guard input.count >= 2, input[0] == 0x30 else { return false }
        guard input[1] < 0x80 else { return true }
        var cursor = BERCursor(0..<input.count)
        while !cursor.isAtEnd {
            guard let element = try? cursor.next(in: input.span), element.tag == .sequence else {
                return false
            }
        }
        return true
    }
}
