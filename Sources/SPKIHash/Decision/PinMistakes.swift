import X509Model

/// The pins that do not belong to any key, because each is the result of a known mistake with a given key, another pin
/// with a typo, or a placeholder.
///
/// These pins never match, not even a key that is kept offline, so they are not backups.
package struct PinMistakes {
    package struct Mistake: Sendable {
        /// A description of the pin, which completes the sentence "the pin … is".
        package let message: String
        /// The index of the certificate from which the pin was made; `nil` if there is none.
        package let place: Int?
        package let rightPin: Pin?
        /// A Boolean value that indicates whether this pin, not the one that it resembles, is certainly wrong.
        package var isCertain = true
    }

    private var mistakes: [Pin: Mistake] = [:]
    /// The pins that were made incorrectly from each certificate, by its index.
    private var recipes: [Int: [Pin: PinDiagnosis.Match]] = [:]
    /// The maximum number of pins in a policy whose pins are compared with the hashes of its other pins.
    private static let mostHashed = 256

    package subscript(_ pin: Pin) -> Mistake? { mistakes[pin] }

    /// A Boolean value that indicates whether any pin was made incorrectly from a certificate.
    var hasRecipes: Bool { !recipes.isEmpty }

    /// Returns the first of `pins` that was made incorrectly from a certificate, with the mistake, or `nil`.
    package func recipe(
        from place: Int, among pins: [Pin]
    ) -> (recipe: PinDiagnosis.Match, pin: Pin)? {
        guard let found = recipes[place] else { return nil }
        return pins.lazy.compactMap { (pin) in found[pin].map { ($0, pin) } }.first
    }

    /// Returns whether a pin may belong to a key that was not given.
    package func mayBeElsewhere(_ pin: Pin) -> Bool {
        !(mistakes[pin]?.isCertain ?? false) && KnownBadDigest.what(pin.bytes) == nil
    }

    /// Returns whether a pin outside the chain counts as a backup.
    package func isBackup(_ pin: Pin) -> Bool { mistakes[pin] == nil && mayBeElsewhere(pin) }

    /// Searches pins for mistakes.
    ///
    /// - Parameters:
    ///   - pins: the pins of a policy.
    ///   - links: the given certificates.
    ///   - known: the recipes of these pins in these certificates and in other objects; `nil` to search the
    ///     certificates.
    package init(_ pins: [Pin] = [], _ links: [PinEvaluation.Link] = [], known: PinRecipes? = nil) {
        let known = known ?? PinRecipes(of: pins, from: links.map { $0.certificate })
        let wanted = Set(pins).subtracting(known.right)
        for link in links {
            for (pin, match) in known[link.certificate] where wanted.contains(pin) {
                recipes[link.index, default: [:]][pin] = match
                add(pin, match, link.index)
            }
        }
        for pin in wanted {
            if let match = known[pin] { add(pin, match, nil) }
        }
        addHashes(of: pins, right: known.right)
        addTypos(among: pins, right: known.right)
    }

    /// Adds pins made from another pin of the policy, by hashing it or its text, or by changing its letter case.
    private mutating func addHashes(of pins: [Pin], right: Set<Pin>) {
        let wanted = Set(pins.filter { !right.contains($0) && mistakes[$0] == nil })
        guard !wanted.isEmpty, (2...PinMistakes.mostHashed).contains(pins.count) else { return }
        for other in pins {
            for case (let pin?, let what) in PinDiagnosis.forms(of: other)
            where pin != other && wanted.contains(pin) && mistakes[pin] == nil {
                mistakes[pin] = Mistake(
                    message: "made from the pin \(other) (\(what))", place: nil, rightPin: other)
            }
        }
    }

    private mutating func add(_ pin: Pin, _ match: PinDiagnosis.Match, _ place: Int?) {
        guard mistakes[pin] == nil else { return }
        mistakes[pin] = Mistake(message: match.message, place: place, rightPin: match.rightPin)
    }

    /// Adds pins that differ from another pin in a few characters, except pins of given keys. If neither pin belongs to
    /// a given key, either may be wrong; the second is reported.
    private mutating func addTypos(among pins: [Pin], right: Set<Pin>) {
        var seen: [UInt64: Int32] = [:]
        let pins = pins.filter { right.contains($0) } + pins.filter { !right.contains($0) }
        for (number, pin) in pins.enumerated() {
            let text = Array(pin.base64.utf8)
            for part in PinSlip.Parts.parts(of: text) {
                guard let first = seen[part] else {
                    seen[part] = Int32(truncatingIfNeeded: number)
                    continue
                }
                let other = pins[Int(first)]
                guard other != pin, mistakes[pin] == nil, !right.contains(pin),
                    let slip = PinSlip(text, of: other)
                else { continue }
                let isKnown = right.contains(other)
                mistakes[pin] = Mistake(
                    message: isKnown
                        ? "the pin \(other) with a typo: \(slip.message)"
                        : "the pin \(other) with a typo, or the other way around: \(slip.message)",
                    place: nil, rightPin: isKnown ? other : nil, isCertain: isKnown)
            }
        }
    }
}

