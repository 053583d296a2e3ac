import X509Model

/// Finds the mistake behind a pin by hashing every known source of bytes in every known way.
///
///     let diagnosis = PinDiagnosis(of: "Ues/xSDzybWM…", in: [certificate])
///     diagnosis.isRight           // false
///     diagnosis.matches.first     // raw-key: SHA-256 of the raw 65-byte P-256 point, …
///
/// A recipe combines a source of bytes, a digest and an encoding, each from its own table. To exclude random matches,
/// the whole digest must match or, in a truncated text, at least 48 bits of it.
public struct PinDiagnosis: Sendable {
    package let spelling: PinSpelling
    package var text: String { spelling.text }
    /// The reason why the text cannot be the pin of any key; `nil` if it may be one.
    package var problem: Problem? { Problem(spelling) }
    /// The recipes that produce exactly this text, most likely first. For a correct pin, they identify the keys to
    /// which it belongs.
    public let matches: [Match]
    /// The amount of work done.
    package let tried: Tried

    /// A Boolean value that indicates whether the text is the pin of one of the objects' keys, in a spelling
    /// that some consumer accepts.
    public var isRight: Bool { matches.first?.isRight ?? false }

    /// A Boolean value that indicates whether the text is the pin of one of the objects' keys, but in a
    /// spelling that no consumer accepts.
    package var isMisspelled: Bool {
        guard let pin = spelling.pin, let first = matches.first else { return false }
        return !first.isRight && first.rightPin == pin
    }

    /// A recipe that produces the text.
    public struct Match: Sendable, Hashable {
        /// The stable code, whose parts are separated by colons: the source of the bytes, the digest (unless it is
        /// SHA-256), and the encoding (unless it is a usual encoding). `spki` is the correct recipe.
        package private(set) var recipe: String
        /// The index of the object from which the text was made; `nil` if every object gives the same text, or if there
        /// is no object.
        public let objectIndex: Int?
        /// A description of the text, in one sentence without a final period.
        public let message: String
        /// The steps that produce the text.
        public private(set) var madeBy: [String] = []
        /// The shell command that reads the object in PEM from standard input and prints the text; `nil` if the steps
        /// include calls in a program. If there is a command, it is the only step.
        package private(set) var command: String?
        /// A description of the missing bytes, or other advice; `nil` if only the correct pin is needed.
        public private(set) var remedy: String?
        /// The correct pin; `nil` if it is unknown.
        public private(set) var rightPin: Pin?

        /// A Boolean value that indicates whether the text is the object's pin.
        public private(set) var isRight = false

        /// Returns the same match with the recipe and steps from `matches` that produce this spelling, if any.
        func with(recipeOf matches: [Match]) -> Match {
            let start = PinDiagnosis.rightRecipe
            let found = matches.first {
                $0.objectIndex == objectIndex && ($0.recipe == start || $0.recipe.hasPrefix(start + ":"))
            }
            guard let found else { return self }
            var match = self
            if found.recipe != start { match.recipe = found.recipe }
            (match.madeBy, match.command) = (found.madeBy, found.command)
            return match
        }

        /// Returns the same match, with `pin` as the correct pin if the match has neither an object nor a correct pin.
        func with(pin: Pin?) -> Match {
            var match = self
            if objectIndex == nil { match.rightPin = rightPin ?? pin }
            return match
        }
    }

    /// The amount of work done.
    package struct Tried: Sendable, Hashable {
        package internal(set) var objects = 0
        /// The number of byte sequences that were hashed.
        package internal(set) var inputs = 0
        /// The number of digests that were compared, each in every encoding.
        package internal(set) var digests = 0
    }

    /// The code of the correct recipe.
    static let rightRecipe = "spki"

    /// The code of the correct recipe in a spelling that no consumer accepts.
    static let spellingRecipe = "spki:spelling"

    /// The code of the correct recipe with a typo.
    static let slipRecipe = "spki:slip"
}

extension PinDiagnosis {
    /// Diagnoses a text by comparing it with values computed from objects.
    package init(of text: some StringProtocol, in objects: [Object]) {
        var search = PinSearch([String(text)])
        for object in objects { search.examine(object) }
        search.finish()
        self = search.diagnosis(0)
    }

    /// Diagnoses a pin, or a text that should be one, against certificates.
    public init(of pin: some CustomStringConvertible, in certificates: [Certificate]) {
        self.init(of: pin.description, in: certificates.map { Object($0) })
    }

    /// The codes of all sources of bytes, for a program that lists what was tried.
    package static var sourceCodes: [String] {
        (sources + fileSources).map { $0.code } + independentSources.map { $0.code } + Object.identifierCodes
            + [zeros]
    }
    package static var digestCodes: [String] { digests.map { $0.code } }
    package static var encodingCodes: [String] { encodings.map { $0.code } }

    /// The code of a pin that consists of zeros instead of a digest.
    static let zeros = "zeros"
}
