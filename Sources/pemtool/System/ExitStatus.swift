/// The exit status of the tool.
enum ExitStatus: Int32 {
    /// Success, or the answer is yes.
    case success = 0
    /// The answer is no: a pin does not match, or a check failed.
    case no = 1
    /// The command line is invalid.
    case usage = 2
    /// Some input could not be read; the rest was still printed.
    case unreadable = 3
    /// The output could not be written.
    case unwritable = 4
}
