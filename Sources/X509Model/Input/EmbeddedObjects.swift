import DERKit

/// Finds possible objects in text outside PEM blocks: percent-encoded PEM, base64, octets in hex or decimal, hex
/// dumps, binary data, SSH keys, JSON Web Keys. It takes time in proportion to the text.
///
/// Bytes that begin like an object but cannot be read are reported as an error in their
/// place. Other text, such as the output of `openssl x509 -text`, is ignored.
struct EmbeddedObjects {
    enum Find {
        /// A whole DER value.
        case der([UInt8], at: Int, InputNote)
        /// Bytes to be read as a separate input.
        case input([UInt8], at: Int, InputNote)
        /// Bytes that cannot be read because of an error at `place`.
        case failure(InputError, at: Int, place: Int)
    }

    /// A way to write bytes in text, in the order in which they are tried at one place.
    enum Carrier: CaseIterable {
        case percentEncoded, listing, hexadecimal, decimal, base64, spacedBase64, binary, jsonWebKey
    }

    let text: [UInt8]
    /// The end of the range.
    let end: Int
    /// The next place where each carrier may begin.
    private var starts: [Int] = []

    init(_ text: [UInt8], in range: Range<Int>) {
        self.text = text
        end = range.upperBound
        starts = Carrier.allCases.map { start(of: $0, from: range.lowerBound) }
    }

    mutating func next() -> Find? {
        while let first = starts.min(), first < end, let index = starts.firstIndex(of: first) {
            let carrier = Carrier.allCases[index]
            let (find, stop) = read(carrier, at: first)
            guard let find else {
                starts[index] = start(of: carrier, from: Swift.max(stop, first + 1))
                continue
            }
            for (place, carrier) in Carrier.allCases.enumerated()
            where starts[place] < Swift.max(stop, first + 1) {
                starts[place] = start(of: carrier, from: Swift.max(stop, first + 1))
            }
            return find
        }
        return nil
    }

    func start(of carrier: Carrier, from place: Int) -> Int {
        switch carrier {
        case .percentEncoded: first(from: place, leaving: 12, where: isPercentEncodedStart)
        case .listing:
            first(from: place) {
                text[$0] == UInt8(ascii: "0") && ($0 == 0 || text[$0 - 1] == 0x0a)
                    && HexDump.isListing(text[$0..<end].prefix(40))
            }
        case .hexadecimal:
            first(from: place, leaving: 24) {
                EmbeddedOctets.isHexadecimalStart(text, $0)
                    && ($0 == place || EmbeddedOctets.isBoundary(text, $0))
            }
        case .decimal:
            first(from: place, leaving: 24) {
                EmbeddedOctets.isDecimalStart(text, $0)
                    && ($0 == place || !isWordCharacter(text[$0 - 1]) && !"-.".utf8.contains(text[$0 - 1]))
            }
        case .base64: base64Start(from: place)
        case .spacedBase64:
            first(from: place, leaving: EmbeddedObjects.shortestBase64, where: isSpacedBase64Start)
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

    /// A find, or `nil` for something else, and the offset after it.
    typealias Reading = (find: Find?, stop: Int)

    private func read(_ carrier: Carrier, at start: Int) -> Reading {
        switch carrier {
        case .percentEncoded: readPercentEncoded(at: start)
        case .listing: HexDump.find(in: text, start..<end)
        case .hexadecimal: EmbeddedOctets.find(in: text, start..<end, by: EmbeddedOctets.hexadecimal)
        case .decimal: EmbeddedOctets.find(in: text, start..<end, by: EmbeddedOctets.decimal)
        case .base64, .spacedBase64: readBase64(at: start)
        case .binary: readBinary(at: start)
        case .jsonWebKey: readJSONWebKey(at: start)
        }
    }
}

extension EmbeddedObjects {
    /// The start of a SEQUENCE that may be an object.
    struct Beginning {
        /// The number of bytes in the value; `nil` if its length is indefinite.
        let byteCount: Int?
        /// A Boolean value that indicates whether it is very likely an object: the value has more than 255
        /// bytes, and begins with a SEQUENCE, an INTEGER or an OBJECT IDENTIFIER.
        let isCertain: Bool

        /// - Parameter head: the first bytes, 12 if there are as many.
        init?(_ head: some Collection<UInt8>) {
            let head = Array(head.prefix(12))
            guard head.count == 12, head[0] == 0x30 else { return nil }
            switch head[1] {
            case 0x83 where head[2] > 0 && Beginning.isFirst(head[5]):
                byteCount = 5 + Int(head[2]) << 16 + Int(head[3]) << 8 + Int(head[4])
                isCertain = true
            case 0x82 where Beginning.isFirst(head[4]):
                byteCount = 4 + Int(head[2]) << 8 + Int(head[3])
                isCertain = true
            case 0x81 where head[3] == 0x30 || head[3] == 0x02:
                byteCount = 3 + Int(head[2])
                isCertain = false
            case 0x80 where head[2] == 0x06 && head[3] == 0x09 || head[2] == 0x02 && head[3] == 0x01:
                byteCount = nil
                isCertain = true
            case 0x20..<0x80 where head[2] == 0x30 && head[4] == 0x06 || head[2] == 0x02 && head[4] == 0:
                byteCount = 2 + Int(head[1])
                isCertain = false
            default: return nil
            }
        }

        private static func isFirst(_ octet: UInt8) -> Bool {
            octet == 0x30 || octet == 0x02 || octet == 0x06
        }
    }

    /// Returns whether bytes are an intact object.
    static func isObject(_ bytes: [UInt8]) -> Bool {
        Structure(sniffing: bytes).map { (try? $0.read(bytes)) != nil } ?? false
    }

    /// Returns whether bytes after an object are or contain another one.
    static func holdObject(_ bytes: [UInt8]) -> Bool {
        let text = InputText(bytes).bytes
        if ForeignFormat(binary: bytes[...]) != nil || PEM.Reader(text).contains(where: { _ in true }) {
            return true
        }
        var finds = EmbeddedObjects(bytes, in: 0..<bytes.count)
        return switch finds.next() {
        case .der, .input: true
        case .failure(let error, _, _): error.code != InputError.binaryData.code
        case nil: false
        }
    }
}
