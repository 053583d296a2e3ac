// Signals that end the tool. A handler may do next to nothing, so that it sets a number that the work looks at.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The signal that came, 0 for none. Written by the handler alone; one word, so that no reader sees half of it.
nonisolated(unsafe) private var signalThatCame: Int32 = 0

/// When it came, by a clock that never goes back.
nonisolated(unsafe) private var secondsOfSignal = 0.0

/// The handler. A second signal ends the process; but what asks a process to end may do so twice at once, as
/// coreutils' timeout does, once to the process and once to its group.
private func noteSignal(_ number: Int32) {
    if unsafe signalThatCame == 0 {
        unsafe signalThatCame = number
        unsafe secondsOfSignal = System.seconds
    } else if unsafe System.seconds - secondsOfSignal > 0.2 {
        // It comes when the handler returns, because it is held back until then.
        signal(number, SIG_DFL)
        raise(number)
    }
}

extension System {
    /// From now on the first SIGINT or SIGTERM does not end the process at once; a second one does. One that the
    /// caller ignores stays ignored.
    static func holdSignals() {
        for number in [SIGINT, SIGTERM] where !isIgnored(number) {
            // Without SA_RESTART, so that a read that waits for input comes back.
            var action = sigaction()
            #if canImport(Darwin)
                unsafe action.__sigaction_u.__sa_handler = noteSignal
            #elseif canImport(Musl)
                unsafe action.__sa_handler.sa_handler = noteSignal
            #else
                unsafe action.__sigaction_handler.sa_handler = noteSignal
            #endif
            action.sa_flags = 0
            unsafe sigaction(number, &action, nil)
        }
        setSignals(SIG_UNBLOCK)
    }

    /// A file that grows beyond what its user may write (`ulimit -f`) is an error of write(2) like a full disk, and not
    /// a signal that ends the process with half a file left behind.
    static func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }

    /// Both signals end the process again; it ends here where one came.
    static func releaseSignals() {
        for number in [SIGINT, SIGTERM] where !isIgnored(number) { signal(number, SIG_DFL) }
        guard unsafe signalThatCame != 0 else { return }
        unsafe raise(signalThatCame)
    }

    /// Leaves both signals to the other threads: the one that reads the input has to get them.
    static func refuseSignals() { setSignals(SIG_BLOCK) }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #elseif canImport(Musl)
            let handler = unsafe action.__sa_handler.sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        // SIG_IGN is the address 1, which is not a function to compare with.
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }

    private static func setSignals(_ how: Int32) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGINT)
        unsafe sigaddset(&set, SIGTERM)
        unsafe pthread_sigmask(how, &set, nil)
    }

    /// True once SIGINT or SIGTERM came.
    static var isInterrupted: Bool { unsafe signalThatCame != 0 }
}
