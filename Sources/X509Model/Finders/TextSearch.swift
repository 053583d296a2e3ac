import DERKit

/// Finds possible objects in text outside PEM blocks. It takes time in proportion to the text.
///
/// Bytes that begin like an object but cannot be read have a fault. Other text, such as the output of
/// `openssl x509 -text`, is ignored.
struct TextSearch {
    /// A blob, or `nil` for something else, and the offset after it.
    typealias Reading = (blob: Blob?, stop: Int)

    /// A finder of blobs.
    struct Finder: Sendable {
        /// Returns the next place at or after another where something may begin, or the end of the range.
        let start: @Sendable (TextSearch, Int) -> Int
        /// Reads what begins at a place.
        let read: @Sendable (TextSearch, Int) -> Reading
    }

    /// The finders, in the order in which they are tried at one place.
    static let finders = [
        percentEncoded,
        Finder(
            start: { (search, place) in
                search.first(from: place) {
                    search.text[$0] == UInt8(ascii: "0") && search.isAtLineStart($0)
                        && HexDump.isListing(search.text[$0..<search.end].prefix(40))
                }
            }, read: { HexDump.find(in: $0.text, $1..<$0.end) }),
        Finder(
            start: { (search, place) in
                search.first(from: place, leaving: 24) {
                    OctetsFinder.isHexadecimalStart(search.text, $0)
                        && ($0 == place || OctetsFinder.isBoundary(search.text, $0))
                }
            }, read: { OctetsFinder.find(in: $0.text, $1..<$0.end, by: OctetsFinder.hexadecimal) }),
        Finder(
            start: { (search, place) in
                search.first(from: place, leaving: 24) {
                    OctetsFinder.isDecimalStart(search.text, $0)
                        && ($0 == place
                            || !isWordCharacter(search.text[$0 - 1])
                                && !"-.".utf8.contains(search.text[$0 - 1]))
                }
            }, read: { OctetsFinder.find(in: $0.text, $1..<$0.end, by: OctetsFinder.decimal) }),
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

    let text: [UInt8]
    /// The start and the end of the range.
    let begin: Int
    let end: Int
    /// The next place where each finder may find something.
    private var starts: [Int] = []

    init(_ text: [UInt8], in range: Range<Int>) {
        self.text = text
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

    /// Returns the first place with at least `count` bytes that passes a test, or the end of the range.
    func first(from place: Int, leaving count: Int = 1, where isStart: (Int) -> Bool) -> Int {
        var place = place
        while place + count <= end {
            if isStart(place) { return place }
            place += 1
        }
        return end
    }

    private func isAtLineStart(_ place: Int) -> Bool {
        place == 0 || text[place - 1] == 0x0a || text[place - 1] == 0
    }
}
