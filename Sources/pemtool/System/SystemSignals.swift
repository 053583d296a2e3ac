// Signals that end the tool. A handler may do almost nothing, so it only sets a number that the tool checks.

/// The signal that arrived, or 0 for none. Only the handler writes this value, which is a single word, so a reader
/// never sees a partly written value.
nonisolated(unsafe) private var signalThatCame: Int32 = 0

/// The time at which the signal arrived, by a monotonic clock.
nonisolated(unsafe) private var secondsOfSignal = 0.0

/// Handles a signal. A second signal ends the process unless it arrives immediately, because some programs, such as
/// coreutils' timeout, signal both the process and its group.
private func noteSignal(_ number: Int32) {
    if unsafe signalThatCame == 0 {
        unsafe signalThatCame = number
        unsafe secondsOfSignal = System.seconds
    } else if unsafe System.seconds - secondsOfSignal > 0.2 {
        // The signal arrives when the handler returns, because it is blocked until then.
        signal(number, SIG_DFL)
        raise(number)
    }
}

extension System {
    /// Keeps the first SIGINT or SIGTERM from ending the process immediately; a second one ends the process. A signal
    /// that the caller ignores stays ignored.
    static func holdSignals() {
        for number in [SIGINT, SIGTERM] where !isIgnored(number) {
            // SA_RESTART is not set, so that a read that waits for input returns.
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

    /// Makes exceeding the file size limit (`ulimit -f`) an error of write(2), like a full disk, instead of a signal
    /// that ends the process and leaves an incomplete file. Also turns off Swift's crash reports.
    static func prepareSignals() {
        signal(SIGXFSZ, SIG_IGN)
        // Swift's crash report includes registers and memory, which may contain a private key.
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV] where !isIgnored(number) {
            signal(number, SIG_DFL)
        }
    }

    /// Restores the handling of both signals, and ends the process if one of them arrived.
    static func releaseSignals() {
        for number in [SIGINT, SIGTERM] where !isIgnored(number) { signal(number, SIG_DFL) }
        guard unsafe signalThatCame != 0 else { return }
        unsafe raise(signalThatCame)
    }

    /// Blocks both signals in this thread, because the thread that reads the input must receive them.
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
        // SIG_IGN is the address 1 instead of a function, so only addresses can be compared.
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }

    private static func setSignals(_ how: Int32) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGINT)
        unsafe sigaddset(&set, SIGTERM)
        unsafe pthread_sigmask(how, &set, nil)
    }

    /// A Boolean value that indicates whether SIGINT or SIGTERM has arrived.
    static var isInterrupted: Bool { unsafe signalThatCame != 0 }
}
