extension Pin: Comparable {
    /// Returns whether a digest sorts before another, byte by byte.
    public static func < (one: Pin, other: Pin) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}

#if !hasFeature(Embedded)
    extension Pin: Codable {
        /// Reads the pin from a single string, in any of the forms that `init(_:)` reads.
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
extension PinSet: RandomAccessCollection {
    /// The first index, 0.
    public var startIndex: Int { 0 }
    /// The number of pins.
    public var endIndex: Int { members.count }
    /// The pin at an index.
    public subscript(_ place: Int) -> Pin { members[place].pin }

    /// Returns whether the set has a pin.
    public func contains(_ pin: Pin) -> Bool { member(pin) != nil }
}

extension PinSet: CustomStringConvertible {
    /// The pins, separated by commas.
    public var description: String { "[\(map { "\($0)" }.joined(separator: ", "))]" }
}

extension PinSet: ExpressibleByArrayLiteral {
    /// Creates a set of active pins without labels.
    public init(arrayLiteral pins: Pin...) { self.init(pins) }
}
