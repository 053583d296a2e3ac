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
    /// The text that was diagnosed.
    public let text: String
    /// Why the text cannot be a pin, whatever the key; nil where it may be one.
    public var problem: Problem? { Problem(text) }
    /// The recipes that give this very text, the likeliest first; where the pin is right, the keys whose pin it is.
    public let matches: [Match]
    /// How much was tried.
    public let tried: Tried

    /// True where the text is the pin of one of the objects' keys.
    public var isRight: Bool { matches.first?.isRight ?? false }

    /// A recipe that gives the text.
    public struct Match: Sendable, Hashable {
        /// The stable code: the source of the bytes, then the digest where it is not SHA-256 and the encoding where
        /// it is not a usual one, with colons between. `spki` is the right recipe.
        public let recipe: String
        /// Which of the objects it was made from, from 0; nil where every object would give it, or there is none.
        public let objectIndex: Int?
        /// What the text is, in one sentence without a final period.
        public let message: String
        /// The code and the commands that make it so.
        public let madeBy: [String]
        /// What is lacking, or what to do about it; nil where the right pin says it all.
        public let remedy: String?
        /// The pin that belongs in its place.
        public let rightPin: Pin?

        /// True where the text is the object's pin.
        public let isRight: Bool

        /// The same with this right pin, where it has none.
        func with(pin: Pin?) -> Match {
            guard rightPin == nil, let pin else { return self }
            return Match(
                recipe: recipe, objectIndex: objectIndex, message: message, madeBy: madeBy, remedy: remedy,
                rightPin: pin, isRight: isRight)
        }
    }

    /// How much was tried.
    public struct Tried: Sendable, Hashable {
        /// Number of objects.
        public internal(set) var objects = 0
        /// Number of series of bytes that were hashed, each in every way.
        public internal(set) var inputs = 0
        /// Number of digests that were compared, in every encoding.
        public internal(set) var digests = 0
    }

    /// The code of the right recipe.
    static let rightRecipe = "spki"

    /// The code of the right recipe whose text was copied wrong.
    static let slipRecipe = "spki:slip"

    /// Diagnoses one text against objects.
    public init(of text: some StringProtocol, in objects: [Object]) {
        var search = PinSearch([String(text)])
        for object in objects { search.examine(object) }
        self = search.diagnosis(0)
    }

    /// Diagnoses a pin against objects.
    public init(of pin: Pin, in objects: [Object]) {
        self.init(of: pin.base64, in: objects)
    }

    /// Diagnoses a pin against certificates.
    public init(of pin: Pin, in certificates: [Certificate]) {
        self.init(of: pin.base64, in: certificates.map { Object($0) })
    }

    init(text: String, matches: [Match], tried: Tried) {
        self.text = text
        self.matches = matches
        self.tried = tried
    }

    /// The codes of all sources of bytes, for a program that lists what was tried.
    public static var sourceCodes: [String] {
        (sources + fileSources).map { $0.code } + independentSources.map { $0.code } + [zeros]
    }
    /// The codes of all digests.
    public static var digestCodes: [String] { digests.map { $0.code } }
    /// The codes of all encodings.
    public static var encodingCodes: [String] { encodings.map { $0.code } }

    /// The code of a pin that is no digest but zeros.
    static let zeros = "zeros"
}
