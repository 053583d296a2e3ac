import DERKit

/// An index of texts by their possible values, so that a digest finds its texts without comparing each.
struct PinIndex: Sendable {
    /// A text, and an encoding in which it can be read.
    struct Place: Sendable {
        let text: Int
        let encoding: PinDiagnosis.Encoding
        let written: PinDiagnosis.Written
    }

    /// The digests that any of the texts can be; others are not computed.
    let digests: [PinDiagnosis.Digest]

    /// The texts that are spelled as a pin.
    private var pins: [Pin: [Int]] = [:]
    /// The texts and their encodings, by digest.
    private var whole: [[UInt8]: [Place]] = [:]
    /// The entries by first bytes, for truncated pins.
    private var beginnings: [[UInt8]: [(place: Place, prefix: [UInt8])]] = [:]
    /// For each first two bytes, whether ``whole`` or ``beginnings`` has an entry with them. Of the many digests that are
    /// looked up, hardly one passes.
    private var leads = [Bool](repeating: false, count: 1 << 16)
    /// The entries by lower-case base64.
    private var oneCase: [String: [Place]] = [:]
    /// The possible bodies of each text that may be a pin with a typo.
    private let parts: [PinSlip.Parts]
    private let bodies: [[[UInt8]]]

    /// Creates an index of texts, or of some of them.
    init(_ spellings: [PinSpelling], only numbers: [Int]? = nil) {
        // Typos are found in base64url too.
        bodies = [
            spellings.map { PinSpelling.standardAlphabet($0.body) },
            spellings.map { PinSpelling.standardAlphabet($0.otherBody ?? "") },
        ]
        parts = bodies.map { PinSlip.Parts($0) }
        var sizes: Set<Int> = []
        var shortest = Int.max
        for number in numbers ?? Array(spellings.indices) {
            let spelling = spellings[number]
            if let pin = spelling.pin { pins[pin, default: []].append(number) }
            let written = PinDiagnosis.Written(spelling.body)
            for encoding in PinDiagnosis.encodings {
                let place = Place(text: number, encoding: encoding, written: written)
                switch encoding.read(written) {
                case .digest(let octets):
                    leads[PinIndex.lead(octets)] = true
                    sizes.insert(octets.count)
                    whole[octets, default: []].append(place)
                case .prefix(let octets):
                    leads[PinIndex.lead(octets)] = true
                    shortest = min(shortest, octets.count)
                    beginnings[Array(octets.prefix(PinDiagnosis.shortestPrefix)), default: []]
                        .append((place, octets))
                case .oneCase(let folded):
                    sizes.insert(
                        folded.utf8.count / 4 * 3 - folded.utf8.reversed().prefix { $0 == 0x3d }.count)
                    oneCase[folded, default: []].append(place)
                case nil: continue
                }
            }
        }
        digests = PinDiagnosis.digests.filter {
            sizes.contains($0.byteCount) || $0.byteCount > shortest && $0.byteCount <= SHA256.digestByteCount
        }
    }

    /// Returns the number that the first two bytes are.
    private static func lead(_ octets: [UInt8]) -> Int {
        octets.count < 2 ? 0 : Int(octets[0]) << 8 | Int(octets[1])
    }

    func texts(for pin: Pin) -> [Int] { pins[pin] ?? [] }

    /// Returns the texts that are a digest, with their encodings.
    func places(of digest: [UInt8]) -> [Place] {
        guard leads[PinIndex.lead(digest)] || !oneCase.isEmpty else { return [] }
        var places = whole[digest] ?? []
        if !beginnings.isEmpty, digest.count <= SHA256.digestByteCount {
            let candidates = beginnings[Array(digest.prefix(PinDiagnosis.shortestPrefix))] ?? []
            for candidate in candidates
            where candidate.prefix.count < digest.count && digest.starts(with: candidate.prefix) {
                places.append(candidate.place)
            }
        }
        if !oneCase.isEmpty {
            let text = Base64.encode(digest)
            for place in oneCase[text.lowercased()] ?? [] {
                let folded =
                    place.encoding.code == "upper-case" ? text.uppercased() : text.lowercased()
                if folded == place.written.text, folded != text { places.append(place) }
            }
        }
        return places
    }

    /// Returns the texts that are the pin with a typo.
    func typos(of pin: Pin) -> [(text: Int, typo: PinSlip)] {
        var found: [(text: Int, typo: PinSlip)] = []
        for (place, bodies) in zip(parts, bodies) {
            for number in place.candidates(for: pin) {
                if !found.contains(where: { $0.text == number }), let typo = PinSlip(bodies[number], of: pin)
                {
                    found.append((number, typo))
                }
            }
        }
        return found
    }
}