/// The known mistakes by which pins were made from given certificates and other objects. Each object is searched once, for
/// the pins of any number of policies.
package struct PinRecipes: Sendable {
    /// The pins of the given objects, which need no search.
    let right: Set<Pin>
    private var ofCertificates: [Certificate: [Pin: PinDiagnosis.Match]] = [:]
    private var ofAny: [Pin: PinDiagnosis.Match] = [:]

    /// Returns the pins that were made incorrectly from a certificate.
    subscript(_ certificate: Certificate) -> [Pin: PinDiagnosis.Match] { ofCertificates[certificate] ?? [:] }

    /// Returns the mistake by which a pin was made from any object; the first one, if there are several.
    subscript(_ pin: Pin) -> PinDiagnosis.Match? { ofAny[pin] }

    /// Searches for pins in certificates, and in other keys, requests and certificates.
    package init(of pins: [Pin], from certificates: [Certificate], objects: [PinDiagnosis.Object] = []) {
        right = Set(certificates.map { $0.pin } + objects.map { $0.subjectPublicKeyInfo.pin })
        let wanted = Array(Set(pins).subtracting(right))
        guard !wanted.isEmpty, !right.isEmpty else { return }
        let search = PinSearch(wanted.map { $0.base64 })
        for object in objects {
            for (number, match) in search.recipes(from: object) { note(wanted[number], match) }
        }
        for certificate in certificates where ofCertificates[certificate] == nil {
            var found: [Pin: PinDiagnosis.Match] = [:]
            for (number, match) in search.recipes(from: PinDiagnosis.Object(certificate)) {
                found[wanted[number]] = match
                note(wanted[number], match)
            }
            ofCertificates[certificate] = found
        }
    }

    private mutating func note(_ pin: Pin, _ match: PinDiagnosis.Match) {
        if ofAny[pin] == nil { ofAny[pin] = match }
    }
}

/// Digests that circulate as pins but are not the pin of any key in use.
package enum KnownBadDigest {
    /// Returns a description of the origin of a digest, or `nil` if the digest may be a pin.
    package static func what(_ digest: [UInt8]) -> String? {
        if let first = digest.first, digest.allSatisfy({ $0 == first }) {
            return first == 0 ? "all zeros, a placeholder" : "one byte repeated, a placeholder"
        }
        let letters = Base64.encode(digest).utf8.dropLast(2)
        // The last letter is not compared: only four of its bits count, so a made-up text may end with a different
        // letter to encode 32 bytes.
        if let letter = letters.first, letters.allSatisfy({ $0 == letter }) {
            return "\(Unicode.Scalar(letter)) repeated in base64, a placeholder"
        }
        return table[digest]
    }

    /// The digests and their origins. Most are the SHA-256 of what is hashed if an earlier step fails, such as empty
    /// input or the text `null`.
    private static let table: [[UInt8]: String] = {
        var table: [[UInt8]: String] = [:]
        for source in PinDiagnosis.independentSources {
            table[SHA256.hash(source.bytes)] = "the SHA-256 of \(source.what)"
        }
        // https://developer.android.com/privacy-and-security/security-config#CertificatePinning
        for text in [
            "7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=", "fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=",
        ] {
            table[(try? Base64.decode(text)) ?? []] = "an example in Android's documentation"
        }
        return table
    }()
}
