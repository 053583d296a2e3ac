import DERKit
import X509Model

/// Looks for the recipes of many texts at once, object by object, so that memory depends on the number of texts and
/// not on the number of objects.
public struct PinSearch: Sendable {
    private let texts: [String]
    /// The texts without what stands around a digest.
    private let bodies: [[UInt8]]
    /// The texts that are written as a pin.
    private let pins: [Pin: [Int]]
    /// The texts that may be a pin with a slip.
    private let parts: PinSlip.Parts
    /// Which texts, in which encoding, a digest would be.
    private var whole: [[UInt8]: [Place]] = [:]
    /// The same by the first bytes, for texts that were cut short.
    private var beginnings: [[UInt8]: [(place: Place, prefix: [UInt8])]] = [:]
    /// The same by base64 in upper case.
    private var upperCase: [String: [Place]] = [:]
    /// What was found, by the number of the text.
    private var found: [Int: [PinDiagnosis.Match]] = [:]
    private var right: [Int: [PinDiagnosis.Match]] = [:]
    /// The objects whose pin a text is but for a slip; they count where no recipe gives the text.
    private var slips: [Int: [PinDiagnosis.Match]] = [:]
    private var tried = PinDiagnosis.Tried()
    /// The file of the last object, and the hashes of ``PinDiagnosis/fileSources``: a bundle is hashed once, not once
    /// for each object in it.
    private var file: [UInt8] = []
    private var fileHashes: [PinDiagnosis.Hashes?] = []
    /// The right pin of the first object, for recipes that need none.
    private var firstPin: Pin?

    /// A text, and an encoding in which it can be read.
    private struct Place: Sendable {
        let text: Int
        let encoding: Int
    }

    /// A search for the recipes of `texts`.
    public init(_ texts: [String]) {
        self.texts = texts
        var pins: [Pin: [Int]] = [:]
        let bodies = texts.map { PinDiagnosis.body(of: $0) }
        self.bodies = bodies.map { Array($0.utf8) }
        parts = PinSlip.Parts(self.bodies)
        for (number, text) in texts.enumerated() {
            let written = PinDiagnosis.Written(bodies[number])
            let hasPinSize = [written.base64, written.hex].contains { $0?.count == SHA256.digestByteCount }
            if hasPinSize, let pin = try? Pin(text) { pins[pin, default: []].append(number) }
            for (encoding, form) in PinDiagnosis.encodings.enumerated() {
                let place = Place(text: number, encoding: encoding)
                switch form.read(written) {
                case .digest(let octets): whole[octets, default: []].append(place)
                case .prefix(let octets):
                    beginnings[Array(octets.prefix(PinDiagnosis.shortestPrefix)), default: []]
                        .append((place, octets))
                case .upperCase(let folded): upperCase[folded, default: []].append(place)
                case nil: continue
                }
            }
        }
        self.pins = pins
        for source in PinDiagnosis.independentSources {
            compare(PinDiagnosis.Hashes(source.bytes), source.code, nil) {
                Words(what: source.what, madeBy: source.madeBy, remedy: nil, pin: nil)
            }
        }
        compareZeros()
    }

    /// Compares every recipe over an object with the texts.
    public mutating func examine(_ object: PinDiagnosis.Object) {
        let pin = object.subjectPublicKeyInfo.pin
        if firstPin == nil { firstPin = pin }
        for number in pins[pin] ?? [] {
            right[number, default: []].append(
                PinDiagnosis.Match(
                    recipe: PinDiagnosis.rightRecipe, objectIndex: tried.objects,
                    message: "the pin of this \(object.subjectPublicKeyInfo.keyName) key", madeBy: [],
                    remedy: nil, rightPin: pin, isRight: true))
        }
        for number in parts.candidates(for: pin) {
            guard let slip = PinSlip(bodies[number], of: pin) else { continue }
            slips[number, default: []].append(
                PinDiagnosis.Match(
                    recipe: PinDiagnosis.slipRecipe, objectIndex: tried.objects,
                    message: "the pin of this key with a slip: \(slip.message)",
                    madeBy: ["a hand or a camera; copy pins as text"], remedy: nil, rightPin: pin,
                    isRight: false))
        }
        for source in PinDiagnosis.sources {
            guard let bytes = source.bytes(object) else { continue }
            compare(PinDiagnosis.Hashes(bytes), source, object)
        }
        if object.file != file {
            file = object.file
            fileHashes = PinDiagnosis.fileSources.map { $0.bytes(object).map(PinDiagnosis.Hashes.init) }
        }
        for (source, hashes) in zip(PinDiagnosis.fileSources, fileHashes) {
            if let hashes { compare(hashes, source, object) }
        }
        tried.objects += 1
    }

