import X509Model

/// What a command makes of one object: the same on whatever way the object was read.
struct Rendered: Sendable {
    /// What is worth knowing for the exit status.
    struct Facts: OptionSet, Sendable {
        let rawValue: Int

        /// An object could not be read.
        static let failed = Facts(rawValue: 1 << 0)
        /// An object was refused that could have been repaired.
        static let refused = Facts(rawValue: 1 << 1)
        /// An object gave an answer.
        static let answered = Facts(rawValue: 1 << 2)
        /// An object was read and gave no answer.
        static let isLacking = Facts(rawValue: 1 << 3)
        /// There is a note about an object.
        static let hasNotes = Facts(rawValue: 1 << 4)
    }

    /// What standard output gets, without the last line end; nil for nothing.
    var output: String?
    /// Writes the object that standard output gets as JSON in place of ``output``: of a large one the text is never held.
    /// The result is what was seen on the way.
    var json: (@Sendable (inout JSONWriter) -> Facts)?
    /// Calls back with the lines of a screen, in place of ``output``, for the same reason.
    var screen: (@Sendable (_ emit: (String) -> Void) -> Facts)?
    /// What standard error gets, each as ``complain(_:)`` takes it.
    var complaints: [String] = []
    var facts: Facts = []

    /// Adds what is in front: what was said of the object before the command saw it.
    func after(_ checked: CheckedObject) -> Rendered {
        var rendered = self
        rendered.complaints = checked.complaints + complaints
        rendered.facts.formUnion(checked.facts)
        return rendered
    }
}

/// An object as the options of the command line take it, and what there is to say about that.
struct CheckedObject {
    let object: InputObject
    var complaints: [String] = []
    var facts: Rendered.Facts = []

    /// Accounts for an object: it gives an answer, or there is a complaint about it.
    ///
    /// With `isStrict` an object that had to be repaired is refused.
    init(_ read: InputObject, in file: String, for need: ObjectRequirement, isStrict: Bool) {
        object = isStrict ? read.strict : read
        switch object.contentResult {
        case .failure(let error):
            if case .success = read.contentResult {
                facts = .refused
            } else {
                facts = error.isKeyless ? [] : .failed
            }
            complaints = ErrorReport(error, object, in: file).lines
        case .success(let content):
            if need.isMet(by: content) { facts = .answered }
            guard let shortfall = need.shortfall(of: content) else { return }
            if !shortfall.isSkipped { facts.insert(.isLacking) }
            complaints = ErrorReport(shortfall.error, object, in: file).lines
        }
    }
}
