@_exported import X509Model

/// The SHA-256 of a SubjectPublicKeyInfo: the value that apps pin, which RFC 7469 section 2.4 calls a fingerprint.
public struct Pin: Sendable, Hashable {
    /// The digest as eight words, so that a pin needs no allocation.
    private let words: SIMD8<UInt32>

    /// The 32 bytes of the digest.
    public var bytes: [UInt8] { SHA256.bytes(of: words) }

    /// The digest as 64 lower-case hex digits.
    public var hex: String { DERKit.hex(bytes) }

    /// Creates a pin from its 32 bytes; `nil` for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == SHA256.digestByteCount else { return nil }
        var words = SIMD8<UInt32>()
        for (place, byte) in bytes.enumerated() { words[place / 4] = words[place / 4] << 8 | UInt32(byte) }
        self.words = words
    }

    /// Creates the pin of a key: the SHA-256 of its exact SubjectPublicKeyInfo bytes.
    public init(_ subjectPublicKeyInfo: SubjectPublicKeyInfo) {
        self.init(subjectPublicKeyInfo.layout.range, of: subjectPublicKeyInfo.input)
    }

    /// Creates the pin of the key whose SubjectPublicKeyInfo is at `range` of `input`.
    fileprivate init(_ range: Range<Int>, of input: [UInt8]) {
        words = SHA256.words(input.span.extracting(range), .best)
    }
}

extension SubjectPublicKeyInfo {
    /// The key's pin: the SHA-256 of ``X509Model/SubjectPublicKeyInfo/derBytes``.
    public var pin: Pin { Pin(self) }
}

extension Certificate {
    /// The pin of the certificate's key: the SHA-256 of its SubjectPublicKeyInfo, not of the certificate.
    public var pin: Pin { Pin(tbs.subjectPublicKeyInfo.range, of: derBytes) }
}

extension Pin: Comparable {
    /// Returns whether one digest precedes another, compared byte by byte.
    public static func < (one: Pin, other: Pin) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}

#if !hasFeature(Embedded)
    extension Pin: Codable {
        /// Reads the pin from a single string, in any of the spellings that `init(_:)` reads.
        ///
        /// - Throws: `DecodingError` if the text is not a pin.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            do throws(TextError) {
                self = try Pin(text)
            } catch {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
            }
        }

        /// Writes the pin as a single string, `sha256/…`.
        ///
        /// - Throws: any error of the encoder.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }
#endif

extension Pin.TextError: CustomStringConvertible {
    /// A description of the error, in one sentence.
    public var description: String { "invalid pin: \(explanation)" }

    /// A description of the error, for the end of a sentence.
    package var explanation: String {
        switch self {
        case .empty: "it is empty"
        case .notEncoded: "it is neither base64 nor hex"
        case .wrongLength(let count): "it has \(count == 1 ? "1 byte" : "\(count) bytes") instead of 32"
        case .otherDigest(let name): "it is a \(displayed(name)) digest"
        }
    }
}

// The pins of a set, without labels and roles.
extension PinSet: RandomAccessCollection, CustomStringConvertible, ExpressibleByArrayLiteral {
    /// The first index, 0.
    public var startIndex: Int { 0 }
    /// The number of pins.
    public var endIndex: Int { members.count }
    /// Returns the pin at an index.
    public subscript(_ place: Int) -> Pin { members[place].pin }

    /// Returns whether the set contains the given pin.
    public func contains(_ pin: Pin) -> Bool { member(pin) != nil }

    /// The pins, separated by commas.
    public var description: String { "[\(map { "\($0)" }.joined(separator: ", "))]" }

    /// Creates a set of active pins without labels.
    public init(arrayLiteral pins: Pin...) { self.init(pins) }
}

extension Pin {
    /// Reads a file in any supported format and returns the pin of the one key in it.
    ///
    /// A file that contains the same key several times, such as one with a certificate and its private key,
    /// counts as having one key.
    ///
    /// - Parameter bytes: the whole file, PEM or DER.
    /// - Throws: ``X509Model/InputError`` if an object in the file cannot be read or has no key, or if the file has
    ///   several keys; ``X509Model/InputReader/pins()`` returns the pins of all keys.
    public init(file bytes: some Collection<UInt8>) throws(InputError) {
        let pins = try InputReader(Array(bytes)).pins()
        guard let pin = pins.first, pins.count == 1 else {
            throw InputError(
                .severalKeys, "\(pins.count) keys; expected one",
                hint: "read the pins of a bundle with InputReader.pins()")
        }
        self = pin
    }
}

extension InputReader {
    /// Returns the pins of all keys in the input, in order and without duplicates.
    ///
    /// - Returns: at least one pin.
    /// - Throws: ``X509Model/InputError`` if an object cannot be read or lacks its key. Objects that never have a key,
    ///   such as revocation lists, cause an error only if there are no other objects.
    public func pins() throws(InputError) -> [Pin] {
        var pins: [Pin] = []
        var seen: Set<Pin> = []
        var keyless: InputError?
        var reader = self
        while let object = reader.next() {
            if case .failure(let error) = object.contentResult, error.isKeyless {
                keyless = error
                continue
            }
            let content = try object.content
            if let key = content.subjectPublicKeyInfo {
                if seen.insert(key.pin).inserted { pins.append(key.pin) }
            } else if let missing = content.missingKey {
                guard content.isKeyless else { throw missing }
                keyless = missing
            }
        }
        guard !pins.isEmpty else { throw keyless ?? .emptyInput }
        return pins
    }
}
