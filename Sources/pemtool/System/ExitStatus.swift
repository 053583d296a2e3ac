/// What the tool tells its caller by its exit status.
enum ExitStatus: Int32 {
    /// Done, and the answer is yes.
    case success = 0
    /// The answer is no: a pin does not match, a check failed.
    case no = 1
    /// The command line is wrong.
    case usage = 2
    /// Some input could not be read; what could be was printed all the same.
    case unreadable = 3
}
