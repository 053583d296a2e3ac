import DERKit
import X509Model

extension Pin {
    /// Reads a file of any supported form and returns the pin of the one key in it.
    ///
    /// A file that contains the same key several times, such as one with a certificate and its private key,
    /// counts as having one key.
    ///
    /// - Parameter bytes: the whole file, PEM or DER.
    /// - Throws: ``X509Model/InputError`` if an object in the file cannot be read or has no key, or if the
    ///   file has several keys; ``X509Model/InputReader/pins()`` returns the pins of all.
    public init(file bytes: some Collection<UInt8>) throws(InputError) {
        let pins = try InputReader(Array(bytes)).pins()
        guard let pin = pins.first, pins.count == 1 else {
            throw InputError(
                .severalKeys, "\(pins.count) keys where one was expected",
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
    ///   such as revocation lists, are an error only if there is nothing else.
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