    /// What was found of the text with this number.
    public func diagnosis(_ number: Int) -> PinDiagnosis {
        guard texts.indices.contains(number) else { return PinDiagnosis(text: "", matches: [], tried: tried) }
        if let right = right[number] {
            return PinDiagnosis(text: texts[number], matches: right, tried: tried)
        }
        // The plain recipes first, in the order of the tables; `sorted` keeps the order of equals.
        let matches = (found[number] ?? slips[number] ?? []).enumerated().sorted {
            (one, other) in
            let ranks = (
                one.element.recipe.filter { $0 == ":" }.count, other.element.recipe.filter { $0 == ":" }.count
            )
            return ranks.0 == ranks.1 ? one.offset < other.offset : ranks.0 < ranks.1
        }
        return PinDiagnosis(
            text: texts[number], matches: matches.map { $0.element.with(pin: firstPin) }, tried: tried)
    }

    /// The texts that an object alone gives by a recipe other than the right one, each with the likeliest.
    func recipes(from object: PinDiagnosis.Object) -> [(text: Int, match: PinDiagnosis.Match)] {
        var search = self
        search.examine(object)
        return Set(search.found.keys).union(search.slips.keys).compactMap { (number) in
            guard search.right[number] == nil,
                let match = search.diagnosis(number).matches.first(where: { $0.objectIndex != nil })
            else { return nil }
            return (number, match)
        }
    }

    /// What is said of a source of bytes; made only where there is a match.
    private struct Words {
        let what: String
        let madeBy: String
        let remedy: String?
        let pin: Pin?
    }

    private mutating func compare(
        _ hashes: PinDiagnosis.Hashes, _ source: PinDiagnosis.Source, _ object: PinDiagnosis.Object
    ) {
        compare(hashes, source.code, tried.objects) {
            Words(
                what: source.what(object), madeBy: source.madeBy(object), remedy: source.remedy(object),
                pin: object.subjectPublicKeyInfo.pin)
        }
    }

    private mutating func compare(
        _ hashes: PinDiagnosis.Hashes, _ source: String, _ object: Int?, _ words: () -> Words
    ) {
        tried.inputs += 1
        for digest in PinDiagnosis.digests {
            tried.digests += 1
            for place in places(of: digest.digest(hashes)) {
                let encoding = PinDiagnosis.encodings[place.encoding]
                var parts = [source]
                if digest.madeBy != nil { parts.append(digest.code) }
                if encoding.madeBy != nil { parts.append(encoding.code) }
                let said = words()
                found[place.text, default: []].append(
                    PinDiagnosis.Match(
                        recipe: parts.joined(separator: ":"), objectIndex: object,
                        message: "\(digest.name) of \(said.what)\(encoding.phrase)",
                        madeBy: [said.madeBy, digest.madeBy, encoding.madeBy].compactMap { $0 },
                        remedy: said.remedy, rightPin: said.pin, isRight: false))
            }
        }
    }

    private func places(of digest: [UInt8]) -> [Place] {
        var places = whole[digest] ?? []
        if !beginnings.isEmpty, digest.count <= SHA256.digestByteCount {
            let candidates = beginnings[Array(digest.prefix(PinDiagnosis.shortestPrefix))] ?? []
            places += candidates.filter { $0.prefix.count < digest.count && digest.starts(with: $0.prefix) }
                .map { $0.place }
        }
        if !upperCase.isEmpty {
            let text = Base64.encode(digest)
            let folded = text.uppercased()
            if folded != text { places += upperCase[folded] ?? [] }
        }
        return places
    }

    /// A pin that is zeros, as examples have it.
    private mutating func compareZeros() {
        for place in places(of: [UInt8](repeating: 0, count: SHA256.digestByteCount)) {
            let encoding = PinDiagnosis.encodings[place.encoding]
            let parts = [PinDiagnosis.zeros] + (encoding.madeBy == nil ? [] : [encoding.code])
            found[place.text, default: []].append(
                PinDiagnosis.Match(
                    recipe: parts.joined(separator: ":"), objectIndex: nil,
                    message: "all zeros, a placeholder and no hash\(encoding.phrase)",
                    madeBy: [
                        "the AAAA... of an example, meant to fail and to show the right pin in the error"
                    ],
                    remedy: nil, rightPin: nil, isRight: false))
        }
    }
}
