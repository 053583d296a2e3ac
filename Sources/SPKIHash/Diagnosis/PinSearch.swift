import X509Model

/// Searches for the recipes of many texts at once.
///
/// The SHA-256 of every source of bytes in every object is tried first. Other digests are tried only for texts that
/// SHA-256 does not explain, so that common mistakes need no other hashes.
package struct PinSearch: Sendable {
    private let spellings: [PinSpelling]
    private let index: PinIndex
    /// The matches, by the number of the text.
    private var found: [Int: [PinDiagnosis.Match]] = [:]
    private var right: [Int: [PinDiagnosis.Match]] = [:]
    /// The matches with a typo, by the number of the text. They count only if no recipe produces the text.
    private var typos: [Int: [PinDiagnosis.Match]] = [:]
    /// The numbers of the texts that the SHA-256 of a source explains.
    private var explained: Set<Int> = []
    /// The objects that were compared with SHA-256 only, each with its number and a flag for whether the SHA-256 of a
    /// digest may be one of the texts.
    private var pending: [(number: Int, object: PinDiagnosis.Object, isTwice: Bool)] = []
    private var tried = PinDiagnosis.Tried()
    private var hashes = PinDiagnosis.Hashes()
    /// The file of the last object, so that a bundle is hashed only once, not again for each object in it.
    private var file: [UInt8] = []
    private var fileDigests: [(source: PinDiagnosis.Source, digests: [[UInt8]?])] = []
    /// The correct pin of the first object, for recipes that do not depend on an object.
    private var firstPin: Pin?

    package init(_ texts: [String]) { self.init(texts.map { PinSpelling($0) }) }

    package init(_ spellings: [PinSpelling]) {
        self.spellings = spellings
        index = PinIndex(spellings)
        for source in PinDiagnosis.independentSources {
            tried.inputs += 1
            compare(digests(of: source.bytes, index.digests), index.digests, source.code, nil, index) {
                Words(what: source.what, way: source.way, remedy: nil, pin: nil)
            }
        }
        compare(
            [UInt8](repeating: 0, count: SHA256.digestByteCount), PinDiagnosis.zeros, nil,
            "all zeros: a placeholder, not a hash", rightPin: nil,
            step: "copying the AAAA... from an example, which is meant to fail and print the right pin")
    }

    /// Compares the texts with an object's values and with the SHA-256 of everything in the object.
    package mutating func examine(_ object: PinDiagnosis.Object) {
        let pin = object.subjectPublicKeyInfo.pin
        if firstPin == nil { firstPin = pin }
        compareRight(pin, "the pin of this \(object.subjectPublicKeyInfo.keyName) key")
        for identifier in object.identifiers {
            compare(
                identifier.octets, identifier.code, tried.objects, identifier.what,
                // A pin made from another object's key is not evidence about this key.
                remedy: identifier.remedy, rightPin: identifier.remedy == nil ? pin : nil,
                step: identifier.step)
        }
        let isTwice = compare(
            object, tried.objects, index.digests.filter { $0.isRight }, index, isFirst: true)
        pending.append((tried.objects, object, isTwice))
        tried.objects += 1
    }

    /// Compares the texts with the pin of a key that is not given, and with the results of mistakes with that pin.
    package mutating func examine(_ pin: Pin) {
        if firstPin == nil { firstPin = pin }
        compareRight(pin, "the pin of this key")
        for source in PinDiagnosis.sources(of: pin) {
            tried.inputs += 1
            let digests = source.isHashed ? digests(of: source.bytes, index.digests) : [source.bytes]
            let kinds = source.isHashed ? index.digests : Array(PinDiagnosis.digests.prefix(1))
            compare(digests, kinds, source.code, tried.objects, index) {
                Words(what: source.what, way: .call(source.call), remedy: nil, pin: pin)
            }
        }
        tried.objects += 1
    }

    /// Tries the other digests for the texts that have no explanation so far.
    package mutating func finish() {
        let open = spellings.indices.filter {
            right[$0] == nil && typos[$0] == nil && !explained.contains($0)
        }
        defer { pending = [] }
        guard !open.isEmpty, !pending.isEmpty else { return }
        let index = open.count == spellings.count ? self.index : PinIndex(spellings, only: open)
        let digests = index.digests.filter { !$0.isRight }
        guard !digests.isEmpty else { return }
        (file, fileDigests) = ([], [])
        let isFirst = !self.index.digests.contains { $0.isRight }
        for (number, object, isTwice) in pending {
            compare(object, number, digests, index, isFirst: isFirst, isTwice: isTwice)
        }
    }

    /// Compares the given digests of everything in an object with the texts of an index.
    ///
    /// - Returns: whether the SHA-256 of a SHA-256 is one of the texts, if SHA-256 is among the digests.
    @discardableResult
    private mutating func compare(
        _ object: PinDiagnosis.Object, _ number: Int, _ digests: [PinDiagnosis.Digest], _ index: PinIndex,
        isFirst: Bool, isTwice: Bool = false
    ) -> Bool {
        guard !digests.isEmpty else { return false }
        var isTwice = isTwice
        let isRight = digests.contains { $0.isRight }
        var last: (code: String, bytes: [UInt8]?) = ("", nil)
        func compare(_ source: PinDiagnosis.Source, _ values: [[UInt8]?]) {
            if isFirst { tried.inputs += 1 }
            self.compare(values, digests, source.code, number, index) {
                Words(
                    what: source.what(object), way: source.way(object), remedy: source.remedy(object),
                    pin: object.subjectPublicKeyInfo.pin)
            }
        }
        for source in PinDiagnosis.sources where isRight || !source.isRare {
            guard let bytes = source.made(object, &last) else { continue }
            let values = self.digests(of: bytes, digests, isTwice: isTwice)
            compare(source, values)
            if isRight, !source.isRare, let value = values.first ?? nil {
                isTwice = isTwice || !index.places(of: SHA256.hash(value.span)).isEmpty
            }
        }
        if object.file != file {
            file = object.file
            fileDigests = PinDiagnosis.fileSources.compactMap { (source) in
                source.bytes(object).map { (source, self.digests(of: $0, digests)) }
            }
        }
        for (source, values) in fileDigests { compare(source, values) }
        return isTwice
    }

    package func diagnosis(_ number: Int) -> PinDiagnosis {
        let spelling = spellings[number]
        if let right = right[number] {
            // The steps produce the usual text of the digest, not the oddities of this spelling.
            let recipes = spelling.oddities.isEmpty ? found[number] ?? [] : []
            let matches = right.map { $0.isRight ? $0 : $0.with(recipeOf: recipes) }
            return PinDiagnosis(spelling: spelling, matches: matches, tried: tried)
        }
        // Recipes with fewer parts come first, in the order of the tables; those about another object's key come last.
        let rank = { (match: PinDiagnosis.Match) in
            match.recipe.filter { $0 == ":" }.count
                + (match.objectIndex != nil && match.rightPin == nil ? 100 : 0)
        }
        let matches = (found[number] ?? typos[number] ?? []).enumerated().sorted {
            (one, other) in
            let ranks = (rank(one.element), rank(other.element))
            return ranks.0 == ranks.1 ? one.offset < other.offset : ranks.0 < ranks.1
        }
        return PinDiagnosis(
            spelling: spelling, matches: matches.map { $0.element.with(pin: firstPin) }, tried: tried)
    }

    /// Returns the texts that an incorrect recipe produces from an object, each with the most likely recipe.
    func recipes(from object: PinDiagnosis.Object) -> [(text: Int, match: PinDiagnosis.Match)] {
        var search = self
        search.examine(object)
        search.finish()
        return Set(search.found.keys).union(search.typos.keys).compactMap { (number) in
            guard search.right[number] == nil,
                let match = search.diagnosis(number).matches.first(where: { $0.objectIndex != nil })
            else { return nil }
            return (number, match)
        }
    }

    /// Finds the texts that are the pin of a key, whether correct, misspelled or with a typo.
    private mutating func compareRight(_ pin: Pin, _ what: String) {
        for number in index.texts(for: pin) {
            let complaint = spellings[number].complaint
            right[number, default: []].append(
                PinDiagnosis.Match(
                    recipe: complaint == nil ? PinDiagnosis.rightRecipe : PinDiagnosis.spellingRecipe,
                    objectIndex: tried.objects,
                    message: what + (complaint.map { ", but \($0)" } ?? ""),
                    rightPin: pin, isRight: complaint == nil))
        }
        for (number, typo) in index.typos(of: pin) {
            typos[number, default: []].append(
                PinDiagnosis.Match(
                    recipe: PinDiagnosis.slipRecipe, objectIndex: tried.objects,
                    message: "the pin of this key with a typo: \(typo.message)",
                    madeBy: ["typing or scanning the pin; copy pins as text"], rightPin: pin))
        }
    }

    /// The descriptions of a source of bytes, created only for a match.
    private struct Words {
        let what: String
        let way: PinDiagnosis.Way
        let remedy: String?
        let pin: Pin?
    }

    /// Returns digests of bytes, with `nil` for each digest that is not computed for so many bytes.
    ///
    /// - Parameter isTwice: false if no text is the SHA-256 of a SHA-256; that digest is then empty.
    private mutating func digests(
        of bytes: [UInt8], _ kinds: [PinDiagnosis.Digest], isTwice: Bool = true
    ) -> [[UInt8]?] {
        hashes.next(bytes)
        return kinds.map { (digest) in
            if !isTwice, digest.code == PinDiagnosis.twice { return [] }
            return digest.isRight || bytes.count <= PinDiagnosis.maximumRareByteCount
                ? digest.digest(&hashes) : nil
        }
    }

    private mutating func compare(
        _ digests: [[UInt8]?], _ kinds: [PinDiagnosis.Digest], _ source: String, _ object: Int?,
        _ index: PinIndex, _ words: () -> Words
    ) {
        for number in digests.indices {
            guard let octets = digests[number] else { continue }
            tried.digests += 1
            for place in index.places(of: octets) {
                let digest = kinds[number]
                if digest.isRight { explained.insert(place.text) }
                let encoding = place.encoding
                var parts = [source]
                if !digest.isRight { parts.append(digest.code) }
                if encoding.call != nil { parts.append(encoding.code) }
                let said = words()
                let steps = PinDiagnosis.steps(said.way, digest, octets, encoding, place.written)
                found[place.text, default: []].append(
                    PinDiagnosis.Match(
                        recipe: parts.joined(separator: ":"), objectIndex: object,
                        message: "\(digest.name) of \(said.what)\(encoding.phrase)", madeBy: steps.steps,
                        command: steps.command, remedy: said.remedy, rightPin: said.pin))
            }
        }
    }

    /// Compares octets that may be used as a pin without being hashed.
    private mutating func compare(
        _ octets: [UInt8], _ code: String, _ object: Int?, _ what: String, remedy: String? = nil,
        rightPin: Pin?, step: String
    ) {
        for place in index.places(of: octets) {
            let parts = [code] + (place.encoding.call == nil ? [] : [place.encoding.code])
            found[place.text, default: []].append(
                PinDiagnosis.Match(
                    recipe: parts.joined(separator: ":"), objectIndex: object,
                    message: what + place.encoding.phrase, madeBy: [step],
                    remedy: remedy, rightPin: rightPin))
        }
    }
}

extension PinDiagnosis {
    /// Returns the steps that produce a text, in order, and the command if a single one prints exactly the text.
    static func steps(
        _ way: Way, _ digest: Digest, _ octets: [UInt8], _ encoding: Encoding, _ written: Written
    ) -> (steps: [String], command: String?) {
        guard case .command(let first) = way, let option = digest.option else {
            let start =
                switch way {
                case .command(let step), .call(let step): step
                }
            return ([start, digest.call, encoding.call].compactMap { $0 }.filter { !$0.isEmpty }, nil)
        }
        let pipe = (first.isEmpty ? "" : "\(first) | ") + "openssl dgst -\(option) -binary"
        let writers = [("openssl base64 -A", Base64.encode(octets)), ("xxd -p -c 64", hex(octets))]
        guard encoding.call == nil, let writer = writers.first(where: { $0.1 == written.text }) else {
            return ([pipe, encoding.call].compactMap { $0 }, nil)
        }
        return (["\(pipe) | \(writer.0)"], "\(pipe) | \(writer.0)")
    }
}
