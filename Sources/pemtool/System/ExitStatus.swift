/// The exit status of the tool.
enum ExitStatus: Int32, CaseIterable {
    case success, no, usage, unreadable, unwritable

    /// The meaning, in the help and in the manual page.
    var meaning: String {
        switch self {
        case .success: "success"
        case .no: "the answer is no or undecided"
        case .usage: "usage error"
        case .unreadable: "some input could not be read (the rest is still printed)"
        case .unwritable: "the output could not be written"
        }
    }
}
