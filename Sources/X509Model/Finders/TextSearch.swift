import DERKit

/// Finds possible objects in text outside PEM blocks. It takes time in proportion to the text.
///
/// Bytes that begin like an object but cannot be read have a fault. Other text, such as the output of
/// `openssl x509 -text`, is ignored.
struct TextSearch {
    /// The finders, in the order in which they are tried at one place.
    enum Finder: CaseIterable {
        case percentEncoded, listing, hexadecimal, decimal, base64, spacedBase64, binary, jsonWebKey
    }

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
        starts = Finder.allCases.map { start(of: $0, from: range.lowerBound) }
    }

    mutating func next() -> Blob? {
        while let first = starts.min(), first < end, let index = starts.firstIndex(of: first) {
            let finder = Finder.allCases[index]
            let (blob, stop) = read(finder, at: first)
            guard let blob else {
                starts[index] = start(of: finder, from: Swift.max(stop, first + 1))
                continue
            }
            for (place, finder) in Finder.allCases.enumerated()
            where starts[place] < Swift.max(stop, first + 1) {
                starts[place] = start(of: finder, from: Swift.max(stop, first + 1))
            }
            return blob
        }
        return nil
    }

    func start(of finder: Finder, from place: Int) -> Int {
        switch finder {
        case .percentEncoded: first(from: place, leaving: 12, where: isPercentEncodedStart)
        case .listing:
            first(from: place) {
                text[$0] == UInt8(ascii: "0") && ($0 == 0 || text[$0 - 1] == 0x0a || text[$0 - 1] == 0)
                    && HexDump.isListing(text[$0..<end].prefix(40))
            }
        case .hexadecimal:
            first(from: place, leaving: 24) {
                OctetsFinder.isHexadecimalStart(text, $0)
                    && ($0 == place || OctetsFinder.isBoundary(text, $0))
            }
        case .decimal:
            first(from: place, leaving: 24) {
                OctetsFinder.isDecimalStart(text, $0)
                    && ($0 == place || !isWordCharacter(text[$0 - 1]) && !"-.".utf8.contains(text[$0 - 1]))
            }
        case .base64: base64Start(from: place)
        case .spacedBase64:
            first(from: place, leaving: TextSearch.shortestBase64, where: isSpacedBase64Start)
        case .binary: first(from: place, where: isBinaryStart)
        case .jsonWebKey:
            first(from: place, leaving: 5) {
                text[$0] == UInt8(ascii: "\"") && text[$0...].starts(with: "\"kty\"".utf8)
            }
        }
    }

    /// Returns the first place with at least `count` bytes that passes a test, or the end of the range.
    private func first(from place: Int, leaving count: Int = 1, where isStart: (Int) -> Bool) -> Int {
        var place = place
        while place + count <= end {
            if isStart(place) { return place }
            place += 1
        }
        return end
    }

    /// A blob, or `nil` for something else, and the offset after it.
    typealias Reading = (blob: Blob?, stop: Int)

    private func read(_ finder: Finder, at start: Int) -> Reading {
        switch finder {
        case .percentEncoded: readPercentEncoded(at: start)
        case .listing: HexDump.find(in: text, start..<end)
        case .hexadecimal: OctetsFinder.find(in: text, start..<end, by: OctetsFinder.hexadecimal)
        case .decimal: OctetsFinder.find(in: text, start..<end, by: OctetsFinder.decimal)
        case .base64, .spacedBase64: readBase64(at: start)
        case .binary: readBinary(at: start)
        case .jsonWebKey: readJSONWebKey(at: start)
        }
    }
}
