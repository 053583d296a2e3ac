// Passwords typed at the terminal.

extension System {
    /// Asks for a password on standard error, and reads it from the terminal at standard input without echo. Returns
    /// `nil` if no password was entered or a signal arrived.
    static func askPassword(_ question: String) -> [UInt8]? {
        var settings = termios()
        guard unsafe tcgetattr(0, &settings) == 0 else { return nil }
        let before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        // A signal must not leave the terminal without echo, so signals are held until the settings are restored.
        holdSignals()
        guard unsafe tcsetattr(0, TCSAFLUSH, &settings) == 0 else { return nil }
        try? write(Array(question.utf8), to: 2)
        let typed = waitForLine() ? try? terminalLine() : nil
        settings = before
        _ = unsafe tcsetattr(0, TCSAFLUSH, &settings)
        try? write([0x0a], to: 2)
        guard !isInterrupted, let typed, !typed.isEmpty else { return nil }
        return typed
    }

    /// Waits until standard input can be read, and returns whether it can; any signal, even an earlier one, ends it.
    private static func waitForLine() -> Bool {
        refuseSignals()
        defer { holdSignals() }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var files = fd_set()
        unsafe withUnsafeMutableBytes(of: &files) { unsafe $0[0] = 1 }
        // The signals are unblocked only during this wait.
        return unsafe !isInterrupted && pselect(1, &files, nil, nil, nil, &none) > 0
    }

    /// Reads a line of standard input without its end. A terminal returns at most one line.
    private static func terminalLine() throws(Failure) -> [UInt8] {
        let stream = try Stream(ofPath: nil)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = try stream.read(into: &buffer, from: 0)
        return Array(buffer[..<count].prefix { $0 != 0x0a && $0 != 0x0d })
    }
}
