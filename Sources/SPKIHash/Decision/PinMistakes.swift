import DERKit
import X509Model

/// Which pins are not the pin of any key, though someone takes them for one: made from a key at hand by a known mistake,
/// a typo of another pin, or a placeholder.
///
/// Such a pin never matches, whatever keys are kept offline, so that it is not a backup.
package struct PinMistakes {
    /// What a pin really is.
    package struct Mistake: Sendable {
        /// The stable code of the recipe.
        package let recipe: String
        /// What it is, to go on after "the pin … is".
        package let message: String
        /// The place of the certificate that it was made from; `nil` if it was none of the chain.
        package let place: Int?
        /// The pin that belongs in its place; `nil` if that is not known.
        package let rightPin: Pin?
        /// False if another pin may be the wrong one.
        package var isCertain = true
    }

    private var mistakes: [Pin: Mistake] = [:]

    /// The mistake that made a pin; `nil` if none is known.
    package subscript(_ pin: Pin) -> Mistake? { mistakes[pin] }

    /// A Boolean value that indicates whether a pin may be of a key that is not at hand.
    package func mayBeElsewhere(_ pin: Pin) -> Bool {
        !(mistakes[pin]?.isCertain ?? false) && KnownBadDigest.what(pin.bytes) == nil
    }

    /// A Boolean value that indicates whether a pin that is not of the chain counts as a backup.
    package func isBackup(_ pin: Pin) -> Bool { mistakes[pin] == nil && mayBeElsewhere(pin) }

    /// Looks for mistakes among pins.
    ///
    /// - Parameters:
    ///   - pins: the pins of a policy.
    ///   - links: the certificates at hand.
    ///   - recipes: what is known of the pins and these certificates.
    ///   - objects: other keys, requests and certificates that a pin may have been made from.
    package init(
        _ pins: [Pin], _ links: [PinEvaluation.Link], _ recipes: WrongRecipes,
        objects: [PinDiagnosis.Object] = []
    ) {
        var right = Set(links.map { $0.pin })
        for object in objects { right.insert(object.subjectPublicKeyInfo.pin) }
        for link in links {
            for (pin, match) in recipes.all(from: link.fingerprint) where !right.contains(pin) {
                add(pin, match, link.index)
            }
        }
        let wanted = pins.filter { !right.contains($0) && mistakes[$0] == nil }
        if !wanted.isEmpty, !objects.isEmpty {
            let search = PinSearch(wanted.map { $0.base64 })
            for object in objects {
                for (number, match) in search.recipes(from: object) where wanted.indices.contains(number) {
                    add(wanted[number], match, nil)
                }
            }
        }
        addTypos(among: pins, right: right)
    }

    private mutating func add(_ pin: Pin, _ match: PinDiagnosis.Match, _ place: Int?) {
        guard mistakes[pin] == nil else { return }
        mistakes[pin] = Mistake(
            recipe: match.recipe, message: match.message, place: place, rightPin: match.rightPin)
    }

    /// Pins that differ from another in a few characters. Two of keys at hand are none: chance gives no such pair, but
    /// a key is a key. Which of two unknown ones is wrong no one can tell; the second is named.
    private mutating func addTypos(among pins: [Pin], right: Set<Pin>) {
        var seen: [[UInt8]: Pin] = [:]
        let known = pins.filter { right.contains($0) }
        for pin in known + pins.filter({ !right.contains($0) }) {
            let text = Array(pin.base64.utf8)
            for part in 0..<5 {
                // Three places that differ leave one of four tens as it is, one place the last ten.
                let key = [UInt8(part)] + (part < 4 ? text.dropFirst(10 * part).prefix(10) : text.suffix(10))
                guard let other = seen[key] else {
                    seen[key] = pin
                    continue
                }
                guard other != pin, mistakes[pin] == nil, !right.contains(pin),
                    let slip = PinSlip(text, of: other)
                else { continue }
                let isKnown = right.contains(other)
                mistakes[pin] = Mistake(
                    recipe: PinDiagnosis.slipRecipe,
                    message: isKnown
                        ? "the pin \(other) with a typo: \(slip.message)"
                        : "the pin \(other) with a typo, or the other way around: \(slip.message)",
                    place: nil, rightPin: isKnown ? other : nil, isCertain: isKnown)
            }
        }
    }
}
