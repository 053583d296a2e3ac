// A password that a person types.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension System {
    /// Asks on standard error for a password, and reads it from the terminal that standard input is, which does not show
    /// it; nil if none was typed, or a signal came.
    static func askPassword(_ question: String) -> [UInt8]? {
        var settings = termios()
        guard unsafe tcgetattr(0, &settings) == 0 else { return nil }
        let before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        // A signal must not leave the terminal silent: it is held until the settings are as they were.
        holdSignals()
        guard unsafe tcsetattr(0, TCSAFLUSH, &settings) == 0 else { return nil }
        try? write(Array(question.utf8), to: 2)
        let typed = try? terminalLine()
        settings = before
        _ = unsafe tcsetattr(0, TCSAFLUSH, &settings)
        try? write([0x0a], to: 2)
        guard !isInterrupted, let typed, !typed.isEmpty else { return nil }
        return typed
    }

    /// A line of standard input without its end. A terminal gives no more than a line.
    private static func terminalLine() throws(Failure) -> [UInt8] {
        let stream = try Stream(ofPath: nil)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = try stream.read(into: &buffer, from: 0)
        return Array(buffer[..<count].prefix { $0 != 0x0a && $0 != 0x0d })
    }
}
