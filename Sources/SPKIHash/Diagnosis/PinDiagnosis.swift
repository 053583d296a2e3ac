import DERKit
import X509Model

/// Which mistake made a pin: every known series of bytes, hashed in every known way, compared with it.
///
///     let diagnosis = PinDiagnosis(of: "Ues/xSDzybWM…", in: [.init(certificate)])
///     diagnosis.isRight           // false
///     diagnosis.matches.first     // raw-key: SHA-256 of the raw 65-byte P-256 point, …
///
/// The recipes are data: sources of bytes, digests and encodings, each in a table of its own. A match is the
/// comparison of whole digests, or of at least 48 bits of one where a text was cut short, so that chance gives none.
public struct PinDiagnosis: Sendable {
    /// How the text is written.
    package let spelling: PinSpelling
    /// The text that was diagnosed.
    package var text: String { spelling.text }
    /// Why the text cannot be a pin, whatever the key; nil if it may be one.
    package var problem: Problem? { Problem(spelling) }
    /// The recipes that give this very text, the likeliest first; where the pin is right, the keys whose pin it is.
    public let matches: [Match]
    /// How much was tried.
    package let tried: Tried

    /// A Boolean value that indicates whether the text is the pin of one of the objects' keys, written so that a
    /// consumer takes it.
    public var isRight: Bool { matches.first?.isRight ?? false }

    /// A Boolean value that indicates whether the text is the pin of one of the objects' keys, but no consumer takes it
    /// as it is written.
    package var isMisspelled: Bool {
        guard let pin = spelling.pin, let first = matches.first else { return false }
        return !first.isRight && first.rightPin == pin
    }

    /// A recipe that gives the text.
    public struct Match: Sendable, Hashable {
        /// The stable code: the source of the bytes, then the digest if it is not SHA-256 and the encoding where
        /// it is not a usual one, with colons between. `spki` is the right recipe.
        package let recipe: String
        /// Which of the objects it was made from, from 0; `nil` if every object would give it, or there is none.
        public let objectIndex: Int?
        /// What the text is, in one sentence without a final period.
        public let message: String
        /// What makes it, step by step.
        public let madeBy: [String]
        /// The shell command that makes it, which is then the only step: it reads the object in PEM on standard input
        /// and prints the text; nil if calls of a program are among the steps.
        package let command: String?
        /// What is lacking, or what to do about it; `nil` if the right pin says it all.
        public let remedy: String?
        /// The pin that belongs in its place.
        public let rightPin: Pin?

        /// A Boolean value that indicates whether the text is the object's pin.
        public let isRight: Bool

        /// The same with what makes the text in this spelling, if that is among `matches`.
        func with(recipeOf matches: [Match]) -> Match {
            let start = PinDiagnosis.rightRecipe
            let found = matches.first {
                $0.objectIndex == objectIndex && ($0.recipe == start || $0.recipe.hasPrefix(start + ":"))
            }
            guard let found else { return self }
            return Match(
                recipe: found.recipe == start ? recipe : found.recipe, objectIndex: objectIndex,
                message: message,
                madeBy: found.madeBy, command: found.command, remedy: remedy, rightPin: rightPin,
                isRight: isRight)
        }

        /// The same with this right pin, if it has none.
        func with(pin: Pin?) -> Match {
            guard rightPin == nil, let pin else { return self }
            return Match(
                recipe: recipe, objectIndex: objectIndex, message: message, madeBy: madeBy, command: command,
                remedy: remedy, rightPin: pin, isRight: isRight)
        }
    }

    /// How much was tried.
    package struct Tried: Sendable, Hashable {
        /// Number of objects.
        package internal(set) var objects = 0
        /// Number of series of bytes that were hashed, each in every way.
        package internal(set) var inputs = 0
        /// Number of digests that were compared, in every encoding.
        package internal(set) var digests = 0
    }

    /// The code of the right recipe.
    static let rightRecipe = "spki"

    /// The code of the right recipe whose text no consumer takes.
    static let spellingRecipe = "spki:spelling"

    /// The code of the right recipe whose text was copied wrong.
    static let slipRecipe = "spki:slip"

    /// Diagnoses one text against objects.
    public init(of text: some StringProtocol, in objects: [Object]) {
        var search = PinSearch([String(text)])
        for object in objects { search.examine(object) }
        self = search.diagnosis(0)
    }

    /// Diagnoses a pin against objects.
    package init(of pin: Pin, in objects: [Object]) {
        self.init(of: pin.base64, in: objects)
    }

    /// Diagnoses a pin against certificates.
    public init(of pin: Pin, in certificates: [Certificate]) {
        self.init(of: pin.base64, in: certificates.map { Object($0) })
    }

    init(_ spelling: PinSpelling, matches: [Match], tried: Tried) {
        self.spelling = spelling
        self.matches = matches
        self.tried = tried
    }

    /// The codes of all sources of bytes, for a program that lists what was tried.
    package static var sourceCodes: [String] {
        (sources + fileSources).map { $0.code } + independentSources.map { $0.code } + Object.identifierCodes
            + [
                zeros
            ]
    }
    /// The codes of all digests.
    package static var digestCodes: [String] { digests.map { $0.code } }
    /// The codes of all encodings.
    package static var encodingCodes: [String] { encodings.map { $0.code } }

    /// The code of a pin that is not a digest but zeros.
    static let zeros = "zeros"
}
