import DERKit

/// An index of texts by the digests that they may encode, which finds those for a digest without comparing each text.
struct PinIndex: Sendable {
    /// A text, and an encoding in which it can be read.
    struct Place: Sendable {
        let text: Int
        let encoding: PinDiagnosis.Encoding
        let written: PinDiagnosis.Written
    }

    /// The digest algorithms that may have produced any of the texts; other digests are not computed.
    let digests: [PinDiagnosis.Digest]

    private let spellings: [PinSpelling]
    /// The texts that are spelled like a pin, by the first bytes of the pin.
    private var pins = NumberedTexts()
    /// The texts and their encodings, by the first bytes of the digest.
    private var beginnings = NumberedTexts()
    /// For each value of the first two bytes, a Boolean value that indicates whether ``beginnings`` has an entry.
    /// Almost none of the many digests that are looked up pass this test.
    private var leads = [Bool](repeating: false, count: 1 << 16)
    /// The texts in a single letter case and their encodings, by the first characters of their base64 in lower case.
    private var oneCase = NumberedTexts()
    /// The indexes of the texts' possible bodies, for finding pins with a typo. Typos in base64url are found too.
    private let parts: [PinSlip.Parts]
    private static let bodies: [@Sendable (PinSpelling) -> [UInt8]] = [
        { PinSpelling.standardAlphabet($0.body) }, { PinSpelling.standardAlphabet($0.otherBody ?? "") },
    ]

    /// Creates an index of texts, or only of the texts with the given numbers.
    init(_ spellings: [PinSpelling], only numbers: [Int]? = nil) {
        self.spellings = spellings
        parts = PinIndex.bodies.map { PinSlip.Parts(spellings.lazy.map($0)) }
        var sizes: Set<Int> = []
        var shortest = Int.max
        for number in numbers ?? Array(spellings.indices) {
            let spelling = spellings[number]
            if let pin = spelling.pin { pins.add(PinIndex.key(pin.bytes), text: number) }
            let written = PinDiagnosis.Written(spelling.body)
            for (place, encoding) in PinDiagnosis.encodings.enumerated() {
                switch encoding.read(written) {
                case .digest(let octets):
                    leads[PinIndex.lead(octets)] = true
                    sizes.insert(octets.count)
                    beginnings.add(PinIndex.key(octets), text: number, reading: place)
                case .prefix(let octets):
                    leads[PinIndex.lead(octets)] = true
                    shortest = min(shortest, octets.count)
                    beginnings.add(PinIndex.key(octets), text: number, reading: place)
                case .oneCase(let folded):
                    sizes.insert(folded.utf8.count { $0 != 0x3d } * 3 / 4)
                    oneCase.add(PinIndex.key(Array(folded.utf8)), text: number, reading: place)
                case nil: continue
                }
            }
        }
        pins.sort()
        beginnings.sort()
        oneCase.sort()
        digests = PinDiagnosis.digests.filter {
            sizes.contains($0.byteCount) || $0.byteCount > shortest && $0.byteCount <= SHA256.digestByteCount
        }
    }

    /// Returns the first two bytes as a number.
    private static func lead(_ octets: [UInt8]) -> Int {
        octets.count < 2 ? 0 : Int(octets[0]) << 8 | Int(octets[1])
    }

    /// Returns the first ``PinDiagnosis/shortestPrefix`` bytes as a number.
    private static func key(_ octets: [UInt8]) -> UInt64 {
        octets.prefix(PinDiagnosis.shortestPrefix).reduce(0) { $0 << 8 | UInt64($1) }
    }

    func texts(for pin: Pin) -> [Int] {
        pins[PinIndex.key(pin.bytes)].map { Int($0.text) }.filter { spellings[$0].pin == pin }
    }

    /// Returns the texts that represent a digest, with their encodings.
    func places(of digest: [UInt8]) -> [Place] {
        guard leads[PinIndex.lead(digest)] || !oneCase.isEmpty else { return [] }
        let digests = beginnings[PinIndex.key(digest)].map(place).filter { (place) in
            switch place.encoding.read(place.written) {
            case .digest(let octets): octets == digest
            case .prefix(let octets):
                digest.count <= SHA256.digestByteCount && octets.count < digest.count
                    && digest.starts(with: octets)
            case .oneCase, nil: false
            }
        }
        guard !oneCase.isEmpty else { return digests }
        let text = Base64.encode(digest)
        let lower = text.lowercased()
        return digests
            + oneCase[PinIndex.key(Array(lower.utf8))].map(place).filter { (place) in
                let folded = place.encoding.code == "upper-case" ? text.uppercased() : lower
                let unpadded = folded.prefix { $0 != "=" }
                return [folded[...], unpadded].contains(place.written.text[...]) && folded != text
            }
    }

    private func place(_ entry: NumberedTexts.Entry) -> Place {
        let number = Int(entry.text)
        return Place(
            text: number, encoding: PinDiagnosis.encodings[Int(entry.reading)],
            written: PinDiagnosis.Written(spellings[number].body))
    }

    /// Returns the texts that match the pin except for a typo.
    func typos(of pin: Pin) -> [(text: Int, typo: PinSlip)] {
        var found: [(text: Int, typo: PinSlip)] = []
        for (parts, body) in zip(parts, PinIndex.bodies) {
            for number in parts.candidates(for: pin) where !found.contains(where: { $0.text == number }) {
                if let typo = PinSlip(body(spellings[number]), of: pin) { found.append((number, typo)) }
            }
        }
        return found
    }
}
