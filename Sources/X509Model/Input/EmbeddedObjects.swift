import DERKit

/// Finds possible objects in text outside PEM blocks: base64, octets in hex or decimal, hex dumps, binary
/// data, SSH keys, JSON Web Keys. It takes time in proportion to the text.
///
/// Bytes that begin like an object but cannot be read are reported as an error in their
/// place. Other text, such as the output of `openssl x509 -text`, is ignored.
struct EmbeddedObjects {
    /// A find.
    enum Find {
        /// A whole DER value.
        case der([UInt8], at: Int, InputNote)
        /// Bytes to be read as a separate input.
        case input([UInt8], at: Int, InputNote)
        /// Bytes that cannot be read because of an error at `place`.
        case failure(InputError, at: Int, place: Int)
    }

    /// A way to write bytes in text, in the order in which they are tried at one place.
    private enum Carrier: CaseIterable {
        case listing, hexadecimal, decimal, base64, spacedBase64, binary, jsonWebKey
    }

    private let text: [UInt8]
    private let end: Int
    /// The next place where each carrier may begin.
    private var starts: [Int] = []

    init(_ text: [UInt8], in range: Range<Int>) {
        self.text = text
        end = range.upperBound
        starts = Carrier.allCases.map { start(of: $0, from: range.lowerBound) }
    }

    /// Returns the next find, or `nil` after the last.
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

    private func start(of carrier: Carrier, from place: Int) -> Int {
        switch carrier {
        case .listing: HexDump.start(in: text, place..<end)
        case .hexadecimal: EmbeddedOctets.hexadecimalStart(in: text, place..<end)
        case .decimal: EmbeddedOctets.decimalStart(in: text, place..<end)
        case .base64: EmbeddedBase64(text, end: end).start(from: place)
        case .spacedBase64: EmbeddedBase64(text, end: end).spacedStart(from: place)
        case .binary: EmbeddedBinary(text, end: end).start(from: place)
        case .jsonWebKey: EmbeddedJSONWebKey.start(in: text, place..<end)
        }
    }

    private func read(_ carrier: Carrier, at start: Int) -> (find: Find?, stop: Int) {
        switch carrier {
        case .listing: HexDump.find(in: text, start..<end)
        case .hexadecimal: EmbeddedOctets.find(in: text, start..<end, by: EmbeddedOctets.hexadecimal)
        case .decimal: EmbeddedOctets.find(in: text, start..<end, by: EmbeddedOctets.decimal)
        case .base64, .spacedBase64: EmbeddedBase64(text, end: end).find(at: start)
        case .binary: EmbeddedBinary(text, end: end).find(at: start)
        case .jsonWebKey: EmbeddedJSONWebKey.find(in: text, start..<end)
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
