import DERKit

/// Finds possible objects in text outside PEM blocks, in time proportional to the length of the text.
///
/// Bytes that begin like an object but cannot be read become blobs with a fault. Other text, such as the output of
/// `openssl x509 -text`, is ignored.
struct TextSearch: Sequence, IteratorProtocol {
    /// A blob (`nil` for anything else) and the offset at which reading ended.
    typealias Reading = (blob: Blob?, stop: Int)

    /// Finds blobs in one notation.
    struct Finder: Sendable {
        /// A function that returns the next place where a blob may begin, or the end of the range.
        let start: @Sendable (TextSearch, Int) -> Int
        /// A function that reads the blob that begins at a place.
        let read: @Sendable (TextSearch, Int) -> Reading
    }

    /// The finders, in the order in which they are tried at each place.
    static let finders = [
        percentEncoded,
        Finder(
            start: { HexDump.start(in: $0.text, $1..<$0.end) },
            read: { HexDump.find(in: $0, at: $1) }),
        Finder(
            start: { (search, place) in
                search.first(from: place, leaving: 24) {
                    OctetsFinder.isHexadecimalStart(search.text, $0)
                        && ($0 == place || OctetsFinder.isBoundary(search.text, $0))
                }
            }, read: { OctetsFinder.find(in: $0, at: $1, by: OctetsFinder.hexadecimal) }),
        Finder(
            start: { (search, place) in
                search.first(from: place, leaving: 24) {
                    OctetsFinder.isDecimalStart(search.text, $0)
                        && ($0 == place
                            || !isWordCharacter(search.text[$0 - 1])
                                && !"-.".utf8.contains(search.text[$0 - 1]))
                }
            }, read: { OctetsFinder.find(in: $0, at: $1, by: OctetsFinder.decimal) }),
        Finder(start: { $0.base64Start(from: $1) }, read: { $0.readBase64(at: $1) }),
        Finder(
            start: { $0.first(from: $1, leaving: shortestBase64, where: $0.isSpacedBase64Start) },
            read: { $0.readBase64(at: $1) }),
        Finder(start: { $0.first(from: $1, where: $0.isBinaryStart) }, read: { $0.readBinary(at: $1) }),
        Finder(
            start: { (search, place) in
                search.first(from: place, leaving: 5) {
                    search.text[$0] == UInt8(ascii: "\"") && search.text[$0...].starts(with: "\"kty\"".utf8)
                }
            }, read: { $0.readJSONWebKey(at: $1) }),
    ]

    let bytes: [UInt8]
    /// The bytes with escaped white space replaced by white space, at the same offsets.
    let text: [UInt8]
    /// A Boolean value that indicates whether the searched range contains escaped white space.
    let hasEscapes: Bool
    /// The start and the end of the searched range.
    let begin: Int
    let end: Int
    /// The next place where each finder may find something.
    private var starts: [Int] = []

    init(_ bytes: [UInt8], as text: [UInt8], in range: Range<Int>) {
        (self.bytes, self.text, hasEscapes) = (bytes, text, bytes[range] != text[range])
        begin = range.lowerBound
        end = range.upperBound
        starts = TextSearch.finders.map { $0.start(self, range.lowerBound) }
    }

    mutating func next() -> Blob? {
        while let first = starts.min(), first < end, let index = starts.firstIndex(of: first) {
            let (blob, stop) = TextSearch.finders[index].read(self, first)
            let next = Swift.max(stop, first + 1)
            for place in blob == nil ? index..<index + 1 : starts.indices where starts[place] < next {
                starts[place] = TextSearch.finders[place].start(self, next)
            }
            if let blob { return blob }
        }
        return nil
    }

    /// Returns the first place that passes a test and has at least `count` bytes left, or the end of the range.
    func first(from place: Int, leaving count: Int = 1, where isStart: (Int) -> Bool) -> Int {
        var place = place
        while place + count <= end {
            if isStart(place) { return place }
            place += 1
        }
        return end
    }

    // MARK: - Lines

    /// Returns the start of the line around a place, after any byte order mark; `nil` if the start is not within 128
    /// bytes.
    static func lineStart(of place: Int, in text: [UInt8]) -> Int? {
        let before = text[..<place].suffix(128)
        guard let end = before.lastIndex(where: isLineEnd) else {
            guard before.startIndex == 0 else { return nil }
            return text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        }
        return end + 1
    }

    /// Returns the place after a line end and the text that begins each line, or `nil` if that text is missing.
    static func next(after lineEnd: Int, in text: ArraySlice<UInt8>, lead: ArraySlice<UInt8>) -> Int? {
        let isPair = text[lineEnd...].starts(with: [0x0d, 0x0a])
        let line = text[Swift.min(text.endIndex, lineEnd + (isPair ? 2 : 1))...]
        return lead.isEmpty ? line.startIndex : PEMWrapping.end(of: lead, in: line)
    }

    /// Returns the text that begins both the line of an object and the next line, such as a quotation mark or the time
    /// of a log entry; empty if there is none.
    ///
    /// - Parameters:
    ///   - stop: the place where reading the object ended.
    ///   - isDigit: a function that returns whether a character may belong to the object. The returned text does not
    ///     end with such a character.
    func lead(
        at start: Int, before stop: Int, of isDigit: (UInt8) -> Bool = { _ in false }
    ) -> ArraySlice<UInt8> {
        guard let line = TextSearch.lineStart(of: start, in: text), line >= begin,
            text[line..<start].contains(where: { !Base64.isWhiteSpace($0) }),
            let lineEnd = text[start..<Swift.min(end, stop + 64)].firstIndex(where: isLineEnd)
        else { return [] }
        for cut in (line + 1...start).reversed() where !isWordCharacter(text[cut - 1]) {
            let lead = text[line..<cut]
            guard lead.contains(where: { !Base64.isWhiteSpace($0) }) else { break }
            var tail = Array(
                lead.reversed().prefix {
                    isDigit($0) || Base64.isWhiteSpace($0) || ":-,.".utf8.contains($0)
                })
            // The last letters of a word may look like digits.
            if tail.count < lead.count, isWordCharacter(lead[lead.endIndex - 1 - tail.count]) {
                while let last = tail.last, isWordCharacter(last) { tail.removeLast() }
            }
            if tail.contains(where: isDigit) { continue }
            if TextSearch.next(after: lineEnd, in: text[..<end], lead: lead) != nil { return lead }
        }
        return []
    }
}

/// Returns whether a byte is a line end or a zero, both of which may precede text.
func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d || byte == 0 }
