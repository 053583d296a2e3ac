import X509Model

/// The output of a command for one object, independent of how the object was read.
struct Rendered: Sendable {
    /// Facts that affect the exit status.
    struct Facts: OptionSet, Sendable {
        let rawValue: Int

        /// An object could not be read.
        static let failed = Facts(rawValue: 1 << 0)
        /// An object that could have been repaired was refused.
        static let refused = Facts(rawValue: 1 << 1)
        /// An object yielded an answer.
        static let answered = Facts(rawValue: 1 << 2)
        /// An object was read but did not yield an answer.
        static let isLacking = Facts(rawValue: 1 << 3)
        /// There is a note about an object.
        static let hasNotes = Facts(rawValue: 1 << 4)
    }

    /// The text for standard output, without the last line end; `nil` if there is none.
    var output: String?
    /// A function that replaces ``output`` and writes the object as JSON to standard output, so that the text of a
    /// large object is never in memory. It returns the facts that it finds.
    var json: (@Sendable (inout JSONWriter) -> Facts)?
    /// A function that replaces ``output`` and, to save memory, calls `emit` with each line of a screen.
    var screen: (@Sendable (_ emit: (String) -> Void) -> Facts)?
    /// The messages for standard error, to be passed to ``complain(_:)``.
    var complaints: [String] = []
    var facts: Facts = []
}

/// The counts and facts from reading inputs.
struct Tally: Sendable {
    var objects = 0
    /// The number of files that are neither PEM nor DER.
    var skipped = 0
    var facts: Rendered.Facts = []

    mutating func add(_ other: Tally) {
        objects += other.objects
        skipped += other.skipped
        facts.formUnion(other.facts)
    }

    /// Counts an object, and returns whether it is one. A file in a folder that is neither PEM nor DER and is not named
    /// like a PEM or DER file, is skipped.
    mutating func counts(_ object: InputObject, inFolderAs path: String) -> Bool {
        if case .failure(let error) = object.contentResult, error.isNoObject, !PathName.namesObject(path) {
            skipped += 1
            return false
        }
        objects += 1
        return true
    }
}

/// An object that has been checked against the options of the command line, with messages about it.
struct CheckedObject {
    let object: InputObject
    var complaints: [String] = []
    var facts: Rendered.Facts = []

    /// Checks an object: it yields an answer or gets a message. With `isStrict`, a repaired object is refused.
    init(_ read: InputObject, in file: String, for need: ObjectRequirement, isStrict: Bool) {
        object = isStrict ? read.strict : read
        switch object.contentResult {
        case .failure(let error):
            if case .success = read.contentResult {
                facts = .refused
            } else {
                facts = error.isKeyless ? [] : .failed
            }
            complaints = ErrorReport(error: error, object: object, file: file).lines
        case .success(let content):
            if need.isMet(by: content) { facts = .answered }
            guard let shortfall = need.shortfall(of: content) else { return }
            if !shortfall.isSkipped { facts.insert(.isLacking) }
            complaints = ErrorReport(error: shortfall.error, object: object, file: file).lines
        }
    }
}

extension Answer {
    /// Prints the output for an object, and returns facts about it.
    mutating func print(_ rendered: Rendered) -> Rendered.Facts {
        if let write = rendered.json { return print(write) }
        if let text = rendered.output { output.line(text) }
        guard let screen = rendered.screen else { return [] }
        beginScreen()
        return screen { output.line($0) }
    }
}
